//! Files of questions, compressed with gzip or not, and texts to make questions of.

use std::fmt::Display;
use std::io::Read as _;
use std::path::Path;

use clap::ValueEnum;
use luna_lab::fault::Fault;
use luna_lab::question::{RatedQuestion, rated, ratings, with_informativeness, with_ratings};
use luna_machines::question_generator::{Markup, SkippedText};
use luna_machines::question_ranker::{Label, RankerKind};
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

/// The label that a ranker learns to predict.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum LabelOption {
    Rating,
    Informativeness,
}

impl From<LabelOption> for Label {
    fn from(label: LabelOption) -> Label {
        match label {
            LabelOption::Rating => Label::Rating,
            LabelOption::Informativeness => Label::Informativeness,
        }
    }
}

pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::reading(path, error))
}

/// Reads a file as text.
pub(super) fn read<T>(
    path: &Path,
    reader: impl FnOnce(&str) -> Result<T, Fault>,
) -> Result<T, Failure> {
    let text = unpack(&bytes(path)?).map_err(|why| wrong(path, why))?;
    reader(&text).map_err(|why| wrong(path, why))
}

/// Reads a text to make questions of: plain, Markdown or HTML, as the ending of its name tells. `-` is
/// standard input.
pub(crate) fn plain_text(path: &Path) -> Result<String, Failure> {
    let unread = |why: &dyn Display| Failure::reading(path, why);
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map_err(|error| unread(&error))?;
        bytes
    } else {
        bytes(path)?
    };
    let text = String::from_utf8(bytes).map_err(|_| unread(&"it is not UTF-8 text"))?;
    Ok(Markup::of_name(&path.display().to_string()).plain_text(&text))
}

/// The first characters of a part that was skipped, on one line.
pub(crate) fn beginning(skipped: &SkippedText, text: &str) -> String {
    let words = text.get(skipped.place.clone()).unwrap_or_default().split_whitespace();
    let line = words.collect::<Vec<_>>().join(" ");
    line.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// Questions with their label. Ratings may be in a file of their own; questions whose informativeness is
/// not known are left out where that is the label.
pub(super) fn labelled(
    path: &Path,
    label: Label,
    by: Option<&Path>,
) -> Result<Vec<RatedQuestion>, Failure> {
    match (label, by) {
        (Label::Rating, Some(by)) => {
            let ratings = read(by, ratings)?;
            read(path, |text| with_ratings(text, &ratings))
        }
        (Label::Rating, None) => read(path, rated),
        (Label::Informativeness, None) => read(path, with_informativeness),
        (Label::Informativeness, Some(_)) => Err(Failure::refused(
            "A file of ratings says nothing about informativeness: leave out --ratings, or --label informativeness.",
        )),
    }
}

/// A refusal as a sentence.
pub(super) fn sentence(why: &impl ToString) -> Failure {
    let why = why.to_string();
    let mut letters = why.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    Failure::refused(format!("{}{}.", first.unwrap_or_default(), letters.as_str()))
}

pub(super) fn wrong(path: &Path, why: impl Display) -> Failure {
    Failure::refused(format!("{}: {why}", path.display()))
}
