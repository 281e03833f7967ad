//! WordNet's files.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::wordnet(data));
