//! The concepts that a text mentions.

use std::ops::Range;

use super::assertion::{Concept, Side};
use super::base::KnowledgeBase;
use super::content::concept_words;
use super::lemma::base_forms;
use crate::words::spelling::respelled;

/// The words of a text and the concepts in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mentions {
    /// In lower case, without stop words.
    pub words: Vec<String>,
    /// By the first word, the longest first. They overlap.
    pub found: Vec<Mention>,
}

/// A concept in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    pub concept: Concept,
    /// Its words, by number among those of the text.
    pub words: Range<usize>,
}

/// Combinations of base forms that are tried for some words.
const MOST_COMBINATIONS: usize = 64;

impl KnowledgeBase {
    /// Finds the concepts of a text, of up to this many words each.
    ///
    /// Words may be inflected: of all concepts whose words are base forms of the text's words, the
    /// one with the most assertions is meant. This gives the forms that the knowledge base has, even
    /// where its lemmas are wrong: *clothes* are *clothe* in `ConceptNet` 4.
    pub fn mentions(&self, text: &str, most_words: usize) -> Mentions {
        let words = concept_words(text);
        let forms: Vec<Vec<String>> = words.iter().map(|word| self.forms(word)).collect();
        let mut found = Vec::new();
        for from in 0..words.len() {
            let longest = words.len().min(from.saturating_add(most_words));
            for to in (from + 1..=longest).rev() {
                if let Some(concept) = self.best_known(&forms[from..to]) {
                    found.push(Mention { concept, words: from..to });
                }
            }
        }
        Mentions { words, found }
    }

    /// The concept that a whole text names.
    pub fn named(&self, text: &str) -> Option<Concept> {
        let forms: Vec<Vec<String>> =
            concept_words(text).iter().map(|word| self.forms(word)).collect();
        self.best_known(&forms)
    }

    /// The base forms of a word, also in the other spelling where the base has none of them: *color*
    /// where it has *colour*.
    fn forms(&self, word: &str) -> Vec<String> {
        let forms = base_forms(word);
        let is_known = forms.iter().any(|form| self.concept(form).is_some());
        match respelled(word).filter(|_| !is_known) {
            Some(other) => [forms, base_forms(&other)].concat(),
            None => forms,
        }
    }

    /// The concept with the most assertions among those with one form of each word.
    fn best_known(&self, forms: &[Vec<String>]) -> Option<Concept> {
        let mut texts = vec![String::new()];
        for (nth, forms) in forms.iter().enumerate() {
            let space = if nth > 0 { " " } else { "" };
            let longer = texts
                .iter()
                .flat_map(|text| forms.iter().map(move |form| format!("{text}{space}{form}")));
            texts = longer.take(MOST_COMBINATIONS).collect();
        }
        let known = texts.iter().filter_map(|text| self.concept(text));
        let degree =
            |concept: &Concept| Side::BOTH.map(|side| self.degree(*concept, side)).iter().sum();
        // Of equals, the first: the form as written.
        known.rev().max_by_key(|concept| -> usize { degree(concept) })
    }
}
