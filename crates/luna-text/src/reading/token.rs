//! A sentence of tokens, each with what reading found about it.

use std::ops::Range;

use super::features::Features;
use super::relation::{Relation, Subtype};
use super::tag::{PennTag, UniversalTag};

/// A word, a part of a contraction, or a punctuation mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The spelling in the text.
    pub form: String,
    /// The bytes of the text that it takes.
    pub span: Range<usize>,
    /// The base form: *be* of *was*.
    pub lemma: String,
    pub tag: UniversalTag,
    pub penn: PennTag,
    pub features: Features,
    /// The head's number in the sentence, from 0; `None` for the root.
    pub head: Option<usize>,
    pub relation: Relation,
    pub subtype: Option<Subtype>,
}

/// A sentence of a text. One of its tokens is the root, and the heads of the others lead to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    pub tokens: Vec<Token>,
}
