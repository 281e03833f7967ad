//! Mohler's tables.
#![no_main]

use luna_fuzz::{Form, problems};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    problems(Form::MohlerTables, &["at/questions.tsv", "at/answers.tsv"], data);
});
