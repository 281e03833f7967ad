//! Pools: the places where something is said, each with wordings of its own.

use luna_core::rng::Chance;

/// The place where something is said. Wordings of one place are not heard in another, so nobody
/// recognises a machine in a rated game by what it says in practice or in the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    Rated,
    /// Practice, single questions and conversations.
    Practice,
    Sandbox,
}

/// The words of wordings that are for rated games only: people answer in one or two words as well.
const COMMON_WORDS: usize = 2;

impl Pool {
    pub const ALL: [Pool; 3] = [Pool::Rated, Pool::Practice, Pool::Sandbox];

    /// Returns true for wordings of this place.
    pub(crate) fn holds(self, wording: &str) -> bool {
        let is_common =
            wording.split_whitespace().count() <= COMMON_WORDS && !wording.contains('{');
        let place = match Chance::from_words(&[wording, "pool"]).below(10) {
            _ if is_common => Pool::Rated,
            0..6 => Pool::Rated,
            6..8 => Pool::Practice,
            _ => Pool::Sandbox,
        };
        place == self
    }

    /// One of the wordings of this place, or of all if it has none.
    pub(crate) fn pick<'a>(self, from: &[&'a str], chance: &mut Chance) -> &'a str {
        let here: Vec<&str> = from.iter().copied().filter(|wording| self.holds(wording)).collect();
        chance.pick(&here).or_else(|| chance.pick(from)).copied().unwrap_or_default()
    }
}
