//! WordNet's files.
#![no_main]

use luna_fuzz::wordnet;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wordnet(data);
});
