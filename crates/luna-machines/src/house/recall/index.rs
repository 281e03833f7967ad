//! The index of Recall: its lines, and the terms of their prompts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem;
use std::sync::Arc;

use super::line::{CorpusLine, Origin};
use super::similarity::{Surface, is_word};

/// BM25's constants: how fast a length counts, and how much.
const K1: f64 = 1.2;
const B: f64 = 0.75;
/// The weight of a word, in trigrams.
const WORD: f64 = 4.0;

/// Lines in numbered places, found by the terms of their prompts.
#[derive(Default)]
pub(super) struct Index {
    places: Vec<Option<Place>>,
    /// Places that removed lines have left.
    free: Vec<u32>,
    by_origin: BTreeMap<Origin, u32>,
    /// The places of the lines whose prompts have a term, in no order.
    by_term: HashMap<Box<str>, Vec<u32>>,
    /// The terms of all prompts together.
    terms: usize,
}

struct Place {
    line: Arc<CorpusLine>,
    terms: usize,
}

impl Index {
    /// Adds a line. The surface is that of its prompt.
    pub(super) fn add(&mut self, line: CorpusLine, surface: Surface) {
        let number = self.free.pop().unwrap_or_else(|| {
            self.places.push(None);
            number(self.places.len() - 1)
        });
        if let Some(origin) = line.origin() {
            self.by_origin.insert(origin.clone(), number);
        }
        let added = Place { line: Arc::new(line), terms: surface.len() };
        self.terms += added.terms;
        for term in surface.into_terms() {
            self.by_term.entry(term.into_boxed_str()).or_default().push(number);
        }
        if let Some(place) = self.places.get_mut(index(number)) {
            *place = Some(added);
        }
    }

    /// Removes lines of people who play here.
    pub(super) fn remove(&mut self, origins: &BTreeSet<Origin>) {
        let mut terms = BTreeSet::new();
        for origin in origins {
            let Some(number) = self.by_origin.remove(origin) else { continue };
            let place = self.places.get_mut(index(number));
            let Some(gone) = place.and_then(mem::take) else { continue };
            self.terms -= gone.terms;
            terms.extend(Surface::of(&gone.line.prompt).into_terms());
            self.free.push(number);
        }
        for term in terms {
            let Some(places) = self.by_term.get_mut(term.as_str()) else { continue };
            places.retain(|&number| self.places.get(index(number)).is_some_and(Option::is_some));
            if places.is_empty() {
                self.by_term.remove(term.as_str());
            }
        }
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &CorpusLine> {
        self.places.iter().flatten().map(|place| &*place.line)
    }

    pub(super) fn origins(&self) -> impl Iterator<Item = &Origin> {
        self.by_origin.keys()
    }

    /// At most `most` lines whose prompts have any of the text's `terms` rarest terms, by BM25.
    pub(super) fn search(&self, text: &Surface, terms: usize, most: usize) -> Vec<Arc<CorpusLine>> {
        let average = (count(self.terms) / self.len()).max(1.0);
        let mut scores = vec![0.0_f64; self.places.len()];
        for places in self.rarest(text, terms) {
            let rarity = self.rarity(places.len()).ln();
            for &number in places {
                let place = index(number);
                let found = scores.get_mut(place).zip(self.places.get(place));
                let Some((score, Some(place))) = found else { continue };
                let length = 1.0 - B + B * count(place.terms) / average;
                *score += rarity * (K1 + 1.0) / (1.0 + K1 * length);
            }
        }
        let mut found: Vec<(f64, &Place)> = scores
            .into_iter()
            .zip(&self.places)
            .filter_map(|(score, place)| Some((score, place.as_ref()?)))
            .filter(|(score, _)| *score > 0.0)
            .collect();
        // Equal scores stay in the order of their places.
        found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        found.into_iter().take(most).map(|(_, place)| Arc::clone(&place.line)).collect()
    }

    /// 1 for the same terms, 0 for none in common; a rare term tells more than one that is
    /// everywhere.
    pub(super) fn likeness(&self, a: &Surface, b: &Surface) -> f64 {
        let shared = self.weight(a.shared(b));
        let all = self.weight(a.terms()) + self.weight(b.terms()) - shared;
        if all > 0.0 { shared / all } else { 0.0 }
    }

    fn len(&self) -> f64 {
        count(self.places.len() - self.free.len()).max(1.0)
    }

    /// Where the rarest terms of a text are that are in any prompt.
    fn rarest(&self, text: &Surface, most: usize) -> impl Iterator<Item = &Vec<u32>> {
        let found = |term: &'_ String| Some((self.by_term.get(term.as_str())?, term.clone()));
        let mut found: Vec<_> = text.terms().filter_map(found).collect();
        found.sort_by(|(a, first), (b, second)| (a.len(), first).cmp(&(b.len(), second)));
        found.into_iter().take(most).map(|(places, _)| places)
    }

    fn weight<'t>(&self, terms: impl Iterator<Item = &'t String>) -> f64 {
        let weight = |term: &'t String| {
            let with = self.by_term.get(term.as_str()).map_or(0, Vec::len);
            let weight = if is_word(term) { WORD } else { 1.0 };
            weight * self.rarity(with).ln().powi(2)
        };
        terms.map(weight).sum()
    }

    /// One more than the lines without a term for each line with it.
    fn rarity(&self, with: usize) -> f64 {
        let with = count(with);
        let without = (self.len() - with).max(0.0);
        1.0 + (without + 0.5) / (with + 0.5)
    }
}

fn count(many: usize) -> f64 {
    f64::from(number(many))
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
