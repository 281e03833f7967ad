//! A model for sentences.
#![no_main]

use luna_fuzz::sentence;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    sentence(data);
});
