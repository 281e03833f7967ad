//! `luna admin responses`: every response with its mark and guess.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use luna_core::rating::Points;
use luna_figures::csv_cell;
use luna_store::Db;
use luna_store::export::{self, Response};
use luna_store::paste_detection::Mark;
use serde_json::json;

use super::questions::one_line;
use crate::failure::Failure;
use crate::file::private;
use crate::terminal::print::Printer;

/// The number of games in one query.
const PAGE: i64 = 200;

const COLUMNS: &str = "game,ended_at,judge,judge_is_machine,player,player_is_machine,part,inherited,\
                       question,response,mark,guess,counts,pasted,fast";

/// Prints the responses, or writes them to a file that only its owner can read.
pub(super) async fn list(db: &Db, csv: Option<PathBuf>, out: &mut Printer) -> Result<(), Failure> {
    let mut file = csv.as_deref().map(open).transpose()?;
    let (mut after, mut written) = (Some((i64::MIN, String::new())), 0_u64);
    while let Some((at, id)) = after.take() {
        let (page, more) = db.read(move |tx| export::responses(tx, (at, &id), PAGE)).await?;
        after = more;
        for it in &page {
            match &mut file {
                Some(file) => write!(file, "{}\r\n", line(it))?,
                None => print(it, out)?,
            }
            written += 1;
        }
    }
    if let (Some(mut file), Some(path)) = (file, csv) {
        file.flush()?;
        let path = path.display();
        let words = format!("{written} responses are in {path}.");
        return Ok(out.result(&json!({ "responses": written, "file": path.to_string() }), words)?);
    }
    if written == 0 && !out.is_json() {
        out.result(&json!({}), "No rated game has been finished yet.")?;
    }
    Ok(())
}

fn open(path: &Path) -> Result<BufWriter<File>, Failure> {
    let opened = private::options().create(true).truncate(true).open(path);
    let begun = opened.map(BufWriter::new).and_then(|mut file| {
        write!(file, "{COLUMNS}\r\n")?;
        Ok(file)
    });
    begun.map_err(|error| Failure::writing(path, &error))
}

/// Points from 0 to 100, as typed.
fn number(points: Points) -> f64 {
    points.to_string().parse().unwrap_or_default()
}

fn print(it: &Response, out: &mut Printer) -> Result<(), Failure> {
    let value = json!({
        "game": it.game_id, "ended_at": it.at,
        "judge": it.judge.id, "judge_is_machine": it.judge.machine,
        "player": it.player.id, "player_is_machine": it.player.machine,
        "part": it.part, "inherited": it.inherited,
        "question": it.question, "response": it.response,
        "mark": it.mark.map(number), "guess": number(it.guess), "counts": it.counts,
        "pasted": it.typing.contains(&Mark::Pasted), "fast": it.typing.contains(&Mark::Fast),
    });
    let mark = it.mark.map_or_else(|| "no mark".to_owned(), |mark| format!("mark {mark}"));
    let (question, response) = (one_line(&it.question), one_line(&it.response));
    let words = format!("{mark}\tguess {}\t{question}\t{response}", it.guess);
    Ok(out.result(&value, words)?)
}

fn line(it: &Response) -> String {
    let cells = [
        it.game_id.clone(),
        it.at.to_string(),
        it.judge.id.clone(),
        it.judge.machine.to_string(),
        it.player.id.clone(),
        it.player.machine.to_string(),
        it.part.to_string(),
        it.inherited.to_string(),
        csv_cell(&it.question),
        csv_cell(&it.response),
        it.mark.map_or_else(String::new, |mark| mark.to_string()),
        it.guess.to_string(),
        it.counts.to_string(),
        it.typing.contains(&Mark::Pasted).to_string(),
        it.typing.contains(&Mark::Fast).to_string(),
    ];
    cells.join(",")
}
