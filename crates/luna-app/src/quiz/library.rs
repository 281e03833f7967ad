//! What a process has in memory of trivia: the list of answers, and the search guesser with the
//! tossups that it has learned from.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use luna_core::quiz::answer_line::AnswerLine;
use luna_core::quiz::form::plain;
use luna_core::quiz::script::POWER_MARK;
use luna_machines::search_guesser::{Index, Reader, Tossup};
use luna_store::quiz::{source, tossup};

use super::answer_list::AnswerList;

/// Prefixes whose best guess is remembered, so that a keystroke costs one guess and not a hundred.
const REMEMBERED: usize = 50_000;

/// The answers and the guesser of an instance; empty until they are read.
#[derive(Debug, Default)]
pub struct Library {
    answers: RwLock<Arc<AnswerList>>,
    guesser: RwLock<Option<Arc<Guesser>>>,
}

/// The search guesser with the names of its answers.
#[derive(Debug)]
pub struct Guesser {
    index: Index,
    /// The name of each answer of the index, as people write it.
    names: Vec<String>,
    /// The number of each tossup by its id.
    places: HashMap<String, usize>,
    /// How often each word occurs in the tossups, in small letters.
    occurrences: HashMap<String, u32>,
    best: Mutex<HashMap<u64, Best>>,
    hasher: RandomState,
}

/// The best guess from a prefix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// The number of the answer.
    pub answer: usize,
    pub probability: f64,
}

impl Best {
    pub(super) fn of(reader: &mut Reader<'_>, prefix: &str) -> Option<Best> {
        let top = reader.rank(prefix).into_iter().next()?;
        Some(Best { answer: top.answer, probability: top.probability })
    }
}

impl Library {
    pub fn answers(&self) -> Arc<AnswerList> {
        Arc::clone(&self.answers.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The guesser; none while it is still learning.
    pub fn guesser(&self) -> Option<Arc<Guesser>> {
        self.guesser.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set(&self, answers: AnswerList, guesser: Guesser) {
        *self.answers.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(answers);
        *self.guesser.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(guesser));
    }
}

impl Guesser {
    /// Learns from tossups. What people write here to trick it is not among them.
    pub fn learn(tossups: &[tossup::Tossup]) -> Guesser {
        let mut names = HashMap::new();
        let mut learned = Vec::new();
        let mut occurrences: HashMap<String, u32> = HashMap::new();
        for tossup in tossups.iter().filter(|it| it.source_id != source::WRITTEN) {
            let line = AnswerLine::parse(&tossup.answer_line);
            let page = tossup.page.as_deref().map(|page| page.replace('_', " "));
            let one = Tossup {
                id: tossup.id.clone(),
                text: unmarked(&tossup.text),
                answer: line.main().to_owned(),
                page,
            };
            let name = one.page.clone().unwrap_or_else(|| line.main().to_owned());
            for word in one.text.split_whitespace() {
                *occurrences.entry(plain(word)).or_default() += 1;
            }
            names.entry(one.label()).or_insert(name);
            learned.push(one);
        }
        let index = Index::build(&learned);
        let name = |label: &String| names.remove(label).unwrap_or_else(|| label.clone());
        let names = index.answers().iter().map(name).collect();
        let places = (index.tossups().iter().enumerate())
            .map(|(nth, tossup)| (tossup.id.clone(), nth))
            .collect();
        Guesser {
            index,
            names,
            places,
            occurrences,
            best: Mutex::default(),
            hasher: RandomState::new(),
        }
    }

    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The name of an answer by its number.
    pub fn name(&self, answer: usize) -> &str {
        self.names.get(answer).map_or("", String::as_str)
    }

    /// The number of a tossup in the index; none if the guesser has not learned from it.
    pub fn place(&self, tossup_id: &str) -> Option<usize> {
        self.places.get(tossup_id).copied()
    }

    /// The number of times that a word in small letters occurs in what the guesser has learned from.
    pub fn occurrences(&self, word: &str) -> u32 {
        self.occurrences.get(word).copied().unwrap_or(0)
    }

    /// The best guess after each of the prefixes of a text that end at these bytes.
    pub fn best(&self, text: &str, ends: &[usize]) -> Vec<Option<Best>> {
        let mut reader = self.index.reader();
        let best = |&end: &usize| {
            let prefix = text.get(..end)?;
            let mut hasher = self.hasher.build_hasher();
            hasher.write(prefix.as_bytes());
            let key = hasher.finish();
            if let Some(known) = self.remembered(key) {
                return Some(known);
            }
            let best = Best::of(&mut reader, prefix)?;
            self.remember(key, best);
            Some(best)
        };
        ends.iter().map(best).collect()
    }

    fn remembered(&self, key: u64) -> Option<Best> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied()
    }

    fn remember(&self, key: u64, best: Best) {
        let mut all = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= REMEMBERED {
            all.clear();
        }
        all.insert(key, best);
    }
}

/// A text without its power mark, each byte where it was.
pub fn unmarked(text: &str) -> String {
    text.replace(POWER_MARK, &" ".repeat(POWER_MARK.len()))
}
