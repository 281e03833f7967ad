//! Recall: answers with replies to prompts that are like the question. Only the surface is compared, as
//! the paper's Cleverbot did: it has people's words, and no idea of their meaning.

mod corpus;
mod index;
mod line;
mod shipped;
mod similarity;

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use luna_core::rng::Chance;
use luna_core::text;

pub use self::corpus::{Corpus, read_corpus};
use self::index::Index;
pub use self::line::{CorpusLine, LineSource, Origin};
pub(crate) use self::shipped::{lines as shipped_lines, vague};
use self::similarity::Surface;

/// Lines in memory, found by their prompts.
#[derive(Default)]
pub struct Recall {
    index: RwLock<Index>,
}

/// Recall plays no rated game while it knows fewer pairs.
pub const ENOUGH_PAIRS: usize = 500;
/// The rarest terms of a question, which are looked up.
const TERMS: usize = 16;
/// Prompts compared with the question at first; then more, while none of their
/// replies may be given.
const COMPARED: usize = 32;
const COMPARED_AT_MOST: usize = 512;
/// A prompt less like the question than this has nothing to do with it.
const LEAST_LIKENESS: f64 = 0.06;
/// The tolerance within which a prompt counts as good as the best, as a share of likeness times
/// unlikeness: an exact match has none.
const ABOUT: f64 = 0.1;

impl Recall {
    /// With the corpus that comes with Luna.
    pub fn with_corpus() -> Recall {
        let recall = Recall::default();
        recall.add(shipped::lines().to_vec());
        recall
    }

    /// Adds lines, for all later answers.
    pub fn add(&self, lines: Vec<CorpusLine>) {
        let surfaces: Vec<Surface> = lines.iter().map(|line| Surface::of(&line.prompt)).collect();
        let mut index = self.index_to_change();
        for (line, surface) in lines.into_iter().zip(surfaces) {
            index.add(line, surface);
        }
    }

    /// Forgets lines of people who play here.
    pub fn remove(&self, origins: &BTreeSet<Origin>) {
        self.index_to_change().remove(origins);
    }

    /// The lines of people who play here.
    pub fn origins(&self) -> BTreeSet<Origin> {
        self.index().origins().cloned().collect()
    }

    /// The number of pairs with a reply of at most `max_chars` characters.
    pub fn pairs(&self, max_chars: usize) -> usize {
        let fits = |line: &&CorpusLine| text::check(&line.reply, max_chars).is_ok();
        self.index().lines().filter(fits).count()
    }

    /// The line with the most similar prompt that `allowed` lets through and whose reply
    /// has at most `max_chars` characters; `None` where nothing is similar.
    pub fn answer(
        &self,
        question: &str,
        max_chars: usize,
        chance: &mut Chance,
        allowed: &mut dyn FnMut(&CorpusLine) -> bool,
    ) -> Option<Arc<CorpusLine>> {
        let mut fits =
            |line: &CorpusLine| text::check(&line.reply, max_chars).is_ok() && allowed(line);
        let asked = Surface::of(question);
        let found = self.index().search(&asked, TERMS, COMPARED_AT_MOST);
        let (mut rest, mut compared) = (found.as_slice(), COMPARED);
        while !rest.is_empty() {
            let (now, later) = rest.split_at(compared.min(rest.len()));
            if let Some(line) = nearest(self.compare(&asked, now), chance, &mut fits) {
                return Some(line);
            }
            (rest, compared) = (later, compared * 4);
        }
        None
    }

    /// Replies of at most `max_chars` characters to the prompts most like the question, each once, with
    /// the likeness of the prompt, from 0 to 1; best first.
    pub(crate) fn ranked(
        &self,
        question: &str,
        max_chars: usize,
        allowed: &mut dyn FnMut(&CorpusLine) -> bool,
    ) -> Vec<(f64, String)> {
        let mut ranked: Vec<(f64, String)> = Vec::new();
        for (likeness, line) in self.compared(question) {
            let fits = text::check(&line.reply, max_chars).is_ok() && allowed(&line);
            let new = || ranked.iter().all(|(_, reply)| reply.trim() != line.reply.trim());
            if fits && new() {
                ranked.push((likeness, line.reply.clone()));
            }
        }
        ranked
    }

    /// Lines that come with Luna whose prompts are like the question, with that likeness; best first.
    pub(crate) fn shipped_near(
        &self,
        question: &str,
        is_held: impl Fn(&CorpusLine) -> bool,
    ) -> Vec<(f64, Arc<CorpusLine>)> {
        let asked = Surface::of(question);
        let found = self.index().search(&asked, TERMS, COMPARED_AT_MOST);
        let mut near = self.compare(&asked, &found);
        near.retain(|(_, line)| line.is_shipped() && is_held(line));
        near
    }

    /// The likeness of each choice to a remembered reply, weighted by that of its prompt to the
    /// question.
    pub(crate) fn rank_choices(
        &self,
        question: &str,
        choices: &[String],
        allowed: &mut dyn FnMut(&CorpusLine) -> bool,
    ) -> Vec<f64> {
        let surfaces: Vec<Surface> = choices.iter().map(|choice| Surface::of(choice)).collect();
        let mut best = vec![0.0_f64; choices.len()];
        for (likeness, line) in self.compared(question) {
            if !allowed(&line) {
                continue;
            }
            let reply = Surface::of(&line.reply);
            for (best, choice) in best.iter_mut().zip(&surfaces) {
                let like = self.index().likeness(choice, &reply);
                *best = best.max(likeness * like);
            }
        }
        best
    }

    /// The lines whose prompts are like the question, best first.
    fn compared(&self, question: &str) -> Vec<(f64, Arc<CorpusLine>)> {
        let asked = Surface::of(question);
        let found = self.index().search(&asked, TERMS, COMPARED_AT_MOST);
        let mut found = self.compare(&asked, &found);
        found.retain(|(likeness, _)| *likeness >= LEAST_LIKENESS);
        found
    }

    /// Lines with the likeness of their prompts to the question, best first.
    fn compare(&self, asked: &Surface, lines: &[Arc<CorpusLine>]) -> Vec<(f64, Arc<CorpusLine>)> {
        let index = self.index();
        let likeness = |line: &CorpusLine| index.likeness(asked, &Surface::of(&line.prompt));
        let mut compared: Vec<_> =
            lines.iter().map(|line| (likeness(line), Arc::clone(line))).collect();
        compared.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        compared
    }

    fn index(&self) -> RwLockReadGuard<'_, Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn index_to_change(&self) -> RwLockWriteGuard<'_, Index> {
        self.index.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The fitting prompt that is most like the question, or by chance one that is about as like it.
fn nearest(
    compared: Vec<(f64, Arc<CorpusLine>)>,
    chance: &mut Chance,
    fits: &mut dyn FnMut(&CorpusLine) -> bool,
) -> Option<Arc<CorpusLine>> {
    let mut least = None;
    let mut near = Vec::new();
    for (likeness, line) in compared {
        if likeness < least.unwrap_or(LEAST_LIKENESS) {
            break;
        }
        if fits(&line) {
            least.get_or_insert(likeness - ABOUT * likeness * (1.0 - likeness));
            near.push(line);
        }
    }
    chance.pick(&near).cloned()
}

#[cfg(test)]
mod tests;
