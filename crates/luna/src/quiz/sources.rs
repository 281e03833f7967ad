//! `luna quiz sources`: what was imported from where.

use std::io::Write as _;

use luna_app::format::{date, many};
use luna_store::Db;
use luna_store::quiz::source::{self, Source};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::terminal::print::Printer;

pub(super) async fn list(db: &Db, out: &mut Printer) -> Result<(), Failure> {
    let all = db.read(source::all).await?;
    for source in &all {
        let Source { name, format, licence, .. } = source;
        let content = content(source.tossups, source.pages);
        let answers = many(source.answers, "answer");
        let at = date(source.imported_at);
        let more = match source.undone_at {
            Some(undone) => format!("\tundone on {}", date(undone)),
            None if source.is_secret => "\tsecret".to_owned(),
            None => String::new(),
        };
        let words = format_args!("{name}\t{format}\t{content}\t{answers}\t{licence}\t{at}{more}");
        out.result(&line(source), words)?;
    }
    if all.is_empty() {
        writeln!(out, "Nothing has been imported yet; luna quiz import FILE does it.")?;
    }
    Ok(())
}

/// The texts of a source: tossups, pages, or both.
pub(super) fn content(tossups: i64, pages: i64) -> String {
    match (tossups, pages) {
        (_, 0) => many(tossups, "tossup"),
        (0, _) => many(pages, "page"),
        _ => format!("{}, {}", many(tossups, "tossup"), many(pages, "page")),
    }
}

pub(super) fn line(source: &Source) -> Value {
    json!({
        "source": source.id, "name": source.name, "format": source.format,
        "checksum": source.checksum, "licence": source.licence,
        "imported_at": source.imported_at, "tossups": source.tossups, "pages": source.pages,
        "answers": source.answers, "secret": source.is_secret, "undone_at": source.undone_at,
    })
}
