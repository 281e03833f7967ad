//! `luna admin typing`: typing marks without a browser.

use luna_store::Db;
use luna_store::paste_detection::{self, Mark, Spot, TypingMark};

use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The number of marks in one query.
const PAGE: i64 = 1_000;

/// Prints the marks, the latest first.
pub(super) async fn list(db: &Db, mark: Option<Mark>, out: &mut Printer) -> Result<(), Failure> {
    let mut before = Spot::last();
    let mut any = false;
    loop {
        let from = before.clone();
        let page = db.read(move |tx| paste_detection::list(tx, "", mark, &from, PAGE)).await?;
        let Some(last) = page.last() else { break };
        before = last.spot.clone();
        any = true;
        for it in &page {
            out.result(&luna_app::typing_mark::value(it), words(it))?;
        }
    }
    if !any && !out.is_json() {
        let none = "No question or response has a typing mark.";
        out.result(&serde_json::json!({}), none)?;
    }
    Ok(())
}

fn words(it: &TypingMark) -> String {
    let at = luna_app::format::stamp(it.spot.at);
    let noun = if it.what == "ask" { "question" } else { "response" };
    let what = match it.spot.part {
        0 => format!("all {noun}s"),
        part => format!("{noun} {part}"),
    };
    let marks: Vec<&str> = it.marks().into_iter().map(Mark::name).collect();
    let (name, chars, game) = (&it.name, it.typing.chars, &it.spot.game_id);
    format!("{at}\t{name}\t{what}\t{chars} characters\t{}\t/admin/games/{game}", marks.join(", "))
}
