//! Calibrated ratings: each guess is weighted by a model of its judge.
//!
//! A judge is one of three kinds: *as the crowd* (guesses the player's level plus noise), *on a
//! scale of their own* (the same with offset and stretch), or *inattentive* (guesses unrelated to
//! the player: always 0, always the mean, random). Kind and noise are estimated jointly with the
//! players' levels by iteration. The distribution over judges is learned too, so a judge with few
//! guesses is shrunk towards the rest. A robust mean defines the scale, so a minority with another
//! one does not bend it.

mod attention;
mod belief;
mod brigade;
mod doubt;
mod init;
mod judge_model;
mod opinion;
mod population;
mod robust_mean;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::float;
pub use attention::{Compared, Habits, INATTENTIVE, Inattention, log_bayes_factor};
use belief::{Belief, Evidence};
pub use brigade::Brigade;
use doubt::Doubt;
use judge_model::{JudgeModel, ResponseModel};
pub use opinion::Guess;
use opinion::{Opinion, Variation, group_by_judge};
use population::Population;

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
    estimator: Estimator,
}

const ROUNDS: usize = 300;
/// The iteration ends when no rating moves further.
const TOLERANCE: f64 = 1e-3;
/// The 97.5 % quantile of the normal distribution.
const Z_975: f64 = 1.959_963_985;

/// Memory and the time of a round are linear in the number of guesses. The guesses are sorted and
/// grouped where they are, and no copy of them is made.
pub fn calibrate(guesses: Vec<Guess>) -> Calibrated {
    let mut estimator = Estimator::new(guesses);
    let rounds = (1..=ROUNDS).find(|_| estimator.round() < TOLERANCE).unwrap_or(ROUNDS);
    let brigades = brigade::find_all(&mut estimator);
    estimator.result(rounds, brigades)
}

impl Calibrated {
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

#[derive(Clone, Debug, PartialEq)]
struct Estimator {
    /// In the order of judges; those of judge j end at `ends[j]`.
    guesses: Vec<Opinion>,
    ends: Vec<usize>,
    within: Vec<Variation>,
    beliefs: Vec<Belief>,
    fits: Vec<JudgeModel>,
    evidence: Vec<Evidence>,
    population: Population,
    /// Probability that a judge's guess about a player is a brigade's, by judge and player.
    members: BTreeMap<(u32, u32), f64>,
}

impl Estimator {
    fn new(guesses: Vec<Guess>) -> Estimator {
        let (guesses, ends, within, players) = group_by_judge(guesses);
        let beliefs = init::levels(&guesses, &ends, players);
        let fits = vec![JudgeModel::default(); ends.len()];
        let evidence = vec![Evidence::default(); beliefs.len()];
        let population = Population::start(&beliefs);
        let members = BTreeMap::new();
        Estimator { guesses, ends, within, beliefs, fits, evidence, population, members }
    }

    /// Updates judges, then players; returns the largest change of a level.
    fn round(&mut self) -> f64 {
        let mut start = 0;
        for (fit, &end) in self.fits.iter_mut().zip(&self.ends) {
            *fit = fit.next(&self.guesses[start..end], &self.beliefs, &self.population);
            start = end;
        }
        self.population.learn(&self.fits, &self.within);
        self.collect_evidence();
        let mut moved: f64 = 0.0;
        for (belief, evidence) in self.beliefs.iter_mut().zip(&self.evidence) {
            let before = belief.level;
            self.population.update_belief(belief, *evidence);
            moved = moved.max((belief.level - before).abs());
        }
        self.population.centre(&self.beliefs);
        moved
    }

    fn collect_evidence(&mut self) {
        self.evidence.fill(Evidence::default());
        let mut start = 0;
        for (fit, &end) in self.fits.iter().zip(&self.ends) {
            for model in [&fit.shared, &fit.own] {
                if model.share < 1e-6 {
                    continue;
                }
                for opinion in &self.guesses[start..end] {
                    let belief = self.beliefs[opinion.player()];
                    model.accumulate(
                        opinion,
                        belief,
                        &self.population,
                        &mut self.evidence[opinion.player()],
                    );
                }
            }
            start = end;
        }
    }

    /// A judge's opinions.
    fn of(&self, judge: usize) -> &[Opinion] {
        let end = |at: usize| self.ends.get(at).copied();
        let start = judge.checked_sub(1).map_or(Some(0), end);
        let range = start.zip(end(judge)).map_or(0..0, |(start, end)| start..end);
        &self.guesses[range]
    }

    /// A judge's model, for one opinion: a brigade's members are not honest about their target.
    fn fit_for(&self, judge: u32, opinion: &Opinion) -> JudgeModel {
        let at = usize::try_from(judge).unwrap_or(usize::MAX);
        let fit = self.fits.get(at).copied().unwrap_or_default();
        let member = self.members.get(&(judge, opinion.player_number()));
        member.map_or(fit, |member| fit.discounted(1.0 - member))
    }

    fn leave_one_out(&self, opinion: &Opinion, fit: &JudgeModel) -> Option<f64> {
        let belief = self.belief_without(opinion, fit)?;
        Some(belief.level.clamp(0.0, 100.0))
    }

    /// The belief about a player without this judge; `None` where nobody else has guessed.
    fn belief_without(&self, opinion: &Opinion, fit: &JudgeModel) -> Option<Belief> {
        let (mut belief, mut evidence) =
            (self.beliefs[opinion.player()], self.evidence[opinion.player()]);
        let mut own = Evidence::default();
        for model in [&fit.shared, &fit.own] {
            model.accumulate(opinion, belief, &self.population, &mut own);
        }
        evidence.weight = (evidence.weight - own.weight).max(0.0);
        evidence.points -= own.points;
        (belief.judges > 1).then(|| {
            self.population.update_belief(&mut belief, evidence);
            belief
        })
    }

    /// Half the width of each player's 95 % interval.
    fn margins(&self) -> Vec<f64> {
        let mut doubts = vec![Doubt::default(); self.beliefs.len()];
        let mut start = 0;
        for (judge, &end) in (0..).zip(&self.ends) {
            for opinion in &self.guesses[start..end] {
                let belief = self.beliefs[opinion.player()];
                let fit = self.fit_for(judge, opinion);
                doubts[opinion.player()].add(opinion, belief, &fit, &self.population);
            }
            start = end;
        }
        let known = self.beliefs.iter().zip(&self.evidence).zip(doubts);
        let margin = |((belief, evidence), doubt): ((&Belief, &Evidence), Doubt)| {
            let error = self.population.standard_error(*belief, *evidence);
            Z_975 * error * doubt.widening(*belief, error, &self.population)
        };
        known.map(margin).collect()
    }

    fn result(self, rounds: usize, brigades: Vec<Brigade>) -> Calibrated {
        let players = self.beliefs.iter().zip(self.margins()).map(|(belief, margin)| {
            (belief.judges > 0).then(|| Level {
                rating: belief.level.clamp(0.0, 100.0),
                low: (belief.level - margin).clamp(0.0, 100.0),
                high: (belief.level + margin).clamp(0.0, 100.0),
                judges: belief.judges,
            })
        });
        let (sum, all) = self.fits.iter().fold((0.0, 0.0), |(sum, all), fit| {
            (sum + fit.weight() * float(fit.opinions), all + float(fit.opinions))
        });
        let mean = if sum > 0.0 { sum / all } else { 1.0 };
        let judges = self.fits.iter().map(|fit| {
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
        Calibrated { players, judges, brigades, rounds, estimator: self }
    }
}
