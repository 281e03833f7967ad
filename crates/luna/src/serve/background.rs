//! Background tasks of a server: Recall's corpus and approved responses, and the models of house
//! machines.

use std::fs::File;
use std::io::BufReader;
use std::time::Duration;

use luna_app::{Instance, predict, recall};
use luna_machines::{Corpus, CorpusLine, read_corpus};
use luna_store::recall::TOPIC;

use crate::config::Config;
use crate::failure::Failure;

/// The interval of polling, for changes that the database does not announce.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// Reads the configured corpus. Rows that do not fit are counted and logged.
pub(crate) fn corpus(config: &Config) -> Result<Vec<CorpusLine>, Failure> {
    let Some(path) = &config.corpus else { return Ok(Vec::new()) };
    let name = path.display();
    let wrong = |error| Failure::Settings(format!("cannot read the corpus {name}: {error}"));
    let corpus = File::open(path).and_then(|file| read_corpus(BufReader::new(file)));
    let Corpus { lines, skipped, first_skipped } = corpus.map_err(wrong)?;
    match first_skipped {
        None => tracing::info!(corpus = %name, lines = lines.len(), "Recall has a corpus"),
        Some(first) => tracing::warn!(
            corpus = %name, lines = lines.len(), skipped, first,
            "Recall has a corpus; rows that do not fit are left out"
        ),
    }
    Ok(lines)
}

/// Keeps Recall and the models up to date until the server stops.
pub(crate) async fn keep_up(app: Instance, corpus: Vec<CorpusLine>) {
    if let Err(error) = recall::add(&app, corpus).await {
        tracing::error!(?error, "Recall could not add its corpus");
    }
    let mut reader = recall::Reader::default();
    let (mut changed, mut stopping) = (app.db.watch(TOPIC), app.stopping.clone());
    while !*stopping.borrow() {
        changed.borrow_and_update();
        if let Err(error) = reader.read(&app).await {
            tracing::warn!(?error, "Recall could not read the approved responses");
        }
        if let Err(error) = predict::follow(&app).await {
            tracing::warn!(?error, "the models of house machines could not be updated");
        }
        tokio::select! {
            _ = stopping.changed() => {}
            Ok(()) = changed.changed() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
}
