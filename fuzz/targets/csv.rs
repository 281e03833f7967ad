//! A CSV of responses and a key.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::csv(data));
