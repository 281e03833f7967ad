//! Treebanks and texts.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::reading(data));
