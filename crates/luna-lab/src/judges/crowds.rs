//! Coverage of the calibrated rating's interval in crowds of judges as people are.

mod report;

use luna_core::rng::Chance;
use luna_learn::calibrated::{Guess, calibrate};

use super::people::{Care, Habits, People, careless};
use super::{Size, each_trial, indicator};
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;
use crate::trials::{Estimate, estimate, ratio};

/// Numbers of guesses about each player, and by each judge.
pub const GUESSES: [u32; 4] = [3, 6, 10, 20];
const NOISES: [(f64, f64); 4] = [(10.0, 14.0), (14.0, 20.0), (20.0, 28.0), (10.0, 28.0)];
/// Standard deviations of offset and slope.
const HABITS: [(f64, f64); 2] = [(5.0, 0.1), (12.0, 0.25)];
/// Percentages of careless judges.
const CARELESS: [u32; 4] = [0, 10, 20, 30];
const KINDS: &[Care] = &[Care::Random, Care::Constant, Care::HalfHearted];

/// A crowd by its three factors.
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    pub habits: Habits,
    /// Percentage of judges who are random, constant or half-hearted.
    pub careless: u32,
}

/// Over all players and worlds, at one of [`GUESSES`].
#[derive(Clone, Copy, Debug)]
pub struct Metrics {
    /// The share of the calibrated intervals that hold the crowd's opinion.
    pub held: Proportion,
    /// Mean L1 error of the calibrated rating, and in parts of the plain mean's.
    pub error: Estimate,
    pub ratio: Estimate,
    /// Mean width of the intervals.
    pub width: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    held: f64,
    error: f64,
    plain: f64,
    width: f64,
    count: f64,
}

/// All crowds of the table.
pub fn all() -> Vec<Crowd> {
    let crowd = |noise, (offset, slope), careless| Crowd {
        habits: Habits { noise, offset, slope },
        careless,
    };
    NOISES
        .iter()
        .flat_map(|&noise| {
            HABITS
                .iter()
                .flat_map(move |&habits| CARELESS.map(|careless| crowd(noise, habits, careless)))
        })
        .collect()
}

pub fn measure(crowd: &Crowd, size: Size, seed: u64) -> [Metrics; GUESSES.len()] {
    let trials = each_trial(size, |trial| one(crowd, size, seed, trial));
    std::array::from_fn(|look| {
        let own = || trials.iter().map(move |trial| trial[look]);
        let pairs = |of: fn(Sums) -> (f64, f64)| own().map(of).collect::<Vec<_>>();
        Metrics {
            held: Proportion::over(&pairs(|sums| (sums.held, sums.count))),
            error: estimate(own().map(|sums| sums.error / sums.count)),
            ratio: ratio(own().map(|sums| (sums.error, sums.plain))),
            width: ratio(own().map(|sums| (sums.width, sums.count))).value,
        }
    })
}

fn one(crowd: &Crowd, size: Size, seed: u64, trial: u32) -> [Sums; GUESSES.len()] {
    let words = [format!("crowds {crowd:?}"), seed.to_string(), trial.to_string()];
    let mut chance = Chance::from_words(&words.each_ref().map(String::as_str));
    let levels: Vec<f64> = (0..size.players).map(|_| 5.0 + 90.0 * chance.unit()).collect();
    let care = careless(size.players, f64::from(crowd.careless) / 100.0, KINDS);
    let mut people = People::new(&crowd.habits, care, chance);
    let mut guesses: Vec<Guess> = Vec::new();
    let mut rounds = 0;
    GUESSES.map(|look| {
        while rounds < look {
            people.meet(&levels, &mut guesses);
            rounds += 1;
        }
        compare(crowd, &levels, &guesses)
    })
}

fn compare(crowd: &Crowd, levels: &[f64], guesses: &[Guess]) -> Sums {
    let mut plain = vec![(0.0, 0.0); levels.len()];
    for guess in guesses {
        let of = usize::try_from(guess.player).ok().and_then(|at| plain.get_mut(at));
        if let Some((sum, count)) = of {
            (*sum, *count) = (*sum + guess.points, *count + 1.0);
        }
    }
    let mut sums = Sums::default();
    let rated = calibrate(guesses.to_vec()).players.into_iter().zip(plain).zip(levels);
    for ((found, (sum, count)), &level) in rated {
        let Some(found) = found else { continue };
        let truth = crowd.habits.opinion(level);
        sums.held += indicator((found.low..=found.high).contains(&truth));
        sums.error += (found.rating - truth).abs();
        sums.plain += (sum / count - truth).abs();
        sums.width += found.high - found.low;
        sums.count += 1.0;
    }
    sums
}

pub(super) fn part(size: Size, seed: u64, tell: &dyn Fn()) -> ReportSection {
    let row = |crowd: Crowd| {
        let found = measure(&crowd, size, seed);
        tell();
        (crowd, found)
    };
    let rows: Vec<(Crowd, [Metrics; GUESSES.len()])> = all().into_iter().map(row).collect();
    report::part(&rows, size)
}
