//! Senses of words, and the relations between senses.

use std::collections::HashMap;

use super::adjacency::Lists;
use crate::names::{Names, place, short};

/// A sense: what one or more words mean alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Synset(pub(super) u32);

/// Part of speech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    Noun,
    Verb,
    Adjective,
    Adverb,
}

impl Part {
    /// In the order in which the senses of a word are listed.
    pub const ALL: [Part; 4] = [Part::Noun, Part::Verb, Part::Adjective, Part::Adverb];

    /// As the files are called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Part::Noun => "noun",
            Part::Verb => "verb",
            Part::Adjective => "adj",
            Part::Adverb => "adv",
        }
    }
}

#[derive(Debug, Default)]
pub struct WordNet {
    /// In the order of [`Part::ALL`].
    pub(super) words: [Words; 4],
    /// The lemmas of all synsets, as they are written.
    pub(super) names: Names,
    pub(super) lemmas: Lists<u32>,
    pub(super) hypernyms: Lists<Synset>,
    pub(super) depths: Vec<u8>,
    /// In the order of the synsets that they are antonyms in.
    pub(super) antonyms: Vec<Antonym>,
}

/// What is there for one part of speech.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// The first of its synsets; all others follow, in the order of offsets.
    pub(super) first: u32,
    pub(super) offsets: Vec<u32>,
    pub(super) lemmas: Names,
    /// Of each lemma, the most usual one first.
    pub(super) senses: Lists<Synset>,
    /// The base forms of irregular forms.
    pub(super) exceptions: HashMap<String, Vec<String>>,
}

/// The lemmas count from 1, as they do in the files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Antonym {
    pub(super) of: Synset,
    pub(super) lemma: u8,
    pub(super) synset: Synset,
    pub(super) opposite: u8,
}

impl WordNet {
    /// The senses of a word in any of its forms: nouns, verbs, adjectives, then
    /// adverbs, each once; of each base form, the most usual one first.
    pub fn synsets(&self, word: &str) -> Vec<Synset> {
        let mut all = Vec::new();
        for part in Part::ALL {
            for synset in self.synsets_of(word, part) {
                if !all.contains(&synset) {
                    all.push(synset);
                }
            }
        }
        all
    }

    /// The senses that a word has as one part of speech. A synset comes twice if
    /// it is a sense of two base forms.
    pub fn synsets_of(&self, word: &str, part: Part) -> impl Iterator<Item = Synset> {
        let words = self.words(part);
        let bases = self.base_numbers(&key(word), part);
        bases.into_iter().flat_map(|lemma| words.senses.get(lemma).iter().copied())
    }

    /// The words that mean this, as they are written, with `_` for a space.
    pub fn lemmas(&self, synset: Synset) -> impl Iterator<Item = &str> {
        self.lemmas.get(synset.0).iter().map(|&lemma| self.names.name(lemma))
    }

    /// By their numbers: equal names, equal numbers.
    pub(crate) fn lemma_numbers(&self, synset: Synset) -> &[u32] {
        self.lemmas.get(synset.0)
    }

    pub fn part(&self, synset: Synset) -> Part {
        let later = [Part::Adverb, Part::Adjective, Part::Verb];
        let part = later.into_iter().find(|&part| self.words(part).first <= synset.0);
        part.unwrap_or(Part::Noun)
    }

    /// By which the files know it, together with its part of speech.
    pub fn offset(&self, synset: Synset) -> u32 {
        let words = self.words(self.part(synset));
        let nth = place(synset.0.saturating_sub(words.first));
        words.offsets.get(nth).copied().unwrap_or_default()
    }

    /// What this is a kind or an instance of.
    pub fn hypernyms(&self, synset: Synset) -> &[Synset] {
        self.hypernyms.get(synset.0)
    }

    /// Steps from here to a top, the longest way.
    pub fn depth(&self, synset: Synset) -> u32 {
        self.depths.get(place(synset.0)).copied().map_or(0, u32::from)
    }

    /// Lemmas of this sense that have an opposite, each with its opposite.
    pub fn antonyms(&self, synset: Synset) -> impl Iterator<Item = (&str, &str)> {
        let from = self.antonyms.partition_point(|antonym| antonym.of < synset);
        let these = self.antonyms.get(from..).unwrap_or_default().iter();
        these.take_while(move |antonym| antonym.of == synset).filter_map(|antonym| {
            let lemma = self.lemma(antonym.of, antonym.lemma)?;
            Some((lemma, self.lemma(antonym.synset, antonym.opposite)?))
        })
    }

    /// The opposites of a word in any of its senses, each once.
    pub fn opposites(&self, word: &str) -> Vec<&str> {
        let mut all = Vec::new();
        for part in Part::ALL {
            let bases = self.morphy(word, part);
            for (lemma, opposite) in
                self.synsets_of(word, part).flat_map(|synset| self.antonyms(synset))
            {
                if bases.contains(&lemma.to_lowercase().as_str()) && !all.contains(&opposite) {
                    all.push(opposite);
                }
            }
        }
        all
    }

    pub(super) fn lemma(&self, synset: Synset, nth: u8) -> Option<&str> {
        let nth = usize::from(nth).checked_sub(1)?;
        self.lemmas.get(synset.0).get(nth).map(|&lemma| self.names.name(lemma))
    }

    pub(super) fn words(&self, part: Part) -> &Words {
        let [noun, verb, adjective, adverb] = &self.words;
        match part {
            Part::Noun => noun,
            Part::Verb => verb,
            Part::Adjective => adjective,
            Part::Adverb => adverb,
        }
    }

    pub(super) fn words_mut(&mut self, part: Part) -> &mut Words {
        let [noun, verb, adjective, adverb] = &mut self.words;
        match part {
            Part::Noun => noun,
            Part::Verb => verb,
            Part::Adjective => adjective,
            Part::Adverb => adverb,
        }
    }

    pub(super) fn at(&self, part: Part, offset: u32) -> Option<Synset> {
        let words = self.words(part);
        let nth = words.offsets.binary_search(&offset).ok()?;
        Some(Synset(words.first.saturating_add(short(nth))))
    }
}

/// As the index has it.
pub(super) fn key(word: &str) -> String {
    word.to_lowercase().replace(' ', "_")
}
