//! Sightings: the times of a finished game that its people could see.

use super::seen::Seen;
use super::{LunaSite, Who, in_minutes};
use crate::attendance::recognition::Sighting;

impl LunaSite {
    /// Notes what the people of a game that is about to end have seen of each other.
    pub(super) fn sees(&mut self, game: usize) {
        let table = &self.tables[game];
        let [Some(one), Some(other)] = table.seats else { return };
        for (me, them) in [(one, other), (other, one)] {
            let Who::Person(person) = me.who else { continue };
            let met_at = me.came_at.max(them.came_at);
            let both_at = me.responded_at.max(them.responded_at);
            let minutes = |from: i64, to: i64| in_minutes(to - from);
            // Responses that were there before are simply there.
            let responses = minutes(met_at, them.responded_at).max(0.0);
            self.seen.push(Seen {
                person,
                interview: me.interview,
                machine: them.who == Who::Machine,
                met_at: in_minutes(met_at),
                since_asked: minutes(me.asked_at, met_at),
                responses,
                guess: minutes(both_at, them.guessed_at),
                my_responses: minutes(met_at, me.responded_at),
                my_guess: minutes(both_at, me.guessed_at),
                left: f64::from(table.left - me.left_before),
                ended_at: in_minutes(self.now),
            });
        }
    }

    /// What was seen, with the other game of the same interview beside it.
    pub(super) fn sightings(&self) -> Vec<Sighting> {
        let mut seen: Vec<&Seen> = self.seen.iter().collect();
        seen.sort_by_key(|it| (it.person, it.interview));
        let interviews = seen
            .chunk_by(|one, other| (one.person, one.interview) == (other.person, other.interview));
        interviews.flat_map(|games| games.iter().map(|game| game.beside(games))).collect()
    }
}
