//! `luna predict grade`: the grade of each response, by what it says.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_lab::predict::grading::{grade, json, part, text};
use luna_lab::predict::read::{Persons, read};
use luna_lab::report::{Basis, prediction};

use super::{Given, as_typed, end, refused, tell, wrong};
use crate::failure::Failure;
use crate::print::Printer;
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
    /// Where report.html and the other files are written
    #[arg(long, default_value = "grades", value_name = "FOLDER")]
    out: PathBuf,
}

impl Grade {
    pub(super) fn run(&self, given: &Given, out: &mut Printer) -> Result<(), Failure> {
        if given.typed {
            return Err(wrong("Mohler's grades are learned from, and no database of an instance."));
        }
        let begun = Begun::now();
        let assignments = read(&self.path, None, Persons::Assignments).map_err(refused)?;
        if assignments.len() < 3 {
            return Err(refused(
                "An assignment is left out at a time, and another to choose by, so there have to be \
                 three; Mohler's data have twelve.",
            ));
        }
        let folder = crate::folder::Folder::new(&self.out)?;
        let found = grade(&assignments, self.embedding.as_deref()).map_err(refused)?;
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
        tell(&part.checks, out)?;
        end(&self.out, begun.seconds(), out)
    }

    fn command(&self) -> String {
        let mut words = vec![format!("luna predict grade {}", as_typed(&self.path))];
        words.extend(self.embedding.iter().map(|it| format!("--embedding {}", as_typed(it))));
        words.join(" ")
    }
}
