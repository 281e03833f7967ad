//! Options that several commands share, with their limits.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use luna_lab::predict::Ties;
use luna_lab::predict::dataset::{Problem, Scale};
use luna_lab::predict::language::Sources;
use luna_lab::predict::trials::{ExperimentError, PreparedDataset};
use luna_text::wordnet::{self, WordNet};

use super::source::{DataSource, GivenSettings, RatedProblems, SourceArgs};
use crate::failure::Failure;

/// The data and the language resources.
#[derive(Args)]
pub(crate) struct Data {
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// The folder of WordNet's files [default: the usual places]
    #[arg(long, value_name = "FOLDER")]
    wordnet: Option<PathBuf>,
    /// Word vectors in the text format of word2vec and GloVe [default: learned from the data]
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// A plain text for word frequencies [default: the data]
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
}

/// The limits that memory and patience set.
const MOST_TRIALS: usize = 1_000_000;
const MOST_THREADS: usize = 1_000;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum TieChoice {
    First,
    Mean,
}

impl TieChoice {
    pub(super) fn ties(self) -> Ties {
        match self {
            TieChoice::First => Ties::First,
            TieChoice::Mean => Ties::Mean,
        }
    }
}

impl Data {
    pub(super) fn place(&self, given: GivenSettings) -> Result<DataSource, Failure> {
        self.source.place(given)
    }

    /// The words that repeat the command, with WordNet's folder.
    pub(super) fn command(&self, command: &str, place: &DataSource) -> Vec<String> {
        let Data { source, wordnet, vectors, corpus } = self;
        let wordnet = wordnet::find(wordnet.as_deref(), |name| std::env::var_os(name)).ok();
        let more = [("wordnet", &wordnet), ("vectors", vectors), ("corpus", corpus)];
        let mut words = vec![format!("luna predict {command}")];
        words.extend(source.words(place, more));
        words
    }

    pub(super) fn sources(&self) -> Sources {
        Sources {
            wordnet: self.wordnet.clone(),
            vectors: self.vectors.clone(),
            corpus: self.corpus.clone(),
        }
    }

    /// WordNet, if it is installed, with a sentence about its place.
    pub(super) fn net(&self) -> Result<(Option<Arc<WordNet>>, String), Failure> {
        self.sources().wordnet(|name| std::env::var_os(name)).map_err(Failure::refused)
    }

    pub(super) fn prepared(
        &self,
        place: &DataSource,
        net: &(Option<Arc<WordNet>>, String),
    ) -> Result<Vec<Vec<PreparedDataset>>, Failure> {
        self.prepared_by(place, net, PreparedDataset::new)
    }

    pub(super) fn prepared_by(
        &self,
        place: &DataSource,
        net: &(Option<Arc<WordNet>>, String),
        new: Prepare,
    ) -> Result<Vec<Vec<PreparedDataset>>, Failure> {
        let sources = self.sources();
        let one = |RatedProblems { scale, problems }| {
            let prepared = |problem| new(problem, scale, &sources, net.clone());
            problems.into_iter().map(prepared).collect::<Result<_, _>>().map_err(Failure::refused)
        };
        self.source.read(place)?.into_iter().map(one).collect()
    }
}

/// The preparation of a problem.
pub(super) type Prepare = fn(
    Problem,
    Scale,
    &Sources,
    (Option<Arc<WordNet>>, String),
) -> Result<PreparedDataset, ExperimentError>;

pub(super) fn check_trials(trials: usize) -> Result<(), Failure> {
    match (1..=MOST_TRIALS).contains(&trials) {
        true => Ok(()),
        false => Err(Failure::usage("An experiment has 1 to 1,000,000 splits.")),
    }
}

pub(super) fn threads(wanted: Option<NonZero<usize>>) -> Result<NonZero<usize>, Failure> {
    let all = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = wanted.unwrap_or_else(all);
    if threads.get() > MOST_THREADS {
        return Err(Failure::usage("The limit is 1,000 threads."));
    }
    Ok(threads)
}
