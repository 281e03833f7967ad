//! Mohler's tree.
#![no_main]

use luna_fuzz::{Form, problems};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let files = ["at/raw/questions", "at/raw/answers", "at/raw/1.1", "at/scores/1.1/ave"];
    problems(Form::MohlerTree, &files, data);
});
