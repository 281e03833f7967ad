//! Mohler's tables.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::mohler_tables(data));
