//! Responses to be graded, and their questions.

/// A response to be graded.
pub(super) struct Response<'a> {
    pub(super) text: &'a str,
    /// The index of its question.
    pub(super) question: usize,
    pub(super) grade: f64,
}

/// A question, and which of the assignments it belongs to.
pub(super) struct Question<'a> {
    pub(super) text: &'a str,
    pub(super) key: String,
    pub(super) fold: usize,
}
