//! A question read once, and the list that its features are put into.

use std::fmt::Display;

use crate::question::question_ranker::token::{Token, tokens};

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

/// The list that features are put into. Names cost most of the time, so they are written only if
/// they are wanted.
#[derive(Default)]
pub(super) struct Features {
    names: Option<Vec<String>>,
    values: Vec<f64>,
}

impl Features {
    pub(super) fn with_names() -> Features {
        Features { names: Some(Vec::new()), values: Vec::new() }
    }

    pub(super) fn add(&mut self, name: impl Display, value: f64) {
        if let Some(names) = &mut self.names {
            names.push(name.to_string());
        }
        self.values.push(value);
    }

    pub(super) fn flag(&mut self, name: impl Display, is_so: bool) {
        self.add(name, f64::from(u8::from(is_so)));
    }

    pub(super) fn into_list(self) -> Vec<Feature> {
        let names = self.names.unwrap_or_default();
        names.into_iter().zip(self.values).map(|(name, value)| Feature { name, value }).collect()
    }

    pub(super) fn into_values(self) -> Vec<f64> {
        self.values
    }

    /// A count, and for each of these numbers whether it is greater.
    pub(super) fn count(&mut self, name: &str, count: usize, bins: &[usize]) {
        self.add(name, luna_learn::float(count));
        for bin in bins {
            self.flag(format_args!("{name}>{bin}"), count > *bin);
        }
    }
}
