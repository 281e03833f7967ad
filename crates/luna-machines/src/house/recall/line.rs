//! A line that Recall can speak, and its author.

use crate::house::wording::Pool;

/// A prompt and the reply to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusLine {
    pub source: LineSource,
    pub prompt: String,
    pub reply: String,
}

/// The place that a line comes from. It decides who may hear it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineSource {
    /// The corpus that comes with Luna.
    Luna,
    /// The operator's own corpus.
    Operator,
    /// A game of somebody who plays here.
    Player(Origin),
}

/// A line of somebody who plays here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The line's id.
    pub id: String,
    /// The id of the player who wrote the reply.
    pub author: String,
}

impl CorpusLine {
    /// Returns true if it comes with Luna, so anybody can read it.
    pub(crate) fn is_shipped(&self) -> bool {
        self.source == LineSource::Luna
    }

    /// Returns true for lines of one place only if it is this one. Lines that do not come with Luna
    /// have no place.
    pub(crate) fn is_shared_or(&self, pool: Pool) -> bool {
        !self.is_shipped() || pool.holds(&self.reply)
    }

    /// The line's origin if a player wrote it.
    pub fn origin(&self) -> Option<&Origin> {
        match &self.source {
            LineSource::Player(origin) => Some(origin),
            LineSource::Luna | LineSource::Operator => None,
        }
    }
}
