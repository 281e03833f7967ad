//! Texts, of which questions are made.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::generator(data));
