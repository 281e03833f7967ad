//! Recall's memory of people: the lines that operators have approved, in any process.

use std::collections::BTreeSet;

use luna_machines::{CorpusLine, HouseMachine, LineSource, Origin};
use luna_store::{self as store, Tx, recall, topic};

use crate::game::house_machines;
use crate::instance::Instance;

/// The number of latest lines in memory, about 2 KB each.
const REMEMBERED: i64 = 50_000;
/// Lines read at a time.
const PAGE: usize = 1_000;

/// The state of this process's copy of the approved lines.
#[derive(Debug, Default)]
pub struct Reader {
    /// The sequence number of the topic; none before the first read.
    seq: Option<i64>,
}

impl Reader {
    /// Updates Recall to the approved lines. Returns true if anything has changed.
    pub async fn read(&mut self, app: &Instance) -> store::Result<bool> {
        let seq = app.db.read(|tx| topic::seq(tx, recall::TOPIC)).await?;
        if self.seq == Some(seq) {
            return Ok(false);
        }
        let approved = app.db.read(|tx| recall::approved(tx, REMEMBERED)).await?;
        let origin = |(id, author)| Origin { id, author };
        let approved: BTreeSet<Origin> = approved.into_iter().map(origin).collect();
        let known = app.houses.recall.origins();
        let gone: BTreeSet<Origin> = known.difference(&approved).cloned().collect();
        change(app, move |app| app.houses.recall.remove(&gone)).await?;
        let new: Vec<Origin> = approved.difference(&known).cloned().collect();
        for page in new.chunks(PAGE) {
            let page = page.to_vec();
            let lines = app.db.read(move |tx| lines(tx, page)).await?;
            change(app, move |app| app.houses.recall.add(lines)).await?;
        }
        self.seq = Some(seq);
        count(app).await?;
        Ok(true)
    }
}

/// Adds a corpus to the one that comes with Luna.
pub async fn add(app: &Instance, corpus: Vec<CorpusLine>) -> store::Result<()> {
    change(app, move |app| app.houses.recall.add(corpus)).await?;
    count(app).await
}

/// Recall plays rated games once it knows enough.
async fn count(app: &Instance) -> store::Result<()> {
    let doing = app.clone();
    app.db.write(move |tx| house_machines::describe(tx, &doing, HouseMachine::Recall)).await
}

fn lines(tx: &mut Tx<'_>, origins: Vec<Origin>) -> store::Result<Vec<CorpusLine>> {
    let mut lines = Vec::new();
    for origin in origins {
        // What has gone meanwhile is not missed.
        if let Some((prompt, reply)) = recall::words(tx, &origin.id)? {
            lines.push(CorpusLine { source: LineSource::Player(origin), prompt, reply });
        }
    }
    Ok(lines)
}

/// Changes Recall's index, which is slow.
async fn change(
    app: &Instance,
    work: impl FnOnce(&Instance) + Send + 'static,
) -> store::Result<()> {
    let doing = app.clone();
    let changed = tokio::task::spawn_blocking(move || work(&doing)).await;
    changed.map_err(|error| store::Error::Database(error.into()))
}
