//! How much play ratings need to reach an equilibrium (section 6.5): the number of players and the
//! number of games of each are doubled in turn. Ratings are in equilibrium when more play no longer
//! moves them.

mod report;

use luna_learn::float;

use super::{Size, each_trial, measured};
use crate::section::ReportSection;
use crate::trials::{Estimate, estimate};
use crate::world::interpretation::{Draw, Interpretation};
use crate::world::strategy::{Crowd, Strategy};
use crate::world::{Settings, World};

/// Numbers of players.
const PLAYERS: [u32; 6] = [25, 50, 100, 200, 400, 800];
/// The games that each plays on average, at which ratings are compared with those of the end.
const GAMES: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
/// The games at the end.
const END: u32 = 500;

/// The deviation of a guess about the same player, as on a live site.
const NOISE: f64 = 15.0;
/// In equilibrium, ratings are at most so far from the end, in points.
const NEAR: f64 = 3.0;

/// Those who know the scale of ratings from the start, and those who learn it from the ratings that
/// they see.
const CROWDS: [Strategy; 2] = [Strategy::Honest, Strategy::Learning];

/// Over the rated players and all trials, after so many games of each.
#[derive(Clone, Copy, Debug)]
struct Metrics {
    /// The mean distance of a rating from that of the end.
    distance: Estimate,
    /// The mean error.
    error: Estimate,
    /// The share of the players who are rated, in percent.
    rated: Estimate,
}

#[derive(Clone, Copy, Debug)]
struct Plan {
    crowd: Strategy,
    players: u32,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    plan: Plan,
    trials: u32,
    found: [Metrics; GAMES.len()],
}

/// The same in one trial.
type Trial = [[f64; 3]; GAMES.len()];

fn measure(plan: Plan, size: Size, seed: u64) -> Row {
    let trials = each_trial(size, |trial| one(plan, seed, trial));
    let found = std::array::from_fn(|nth| {
        let of = |number: usize| estimate(trials.iter().map(|trial| trial[nth][number]));
        Metrics { distance: of(0), error: of(1), rated: of(2) }
    });
    Row { plan, trials: size.trials, found }
}

fn one(Plan { crowd, players }: Plan, seed: u64, trial: u32) -> Trial {
    let steps = |games: u32| games * players / 2;
    let settings = Settings {
        players: usize::try_from(players).unwrap_or(usize::MAX),
        steps: steps(END),
        crowd: Crowd::all(crowd),
        reading: Interpretation { noise: NOISE, draw: Draw::Guess, ..Interpretation::literal() },
        seed,
        name: format!("equilibrium {} {players}", crowd.name()),
    };
    let mut world = World::new(&settings, trial);
    let mut step = 0;
    let mut play = |to: u32| {
        (step..to).for_each(|_| world.step());
        step = to;
        (world.ratings(), world.errors().mean)
    };
    let looks = GAMES.map(|games| play(steps(games)));
    let (end, _) = play(steps(END));
    looks.map(|(ratings, error)| {
        let off = ratings.iter().zip(&end).filter_map(|(now, end)| Some(((*now)? - (*end)?).abs()));
        let (sum, count) = off.fold((0.0, 0.0), |(sum, count), off| (sum + off, count + 1.0));
        [sum / count, error, 100.0 * count / float(settings.players)]
    })
}

/// The number of worlds that a run simulates.
pub(super) fn crowds() -> usize {
    CROWDS.len() * PLAYERS.len()
}

pub(super) fn part(size: Size, seed: u64, tell: &dyn Fn()) -> ReportSection {
    let all = CROWDS.iter();
    let plans: Vec<Plan> =
        all.flat_map(|&crowd| PLAYERS.map(|players| Plan { crowd, players })).collect();
    report::part(&measured(&plans, (size, seed), measure, &report::checks, tell), size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Verdict;
    use crate::judges::test_size;

    #[test]
    fn games_bring_ratings_near_the_end_and_players_hardly_do() {
        for crowd in CROWDS {
            let of = |players| measure(Plan { crowd, players }, test_size(10), 2).found;
            let (few, many) = (of(25), of(100));
            let distances = few.map(|found| found.distance.value);
            assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
            assert!(distances[0] > 3.0 * distances[6], "{distances:?}");
            let gain = few[2].distance.value - many[2].distance.value;
            assert!(gain.abs() < 0.2 * few[2].distance.value, "{few:?} {many:?}");
            assert!(few[0].rated.value < 80.0 && few[6].rated.value > 99.0, "{few:?}");
        }
    }

    #[test]
    fn players_who_know_no_scale_are_further_off_at_first() {
        let [honest, learning] =
            CROWDS.map(|crowd| measure(Plan { crowd, players: 50 }, test_size(10), 2).found);
        let off = learning[0].error.value / honest[0].error.value;
        assert!(off > 1.1, "{learning:?} {honest:?}");
        assert!(learning[6].error.value < 0.5 * learning[0].error.value, "{learning:?}");
    }

    #[test]
    fn the_report_says_how_many_games_are_enough() {
        let part = part(test_size(3), 1, &|| ());
        let rows = CROWDS.len() * PLAYERS.len() * GAMES.len();
        assert_eq!((part.table.rows.len(), part.charts.len()), (rows, 2));
        assert!(part.table.rows.iter().all(|row| row.len() == part.table.headers.len()));
        assert!(part.about.contains("games are enough"), "{}", part.about);
        let against = |it: &&crate::claims::Check| it.verdict() == Verdict::Contradicted;
        assert_eq!(part.checks.iter().find(against), None);
    }
}
