//! Powergrading's files.
#![no_main]

use luna_fuzz::{Form, problems};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    problems(
        Form::Powergrading,
        &["at/student_answers_698.tsv", "at/questions_answer_key.tsv"],
        data,
    );
});
