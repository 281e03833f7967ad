//! Answer lines and the answers to them.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::answer_line(data));
