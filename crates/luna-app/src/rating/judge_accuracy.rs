//! A judge's accuracy: how close their guesses come to the others' opinion. Only they see it.
//!
//! A player met more than once counts once, and every number is a mean over several players, so
//! that none reveals the rating of one of them.

use luna_learn::calibrated::Observation;
use luna_learn::judge_accuracy::{self, ScoredGuess};
use luna_store::rating::derived::{self, Judge};
use luna_store::{self as store, Error, Tx};
use serde::{Deserialize, Serialize};

/// The minimum number of players.
pub const LEAST: usize = 10;
/// The number of people who must have guessed of a player.
pub const OPINIONS: usize = 5;
/// The minimum number of players in a mean; fewer could be identified.
pub const TOGETHER: usize = 3;

/// The accuracy as stored.
#[derive(Serialize, Deserialize)]
pub struct JudgeAccuracy {
    pub players: usize,
    pub error: f64,
    pub everybody: Bias,
    pub people: Bias,
    pub machines: Bias,
    pub chart: Vec<Bin>,
}

pub type Interval = Option<(f64, f64)>;

/// The mean error with its sign, over so many players.
#[derive(Default, Serialize, Deserialize)]
pub struct Bias {
    pub players: usize,
    pub points: Option<f64>,
    pub interval: Interval,
}

/// The level of the players whose guesses fall into this range.
#[derive(Serialize, Deserialize)]
pub struct Bin {
    pub from: f64,
    pub to: f64,
    pub players: usize,
    pub points: f64,
    pub level: f64,
    pub interval: Interval,
}

/// A judge's accuracy, from their guesses, the players' levels, and whether these are machines.
pub(super) fn of(observations: &[(Observation, bool)]) -> Option<String> {
    let judged = |&(one, kind): &(Observation, bool)| {
        Some(ScoredGuess { points: one.points, level: one.others?, kind })
    };
    let judged: Vec<ScoredGuess<bool>> = observations.iter().filter_map(judged).collect();
    let mark = judge_accuracy::measure(&judged).filter(|mark| mark.guesses >= LEAST)?;
    let of = |machines| mark.kinds.iter().find(|(kind, _)| *kind == machines);
    let kind = |machines| of(machines).map_or_else(Bias::default, |(_, bias)| kept(*bias));
    let chart = mark.chart.iter().filter(|bin| bin.guesses >= TOGETHER).map(|bin| Bin {
        from: bin.from,
        to: bin.to,
        players: bin.guesses,
        points: short(bin.mean_guess),
        level: short(bin.mean_level),
        interval: bin.interval.map(|(low, high)| (short(low.max(0.0)), short(high.min(100.0)))),
    });
    let mark = JudgeAccuracy {
        players: mark.guesses,
        error: short(mark.error),
        everybody: kept(mark.bias),
        people: kind(false),
        machines: kind(true),
        chart: chart.collect(),
    };
    serde_json::to_string(&mark).ok()
}

fn kept(bias: judge_accuracy::Bias) -> Bias {
    let enough = bias.guesses >= TOGETHER;
    let interval = bias.interval.map(|(low, high)| (short(low), short(high)));
    Bias {
        players: bias.guesses,
        points: enough.then(|| short(bias.points)),
        interval: interval.filter(|_| enough),
    }
}

/// To a hundredth of a point.
fn short(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// A judge's statistics, and their accuracy where it is known.
pub struct OwnAccuracy(pub Option<(Judge, Option<JudgeAccuracy>)>);

pub fn own(tx: &mut Tx<'_>, player_id: &str) -> store::Result<OwnAccuracy> {
    let Some(judge) = derived::judge(tx, player_id)? else { return Ok(OwnAccuracy(None)) };
    let mark = judge.mark.as_deref().map(serde_json::from_str).transpose();
    let mark = mark.map_err(|error| Error::Corrupt(error.into()))?;
    Ok(OwnAccuracy(Some((judge, mark))))
}
