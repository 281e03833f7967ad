//! A line that Recall can speak, and its author.

/// A prompt and the reply to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The game it comes from; none for a line of a corpus.
    pub origin: Option<Origin>,
    pub prompt: String,
    pub reply: String,
}

/// A line of somebody who plays here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The line's id.
    pub id: String,
    /// The id of the player who wrote the reply.
    pub author: String,
}
