//! `luna question train-parser`: the model with which Luna reads English, from a treebank.

use std::path::{Path, PathBuf};

use clap::Args;
use luna_machines::tossup_file::unpack;
use luna_text::reading::{Accuracy, Sentence, Training, read_conllu};
use serde_json::json;

use crate::failure::Failure;
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

#[derive(Args)]
pub(crate) struct TrainParser {
    /// The treebank in CoNLL-U, compressed with gzip or not
    treebank: PathBuf,
    /// A part of the treebank that was left out, on which to measure the model
    #[arg(long, value_name = "FILE")]
    measure: Option<PathBuf>,
    /// The file for the model
    #[arg(long, value_name = "FILE", default_value = "english.model")]
    to: PathBuf,
    /// The seed; the same seed gives the same bytes
    #[arg(long, default_value_t = Training::default().seed)]
    seed: u64,
    /// How often the parser of trees reads the treebank
    #[arg(long, default_value_t = Training::default().tree_rounds, value_name = "TIMES")]
    rounds: usize,
}

impl TrainParser {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let treebank = read(&self.treebank)?;
        let measured = self.measure.as_deref().map(read).transpose()?;
        let training =
            Training { seed: self.seed, tree_rounds: self.rounds.max(1), ..Training::default() };
        let progress = Progress::now();
        let reader = training.train(&treebank, |done, of| progress.tell(done, of));
        progress.end();
        let bytes = reader.to_bytes().map_err(|why| wrong(&self.to, &why))?;
        std::fs::write(&self.to, &bytes).map_err(|error| Failure::writing(&self.to, &error))?;
        let to = self.to.display().to_string();
        let words = format_args!(
            "{to}: a model of {} bytes, trained on {} sentences in {:.0} seconds.",
            bytes.len(),
            treebank.len(),
            progress.seconds()
        );
        let line = json!({
            "to": to, "bytes": bytes.len(), "sentences": treebank.len(), "seed": self.seed,
        });
        out.result(&line, words)?;
        match measured {
            Some(sentences) => report(&Accuracy::of(&reader, &sentences), out),
            None => Ok(()),
        }
    }
}

fn report(accuracy: &Accuracy, out: &mut Printer) -> Result<(), Failure> {
    for (what, name, count) in [
        ("universal tags", "universal_tags", accuracy.universal_tags),
        ("Penn tags", "penn_tags", accuracy.penn_tags),
        ("base forms", "lemmas", accuracy.lemmas),
        ("heads", "heads", accuracy.heads),
        ("heads with relations", "relations", accuracy.relations),
    ] {
        let share = accuracy.share(count);
        let line = json!({ "measure": name, "share": share, "tokens": accuracy.tokens });
        out.result(&line, format_args!("{:.2} % of the {what} are right.", 100.0 * share))?;
    }
    Ok(())
}

/// The sentences of a file; at least one.
fn read(path: &Path) -> Result<Vec<Sentence>, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::reading(path, error))?;
    let text = unpack(&bytes).map_err(|why| wrong(path, &why))?;
    let sentences = read_conllu(&text).map_err(|why| wrong(path, &why))?;
    if sentences.is_empty() {
        return Err(wrong(path, &"there is no sentence in it"));
    }
    Ok(sentences)
}

fn wrong(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::refused(format!("{}: {why}", path.display()))
}
