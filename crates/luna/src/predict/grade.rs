//! `luna predict grade`: predicted grades of single responses.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_lab::predict::grading::{grade, json, part, text};
use luna_lab::predict::read::{Persons, read};
use luna_lab::report::{Basis, prediction};

use super::command_line::as_typed;
use super::output::{claims, end};
use super::source::GivenSettings;
use crate::failure::Failure;
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

#[derive(Args)]
pub(crate) struct Grade {
    /// Mohler's folder; one assignment is left out at a time
    #[arg(value_name = "MOHLER")]
    path: PathBuf,
    /// The folder of a sentence-transformers model, such as all-MiniLM-L6-v2, which compares
    /// responses with the key
    #[arg(long, value_name = "FOLDER")]
    embedding: Option<PathBuf>,
    /// The folder for report.html and the other files
    #[arg(long, default_value = "grades", value_name = "FOLDER")]
    out: PathBuf,
}

impl Grade {
    pub(super) fn run(&self, given: &GivenSettings, out: &mut Printer) -> Result<(), Failure> {
        if given.typed {
            return Err(Failure::usage(
                "grade reads Mohler's folder and not the database of an instance.",
            ));
        }
        let begun = Progress::now();
        let assignments = read(&self.path, None, Persons::Assignments).map_err(Failure::refused)?;
        if assignments.len() < 3 {
            return Err(Failure::refused(
                "One assignment is left out at a time and another chooses the model, so there must be \
                 at least three; Mohler's data has twelve.",
            ));
        }
        let folder = crate::file::folder::Folder::new(&self.out)?;
        let found = grade(&assignments, self.embedding.as_deref()).map_err(Failure::refused)?;
        let part = part(&found);
        let page = prediction(std::slice::from_ref(&part), &self.command(), Basis::Fixed);
        folder.write("report.html", page)?;
        folder.write("grades.csv", part.table.csv())?;
        let json = json(&part, &found);
        folder.write("grades.json", &json)?;
        for chart in &part.charts {
            folder.chart(chart.id(), chart)?;
        }
        if out.is_json() {
            out.document(&json)?;
        } else {
            write!(out, "{}", text(&found))?;
        }
        claims(&part.checks, out)?;
        end(&self.out, begun.seconds(), out)
    }

    fn command(&self) -> String {
        let mut words = vec![format!("luna predict grade {}", as_typed(&self.path))];
        words.extend(self.embedding.iter().map(|it| format!("--embedding {}", as_typed(it))));
        words.join(" ")
    }
}
