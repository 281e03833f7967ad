//! Keystroke logs of a judge program.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::keystroke_log(data));
