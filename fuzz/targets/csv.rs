//! A CSV of responses and a key.
#![no_main]

use luna_fuzz::{Form, problems};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    problems(Form::File, &["at", "key"], data);
});
