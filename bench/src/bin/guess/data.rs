//! The tossups and questions of a measurement.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use luna_machines::search_guesser::{Tossup, normalise};
use luna_machines::tossup_file;
use luna_text::sentences;
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub(crate) struct Data {
    pub(crate) tossups: Vec<Tossup>,
    pub(crate) questions: Vec<Question>,
}

/// A question, and the tossup of which it is a copy, if any.
#[derive(Deserialize)]
pub(crate) struct Question {
    pub(crate) text: String,
    same_text_as_qbreader: Option<String>,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    question: String,
    answer: String,
}

impl Data {
    /// Reads tossups, questions, and the pages of answers.
    pub(crate) fn read(tossups: &Path, questions: &Path, pages: &Path) -> Result<Data> {
        let table = read(pages)?;
        let mut page_of: HashMap<String, &str> = HashMap::new();
        for (answer, page) in table.lines().skip(1).filter_map(|line| line.split_once('\t')) {
            page_of.entry(normalise(answer)).or_insert(page);
        }
        let tossup = |line: Line| {
            let page = page_of.get(&normalise(&line.answer)).map(|&page| page.to_owned());
            Tossup { id: line.id, text: line.question, answer: line.answer, page }
        };
        let tossups: Vec<Line> = lines(tossups)?;
        let tossups = tossups.into_iter().map(tossup).collect();
        Ok(Data { tossups, questions: lines(questions)? })
    }

    /// The tossups that are not among the questions.
    pub(crate) fn held_apart(&self) -> Vec<Tossup> {
        let same: HashSet<&str> =
            self.questions.iter().filter_map(|one| one.same_text_as_qbreader.as_deref()).collect();
        self.tossups.iter().filter(|one| !same.contains(one.id.as_str())).cloned().collect()
    }

    /// Whole tossups, their halves by words, and their sentences.
    pub(crate) fn passages(&self) -> [(&'static str, Vec<&str>); 3] {
        let texts = || self.tossups.iter().map(|tossup| tossup.text.as_str());
        let sentence = |text: &'_ str| sentences(text);
        let all =
            texts().flat_map(|text| sentence(text).into_iter().filter_map(|one| text.get(one)));
        [
            ("tossups", texts().collect()),
            ("halves", texts().flat_map(halves).collect()),
            ("sentences", all.collect()),
        ]
    }
}

fn halves(text: &str) -> [&str; 2] {
    let spaces: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
    let middle = spaces.get(spaces.len() / 2).copied().unwrap_or(text.len());
    let (first, second) = text.split_at(middle);
    [first, second]
}

/// The text of a file, compressed with gzip or not.
fn read(path: &Path) -> Result<String> {
    let name = || path.display().to_string();
    let bytes = std::fs::read(path).with_context(name)?;
    tossup_file::unpack(&bytes).with_context(name)
}

fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let text = read(path)?;
    let one = |(nth, line)| {
        serde_json::from_str(line).with_context(|| format!("{}:{}", path.display(), nth + 1))
    };
    text.lines().enumerate().map(one).collect()
}
