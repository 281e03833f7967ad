//! `luna quiz undo`: an import, undone by its source.

use std::io::Write as _;

use clap::Args;
use luna_app::format::many;
use luna_app::quiz::undo;
use luna_store::Db;
use serde_json::json;

use super::sources::content;
use crate::config::environment;
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Undo {
    /// The source: its name, or its id as in `luna quiz sources --json`
    #[arg(value_name = "SOURCE")]
    source: String,
    /// Undo it; without this, the command only says what it would remove
    #[arg(long)]
    yes: bool,
}

impl Undo {
    /// Removes the tossups, pages and answers of a source. Plays stay, without the text of their question.
    pub(super) async fn run(&self, db: &Db, out: &mut Printer) -> Result<(), Failure> {
        let (now, wanted) = ((environment::clock().0)(), self.source.clone());
        let found = db.read(move |tx| undo::find(tx, &wanted)).await?;
        if !self.yes {
            let line = json!({
                "source": found.id, "undone": false, "tossups": found.tossups,
                "pages": found.pages, "answers": found.answers,
            });
            let (content, answers) =
                (content(found.tossups, found.pages), many(found.answers, "answer"));
            let words = format_args!("{} has {content} and added {answers}.", found.name);
            out.result(&line, words)?;
            writeln!(out, "Nothing has been removed; --yes removes them.")?;
            return Ok(());
        }
        let id = found.id.clone();
        let done = db.write(move |tx| undo::undo(tx, &id, now)).await?;
        let count = |many: usize| i64::try_from(many).unwrap_or(i64::MAX);
        let line = json!({
            "source": found.id, "undone": true, "tossups": done.tossups, "pages": done.pages,
            "answers": done.answers, "kept_answers": done.kept_answers, "plays": done.plays,
        });
        let (content, answers) =
            (content(count(done.tossups), done.pages), many(count(done.answers), "answer"));
        let mut words = format!("{}: {content} and {answers} removed.", found.name);
        if done.kept_answers > 0 {
            let kept = many(count(done.kept_answers), "answer");
            words.push_str(&format!(" Other questions have {kept} of it, which stay."));
        }
        if done.plays > 0 {
            let plays = many(done.plays, "play");
            words.push_str(&format!(" {plays} stay with their points, without the text."));
        }
        Ok(out.result(&line, words)?)
    }
}
