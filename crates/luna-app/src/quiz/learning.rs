//! Learning: a process's copy of the answers and of the search guesser follows the database.

use std::collections::BTreeSet;
use std::time::Duration;

use luna_store::quiz::{page, source, tossup};
use luna_store::{self as store, Tx, topic};

use super::answer_list::AnswerList;
use super::library::{Guesser, Library};
use super::rows;
use crate::instance::Instance;

/// The interval of polling, for changes that the database does not announce.
const LOOK_EVERY: Duration = Duration::from_secs(10);

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
        app.memory.get::<Library>().set(answers, guesser);
        self.seq = Some(seq);
        Ok(true)
    }
}

/// Keeps the answers and the search guesser of trivia up to date until the server stops.
pub(super) async fn keep_learning(app: Instance) {
    let mut reader = Reader::default();
    let (mut changed, mut stopping) = (app.db.watch(source::TOPIC), app.stopping.clone());
    while !*stopping.borrow() {
        changed.borrow_and_update();
        match reader.read(&app).await {
            Ok(true) => log(&app.memory.get()),
            Ok(false) => {}
            Err(error) => tracing::warn!(?error, "the search machine could not learn"),
        }
        tokio::select! {
            _ = stopping.changed() => {}
            Ok(()) = changed.changed() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
}

fn log(library: &Library) {
    tracing::info!(
        answers = library.answers().len(),
        texts = library.guesser().map_or(0, |it| it.index().texts().len()),
        "the search machine has learned"
    );
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
    let mut all = Vec::new();
    let mut learn = |it: tossup::Tossup| {
        if it.withdrawn_at.is_none() && !secret.contains(&it.source_id) {
            all.push(it);
        }
    };
    rows::walk(tx, tossup::page, |it| &it.id, &mut learn)?;
    Ok(all)
}

fn pages(tx: &mut Tx<'_>) -> store::Result<Vec<page::Page>> {
    let mut all = Vec::new();
    rows::walk(tx, page::page, |it| &it.id, |it| all.push(it))?;
    Ok(all)
}
