//! Word vectors as text.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::vectors(data));
