//! Lemmatisation: from an inflected form to the forms that WordNet lists.

use super::database::{PartOfSpeech, WordNet, index_key};

impl WordNet {
    /// Listed base forms of a word: the word itself, then the bases of an irregular form, or else
    /// those left by removing regular endings.
    pub fn morphy(&self, form: &str, part: PartOfSpeech) -> Vec<&str> {
        let lemmas = &self.words(part).lemmas;
        self.base_numbers(&index_key(form), part)
            .into_iter()
            .map(|base| lemmas.name(base))
            .collect()
    }

    pub(super) fn base_numbers(&self, form: &str, part: PartOfSpeech) -> Vec<u32> {
        let words = self.words(part);
        let mut found: Vec<u32> = words.lemmas.number(form).into_iter().collect();
        let mut try_out = |base: &str| {
            if let Some(number) = words.lemmas.number(base)
                && !found.contains(&number)
            {
                found.push(number);
            }
        };
        if let Some(bases) = words.exceptions.get(form) {
            for base in bases {
                try_out(base);
            }
            return found;
        }
        for (ending, base) in endings(part) {
            if let Some(stem) = form.strip_suffix(ending) {
                try_out(&format!("{stem}{base}"));
            }
        }
        found
    }
}

/// Regular endings, with their replacements.
fn endings(part: PartOfSpeech) -> &'static [(&'static str, &'static str)] {
    match part {
        PartOfSpeech::Noun => &[
            ("s", ""),
            ("ses", "s"),
            ("ves", "f"),
            ("xes", "x"),
            ("zes", "z"),
            ("ches", "ch"),
            ("shes", "sh"),
            ("men", "man"),
            ("ies", "y"),
        ],
        PartOfSpeech::Verb => &[
            ("s", ""),
            ("ies", "y"),
            ("es", "e"),
            ("es", ""),
            ("ed", "e"),
            ("ed", ""),
            ("ing", "e"),
            ("ing", ""),
        ],
        PartOfSpeech::Adjective => &[("er", ""), ("est", ""), ("er", "e"), ("est", "e")],
        PartOfSpeech::Adverb => &[],
    }
}
