//! Learning: a process's copy of the answers and of the search guesser follows the database.

use std::collections::BTreeSet;

use luna_store::quiz::{page, source, tossup};
use luna_store::{self as store, Tx, topic};

use super::answer_list::AnswerList;
use super::library::Guesser;
use crate::instance::Instance;

/// Tossups or pages read at a time.
const PAGE: i64 = 2_000;

/// The state of this process's copy.
#[derive(Debug, Default)]
pub struct Reader {
    /// The sequence number of the topic; none before the first read.
    seq: Option<i64>,
}

impl Reader {
    /// Updates the library of an instance. Returns true if anything has changed.
    pub async fn read(&mut self, app: &Instance) -> store::Result<bool> {
        let seq = app.db.read(|tx| topic::seq(tx, source::TOPIC)).await?;
        if self.seq == Some(seq) {
            return Ok(false);
        }
        let (answers, tossups, pages) = app.db.read(all).await?;
        let learned = tokio::task::spawn_blocking(move || Guesser::learn(tossups, pages)).await;
        let guesser = learned.map_err(|error| store::Error::Database(error.into()))?;
        app.quiz.set(answers, guesser);
        self.seq = Some(seq);
        Ok(true)
    }
}

/// What a copy is made from.
fn all(tx: &mut Tx<'_>) -> store::Result<(AnswerList, Vec<tossup::Tossup>, Vec<page::Page>)> {
    Ok((AnswerList::read(tx)?, tossups(tx)?, pages(tx)?))
}

/// The tossups that a machine may learn from: those of open sources that are not withdrawn. From a
/// secret one it would tell the answers to people who are reading.
fn tossups(tx: &mut Tx<'_>) -> store::Result<Vec<tossup::Tossup>> {
    let secret: BTreeSet<String> =
        source::all(tx)?.into_iter().filter(|it| it.is_secret).map(|it| it.id).collect();
    let mut all: Vec<tossup::Tossup> = Vec::new();
    loop {
        let after = all.last().map(|it| it.id.clone()).unwrap_or_default();
        let page = tossup::page(tx, &after, PAGE)?;
        if page.is_empty() {
            all.retain(|it| it.withdrawn_at.is_none() && !secret.contains(&it.source_id));
            return Ok(all);
        }
        all.extend(page);
    }
}

fn pages(tx: &mut Tx<'_>) -> store::Result<Vec<page::Page>> {
    let mut all: Vec<page::Page> = Vec::new();
    loop {
        let after = all.last().map(|it| it.id.clone()).unwrap_or_default();
        let next = page::page(tx, &after, PAGE)?;
        if next.is_empty() {
            return Ok(all);
        }
        all.extend(next);
    }
}
