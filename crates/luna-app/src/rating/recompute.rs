//! Derived ratings, computed from all guesses. Deterministic: the same guesses give the same
//! ratings.

mod games;

use std::collections::BTreeMap;

use luna_core::interval;
use luna_core::rating::Points;
use luna_learn::calibrated::{Calibrated, Guess, Observation, calibrate};
use luna_learn::quantile::{median, trimmed_mean};
use luna_store::rating::derived::{GuessRatings, Judge, PlayerRatings, RatedGuess, Recount};

use super::judge_accuracy::{self, OPINIONS};

/// The share that is trimmed at each end.
const TRIMMED: f64 = 0.2;

/// Guesses as they are read, players counted from 0.
#[derive(Default)]
pub(super) struct Counting {
    numbers: BTreeMap<String, u32>,
    machines: Vec<bool>,
    told: Vec<TimedGuess>,
    /// The game of the last guess.
    game: String,
    games: u32,
}

/// A guess, and when it became known.
#[derive(Clone, Copy)]
struct TimedGuess {
    at: i64,
    game: u32,
    by: u32,
    of: u32,
    points: Points,
    counts: bool,
}

impl Counting {
    /// Takes the next guess, in the order of games.
    pub(super) fn add(&mut self, guessed: RatedGuess) {
        let (by, of) = (self.number(&guessed.by), self.number(&guessed.of));
        if let Some(machine) = self.machines.get_mut(index(of)) {
            *machine = guessed.machine;
        }
        if self.game != guessed.game_id {
            self.games += 1;
            self.game = guessed.game_id;
        }
        let RatedGuess { at, points, counts, .. } = guessed;
        self.told.push(TimedGuess { at, game: self.games, by, of, points, counts });
    }

    fn number(&mut self, id: &str) -> u32 {
        if let Some(&number) = self.numbers.get(id) {
            return number;
        }
        let number = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(id.to_owned(), number);
        self.machines.push(false);
        number
    }

    pub(super) fn finish(self) -> Recount {
        let counting = self.told.iter().filter(|told| told.counts);
        let guesses: Vec<Guess> = counting
            .map(|told| Guess { judge: told.by, player: told.of, points: points(told.points) })
            .collect();
        let calibrated = calibrate(&guesses);
        let mut counted = vec![PlayerRatings::default(); self.numbers.len()];
        count_judges(&mut counted, &calibrated, &self.machines);
        let usual = count_guesses(&mut counted, &guesses, &calibrated);
        drop((guesses, calibrated));
        games::count(&mut counted, self.told);
        let mut take = |(id, number)| Some((id, std::mem::take(counted.get_mut(index(number))?)));
        let players = self.numbers.into_iter().filter_map(&mut take).collect();
        Recount { players, usual }
    }
}

fn count_judges(counted: &mut [PlayerRatings], calibrated: &Calibrated, machines: &[bool]) {
    let mut observations = calibrated.observations.chunk_by(|a, b| a.judge == b.judge);
    for (counted, judge) in counted.iter_mut().zip(&calibrated.judges) {
        // Observations come in the order of the judges who made them.
        let Some((judge, observations)) =
            judge.as_ref().zip(judge.and_then(|_| observations.next()))
        else {
            continue;
        };
        let settled: Vec<(&Observation, bool)> = observations
            .iter()
            .filter(|one| {
                let level = calibrated.players.get(index(one.player)).copied().flatten();
                level.is_some_and(|level| level.judges >= OPINIONS)
            })
            .map(|one| (one, machines.get(index(one.player)) == Some(&true)))
            .collect();
        counted.judge = Some(Judge {
            players: whole(judge.players),
            shift: judge.offset,
            scale: judge.scale,
            weight: judge.weight,
            settled: whole(settled.len()),
            mark: judge_accuracy::of(&settled),
        });
    }
}

/// Returns the variance of guesses within players.
fn count_guesses(counted: &mut [PlayerRatings], guesses: &[Guess], calibrated: &Calibrated) -> f64 {
    let mut by_player: Vec<Vec<f64>> = vec![Vec::new(); counted.len()];
    for guess in guesses {
        if let Some(all) = by_player.get_mut(index(guess.player)) {
            all.push(guess.points);
        }
    }
    let (mut left, mut free) = (0.0, 0.0);
    for ((counted, level), all) in counted.iter_mut().zip(&calibrated.players).zip(by_player) {
        let count = f64::from(u32::try_from(all.len()).unwrap_or(u32::MAX));
        let mean = all.iter().sum::<f64>() / count.max(1.0);
        left += all.iter().map(|points| (points - mean).powi(2)).sum::<f64>();
        free += (count - 1.0).max(0.0);
        counted.guesses = level.and_then(|level| {
            Some(GuessRatings {
                judges: whole(level.judges),
                calibrated: level.rating,
                low: level.low,
                high: level.high,
                median: median(&all)?,
                trimmed: trimmed_mean(&all, TRIMMED)?,
            })
        });
    }
    interval::usual(left, free)
}

/// From 0 to 100.
fn points(points: Points) -> f64 {
    // A hundred million at most.
    f64::from(i32::try_from(points.millionths()).unwrap_or(i32::MAX)) / 1e6
}

fn index(player: u32) -> usize {
    usize::try_from(player).unwrap_or(usize::MAX)
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
