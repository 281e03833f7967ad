//! What a strategy costs, by the theory of section 3.2.2 and in simulated worlds: one player in N who
//! guesses 0 takes 1/N from the mean rating, and K of them take K/N from every rating.

mod report;

use super::{Size, each_trial, measured};
use crate::section::ReportSection;
use crate::trials::{Estimate, estimate, ratio};
use crate::world::interpretation::Interpretation;
use crate::world::strategy::Crowd;
use crate::world::{Guess, Settings, World};

/// A world of so many players, where some always guess 0.
#[derive(Clone, Copy, Debug)]
struct Plan {
    players: u32,
    minimum: u32,
}

/// The games that each player plays on average, so many that chance does not matter.
const GAMES: u32 = 200;

/// Numbers of players, where one guesses 0.
const PLAYERS: [u32; 10] = [5, 10, 15, 20, 30, 50, 75, 100, 300, 1000];
/// The number of players, and how many of them guess 0.
const OF: u32 = 100;
const MINIMUM: [u32; 10] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/// What the players who guess 0 change. The same players meet in the same order in a world where
/// they are honest.
#[derive(Clone, Copy, Debug)]
struct Row {
    players: u32,
    minimum: u32,
    trials: u32,
    /// The sum of all ratings, divided by that of the honest world.
    left: Estimate,
    /// The mean error of all ratings.
    error: Estimate,
    /// The games won by the first player who guesses 0, of those that one of the two wins, in percent,
    /// and by the same player if honest.
    won: Estimate,
    won_honestly: Estimate,
}

impl Row {
    /// What is lost by the theory, in parts of all: K/N.
    fn theory(&self) -> f64 {
        f64::from(self.minimum) / f64::from(self.players)
    }

    fn lost(&self) -> Estimate {
        Estimate { value: 1.0 - self.left.value, error: self.left.error }
    }
}

/// One trial: the sums of ratings with and without the strategy, the mean error, and the games won.
struct Trial {
    ratings: (f64, f64),
    error: f64,
    won: (f64, f64),
    won_honestly: (f64, f64),
}

fn measure(plan: Plan, size: Size, seed: u64) -> Row {
    let Plan { players, minimum } = plan;
    let trials = each_trial(size, |trial| one(plan, seed, trial));
    let share = |of: fn(&Trial) -> (f64, f64)| {
        let Estimate { value, error } = ratio(trials.iter().map(of));
        Estimate { value: 100.0 * value, error: 100.0 * error }
    };
    Row {
        players,
        minimum,
        trials: size.trials,
        left: ratio(trials.iter().map(|trial| trial.ratings)),
        error: estimate(trials.iter().map(|trial| trial.error)),
        won: share(|trial| trial.won),
        won_honestly: share(|trial| trial.won_honestly),
    }
}

fn one(Plan { players, minimum }: Plan, seed: u64, trial: u32) -> Trial {
    let settings = |minimum: u32| {
        let crowd = format!("minimum={minimum},honest={}", players - minimum);
        Settings {
            players: usize::try_from(players).unwrap_or(usize::MAX),
            steps: GAMES * players / 2,
            crowd: Crowd::parse(&crowd).unwrap_or(Crowd::all(crate::Strategy::Honest)),
            reading: Interpretation::literal(),
            seed,
            // The same random numbers with and without the strategy.
            name: format!("theory {players}"),
        }
    };
    let play = |minimum: u32| {
        let settings = settings(minimum);
        let mut world = World::new(&settings, trial);
        let log = world.log(settings.steps);
        let sum: f64 = world.ratings().into_iter().flatten().sum();
        (sum, world.errors().mean, won(&log, settings.players))
    };
    let (with, without) = (play(minimum), play(0));
    Trial { ratings: (with.0, without.0), error: with.1, won: with.2, won_honestly: without.2 }
}

