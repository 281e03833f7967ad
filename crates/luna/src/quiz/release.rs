//! `luna quiz release`: the published questions of an instance, in a folder that can be handed on.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_app::format::{many, stamp};
use luna_app::provenance::checksum;
use luna_app::quiz::release::Release as Published;
use luna_store::Db;
use serde_json::json;

use crate::environment;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::print::Printer;

#[derive(Args)]
pub(crate) struct Release {
    /// The folder to write into; files of an earlier release in it are replaced
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Release {
    /// Writes the questions as QANTA JSON and as JSON lines, with a card and checksums.
    pub(super) async fn run(&self, db: &Db, out: &mut Printer) -> Result<(), Failure> {
        let (salt, now) = (environment::random().secret(), (environment::clock().0)());
        let release = db.read(move |tx| Published::read(tx, &salt)).await?;
        let mut lines = String::new();
        for line in release.lines()? {
            lines.push_str(&line.to_string());
            lines.push('\n');
        }
        let questions = i64::try_from(release.questions.len()).unwrap_or(i64::MAX);
        let files = [
            ("qanta.json", release.qanta().to_string()),
            ("questions.jsonl", lines),
            ("README.md", card(questions, now)),
        ];
        let folder = Folder::new(&self.folder)?;
        let mut sums = String::new();
        for (name, text) in &files {
            folder.write(name, text)?;
            sums.push_str(&format!("{}  {name}\n", checksum(text.as_bytes())));
        }
        folder.write("SHA256SUMS", &sums)?;
        let place = self.folder.display();
        let found = many(questions, "question");
        let line = json!({ "questions": questions, "folder": place.to_string() });
        out.result(&line, format_args!("{found} in {place}"))?;
        if questions == 0 {
            writeln!(out, "No question has been published yet.")?;
        }
        Ok(())
    }
}

/// The description that goes with the data.
fn card(questions: i64, now: i64) -> String {
    let (found, at, version) = (many(questions, "question"), stamp(now), env!("CARGO_PKG_VERSION"));
    format!(
        "# Trivia questions written against machines\n\n\
         {found}, released on {at} by Luna {version}.\n\n\
         | file | content |\n| --- | --- |\n\
         | `qanta.json` | the questions in the format of the QANTA data set |\n\
         | `questions.jsonl` | a question on each line, with its revisions, the guesses of machines \
         at each of them, and the phenomena that editors marked |\n\
         | `SHA256SUMS` | checksums: `sha256sum --check SHA256SUMS` |\n\n\
         Each question has the licence that its writer chose, and a credit if the writer wants one. \
         Writers get new pseudonyms in each release. Times of revisions are seconds since a question \
         was begun. Questions under an embargo are left out.\n"
    )
}
