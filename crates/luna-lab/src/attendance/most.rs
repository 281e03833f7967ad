//! The most games between two people that those who come allow, whatever a site does.
//!
//! What each person would do at best is drawn beforehand: how many interviews they send, how many
//! moves they make before they leave, and when they are there if they bear every wait and somebody
//! always has something for them. Two people can finish a game only if they are there at the same
//! time, or if one of them is called back by a mail while the other is: each guesses after the other
//! has responded. No site can have more games than such pairs, each person as often as their
//! interviews and moves allow, and two people as often as both have interviews. A real one knows neither who will come nor who will leave.

use luna_core::rng::Chance;

use super::Visits;
use super::matching::{Pair, most_meetings};
use super::site::{arrivals, some};

/// A person at their best.
struct Best {
    interviews: u32,
    /// Games that their interviews and their moves suffice for.
    games: u32,
    /// When they are there, in minutes.
    there: Vec<(f64, f64)>,
    mailed: bool,
}

pub(super) fn most_games(visits: &Visits, interview_games: usize, mut chance: Chance) -> f64 {
    let end = visits.days * 24.0 * 60.0;
    let people: Vec<Best> = arrivals(visits, &mut chance)
        .into_iter()
        .map(|(at, mailed)| Best::draw(visits, interview_games, end, (at, mailed), &mut chance))
        .collect();
    let capacities: Vec<u32> = people.iter().map(|it| it.games).collect();
    let mut pairs: Vec<Pair> = Vec::new();
    for (nth, one) in people.iter().enumerate() {
        let others = people.iter().enumerate().skip(nth + 1);
        // Nobody is asked the same interview twice.
        pairs.extend(
            others
                .filter(|(_, other)| one.can_meet(other))
                .map(|(at, other)| (nth, at, one.interviews.min(other.interviews))),
        );
    }
    most_meetings(&capacities, &pairs)
}

impl Best {
    fn draw(
        visits: &Visits,
        interview_games: usize,
        end: f64,
        (at, mailed): (f64, bool),
        chance: &mut Chance,
    ) -> Best {
        let interviews = 1 + successes(chance, visits.again, MOST);
        let games = interviews.saturating_mul(u32::try_from(interview_games).unwrap_or(1));
        let moves = games.saturating_mul(2);
        // Somebody with mail who has left comes back and moves then.
        let moves = if mailed { moves } else { successes(chance, 1.0 - visits.leave, moves) };
        let writing: f64 = (0..moves + interviews - 1).map(|_| some(chance, visits.pace)).sum();
        let waits = if mailed { 1 } else { interviews };
        let borne: f64 = (0..waits).map(|_| some(chance, visits.patience)).sum();
        let mut there = vec![(at, at + writing + borne)];
        while let Some(&(_, left)) = there.last().filter(|_| mailed)
            && left < end
        {
            let back = left + some(chance, visits.back);
            there.push((back, back + writing + some(chance, visits.patience)));
        }
        Best { interviews, games: moves / 2, there, mailed }
    }

    fn can_meet(&self, other: &Best) -> bool {
        let overlap = |&(from, to): &(f64, f64)| {
            other.there.iter().any(|&(since, until)| since <= to && from <= until)
        };
        (self.mailed && other.mailed) || self.there.iter().any(overlap)
    }
}

/// Nobody plays more often.
const MOST: u32 = 1000;

/// Draws until one fails, and counts those before, up to this many.
fn successes(chance: &mut Chance, share: f64, most: u32) -> u32 {
    let mut count = 0;
    while count < most && chance.unit() < share {
        count += 1;
    }
    count
}
