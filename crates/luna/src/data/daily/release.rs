//! `luna daily release`: the judgements of single answers, in a folder that can be handed on.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_app::daily::{day_of, release};
use luna_app::format::{many, stamp};
use luna_app::provenance::checksum;
use luna_store::Db;
use serde_json::json;

use crate::config::environment;
use crate::failure::Failure;
use crate::file::folder::Folder;
use crate::terminal::print::Printer;

/// The days of players that are read at a time.
const PIECE: i64 = 1_000;

#[derive(Args)]
pub(crate) struct Release {
    /// The folder to write into; files of an earlier release in it are replaced
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Release {
    /// Writes the judgements as JSON lines, with a card and checksums. Each run has pseudonyms of its own.
    pub(super) async fn run(&self, db: &Db, out: &mut Printer) -> Result<(), Failure> {
        let (salt, now) = (environment::random().secret(), (environment::clock().0)());
        let (mut lines, mut count, mut spot) = (String::new(), 0, release::start());
        loop {
            let (salt, after) = (salt.clone(), spot.clone());
            let read = db.read(move |tx| release::page(tx, &salt, day_of(now), &after, PIECE));
            let days = read.await?;
            let Some(last) = days.last() else { break };
            spot = last.spot();
            for day in &days {
                lines.push_str(&day.lines());
                count += day.count();
            }
        }
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        let folder = Folder::new(&self.folder)?;
        let mut sums = String::new();
        for (name, text) in [("judgements.jsonl", lines), ("README.md", card(count, now))] {
            folder.write(name, &text)?;
            sums.push_str(&format!("{}  {name}\n", checksum(text.as_bytes())));
        }
        folder.write("SHA256SUMS", &sums)?;
        let place = self.folder.display();
        let line = json!({ "judgements": count, "folder": place.to_string() });
        out.result(&line, format_args!("{} in {place}", many(count, "judgement")))?;
        if count == 0 {
            writeln!(
                out,
                "Nothing can be released: nobody who agrees to publication has played on a day that is over."
            )?;
        }
        Ok(())
    }
}

/// The description that goes with the data.
fn card(count: i64, now: i64) -> String {
    let (found, at, version) = (many(count, "judgement"), stamp(now), env!("CARGO_PKG_VERSION"));
    format!(
        "# Judgements of single answers\n\n\
         {found} of players of the daily moon, written on {at} by Luna {version}.\n\n\
         | file | content |\n| --- | --- |\n\
         | `judgements.jsonl` | a judgement on each line |\n\
         | `SHA256SUMS` | checksums: `sha256sum --check SHA256SUMS` |\n\n\
         | field | meaning |\n| --- | --- |\n\
         | `day` | the day, in UTC; only days that were over |\n\
         | `exchange` | an id of the question with its answer, the same in all releases |\n\
         | `source` | `game`: an answer in a finished game; `luna`: a line that comes with Luna |\n\
         | `question`, `answer` | the words that the player read |\n\
         | `answered_by` | `person` or `machine` |\n\
         | `judge` | the player, by a pseudonym that is another one each day and in each release |\n\
         | `guess` | how smart the answer seemed to the player, from 0 to 100 |\n\
         | `taken_for` | what the player took for the one who answered: `person` or `machine` |\n\
         | `points` | what the day's score gave for it, up to 20 |\n\n\
         A judgement is here if its player agrees to publication, and for an answer in a game both players of that \
         game. What visitors said who were not logged in is not kept, so it is not here. These guesses are part of no rating.\n"
    )
}
