//! Derived ratings, computed from all guesses. Deterministic: the same guesses give the same
//! ratings.

mod games;
mod guess_log;

use luna_core::interval;
use luna_learn::adaptive::{self, Population};
use luna_learn::calibrated::{Calibrated, Observation, calibrate};
use luna_learn::equal_length::LengthEffect;
use luna_learn::quantile::{median, trimmed_mean};
use luna_store::rating::derived::{GameRatings, GuessRatings, Judge, PlayerRatings};

pub(super) use self::guess_log::GuessLog;
use self::guess_log::index;
use super::judge_accuracy::{self, OPINIONS};

/// The share that is trimmed at each end.
const TRIMMED: f64 = 0.2;

/// The derived ratings of all players. Those of one are put together when they are asked for: a
/// judge's accuracy alone takes more memory than all of the judge's guesses.
pub(super) struct Ratings {
    log: GuessLog,
    middles: Vec<Option<Middles>>,
    games: Vec<Option<GameRatings>>,
    calibrated: Calibrated,
    length: Option<LengthEffect>,
    adaptive: Vec<Option<adaptive::Rating>>,
    /// The noise of the median judge.
    usual_noise: f64,
    /// The variance of guesses within players.
    pub(super) usual: f64,
}

/// The middles of the guesses of a player.
#[derive(Clone, Copy)]
struct Middles {
    mean: f64,
    guesses: f64,
    median: f64,
    trimmed: f64,
}

impl Ratings {
    /// Each part is computed when the memory of the one before is free again.
    pub(super) fn new(mut log: GuessLog) -> Ratings {
        let (middles, usual) = middles(&log);
        let length = LengthEffect::of(&log.take_long());
        let games = games::count(&mut log);
        let calibrated = calibrate(log.counting());
        let noise: Vec<f64> = calibrated.judges.iter().flatten().map(|it| it.noise).collect();
        let usual_noise = median(&noise).unwrap_or(1.0);
        let judges = &calibrated.judges;
        let noise = |judge| judges.get(index(judge)).copied().flatten().map(|it| it.noise);
        let adaptive = adaptive(&log.timed(|judge| noise(judge).unwrap_or(usual_noise)));
        log.games = Vec::new();
        Ratings { log, middles, games, calibrated, length, adaptive, usual_noise, usual }
    }

    /// All players with guesses, by id.
    pub(super) fn players(&self) -> impl Iterator<Item = (String, PlayerRatings)> {
        self.log.numbers.iter().map(|(id, &number)| (id.clone(), self.of(number)))
    }

    pub(super) fn knows(&self, id: &str) -> bool {
        self.log.numbers.contains_key(id)
    }

    fn of(&self, number: u32) -> PlayerRatings {
        PlayerRatings {
            guesses: self.of_guesses(number),
            games: self.games.get(index(number)).copied().flatten(),
            judge: self.judge(number),
        }
    }

    fn of_guesses(&self, number: u32) -> Option<GuessRatings> {
        let level = self.calibrated.players.get(index(number)).copied().flatten()?;
        let middles = self.middles.get(index(number)).copied().flatten()?;
        let Middles { median, trimmed, .. } = middles;
        let late = self.adaptive.get(index(number)).copied().flatten();
        let (even, ends) = self.at_equal_length(number, middles).unzip();
        let (even_low, even_high) = ends.unzip();
        Some(GuessRatings {
            adaptive: late.map(|it| it.level),
            adaptive_low: late.map(|it| it.low),
            adaptive_high: late.map(|it| it.high),
            even,
            even_low,
            even_high,
            judges: whole(level.judges),
            calibrated: level.rating,
            low: level.low,
            high: level.high,
            median,
            trimmed,
        })
    }

    /// The mean of the guesses without what is due to length, and its 95 % interval.
    fn at_equal_length(&self, number: u32, middles: Middles) -> Option<(f64, (f64, f64))> {
        let (due, half) = self.length.as_ref()?.due_to_length(number)?;
        let of_mean = 1.96 * (self.usual / middles.guesses).sqrt();
        let (even, half) = ((middles.mean - due).clamp(0.0, 100.0), of_mean.hypot(half));
        Some((even, ((even - half).max(0.0), (even + half).min(100.0))))
    }

    fn judge(&self, number: u32) -> Option<Judge> {
        let judge = self.calibrated.judges.get(index(number)).copied().flatten()?;
        let is_settled = |one: &Observation| {
            let level = self.calibrated.players.get(index(one.player)).copied().flatten();
            level.is_some_and(|level| level.judges >= OPINIONS)
        };
        let is_machine = |player: u32| self.log.machines.get(index(player)) == Some(&true);
        let settled: Vec<(Observation, bool)> = (self.calibrated.observations(number))
            .filter(is_settled)
            .map(|one| (one, is_machine(one.player)))
            .collect();
        Some(Judge {
            players: whole(judge.players),
            shift: judge.offset,
            scale: judge.scale,
            weight: judge.weight,
            settled: whole(settled.len()),
            mark: judge_accuracy::of(&settled),
            scatter: judge.noise / self.usual_noise,
        })
    }
}

/// The level of each player at the time of the last guess.
fn adaptive(players: &[Vec<adaptive::Guess>]) -> Vec<Option<adaptive::Rating>> {
    let population = Population::fit(players);
    let of = |own: &Vec<adaptive::Guess>| {
        let last = own.iter().map(|guess| guess.time_ms).max()?;
        adaptive::rating(own, last, &population)
    };
    players.iter().map(of).collect()
}

/// The middles of the guesses of each player, and the variance of guesses within players.
fn middles(log: &GuessLog) -> (Vec<Option<Middles>>, f64) {
    let mut guesses = log.counting();
    guesses.sort_unstable_by(|one, other| {
        one.player.cmp(&other.player).then(one.points.total_cmp(&other.points))
    });
    let mut middles = vec![None; log.numbers.len()];
    let (mut left, mut free) = (0.0, 0.0);
    for own in guesses.chunk_by(|one, other| one.player == other.player) {
        let all: Vec<f64> = own.iter().map(|guess| guess.points).collect();
        let count = f64::from(u32::try_from(all.len()).unwrap_or(u32::MAX));
        let mean = all.iter().sum::<f64>() / count;
        left += all.iter().map(|points| (points - mean).powi(2)).sum::<f64>();
        free += count - 1.0;
        let place = own.first().and_then(|guess| middles.get_mut(index(guess.player)));
        let found = median(&all).zip(trimmed_mean(&all, TRIMMED));
        if let Some(place) = place {
            *place =
                found.map(|(median, trimmed)| Middles { mean, guesses: count, median, trimmed });
        }
    }
    (middles, interval::usual(left, free))
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
