//! Meetings: an interview waits for the next one, and nobody needs to be there at the same time.
//!
//! Machines must not take people's places, and waits must not tell what has come. So a machine comes
//! only where a person does: of all meetings of two people, some are drawn in which the two do not
//! play each other. Instead each of them is given a machine, at that moment. Nothing that happens
//! before the moves of a partner depends on the draw. What machines take of people's games is made
//! up for: each interview is played in several games.
//!
//! An instance may instead have machines *fill in*: they come to everybody who waits, by the rules
//! of [`crate::arrival`].

use crate::game::{Duty, View};
use crate::rng::Chance;

/// The games in which an interview is played.
pub const GAMES_PER_INTERVIEW: usize = 2;
/// The most that an instance may have.
pub const MOST_GAMES_PER_INTERVIEW: usize = 5;

/// Somebody who waits and was not at a page for so long is away.
pub const AWAY_MS: i64 = 150_000;

/// Draws if two people who meet are each given a machine.
pub fn is_with_machines(chance: &mut Chance, machine_percent: usize) -> bool {
    chance.below(100) < machine_percent
}

/// The name under which people's times for a move are kept. Those who have waited for a partner may
/// be away when one comes, and take far longer than those who come to them. A machine takes the times
/// of the person whose place it has. Where machines fill in, both are there.
pub fn times(duty: Duty, waited: bool, fill_in: bool) -> &'static str {
    match duty {
        Duty::Ask => "interview",
        Duty::Answer if waited && !fill_in => "response_waited",
        Duty::Guess if waited && !fill_in => "guess_waited",
        Duty::Answer => "response",
        Duty::Guess => "guess",
    }
}

/// Returns true if a machine that has lost its partner leaves as well. Where machines fill in, it waits
/// for another as a person does, unless its next partner is drawn to be a machine: so a player who
/// takes a seat that was left meets no more machines than one who opens a game. Elsewhere it would
/// be met by people only in the place of other people.
pub fn machine_leaves(chance: &mut Chance, fill_in: bool, machine_percent: usize) -> bool {
    !fill_in || chance.below(100) < machine_percent
}

/// The interview of a player who is about to lose their seat and has not responded: if they can be
/// told when there is a partner, it is sent to somebody else.
pub fn unused_interview(view: View, can_be_told: bool) -> Option<Vec<String>> {
    let is_unused = can_be_told && !view.inherited && view.my_answers.is_none();
    view.my_questions.filter(|_| is_unused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Move, Rules, Seat};

    #[test]
    fn as_many_meetings_are_with_machines_as_the_instance_has_it() {
        let mut chance = Chance::from_seed(1);
        let mut drawn =
            |percent| (0..1_000).filter(|_| is_with_machines(&mut chance, percent)).count();
        assert!((110..190).contains(&drawn(15)));
        assert_eq!((drawn(0), drawn(100)), (0, 1_000));
    }

    #[test]
    fn times_of_those_who_waited_are_kept_apart() {
        assert_eq!(times(Duty::Answer, true, false), "response_waited");
        assert_eq!(times(Duty::Answer, false, false), times(Duty::Answer, true, true));
        assert_eq!(times(Duty::Ask, true, false), "interview");
    }

    #[test]
    fn a_machine_stays_after_its_partner_only_where_machines_fill_in() {
        let mut chance = Chance::from_seed(3);
        let mut left =
            |fill_in| (0..100).filter(|_| machine_leaves(&mut chance, fill_in, 15)).count();
        assert_eq!(left(false), 100);
        assert!((5..30).contains(&left(true)));
    }

    #[test]
    fn an_interview_goes_on_waiting_unless_it_was_responded_to() {
        let asked = || Some(vec!["text".to_owned()]);
        let game = Game::new(Rules { questions: 1, max_chars: 9 });
        let game = game.play(Seat::A, &Move::Ask(asked().unwrap())).unwrap();
        let view = || game.view(Seat::A);
        assert_eq!(unused_interview(view(), true), asked());
        assert_eq!(unused_interview(view(), false), None, "nobody could tell them");
        let responded = View { my_answers: asked(), ..view() };
        assert_eq!(unused_interview(responded, true), None);
        assert_eq!(unused_interview(View { inherited: true, ..view() }, true), None);
    }
}
