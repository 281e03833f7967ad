//! `luna admin questions`: questions by the informativeness of their answers.

use std::io::Write as _;

use luna_app::format::percent;
use luna_app::predict::ENOUGH;
use luna_store::Db;
use luna_store::predict::{self, QuestionLine};
use serde_json::json;

use crate::failure::Failure;
use crate::print::Printer;

/// The number of questions in one query.
const PAGE: i64 = 100;

/// Prints the questions, the most informative first.
pub(super) async fn list(db: &Db, out: &mut Printer) -> Result<(), Failure> {
    let mut after = (f64::MAX, String::new(), 0);
    loop {
        let (share, asker, nth) = after.clone();
        let page = db.read(move |tx| predict::list(tx, (share, &asker, nth), PAGE)).await?;
        let Some(last) = page.last() else { break };
        after = (last.told.share, last.asker.clone(), last.nth);
        for QuestionLine { name, told, .. } in &page {
            let who = name.as_deref().unwrap_or("house machines");
            let (share, people) = (percent(told.share), told.people);
            let line = json!({
                "share": told.share, "people": people, "asker": name, "question": told.text,
            });
            let question = one_line(&told.text);
            out.result(&line, format_args!("{share}\t{people} players\t{who}\t{question}"))?;
        }
    }
    if after.1.is_empty() {
        writeln!(out, "No question has been answered by {ENOUGH} rated players yet.")?;
    }
    Ok(())
}

/// A text, such as a question, on one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
