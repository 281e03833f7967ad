//! Files of questions, compressed with gzip or not.

use std::fmt::Display;
use std::path::Path;

use clap::ValueEnum;
use luna_lab::fault::Fault;
use luna_lab::question::{RatedQuestion, rated, ratings, with_ratings};
use luna_machines::question_ranker::RankerKind;
use luna_machines::tossup_file::unpack;

use crate::failure::Failure;

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Kind {
    Ridge,
    Boosted,
    Kernel,
    Mean,
}

impl From<Kind> for RankerKind {
    fn from(kind: Kind) -> RankerKind {
        match kind {
            Kind::Ridge => RankerKind::Ridge,
            Kind::Boosted => RankerKind::Boosted,
            Kind::Kernel => RankerKind::Kernel,
            Kind::Mean => RankerKind::Mean,
        }
    }
}

pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path)
        .map_err(|error| Failure::refused(format!("cannot read {}: {error}", path.display())))
}

/// Reads a file as text.
pub(super) fn read<T>(
    path: &Path,
    reader: impl FnOnce(&str) -> Result<T, Fault>,
) -> Result<T, Failure> {
    let text = unpack(&bytes(path)?).map_err(|why| wrong(path, why))?;
    reader(&text).map_err(|why| wrong(path, why))
}

/// Rated questions, whose ratings may be in a file of their own.
pub(super) fn rated_by(path: &Path, by: Option<&Path>) -> Result<Vec<RatedQuestion>, Failure> {
    match by {
        Some(by) => {
            let ratings = read(by, ratings)?;
            read(path, |text| with_ratings(text, &ratings))
        }
        None => read(path, rated),
    }
}

pub(super) fn wrong(path: &Path, why: impl Display) -> Failure {
    Failure::refused(format!("{}: {why}", path.display()))
}
