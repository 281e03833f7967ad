//! A file of tossups or answers.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::tossups(data));
