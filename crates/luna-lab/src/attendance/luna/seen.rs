//! A finished game as one of its people saw it.

use crate::attendance::recognition::Sighting;

/// A finished game that somebody saw. Times are in minutes.
pub(super) struct Seen {
    pub(super) person: usize,
    pub(super) interview: usize,
    pub(super) machine: bool,
    pub(super) met_at: f64,
    pub(super) since_asked: f64,
    /// How long the partner took for the responses, and for the guess once it could be made.
    pub(super) responses: f64,
    pub(super) guess: f64,
    pub(super) my_responses: f64,
    pub(super) my_guess: f64,
    /// Partners who have left since I was there.
    pub(super) left: f64,
    pub(super) ended_at: f64,
}

impl Seen {
    pub(super) fn beside(&self, games: &[&Seen]) -> Sighting {
        let other = games.iter().find(|it| !std::ptr::eq(**it, self));
        let [first, apart, other_responses] = other.map_or([-1.0; 3], |other| {
            let apart = self.met_at - other.met_at;
            [f64::from(u8::from(apart > 0.0)), apart.abs(), other.responses]
        });
        let seen = [
            first,
            apart,
            other_responses,
            self.since_asked,
            self.responses,
            self.guess,
            self.my_responses,
            self.my_guess,
            self.left,
            self.ended_at,
        ];
        Sighting { machine: self.machine, seen }
    }
}
