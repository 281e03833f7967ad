//! What players are to be told when a piece of work is done.

/// The recipient of a notice, its kind and what it is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct About {
    pub(crate) player_id: String,
    pub(crate) subject_id: String,
    pub(crate) kind: &'static str,
}

/// When it came about and when it may be told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct When {
    pub(crate) at: i64,
    pub(crate) due_at: i64,
}
