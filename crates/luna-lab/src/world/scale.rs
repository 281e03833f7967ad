//! The scales of players who learn what others think.

use luna_core::rng::Chance;

use crate::world::normal::Bell;

/// The standard deviation of their scales at first.
const SPREAD: f64 = 15.0;

/// How far the guesses of a player are off, in points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scale {
    at_first: f64,
    /// What the ratings seen so far have added, and how many these are.
    learned: f64,
    seen: u32,
}

impl Scale {
    pub(super) fn draw(chance: &mut Chance) -> Scale {
        Scale { at_first: SPREAD * Bell::get().draw(chance), ..Scale::default() }
    }

    pub(super) fn off(self) -> f64 {
        self.at_first + self.learned
    }

    /// Moves by the mean of all that was seen, with one game's worth of trust in the first scale.
    pub(super) fn learn(&mut self, difference: f64) {
        self.seen += 1;
        self.learned += difference / f64::from(self.seen + 1);
    }
}
