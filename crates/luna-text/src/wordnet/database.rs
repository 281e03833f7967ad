//! Senses of words, and the relations between senses.

use std::collections::HashMap;

use super::adjacency::AdjacencyLists;
use crate::interner::{Interner, to_u32, to_usize};

/// A sense, shared by one or more words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Synset(pub(super) u32);

/// A part of speech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartOfSpeech {
    Noun,
    Verb,
    Adjective,
    Adverb,
}

impl PartOfSpeech {
    /// In the order in which the senses of a word are listed.
    pub const ALL: [PartOfSpeech; 4] =
        [PartOfSpeech::Noun, PartOfSpeech::Verb, PartOfSpeech::Adjective, PartOfSpeech::Adverb];

    /// Name in the file names.
    pub(super) fn name(self) -> &'static str {
        match self {
            PartOfSpeech::Noun => "noun",
            PartOfSpeech::Verb => "verb",
            PartOfSpeech::Adjective => "adj",
            PartOfSpeech::Adverb => "adv",
        }
    }
}

#[derive(Debug, Default)]
pub struct WordNet {
    /// In the order of [`PartOfSpeech::ALL`].
    pub(super) words: [Words; 4],
    /// Lemmas of all synsets, in their own spelling.
    pub(super) names: Interner,
    pub(super) lemmas: AdjacencyLists<u32>,
    pub(super) hypernyms: AdjacencyLists<Synset>,
    pub(super) depths: Vec<u8>,
    /// The number of the lexicographers' file of each synset.
    pub(super) broad_senses: Vec<u8>,
    /// Sorted by synset.
    pub(super) antonyms: Vec<Antonym>,
}

/// The index of one part of speech.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// The first synset; the others follow in the order of offsets.
    pub(super) first: u32,
    pub(super) offsets: Vec<u32>,
    pub(super) lemmas: Interner,
    /// Senses of each lemma, the most frequent first.
    pub(super) senses: AdjacencyLists<Synset>,
    /// Base forms of irregular forms.
    pub(super) exceptions: HashMap<String, Vec<String>>,
}

/// Lemmas are numbered from 1, as in the files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Antonym {
    pub(super) of: Synset,
    pub(super) lemma: u8,
    pub(super) synset: Synset,
    pub(super) opposite: u8,
}

impl WordNet {
    /// Senses of a word in any form: nouns, verbs, adjectives, then adverbs, each once; of each
    /// base form, the most frequent first.
    pub fn synsets(&self, word: &str) -> Vec<Synset> {
        let mut all = Vec::new();
        for part in PartOfSpeech::ALL {
            for synset in self.synsets_of(word, part) {
                if !all.contains(&synset) {
                    all.push(synset);
                }
            }
        }
        all
    }

    /// Senses of a word as one part of speech. A synset comes twice if it is a sense of two base
    /// forms.
    pub fn synsets_of(&self, word: &str, part: PartOfSpeech) -> impl Iterator<Item = Synset> {
        let words = self.words(part);
        let bases = self.base_numbers(&index_key(word), part);
        bases.into_iter().flat_map(|lemma| words.senses.get(lemma).iter().copied())
    }

    /// Lemmas of a synset in their own spelling, with `_` for a space.
    pub fn lemmas(&self, synset: Synset) -> impl Iterator<Item = &str> {
        self.lemmas.get(synset.0).iter().map(|&lemma| self.names.name(lemma))
    }

    /// Lemmas by number; equal names have equal numbers.
    pub(crate) fn lemma_numbers(&self, synset: Synset) -> &[u32] {
        self.lemmas.get(synset.0)
    }

    pub fn part(&self, synset: Synset) -> PartOfSpeech {
        let later = [PartOfSpeech::Adverb, PartOfSpeech::Adjective, PartOfSpeech::Verb];
        let part = later.into_iter().find(|&part| self.words(part).first <= synset.0);
        part.unwrap_or(PartOfSpeech::Noun)
    }

    /// The synset's number in the files, unique within a part of speech.
    pub fn offset(&self, synset: Synset) -> u32 {
        let words = self.words(self.part(synset));
        let nth = to_usize(synset.0.saturating_sub(words.first));
        words.offsets.get(nth).copied().unwrap_or_default()
    }

    /// Hypernyms, including those of instances.
    pub fn hypernyms(&self, synset: Synset) -> &[Synset] {
        self.hypernyms.get(synset.0)
    }

    /// Length of the longest path to a root.
    pub fn depth(&self, synset: Synset) -> u32 {
        self.depths.get(to_usize(synset.0)).copied().map_or(0, u32::from)
    }

    /// Lemmas of this sense that have an antonym, each with its antonym.
    pub fn antonyms(&self, synset: Synset) -> impl Iterator<Item = (&str, &str)> {
        let from = self.antonyms.partition_point(|antonym| antonym.of < synset);
        let these = self.antonyms.get(from..).unwrap_or_default().iter();
        these.take_while(move |antonym| antonym.of == synset).filter_map(|antonym| {
            let lemma = self.lemma(antonym.of, antonym.lemma)?;
            Some((lemma, self.lemma(antonym.synset, antonym.opposite)?))
        })
    }

    /// Distinct antonyms of a word over all senses.
    pub fn opposites(&self, word: &str) -> Vec<&str> {
        let mut all = Vec::new();
        for part in PartOfSpeech::ALL {
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

    pub(super) fn words(&self, part: PartOfSpeech) -> &Words {
        let [noun, verb, adjective, adverb] = &self.words;
        match part {
            PartOfSpeech::Noun => noun,
            PartOfSpeech::Verb => verb,
            PartOfSpeech::Adjective => adjective,
            PartOfSpeech::Adverb => adverb,
        }
    }

    pub(super) fn words_mut(&mut self, part: PartOfSpeech) -> &mut Words {
        let [noun, verb, adjective, adverb] = &mut self.words;
        match part {
            PartOfSpeech::Noun => noun,
            PartOfSpeech::Verb => verb,
            PartOfSpeech::Adjective => adjective,
            PartOfSpeech::Adverb => adverb,
        }
    }

    pub(super) fn at(&self, part: PartOfSpeech, offset: u32) -> Option<Synset> {
        let words = self.words(part);
        let nth = words.offsets.binary_search(&offset).ok()?;
        Some(Synset(words.first.saturating_add(to_u32(nth))))
    }
}

/// Spelling of a word in the index.
pub(super) fn index_key(word: &str) -> String {
    word.to_lowercase().replace(' ', "_")
}
