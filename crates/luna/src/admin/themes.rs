//! `luna admin themes`: what questions are about.

use std::io::Write as _;

use luna_app::format::many;
use luna_store::{Db, theme};
use serde_json::json;

use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Prints the themes, those with the most questions first.
pub(super) async fn list(db: &Db, out: &mut Printer) -> Result<(), Failure> {
    let found = db.read(theme::all).await?;
    for theme in &found.themes {
        let months = theme.months.iter().map(|it| {
            json!({ "month": it.month, "by_people": it.by_people, "by_machines": it.by_machines })
        });
        let line = json!({
            "name": theme.title(), "words": theme.words, "questions": theme.questions,
            "months": months.collect::<Vec<_>>(),
        });
        let people: i64 = theme.months.iter().map(|it| it.by_people).sum();
        let machines: i64 = theme.months.iter().map(|it| it.by_machines).sum();
        let words = format!(
            "{}\t{}\tasked {people} times by people, {machines} times by machines",
            theme.title(),
            many(theme.questions, "question"),
        );
        out.result(&line, words)?;
    }
    if found.themes.is_empty() {
        writeln!(out, "There are too few questions to group yet.")?;
    }
    Ok(())
}
