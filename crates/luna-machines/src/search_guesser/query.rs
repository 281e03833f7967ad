//! The text asked for, read word by word as it grows.

use std::collections::HashMap;

use luna_text::search_words::joins;

use super::vocabulary::{Token, Vocabulary};

/// A text with its tokens and distinct terms.
#[derive(Clone, Debug, Default)]
pub(super) struct Query {
    text: String,
    tokens: Vec<Token>,
    counts: HashMap<u32, u32>,
}

impl Query {
    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The number of distinct terms.
    pub(super) fn terms(&self) -> usize {
        self.counts.len()
    }

    pub(super) fn distinct(&self) -> impl Iterator<Item = u32> {
        self.counts.keys().copied()
    }

    pub(super) fn contains(&self, term: u32) -> bool {
        self.counts.contains_key(&term)
    }

    /// Replaces the text, and returns the terms that it has gained (true) and lost. Only what comes
    /// after the common beginning is read.
    pub(super) fn replace(&mut self, vocabulary: &Vocabulary, text: &str) -> Vec<(u32, bool)> {
        let mut common = self.shared(text);
        while !text.is_char_boundary(common) {
            common -= 1;
        }
        // The last word goes on unless something separates it from what is new.
        let separated = |token: &Token| {
            let between = text.get(token.bytes().end.min(common)..common).unwrap_or_default();
            between.chars().any(|c| !joins(c))
        };
        let mut before: Vec<(u32, bool)> = Vec::new();
        while self.tokens.last().is_some_and(|token| !separated(token)) {
            self.pop(vocabulary, &mut before);
        }
        let read = self.tokens.last().map_or(0, |token| token.bytes().end);
        self.text.truncate(common);
        self.text.push_str(text.get(common..).unwrap_or_default());
        let mut new = Vec::new();
        vocabulary.tokens(text, read, &mut new);
        for token in new {
            self.push(vocabulary, token, &mut before);
        }
        before.sort_unstable();
        before.dedup_by_key(|(term, _)| *term);
        before.retain(|(term, was)| self.contains(*term) != *was);
        before.into_iter().map(|(term, was)| (term, !was)).collect()
    }

    /// The number of bytes with which both texts begin alike.
    pub(super) fn shared(&self, text: &str) -> usize {
        self.text.bytes().zip(text.bytes()).take_while(|(one, other)| one == other).count()
    }

    fn pop(&mut self, vocabulary: &Vocabulary, before: &mut Vec<(u32, bool)>) {
        for term in self.last_terms(vocabulary) {
            self.note(term, before);
            if let Some(count) = self.counts.get_mut(&term) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&term);
                }
            }
        }
        self.tokens.pop();
    }

    fn push(&mut self, vocabulary: &Vocabulary, token: Token, before: &mut Vec<(u32, bool)>) {
        self.tokens.push(token);
        for term in self.last_terms(vocabulary) {
            self.note(term, before);
            *self.counts.entry(term).or_default() += 1;
        }
    }

    /// Notes whether the text contained a term before its first change.
    fn note(&self, term: u32, before: &mut Vec<(u32, bool)>) {
        if before.iter().all(|(noted, _)| *noted != term) {
            before.push((term, self.contains(term)));
        }
    }

    fn last_terms(&self, vocabulary: &Vocabulary) -> impl Iterator<Item = u32> + use<> {
        let (last, first) = match self.tokens.as_slice() {
            [.., first, last] => (Vocabulary::single(last), vocabulary.pair(first, last)),
            [last] => (Vocabulary::single(last), None),
            [] => (None, None),
        };
        [last, first].into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use luna_core::rng::Chance;

    use super::super::vocabulary::VocabularyBuilder;
    use super::*;

    #[test]
    fn any_edits_lead_to_what_the_text_read_at_once_has() {
        let mut gathering = VocabularyBuilder::default();
        gathering.tokens("The don't opera of Brahms's café was an opera, not a novel of Brahms.");
        let vocabulary = gathering.finish();
        let pieces = [
            "the ", "opera", "Brahms", "'", "'s ", "don", "t", " ", "of ", "cafe", "\u{301}", "é",
            "-",
        ];
        let (mut chance, mut query) = (Chance::from_seed(1), Query::default());
        let (mut text, mut terms) = (String::new(), BTreeSet::new());
        for _ in 0..20_000 {
            if chance.below(4) == 0 {
                let keep = chance.below(text.chars().count() + 1);
                text = text.chars().take(keep).collect();
            }
            text.push_str(pieces[chance.below(pieces.len())]);
            for (term, gained) in query.replace(&vocabulary, &text) {
                assert!(if gained { terms.insert(term) } else { terms.remove(&term) }, "{text:?}");
            }
            let mut whole = Query::default();
            let expected = whole.replace(&vocabulary, &text);
            assert!(expected.iter().all(|(term, gained)| *gained && terms.contains(term)));
            assert_eq!((expected.len(), query.tokens()), (terms.len(), whole.tokens()), "{text:?}");
            if text.len() > 60 {
                text.clear();
            }
        }
    }
}
