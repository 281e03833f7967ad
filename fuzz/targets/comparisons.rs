//! A log of comparisons.
#![no_main]

use luna_fuzz::comparisons;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    comparisons(data);
});
