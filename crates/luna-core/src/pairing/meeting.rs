//! Meetings: an interview waits for the next one, and nobody needs to be there at the same time.
//!
//! Machines must not take people's places, and waits must not tell what has come. So a machine comes
//! only where a person does: of all meetings of two people, some are drawn in which the two do not
//! play each other. Instead each of them is given a machine, at that moment. Nothing that happens
//! before the moves of a partner depends on the draw. What machines take of people's games is made
//! up for: each interview is played in several games.
//!
//! An instance may instead have machines *fill in*: they come to everybody who waits, by the rules
//! of [`crate::machine::arrival`].

use crate::game::{Duty, Game, View};
use crate::rng::Chance;

/// The games in which an interview is played.
pub const GAMES_PER_INTERVIEW: usize = 2;
/// The most that an instance may have.
pub const MOST_GAMES_PER_INTERVIEW: usize = 5;

/// Draws the number of games in which an interview is played. Some get one more, whether or not a
/// machine comes, so that machines take none from people. Not every such game meets somebody, so it
/// is five for three that machines take.
pub fn games_of_interview(chance: &mut Chance, games: usize, machine_percent: usize) -> usize {
    games + usize::from(chance.below(300) < 5 * games * machine_percent)
}

/// Somebody who waits and was not at a page for so long is away.
pub const AWAY_MS: i64 = 150_000;

/// Draws if two people who meet are each given a machine.
pub fn is_with_machines(chance: &mut Chance, machine_percent: usize) -> bool {
    chance.below(100) < machine_percent
}

/// How long somebody has done nothing when a move becomes theirs. The longer, the more of them have
/// gone, for a while or for good. A machine has the absence of the person whose part it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Idle {
    /// Nearly all are at the page.
    Minutes,
    Hour,
    Hours,
}

impl Idle {
    /// Where machines fill in, both are there.
    pub fn of(idle_ms: i64, fill_in: bool) -> Idle {
        const MINUTE_MS: i64 = 60_000;
        match idle_ms {
            _ if fill_in => Idle::Minutes,
            _ if idle_ms <= 15 * MINUTE_MS => Idle::Minutes,
            _ if idle_ms <= 120 * MINUTE_MS => Idle::Hour,
            _ => Idle::Hours,
        }
    }

    /// The name under which people's times for a move are kept.
    pub fn times(self, duty: Duty) -> &'static str {
        match (duty, self) {
            (Duty::Ask, _) => "interview",
            (Duty::Answer, Idle::Minutes) => "response",
            (Duty::Answer, Idle::Hour) => "response_hour",
            (Duty::Answer, Idle::Hours) => "response_hours",
            (Duty::Guess, Idle::Minutes) => "guess",
            (Duty::Guess, Idle::Hour) => "guess_hour",
            (Duty::Guess, Idle::Hours) => "guess_hours",
        }
    }

    /// Until enough is known of people: of how many in a hundred the move never comes, and how many
    /// times as long it takes. As in the simulation of attendance.
    pub fn usual(self) -> (usize, i64) {
        match self {
            Idle::Minutes => (10, 1),
            Idle::Hour => (65, 10),
            Idle::Hours => (95, 150),
        }
    }
}

/// Returns true if a machine that has lost its partner leaves as well. Where machines fill in, it waits
/// for another as a person does, unless its next partner is drawn to be a machine: so a player who
/// takes a seat that was left meets no more machines than one who opens a game. Elsewhere it stays
/// if it has responded, for somebody who would take over the questions of a person who has gone.
pub fn machine_leaves(
    chance: &mut Chance,
    game: &Game,
    fill_in: bool,
    machine_percent: usize,
) -> bool {
    if fill_in { chance.below(100) < machine_percent } else { !game.vacancy_has_questions() }
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
    use crate::game::{Move, Rules, Seat};

    #[test]
    fn as_many_meetings_are_with_machines_as_the_instance_has_it() {
        let mut chance = Chance::from_seed(1);
        let mut drawn =
            |percent| (0..1_000).filter(|_| is_with_machines(&mut chance, percent)).count();
        assert!((110..190).contains(&drawn(15)));
        assert_eq!((drawn(0), drawn(100)), (0, 1_000));
    }

    #[test]
    fn what_machines_take_is_made_up_for() {
        let mut chance = Chance::from_seed(2);
        let mut mean = |games, percent| {
            let all = (0..1_000).map(|_| games_of_interview(&mut chance, games, percent));
            all.sum::<usize>()
        };
        assert!((2_450..2_550).contains(&mean(2, 15)));
        assert_eq!((mean(2, 0), mean(1, 0), mean(1, 100)), (2_000, 1_000, 2_000));
    }

    #[test]
    fn times_of_those_who_may_have_gone_are_kept_apart() {
        let after = |minutes: i64| Idle::of(minutes * 60_000, false).times(Duty::Answer);
        assert_eq!(
            [0, 15, 16, 120].map(after),
            ["response", "response", "response_hour", "response_hour"]
        );
        assert_eq!((after(121), after(10_000)), ("response_hours", "response_hours"));
        assert_eq!(Idle::of(10_000_000, true), Idle::Minutes, "both are there");
        assert_eq!(Idle::Hours.times(Duty::Ask), "interview");
    }

    /// A game whose player has lost a partner, before or after their responses.
    fn left(responded: bool) -> Game {
        let texts = || vec!["text".to_owned()];
        let game = Game::new(Rules { questions: 1, max_chars: 9 });
        let moves = [
            (Seat::A, Move::Ask(texts())),
            (Seat::B, Move::Join),
            (Seat::B, Move::Ask(texts())),
            (Seat::A, Move::Answer(texts())),
            (Seat::B, Move::Leave),
        ];
        let made = moves.iter().filter(|(_, mv)| responded || !matches!(mv, Move::Answer(_)));
        made.fold(game, |game, (by, mv)| game.play(*by, mv).unwrap())
    }

    #[test]
    fn a_machine_that_has_lost_its_partner_stays_for_who_would_take_over_questions() {
        let mut chance = Chance::from_seed(3);
        let mut leaves = |responded, fill_in| {
            let game = left(responded);
            (0..100).filter(|_| machine_leaves(&mut chance, &game, fill_in, 15)).count()
        };
        assert_eq!((leaves(false, false), leaves(true, false)), (100, 0));
        assert!((5..30).contains(&leaves(true, true)), "as many as are drawn");
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
