//! What a process has in memory of trivia: the list of answers, and the search guesser with the
//! tossups that it has learned from.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use luna_core::quiz::answer_line::AnswerLine;
use luna_core::quiz::form::plain;
use luna_core::quiz::script::POWER_MARK;
use luna_machines::search_guesser::{Index, Page, Progress, Reader, Tossup, folded};
use luna_store::quiz::{page, source, tossup};

use super::answer_list::AnswerList;
use crate::instance::Instance;

/// Prefixes whose best guess is remembered, so that a keystroke costs one guess and not a hundred.
const REMEMBERED: usize = 50_000;

/// Texts under writing of which readers are kept, so that a keystroke does not read a text again.
const KEPT: usize = 8;

/// The library of an instance.
pub fn library(app: &Instance) -> Arc<Library> {
    app.memory.get()
}

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
    /// The answers whose name is the title of a page.
    pages: HashSet<usize>,
    /// The number of each tossup by its id.
    places: HashMap<String, usize>,
    /// How often each word occurs in the tossups, in small letters.
    occurrences: HashMap<String, u32>,
    /// The best guess by the hash of a prefix; none if nothing was found.
    best: Mutex<HashMap<u64, Option<Best>>>,
    /// Readers that have stopped, the last one last.
    paused: Mutex<Vec<Progress>>,
    hasher: RandomState,
}

/// The names of answers, as people write them, and whether they are titles of pages.
#[derive(Default)]
struct Names(HashMap<String, (bool, String)>);

impl Names {
    /// Adds a name of the answer with a label. Titles of pages are written with more care.
    fn add(&mut self, label: &str, name: &str, is_page: bool) {
        let known = self.0.entry(folded(label)).or_insert_with(|| (is_page, name.to_owned()));
        if is_page && !known.0 {
            *known = (true, name.to_owned());
        }
    }

    fn of(mut self, labels: &[String]) -> Vec<(bool, String)> {
        let name = |label: &String| {
            self.0.remove(&folded(label)).unwrap_or_else(|| (false, label.clone()))
        };
        labels.iter().map(name).collect()
    }
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
    /// Learns from tossups and pages. What people write here to trick it is not among them.
    pub fn learn(tossups: Vec<tossup::Tossup>, pages: Vec<page::Page>) -> Guesser {
        let mut names = Names::default();
        let mut learned = Vec::new();
        let mut occurrences: HashMap<String, u32> = HashMap::new();
        let mut count = |text: &str| {
            for word in text.split_whitespace() {
                *occurrences.entry(plain(word)).or_default() += 1;
            }
        };
        for tossup in tossups.into_iter().filter(|it| it.source_id != source::WRITTEN) {
            let line = AnswerLine::parse(&tossup.answer_line);
            let page = tossup.page.as_deref().map(|page| page.replace('_', " "));
            let one = Tossup {
                id: tossup.id,
                text: unmarked(&tossup.text),
                answer: line.main().to_owned(),
                page,
            };
            count(&one.text);
            match &one.page {
                Some(page) => names.add(&one.label(), page, true),
                None => names.add(&one.label(), line.main(), false),
            }
            learned.push(one);
        }
        let page = |page: page::Page| {
            count(&page.text);
            names.add(&page.title, &page.title, true);
            Page { id: page.id, title: page.title, text: page.text }
        };
        let pages: Vec<Page> = pages.into_iter().map(page).collect();
        let index = Index::with_pages(learned, pages);
        let of_answers = names.of(index.answers());
        let pages = (0..of_answers.len()).filter(|answer| of_answers[*answer].0).collect();
        let names = of_answers.into_iter().map(|(_, name)| name).collect();
        let places = (index.texts().iter().enumerate())
            .filter(|(_, text)| !text.is_page)
            .map(|(nth, tossup)| (tossup.id.clone(), nth))
            .collect();
        Guesser {
            index,
            names,
            pages,
            places,
            occurrences,
            best: Mutex::default(),
            paused: Mutex::default(),
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

    /// Returns true if the name of an answer is the title of a page.
    pub fn is_page(&self, answer: usize) -> bool {
        self.pages.contains(&answer)
    }

    /// The number of a tossup in the index; none if the guesser has not learned from it.
    pub fn place(&self, tossup_id: &str) -> Option<usize> {
        self.places.get(tossup_id).copied()
    }

    /// The number of times that a word in small letters occurs in what the guesser has learned from.
    pub fn occurrences(&self, word: &str) -> u32 {
        self.occurrences.get(word).copied().unwrap_or(0)
    }

    /// A reader for a text: one that has stopped in a text with the same beginning, if there is any.
    pub(super) fn reader(&self, text: &str) -> Reader<'_> {
        let mut paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = paused.iter().map(|it| it.shared(text)).enumerate();
        let nearest = shared.max_by_key(|(_, shared)| *shared).filter(|(_, shared)| *shared > 0);
        match nearest {
            Some((nth, _)) => self.index.resume(paused.remove(nth)),
            None => self.index.reader(),
        }
    }

    pub(super) fn pause(&self, reader: Reader<'_>) {
        let mut paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        if paused.len() >= KEPT {
            paused.remove(0);
        }
        paused.push(reader.pause());
    }

    /// The best guess after each of the prefixes of a text that end at these bytes.
    pub(super) fn best(
        &self,
        reader: &mut Reader<'_>,
        text: &str,
        ends: &[usize],
    ) -> Vec<Option<Best>> {
        let mut best =
            |&end: &usize| self.best_of(text.get(..end)?, |prefix| Best::of(reader, prefix));
        ends.iter().map(&mut best).collect()
    }

    /// The best guess from a whole text.
    pub(super) fn best_of_whole(&self, text: &str) -> Option<Best> {
        self.best_of(text, |text| {
            let mut reader = self.reader(text);
            let best = Best::of(&mut reader, text);
            self.pause(reader);
            best
        })
    }

    fn best_of(&self, text: &str, guess: impl FnOnce(&str) -> Option<Best>) -> Option<Best> {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(text.as_bytes());
        let key = hasher.finish();
        let known = self.best.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            let best = guess(text);
            self.remember(key, best);
            best
        })
    }

    fn remember(&self, key: u64, best: Option<Best>) {
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
