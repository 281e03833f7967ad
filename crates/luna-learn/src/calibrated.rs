//! A rating that weighs each guess by how its judge listens.
//!
//! Every judge is one of three: *as the crowd* (what one guesses is the player's level
//! and some noise), *on a scale of one's own* (the same, moved and stretched), or *deaf*
//! (what one guesses has nothing to do with the player: always 0, always the mean, by
//! lot). Which, and how noisily, is estimated together with the players' levels, round by
//! round, until nothing moves. How judges differ is itself learned from all of them, so a
//! judge of few guesses is taken to be like the rest. The scale is that of the judge in
//! the middle, so a minority with another one does not bend it.

mod belief;
mod init;
mod judge_model;
mod opinion;
mod population;
mod robust_mean;
#[cfg(test)]
mod tests;

use crate::float;
use belief::{Belief, Said};
use judge_model::{Ear, Fit};
pub use opinion::Guess;
use opinion::{Opinion, Within, grouped};
use population::Crowd;

/// A player's calibrated rating and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    pub rating: f64,
    pub low: f64,
    pub high: f64,
    /// How many have guessed.
    pub judges: usize,
}

/// How a judge guesses, next to the crowd. Offset and scale say nothing of who is not earnest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judge {
    /// Points given to a player in the middle, above the crowd.
    pub offset: f64,
    /// How far apart players are put: 1 as the crowd does, 0.5 half as far.
    pub scale: f64,
    /// The standard deviation of a guess around what this judge means.
    pub noise: f64,
    /// How likely it is that the guesses have to do with the players at all.
    pub earnest: f64,
    /// What a guess of this judge weighs, 1 being the mean of all guesses.
    pub weight: f64,
    /// How many players the judge has guessed.
    pub players: usize,
}

/// What a judge guessed of a player, the mean of it where they met more than once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heard {
    pub judge: u32,
    pub player: u32,
    pub points: f64,
    /// What the player's rating would be without this judge; `None` where nobody else
    /// has guessed.
    pub others: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Calibrated {
    /// `None` of whom nobody has guessed.
    pub players: Vec<Option<Level>>,
    /// `None` of who has not guessed.
    pub judges: Vec<Option<Judge>>,
    /// Judge by judge.
    pub heard: Vec<Heard>,
    pub rounds: usize,
}

const ROUNDS: usize = 300;
/// Nobody's rating moves further than this in the last round.
const STILL: f64 = 1e-3;
/// What the interval is wide for: the 97.5 % quantile of the normal distribution.
const WIDE: f64 = 1.959_963_985;

/// Memory and the time of a round grow with the number of guesses and no faster.
pub fn calibrate(guesses: &[Guess]) -> Calibrated {
    let mut work = Work::new(guesses);
    let rounds = (1..=ROUNDS).find(|_| work.round() < STILL).unwrap_or(ROUNDS);
    work.result(rounds)
}

struct Work {
    /// Judge by judge; those of judge j end at `ends[j]`.
    guesses: Vec<Opinion>,
    ends: Vec<usize>,
    within: Vec<Within>,
    beliefs: Vec<Belief>,
    fits: Vec<Fit>,
    said: Vec<Said>,
    crowd: Crowd,
}

impl Work {
    fn new(guesses: &[Guess]) -> Work {
        let (guesses, ends, within, players) = grouped(guesses);
        let beliefs = init::levels(&guesses, &ends, players);
        let fits = vec![Fit::default(); ends.len()];
        let said = vec![Said::default(); beliefs.len()];
        let crowd = Crowd::start(&beliefs);
        Work { guesses, ends, within, beliefs, fits, said, crowd }
    }

    /// Judges by players, players by judges; gives how far the levels moved.
    fn round(&mut self) -> f64 {
        let mut start = 0;
        for (fit, &end) in self.fits.iter_mut().zip(&self.ends) {
            *fit = fit.next(&self.guesses[start..end], &self.beliefs, &self.crowd);
            start = end;
        }
        self.crowd.learn(&self.fits, &self.within);
        self.listen();
        let mut moved: f64 = 0.0;
        for (belief, said) in self.beliefs.iter_mut().zip(&self.said) {
            let before = belief.level;
            self.crowd.believe(belief, *said);
            moved = moved.max((belief.level - before).abs());
        }
        self.crowd.centre(&self.beliefs);
        moved
    }

    fn listen(&mut self) {
        self.said.fill(Said::default());
        let mut start = 0;
        for (fit, &end) in self.fits.iter().zip(&self.ends) {
            for ear in [&fit.crowd, &fit.own] {
                if ear.share < 1e-6 {
                    continue;
                }
                for opinion in &self.guesses[start..end] {
                    let belief = self.beliefs[opinion.player];
                    ear.hear(opinion, belief, &self.crowd, &mut self.said[opinion.player]);
                }
            }
            start = end;
        }
    }

    /// Every opinion, with what the others make of the player: what this judge has added to
    /// what is said is taken off again. How the others are heard stays, which one opinion
    /// hardly moves.
    fn heard(&self) -> Vec<Heard> {
        let mut all = Vec::with_capacity(self.guesses.len());
        let mut start = 0;
        for ((judge, fit), &end) in (0..).zip(&self.fits).zip(&self.ends) {
            for opinion in &self.guesses[start..end] {
                let player = u32::try_from(opinion.player).unwrap_or(u32::MAX);
                let others = self.without(opinion, fit);
                all.push(Heard { judge, player, points: opinion.points, others });
            }
            start = end;
        }
        all
    }

    fn without(&self, opinion: &Opinion, fit: &Fit) -> Option<f64> {
        let (mut belief, mut said) = (self.beliefs[opinion.player], self.said[opinion.player]);
        let mut own = Said::default();
        for ear in [&fit.crowd, &fit.own] {
            ear.hear(opinion, belief, &self.crowd, &mut own);
        }
        said.weight = (said.weight - own.weight).max(0.0);
        said.points -= own.points;
        (belief.judges > 1).then(|| {
            self.crowd.believe(&mut belief, said);
            belief.level.clamp(0.0, 100.0)
        })
    }

    fn result(self, rounds: usize) -> Calibrated {
        let heard = self.heard();
        let players = self.beliefs.iter().zip(&self.said).map(|(belief, said)| {
            (belief.judges > 0).then(|| {
                let margin = WIDE * self.crowd.doubt(*belief, *said);
                Level {
                    rating: belief.level.clamp(0.0, 100.0),
                    low: (belief.level - margin).clamp(0.0, 100.0),
                    high: (belief.level + margin).clamp(0.0, 100.0),
                    judges: belief.judges,
                }
            })
        });
        let (sum, all) = self.fits.iter().fold((0.0, 0.0), |(sum, all), fit| {
            (sum + fit.weight() * float(fit.opinions), all + float(fit.opinions))
        });
        let mean = if sum > 0.0 { sum / all } else { 1.0 };
        let judges = self.fits.iter().map(|fit| {
            (fit.opinions > 0).then(|| {
                let Ear { offset, stretch, .. } = fit.mean();
                Judge {
                    offset,
                    scale: 1.0 + stretch,
                    noise: fit.noise(),
                    earnest: fit.crowd.share + fit.own.share,
                    weight: fit.weight() / mean,
                    players: fit.opinions,
                }
            })
        });
        Calibrated { players: players.collect(), judges: judges.collect(), heard, rounds }
    }
}
