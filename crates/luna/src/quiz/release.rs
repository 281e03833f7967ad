//! `luna quiz release`: a release of the published questions of an instance, in a folder that can be
//! handed on.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_app::format::{many, stamp};
use luna_app::provenance::checksum;
use luna_app::quiz::release::{self, Release as Published, ReleaseState};
use luna_store::Db;
use serde_json::json;

use crate::config::environment;
use crate::failure::Failure;
use crate::file::folder::Folder;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Release {
    /// The folder to write into; files of an earlier release in it are replaced
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Write the latest release again, without new questions
    #[arg(long)]
    again: bool,
}

impl Release {
    /// Releases the questions that are in no release yet, and writes them all as QANTA JSON and as JSON
    /// lines, with a card, what was withdrawn, and checksums.
    pub(super) async fn run(&self, db: &Db, out: &mut Printer) -> Result<(), Failure> {
        let (salt, now) = (environment::random().secret(), (environment::clock().0)());
        if !self.again {
            db.write(move |tx| match ReleaseState::read(tx)?.new {
                0 => Ok::<_, luna_app::Error>(()),
                _ => release::make(tx, now).map(drop),
            })
            .await?;
        }
        let release = db.read(move |tx| Published::read(tx, &salt)).await?;
        let questions = i64::try_from(release.questions.len()).unwrap_or(i64::MAX);
        let files = [
            ("qanta.json", release.qanta().to_string()),
            ("questions.jsonl", release.lines()?),
            ("withdrawn.json", release.withdrawals().to_string()),
            ("README.md", card(&release, now)),
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
        let number = release.number();
        let line = json!({
            "release": number, "questions": questions, "withdrawn": release.withdrawn.len(),
            "folder": place.to_string(),
        });
        out.result(&line, format_args!("release {number}: {found} in {place}"))?;
        if questions == 0 {
            writeln!(
                out,
                "No question can be released: none is published with its writer's consent to publication."
            )?;
        }
        Ok(())
    }
}

/// The description that goes with the data.
fn card(release: &Published, now: i64) -> String {
    let count = |many: usize| i64::try_from(many).unwrap_or(i64::MAX);
    let found = many(count(release.questions.len()), "question");
    let withdrawn = many(count(release.withdrawn.len()), "question");
    let (number, at, version) = (release.number(), stamp(now), env!("CARGO_PKG_VERSION"));
    format!(
        "# Trivia questions written against machines\n\n\
         Release {number}: {found}, written on {at} by Luna {version}.\n\n\
         | file | content |\n| --- | --- |\n\
         | `qanta.json` | the questions in the format of the QANTA data set |\n\
         | `questions.jsonl` | a question on each line, with the guesses of machines at it, the phenomena \
         that editors marked, and the drafts that its writer wants to publish |\n\
         | `withdrawn.json` | the ids of {withdrawn} that this or an earlier release had and that were \
         withdrawn: please delete them from your copies |\n\
         | `SHA256SUMS` | checksums: `sha256sum --check SHA256SUMS` |\n\n\
         Each question has the licence that its writer chose, and a credit if the writer wants one. \
         Each question gives its writer another pseudonym, new in each release. Times of drafts are seconds since a question \
         was begun. A question keeps its `id` and its `qanta_id` in all releases. Left out are questions \
         under an embargo and those whose writers do not agree to publication for research.\n"
    )
}
