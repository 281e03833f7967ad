//! What a player downloads, and a key.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| luna_fuzz::download(data));
