//! A question read once, and the list that its features are put into.

use crate::question_ranker::token::{Token, tokens};

/// A number with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    pub name: String,
    pub value: f64,
}

/// A question read once.
pub(super) struct Text<'a> {
    pub(super) question: &'a str,
    pub(super) tokens: Vec<Token>,
}

impl Text<'_> {
    pub(super) fn new(question: &str) -> Text<'_> {
        Text { question, tokens: tokens(question) }
    }

    pub(super) fn words(&self) -> impl DoubleEndedIterator<Item = &Token> + Clone {
        self.tokens.iter().filter(|token| token.is_word())
    }

    pub(super) fn word(&self, nth: usize) -> Option<&Token> {
        self.words().nth(nth)
    }

    /// Counting from the end.
    pub(super) fn last_word(&self, nth: usize) -> Option<&Token> {
        self.words().rev().nth(nth)
    }
}

#[derive(Default)]
pub(super) struct Features(Vec<Feature>);

impl Features {
    pub(super) fn add(&mut self, name: impl Into<String>, value: f64) {
        self.0.push(Feature { name: name.into(), value });
    }

    pub(super) fn flag(&mut self, name: impl Into<String>, is_so: bool) {
        self.add(name, f64::from(u8::from(is_so)));
    }

    pub(super) fn into_list(self) -> Vec<Feature> {
        self.0
    }

    /// A count, and for each of these numbers whether it is greater.
    pub(super) fn count(&mut self, name: &str, count: usize, bins: &[usize]) {
        self.add(name, luna_learn::float(count));
        for bin in bins {
            self.flag(format!("{name}>{bin}"), count > *bin);
        }
    }
}
