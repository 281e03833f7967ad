//! The rating that follows a player whose level changes, against the mean of all guesses: players
//! who jump, who drift and who never change, in one population whose shares are estimated.

mod report;

use luna_core::rng::Chance;
use luna_learn::adaptive::{Guess, Population, rating};
use luna_learn::float;

use super::people::clamped_mean;
use super::{Size, each_trial, indicator};
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;
use crate::trials::{Estimate, estimate};

/// Days after the jump at which ratings are compared with the truth; drifts began long before.
const LOOKS: [u32; 6] = [0, 3, 7, 14, 30, 60];
/// Days until the jump.
const BEFORE: u32 = 60;
const JUMP: f64 = 20.0;
/// Deviation of the change in a day of a player who drifts.
const DRIFT: f64 = 1.5;
const GUESSES_A_DAY: u32 = 2;
/// Range of the judges' noise.
const NOISE: (f64, f64) = (14.0, 22.0);
/// Players in a world, and what each in turn does: half of them never change.
const PLAYERS: usize = 60;
const KINDS: [Kind; 4] = [Kind::Constant, Kind::Jumps, Kind::Constant, Kind::Drifts];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Constant,
    Jumps,
    Drifts,
}

/// Over all players of a kind and all worlds, so many days after the jump.
#[derive(Clone, Copy, Debug)]
struct Metrics {
    mean: Estimate,
    adaptive: Estimate,
    /// Mean error of the adaptive rating less that of the mean.
    gain: Estimate,
    held: Proportion,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    mean: f64,
    adaptive: f64,
    held: f64,
    count: f64,
}

struct Player {
    kind: Kind,
    /// The level on each day.
    levels: Vec<f64>,
    guesses: Vec<Guess>,
}

const DAY_MS: i64 = 86_400_000;

fn player(kind: Kind, chance: &mut Chance) -> Player {
    let days = BEFORE + LOOKS[LOOKS.len() - 1];
    let mut level = 35.0 + 30.0 * chance.unit();
    let jump = if chance.unit() < 0.5 { -JUMP } else { JUMP };
    let (mut levels, mut guesses) = (Vec::new(), Vec::new());
    for day in 0..days {
        match kind {
            Kind::Drifts => level += DRIFT * chance.normal(),
            Kind::Jumps if day == BEFORE => level += jump,
            Kind::Constant | Kind::Jumps => {}
        }
        levels.push(level);
        for nth in 0..GUESSES_A_DAY {
            let noise = NOISE.0 + (NOISE.1 - NOISE.0) * chance.unit();
            let points = (level + noise * chance.normal()).clamp(0.0, 100.0).round();
            let time_ms = i64::from(day) * DAY_MS + i64::from(nth) * DAY_MS / 4;
            guesses.push(Guess { time_ms, points, noise });
        }
    }
    Player { kind, levels, guesses }
}

/// Sums of each kind at each look, as an instance would know at that time.
fn one(seed: u64, trial: u32) -> [[Sums; LOOKS.len()]; 3] {
    let words = ["adaptive", &seed.to_string(), &trial.to_string()];
    let mut chance = Chance::from_words(&words);
    let kinds = KINDS.iter().cycle().take(PLAYERS);
    let players: Vec<Player> = kinds.map(|&kind| player(kind, &mut chance)).collect();
    let mut sums = [[Sums::default(); LOOKS.len()]; 3];
    for (look, after) in LOOKS.into_iter().enumerate() {
        let now = i64::from(BEFORE + after) * DAY_MS - 1;
        let known: Vec<Vec<Guess>> = players
            .iter()
            .map(|it| it.guesses.iter().filter(|guess| guess.time_ms <= now).copied().collect())
            .collect();
        let population = Population::fit(&known);
        let today = usize::try_from(BEFORE + after - 1).unwrap_or(usize::MAX);
        for (player, known) in players.iter().zip(&known) {
            let truth = clamped_mean(player.levels[today], f64::midpoint(NOISE.0, NOISE.1));
            let Some(found) = rating(known, now, &population) else { continue };
            let mean = known.iter().map(|guess| guess.points).sum::<f64>() / float(known.len());
            let at = [Kind::Constant, Kind::Jumps, Kind::Drifts]
                .iter()
                .position(|&kind| kind == player.kind);
            let Some(own) = at.and_then(|at| sums.get_mut(at)?.get_mut(look)) else { continue };
            own.mean += (mean - truth).abs();
            own.adaptive += (found.level - truth).abs();
            own.held += indicator((found.low..=found.high).contains(&truth));
            own.count += 1.0;
        }
    }
    sums
}

fn measure(size: Size, seed: u64) -> Vec<(Kind, [Metrics; LOOKS.len()])> {
    let trials = each_trial(size, |trial| one(seed, trial));
    let kinds = [Kind::Constant, Kind::Jumps, Kind::Drifts].into_iter().enumerate();
    let of = |nth: usize, look: usize| {
        let own = || trials.iter().map(move |sums| sums[nth][look]);
        Metrics {
            mean: estimate(own().map(|it| it.mean / it.count)),
            adaptive: estimate(own().map(|it| it.adaptive / it.count)),
            gain: estimate(own().map(|it| (it.adaptive - it.mean) / it.count)),
            held: Proportion::over(&own().map(|it| (it.held, it.count)).collect::<Vec<_>>()),
        }
    };
    kinds.map(|(nth, kind)| (kind, std::array::from_fn(|look| of(nth, look)))).collect()
}

/// The number of worlds that a run simulates: all kinds live in one.
pub(super) fn crowds() -> usize {
    1
}

pub(super) fn part(size: Size, seed: u64, tell: &dyn Fn()) -> ReportSection {
    let rows = measure(size, seed);
    tell();
    report::part(&rows, size)
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::*;

    #[test]
    fn it_beats_the_mean_after_a_jump_and_in_a_drift_and_loses_little_else() {
        let threads = NonZero::<usize>::MIN;
        let size = Size { players: 0, steps: 0, trials: 6, most_trials: 6, threads };
        let found = measure(size, 3);
        let of = |kind| found.iter().find(|(other, _)| *other == kind).unwrap().1;
        let [before, .., month, _] = of(Kind::Jumps);
        assert!(month.adaptive.value < 0.6 * month.mean.value, "{month:?}");
        assert!(before.adaptive.value < before.mean.value + 1.0, "{before:?}");
        let [.., last] = of(Kind::Drifts);
        assert!(last.adaptive.value < 0.8 * last.mean.value, "{last:?}");
        let [.., last] = of(Kind::Constant);
        assert!(last.gain.value > 0.0 && last.gain.value < 1.0, "{last:?}");
        assert!(last.held.value > 0.9, "{last:?}");

        let part = report::part(&found, size);
        assert_eq!((part.table.rows.len(), part.checks.len(), part.charts.len()), (18, 3, 3));
        assert!(part.table.rows.iter().all(|row| row.len() == part.table.headers.len()));
    }
}
