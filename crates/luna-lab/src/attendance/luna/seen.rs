//! A finished game as one of its people saw it.

use crate::attendance::recognition::Sighting;

/// A finished game that somebody saw.
pub(super) struct Seen {
    pub(super) person: usize,
    pub(super) interview: usize,
    pub(super) machine: bool,
    /// When both were there, and how long the partner took for the responses, in minutes.
    pub(super) met_at: f64,
    pub(super) responses: f64,
    pub(super) own: [f64; OWN],
}

const OWN: usize = 7;

impl Seen {
    pub(super) fn beside(&self, games: &[&Seen]) -> Sighting {
        let other = games.iter().find(|it| !std::ptr::eq(**it, self));
        let [first, apart, responses] = other.map_or([-1.0; 3], |other| {
            let apart = self.met_at - other.met_at;
            [f64::from(u8::from(apart > 0.0)), apart.abs(), other.responses]
        });
        let mut seen = [first, apart, responses, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        seen[3..].copy_from_slice(&self.own);
        Sighting { machine: self.machine, seen }
    }
}
