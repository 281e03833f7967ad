//! Word vectors as text.
#![no_main]

use luna_fuzz::vectors;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    vectors(data);
});
