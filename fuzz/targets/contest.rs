//! The TOML file of a contest.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::contest(data));
