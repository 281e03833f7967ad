//! What judges and players have in common, learned from all of them.

mod learning;

use super::belief::{Belief, Said};
use crate::{float, gamma::ln_gamma};

/// A slip may be any number from 0 to 100.
pub(super) const SLIP_DENSITY: f64 = 0.01;

#[derive(Clone, Copy, Debug)]
pub(super) struct Crowd {
    /// Mean and variance of the players' levels.
    pub(super) middle: f64,
    variance: f64,
    /// Variance of a usual judge's noise, and how alike judges are in it.
    noise: f64,
    alike: f64,
    /// Variances of the offset and the stretch of judges with a scale of their own.
    offset: f64,
    stretch: f64,
    /// The offset and the stretch of the judge in the middle, and how sure they are.
    gauge: [(f64, f64); 2],
    /// How many judges are as the crowd, on their own scale, and deaf.
    pub(super) shares: [f64; 3],
    /// How often an earnest judge slips.
    pub(super) slip: f64,
    /// How much of a judge's noise about a player is the same at every meeting.
    same: f64,
}

impl Crowd {
    pub(super) fn start(beliefs: &[Belief]) -> Crowd {
        let mut crowd = Crowd {
            middle: 50.0,
            variance: 800.0,
            noise: 50.0,
            alike: 4.0,
            offset: 100.0,
            stretch: 0.1,
            gauge: [(0.0, 0.0); 2],
            shares: [0.5, 0.25, 0.25],
            slip: 0.01,
            same: 0.5,
        };
        crowd.centre(beliefs);
        crowd
    }

    /// By how much more than the noise says a guess varies, the noise being estimated from
    /// as few guesses as the weight is (Meier's correction).
    pub(super) fn unsure(&self, kept: f64) -> f64 {
        1.0 + 4.0 / (self.alike + kept)
    }

    pub(super) fn precision(&self, kept: f64, left: f64) -> f64 {
        (self.alike + kept) / (self.alike * self.noise + left)
    }

    /// The logarithm of how likely guesses are that leave this much, when the noise is
    /// not known but as in the crowd.
    pub(super) fn evidence(&self, kept: f64, left: f64) -> f64 {
        unexplained(kept, left, self.alike, self.noise)
    }

    /// The same of a judge who does not listen: any mean, any spread.
    pub(super) fn evidence_of_deafness(count: f64, mean: f64, left: f64) -> f64 {
        const BEFORE: f64 = 0.1;
        let far = BEFORE * count / (BEFORE + count) * (mean - 50.0).powi(2);
        unexplained(count, left + far, 1.0, 100.0) + 0.5 * (BEFORE / (BEFORE + count)).ln()
    }

    /// Beliefs of offset and stretch before any guess, in guesses.
    pub(super) fn before(&self) -> [f64; 2] {
        [self.noise / self.offset, self.noise / self.stretch]
    }

    /// What an opinion weighs that was given so many times.
    pub(super) fn opinion(&self, times: f64) -> f64 {
        times / (1.0 + (times - 1.0) * self.same)
    }

    /// What to believe of a player of whom this was said, on the crowd's scale.
    pub(super) fn believe(&self, belief: &mut Belief, said: Said) {
        let weight = said.weight + 1.0 / self.variance;
        let [(offset, _), (stretch, _)] = self.gauge;
        let level = said.points / weight;
        belief.level = self.middle + offset + (1.0 + stretch) * level;
        belief.variance = (1.0 + stretch).powi(2) / weight;
    }

    /// The standard deviation of what is believed.
    pub(super) fn doubt(&self, belief: Belief, said: Said) -> f64 {
        let weight = said.weight + 1.0 / self.variance;
        let varies = (said.spread + 1.0 / self.variance) / (weight * weight);
        let [(_, offset), (_, stretch)] = self.gauge;
        let scale = offset + stretch * (belief.level - self.middle).powi(2);
        (varies.max(belief.variance) + scale).sqrt()
    }

    pub(super) fn centre(&mut self, beliefs: &[Belief]) {
        let known = || beliefs.iter().filter(|belief| belief.judges > 0);
        let count = float(known().count()).max(1.0);
        self.middle = known().map(|belief| belief.level).sum::<f64>() / count;
        let squares: f64 =
            known().map(|belief| (belief.level - self.middle).powi(2) + belief.variance).sum();
        self.variance = ((squares + 800.0) / (count + 1.0)).max(1.0);
    }
}

/// The logarithm of the density of `count` normal residues whose squares add up to
/// `left`, over a variance that is about `noise`, as sure as `alike` guesses make it.
fn unexplained(count: f64, left: f64, alike: f64, noise: f64) -> f64 {
    let (before, after) = (alike * noise, alike * noise + left);
    ln_gamma(f64::midpoint(alike, count)) - ln_gamma(alike / 2.0) + alike / 2.0 * before.ln()
        - f64::midpoint(alike, count) * after.ln()
        - count / 2.0 * std::f64::consts::PI.ln()
}
