//! Undoing an import: all tossups, pages and answers of a source are removed.

use std::collections::BTreeSet;

use luna_core::quiz::question::State;
use luna_store::quiz::source::{self, SHIPPED, Source, WRITTEN};
use luna_store::quiz::{answer, page, play, question, tossup};
use luna_store::{self as store, Tx};

use super::rows;
use crate::error::Error;

/// Rows read at a time.
const PAGE: i64 = 2_000;

/// The content of a source that an undo removes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Undo {
    pub tossups: usize,
    pub pages: i64,
    pub answers: usize,
    /// Answers that stay because other questions have them.
    pub kept_answers: usize,
    /// Plays that stay, without the text of their question.
    pub plays: i64,
}

/// Finds a source by its id or by its name. The command names it if there are several.
pub fn find(tx: &mut Tx<'_>, wanted: &str) -> Result<Source, Error> {
    let mut found: Vec<Source> = source::all(tx)?;
    found.retain(|it| it.id == wanted || it.name == wanted);
    if found.len() > 1 {
        found.retain(|it| it.undone_at.is_none());
    }
    if found.len() > 1 {
        let ids: Vec<&str> = found.iter().map(|it| it.id.as_str()).collect();
        let why = format!(
            "{} sources have the name {wanted}. Name one by its id: {}",
            found.len(),
            ids.join(", ")
        );
        return Err(Error::Refused(why));
    }
    let Some(source) = found.pop() else {
        let why = format!("There is no source {wanted}; luna quiz sources lists them");
        return Err(Error::Refused(why));
    };
    match source.id.as_str() {
        SHIPPED => Err(Error::Refused("What comes with Luna cannot be undone".to_owned())),
        WRITTEN => Err(Error::Refused(
            "Questions that were written here are taken down one by one, on their pages".to_owned(),
        )),
        _ if source.undone_at.is_some() => {
            Err(Error::Refused(format!("{} has already been undone", source.name)))
        }
        _ => Ok(source),
    }
}

/// Removes what came from a source: the words of its tossups, its pages, and the answers that no other question
/// has. Plays stay, and the source itself stays as a record.
pub fn undo(tx: &mut Tx<'_>, source_id: &str, now: i64) -> Result<Undo, Error> {
    source::lock(tx, source_id)?;
    let source = find(tx, source_id)?;
    let mut done = Undo { pages: source.pages, ..Undo::default() };
    page::remove_of_source(tx, &source.id)?;
    let mut after = 0;
    loop {
        let page = tossup::of_source(tx, &source.id, after, PAGE)?;
        let Some(last) = page.last() else { break };
        after = last.number;
        for tossup in page {
            done.plays += play::count_of(tx, &tossup.id)?;
            tossup::withdraw(tx, &tossup.id, now)?;
            done.tossups += 1;
        }
    }
    let used = pages_in_use(tx)?;
    for title in answer::of_source(tx, &source.id)? {
        if used.contains(&title) {
            done.kept_answers += 1;
        } else {
            answer::remove(tx, &title)?;
            done.answers += 1;
        }
    }
    // The same file may be imported again.
    let undone = Source {
        checksum: format!("undone {}", source.id),
        tossups: 0,
        pages: 0,
        answers: i64::try_from(done.kept_answers).unwrap_or(i64::MAX),
        undone_at: Some(now),
        ..source
    };
    source::update(tx, &undone)?;
    Ok(done)
}

/// The answers of all tossups that can be played, and of the questions that people write.
fn pages_in_use(tx: &mut Tx<'_>) -> store::Result<BTreeSet<String>> {
    let mut used = BTreeSet::new();
    rows::walk(tx, tossup::page, |it| &it.id, |it| used.extend(it.page))?;
    for state in State::ALL {
        used.extend(question::in_state(tx, state, i64::MAX)?.into_iter().map(|it| it.page));
    }
    Ok(used)
}
