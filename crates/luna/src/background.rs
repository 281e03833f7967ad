//! What Recall remembers: a corpus it is started with, then the lines that operators
//! approve. And what house machines learn from games that are over.

use std::fs::File;
use std::io::BufReader;
use std::time::Duration;

use luna_app::{Instance, predict, recall};
use luna_machines::{Corpus, Line, read_corpus};
use luna_store::recall::TOPIC;

use crate::config::Config;
use crate::failure::Failure;

/// How often the database is looked at where it does not say that something has changed.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// The corpus of the settings. Rows that do not fit are counted and said.
pub(crate) fn corpus(config: &Config) -> Result<Vec<Line>, Failure> {
    let Some(path) = &config.corpus else { return Ok(Vec::new()) };
    let name = path.display();
    let wrong = |error| Failure::Settings(format!("cannot read the corpus {name}: {error}"));
    let corpus = File::open(path).and_then(|file| read_corpus(BufReader::new(file)));
    let Corpus { lines, skipped, first_skipped } = corpus.map_err(wrong)?;
    match first_skipped {
        None => tracing::info!(corpus = %name, lines = lines.len(), "Recall has a corpus"),
        Some(first) => tracing::warn!(
            corpus = %name, lines = lines.len(), skipped, first,
            "Recall has a corpus, without the rows that do not fit"
        ),
    }
    Ok(lines)
}

/// Remembers, from now on until the server stops.
pub(crate) async fn keep_up(app: Instance, corpus: Vec<Line>) {
    if let Err(error) = recall::add(&app, corpus).await {
        tracing::error!(?error, "Recall could not remember its corpus");
    }
    let mut reader = recall::Reader::default();
    let (mut changed, mut stopping) = (app.db.watch(TOPIC), app.stopping.clone());
    while !*stopping.borrow() {
        changed.borrow_and_update();
        if let Err(error) = reader.read(&app).await {
            tracing::warn!(?error, "Recall could not read the lines it may repeat");
        }
        if let Err(error) = predict::follow(&app).await {
            tracing::warn!(?error, "what was learned from games could not be learned here");
        }
        tokio::select! {
            _ = stopping.changed() => {}
            Ok(()) = changed.changed() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
}
