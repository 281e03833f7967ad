//! `luna predict grade`: the grade of each response, by what it says.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use luna_lab::predict::grading::grade;
use luna_lab::predict::read::{Who, read};

use super::refused;
use crate::failure::Failure;
use crate::progress::Begun;

#[derive(Args)]
pub(crate) struct Grade {
    /// Mohler's folder; an assignment is left out at a time
    #[arg(value_name = "MOHLER")]
    path: PathBuf,
    /// A folder of sentence-transformers, such as all-MiniLM-L6-v2, by which responses are compared
    /// with the key too
    #[arg(long, value_name = "FOLDER")]
    embedding: Option<PathBuf>,
}

impl Grade {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let begun = Begun::now();
        let assignments = read(&self.path, None, Who::Assignments).map_err(refused)?;
        if assignments.len() < 3 {
            return Err(refused(
                "An assignment is left out at a time, and another to choose by, so there have to be \
                 three; Mohler's data have twelve.",
            ));
        }
        let found = grade(&assignments, self.embedding.as_deref()).map_err(refused)?;
        let (responses, questions, folds) = (found.responses, found.questions, found.folds);
        writeln!(out, "{responses} responses to {questions} questions, {folds} assignments")?;
        let names = ["all: r", "RMSE", "each: r", "RMSE"].map(|name| format!("{name:>8}")).concat();
        for others in [false, true] {
            let seen = if others { "looked at" } else { "unseen" };
            writeln!(out, "other responses to the question {seen}\n{:<14}{names}", "")?;
            for graded in found.graded.iter().filter(|graded| graded.others == others) {
                let numbers = [graded.r, graded.error, graded.each_r, graded.each_error];
                let numbers = numbers.map(|number| format!("{number:>8.3}")).concat();
                writeln!(out, "{:<14}{numbers}", graded.model)?;
            }
        }
        writeln!(out, "{:.2} s", begun.seconds())?;
        Ok(())
    }
}
