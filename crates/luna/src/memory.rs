//! What Recall remembers: a corpus it is started with, then what people write
//! in games that are over. And what house machines learn from those.

use std::fs::File;
use std::io::BufReader;
use std::time::Duration;

use luna_machines::{Corpus, Line, read_corpus};
use luna_web::{App, house, predict};

use crate::config::Config;
use crate::failure::Failure;

/// How often the latest games are read.
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
pub(crate) async fn keep_up(app: App, corpus: Vec<Line>) {
    let houses = std::sync::Arc::clone(&app.houses);
    let remembered = tokio::task::spawn_blocking(move || houses.recall.add(corpus)).await;
    if let Ok(Err(error)) = remembered {
        tracing::error!(%error, "Recall could not remember its corpus");
    }
    let mut read = house::Read::default();
    let mut stopping = app.stopping.clone();
    while !*stopping.borrow() {
        if let Err(error) = read.on(&app).await {
            tracing::warn!(?error, "the latest games could not be read");
        }
        if let Err(error) = predict::follow(&app).await {
            tracing::warn!(?error, "what was learned from games could not be learned here");
        }
        tokio::select! {
            _ = stopping.changed() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
}