/// The games that the first player wins, and those that either wins: the guess closer to the other's
/// rating before the game wins, as in the rules of the game. Nobody wins without both ratings.
fn won(log: &[Guess], players: usize) -> (f64, f64) {
    let mut ratings = vec![(0.0, 0_u32); players];
    let (mut won, mut decided) = (0.0, 0.0);
    for game in log.chunk_by(|one, other| one.step == other.step) {
        let off = |guess: &Guess| {
            let (rating, count) = usize::try_from(guess.of).ok().and_then(|at| ratings.get(at))?;
            (*count > 0).then(|| (guess.points - rating).abs())
        };
        let own = game.iter().find(|guess| guess.judge == 0);
        let other = game.iter().find(|guess| guess.of == 0);
        if let Some((own, other)) = own.and_then(off).zip(other.and_then(off)) {
            won += f64::from(u8::from(own < other));
            decided += f64::from(u8::from(own < other || other < own));
        }
        for guess in game {
            let of = usize::try_from(guess.of).ok().and_then(|at| ratings.get_mut(at));
            if let Some((rating, count)) = of {
                *count += 1;
                *rating += (guess.points - *rating) / f64::from(*count);
            }
        }
    }
    (won, decided)
}

/// The number of worlds that a run simulates.
pub(super) fn crowds() -> usize {
    PLAYERS.len() + MINIMUM.len()
}

pub(super) fn part(size: Size, seed: u64, tell: &dyn Fn()) -> ReportSection {
    let one = PLAYERS.map(|players| Plan { players, minimum: 1 });
    let some = MINIMUM.map(|minimum| Plan { players: OF, minimum });
    let plans = [one, some].concat();
    report::part(&measured(&plans, (size, seed), measure, &report::checks, tell), size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judges::test_size;

    #[test]
    fn one_of_n_takes_an_nth_and_loses_nearly_every_game() {
        for players in [10, 40] {
            let row = measure(Plan { players, minimum: 1 }, test_size(20), 3);
            let off = row.lost().value / row.theory() - 1.0;
            assert!(off.abs() < 0.1, "{row:?}");
            assert!(row.won.value < 15.0 && row.won_honestly.value > 40.0, "{row:?}");
        }
    }

    #[test]
    fn half_of_all_halve_the_ratings_and_all_leave_nothing() {
        let half = measure(Plan { players: 60, minimum: 30 }, test_size(10), 3);
        assert!((half.left.value - 0.5).abs() < 0.03, "{half:?}");
        assert!((half.error.value - 25.0).abs() < 2.5, "{half:?}");
        let all = measure(Plan { players: 60, minimum: 60 }, test_size(2), 3);
        assert!(all.left.value.abs() < 1e-12, "{all:?}");
    }

    #[test]
    fn a_game_is_won_by_the_guess_closer_to_a_rating_that_was_there_before() {
        let guess = |judge, of, points, step| Guess { judge, of, points, step };
        let first = [guess(0, 1, 50.0, 0), guess(1, 0, 50.0, 0)];
        assert_eq!(won(&first, 2), (0.0, 0.0), "nobody was rated");
        let closer = [guess(0, 1, 51.0, 1), guess(1, 0, 60.0, 1)];
        assert_eq!(won(&[first, closer].concat(), 2), (1.0, 1.0));
        let tie = [guess(0, 1, 40.0, 1), guess(1, 0, 60.0, 1)];
        assert_eq!(won(&[first, tie].concat(), 2), (0.0, 0.0));
        let further = [guess(0, 1, 0.0, 1), guess(1, 0, 60.0, 1)];
        assert_eq!(won(&[first, further].concat(), 2), (0.0, 1.0));
    }

    #[test]
    fn the_report_has_the_theory_beside_every_number() {
        let part = part(test_size(4), 1, &|| ());
        assert_eq!((part.table.rows.len(), part.checks.len(), part.charts.len()), (20, 4, 2));
        for row in &part.table.rows {
            assert_eq!(row.len(), part.table.headers.len());
        }
        assert_eq!(part.table.rows[1][3], "10", "one of ten, in percent");
        assert!(part.charts.iter().all(|chart| chart.svg().contains("the theory")));
    }
}
