//! What comes of the estimate: players' levels, judges' habits and brigades.

use super::brigade::Brigade;
use super::estimator::Estimator;
use super::judge_model::ResponseModel;
use crate::number::float;

/// A player's calibrated rating and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    pub rating: f64,
    pub low: f64,
    pub high: f64,
    /// Number of judges who guessed.
    pub judges: usize,
}

/// Model of a judge relative to the crowd. Offset and scale are those of an attentive judge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judge {
    /// Points above the crowd for an average player.
    pub offset: f64,
    /// Spread of the guesses: 1 as the crowd's, 0.5 half as wide.
    pub scale: f64,
    /// Standard deviation of a guess around the judge's expectation.
    pub noise: f64,
    /// Probability that the guesses depend on the players at all.
    pub earnest: f64,
    /// Weight of one guess, relative to the mean of all guesses.
    pub weight: f64,
    /// Number of players guessed.
    pub players: usize,
}

/// Mean guess of a judge about a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    pub judge: u32,
    pub player: u32,
    pub points: f64,
    /// The player's rating without this judge; `None` where nobody else has guessed.
    pub others: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Calibrated {
    /// `None` for players without a guess.
    pub players: Vec<Option<Level>>,
    /// `None` for judges without a guess.
    pub judges: Vec<Option<Judge>>,
    /// Brigades against one player, whose members' guesses have lost their weight.
    pub brigades: Vec<Brigade>,
    pub rounds: usize,
    pub(super) estimator: Estimator,
}

impl Calibrated {
    pub(super) fn new(estimator: Estimator, rounds: usize, brigades: Vec<Brigade>) -> Calibrated {
        let players = estimator.beliefs.iter().zip(estimator.margins()).map(|(belief, margin)| {
            (belief.judges > 0).then(|| Level {
                rating: belief.level.clamp(0.0, 100.0),
                low: (belief.level - margin).clamp(0.0, 100.0),
                high: (belief.level + margin).clamp(0.0, 100.0),
                judges: belief.judges,
            })
        });
        let (sum, all) = estimator.fits.iter().fold((0.0, 0.0), |(sum, all), fit| {
            (sum + fit.weight() * float(fit.opinions), all + float(fit.opinions))
        });
        let mean = if sum > 0.0 { sum / all } else { 1.0 };
        let judges = estimator.fits.iter().map(|fit| {
            (fit.opinions > 0).then(|| {
                let ResponseModel { offset, stretch, .. } = fit.mean();
                Judge {
                    offset,
                    scale: 1.0 + stretch,
                    noise: fit.noise(),
                    earnest: fit.shared.share + fit.own.share,
                    weight: fit.weight() / mean,
                    players: fit.opinions,
                }
            })
        });
        let (players, judges) = (players.collect(), judges.collect());
        Calibrated { players, judges, brigades, rounds, estimator }
    }

    /// A judge's opinions, each with the leave-one-out rating of its player: this judge's evidence
    /// is subtracted, and the other judges' models stay, as one opinion hardly moves them.
    ///
    /// They are computed when they are asked for, because those of all judges are twice as large as
    /// the guesses.
    pub fn observations(&self, judge: u32) -> impl Iterator<Item = Observation> {
        let at = usize::try_from(judge).unwrap_or(usize::MAX);
        self.estimator.of(at).iter().map(move |opinion| Observation {
            judge,
            player: opinion.player_number(),
            points: opinion.points,
            others: self.estimator.leave_one_out(opinion, &self.estimator.fit_for(judge, opinion)),
        })
    }
}
