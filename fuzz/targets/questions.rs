//! A file of machine-made questions.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::questions(data));
