//! Files of assertions.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::knowledge(data));
