//! Pools: the places where something is said, and the wordings that are said there.

use luna_core::rng::Chance;

/// The place where something is said. No wording of rated games is heard elsewhere, so nobody
/// recognises a machine in a rated game by what it says in practice or in the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    Rated,
    /// Practice, single questions and conversations.
    Practice,
    Sandbox,
}

/// The words of replies that are for rated games only: people answer in one or two words as well.
const COMMON_WORDS: usize = 2;

impl Pool {
    pub const ALL: [Pool; 3] = [Pool::Rated, Pool::Practice, Pool::Sandbox];

    /// Every other one of some phrases: the first, the third and so on for rated games, the rest for
    /// other places.
    pub(crate) fn half(self, phrases: &'static [&'static str]) -> Vec<&'static str> {
        let first = usize::from(self != Pool::Rated);
        phrases.iter().copied().skip(first).step_by(2).collect()
    }

    /// Returns true for a reply that may be said here.
    pub(crate) fn holds(self, reply: &str) -> bool {
        let is_common = reply.split_whitespace().count() <= COMMON_WORDS;
        let is_rated = is_common || Chance::from_words(&[reply, "pool"]).below(2) == 0;
        is_rated == (self == Pool::Rated)
    }
}
