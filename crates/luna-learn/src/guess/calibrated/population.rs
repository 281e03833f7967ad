//! Distribution of judges and players.

mod learning;

use super::belief::{Belief, Evidence};
use statrs::function::gamma::ln_gamma;

use crate::number::float;

/// A slip is uniform over 0 to 100.
pub(super) const SLIP_DENSITY: f64 = 0.01;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Population {
    /// Mean and variance of the players' levels.
    pub(super) middle: f64,
    pub(super) variance: f64,
    /// Prior of the noise variance: its centre, and its strength in guesses.
    pub(super) noise: f64,
    pub(super) noise_prior: f64,
    /// Variances of offset and stretch among judges on their own scale.
    offset: f64,
    stretch: f64,
    /// Robust means of offset and stretch, with their variances.
    scale_centre: [(f64, f64); 2],
    /// Shares of judges as the crowd, on their own scale, and inattentive.
    pub(super) shares: [f64; 3],
    /// Share of slips among an attentive judge's guesses.
    pub(super) slip: f64,
    /// Share of a judge's noise about a player that repeats at every meeting.
    repeat_share: f64,
}

impl Population {
    pub(super) fn start(beliefs: &[Belief]) -> Population {
        let mut population = Population {
            middle: 50.0,
            variance: 800.0,
            noise: 50.0,
            noise_prior: 4.0,
            offset: 100.0,
            stretch: 0.1,
            scale_centre: [(0.0, 0.0); 2],
            shares: [0.5, 0.25, 0.25],
            slip: 0.01,
            repeat_share: 0.5,
        };
        population.centre(beliefs);
        population
    }

    /// Variance inflation for a weight estimated from few guesses (Meier's correction).
    pub(super) fn small_sample_factor(&self, kept: f64) -> f64 {
        1.0 + 4.0 / (self.noise_prior + kept)
    }

    pub(super) fn precision(&self, kept: f64, left: f64) -> f64 {
        (self.noise_prior + kept) / (self.noise_prior * self.noise + left)
    }

    /// Log marginal likelihood of residuals, with the noise integrated over its prior.
    pub(super) fn evidence(&self, kept: f64, left: f64) -> f64 {
        log_evidence(kept, left, self.noise_prior, self.noise)
    }

    /// The same for an inattentive judge, with a vague prior of the mean.
    pub(super) fn evidence_if_inattentive(count: f64, mean: f64, left: f64) -> f64 {
        const BEFORE: f64 = 0.1;
        let far = BEFORE * count / (BEFORE + count) * (mean - 50.0).powi(2);
        log_evidence(count, left + far, 1.0, 100.0) + 0.5 * (BEFORE / (BEFORE + count)).ln()
    }

    /// Prior precisions of offset and stretch, in guesses.
    pub(super) fn before(&self) -> [f64; 2] {
        [self.noise / self.offset, self.noise / self.stretch]
    }

    /// Standard deviations of offset and stretch among all attentive judges.
    pub(super) fn own_scale(&self) -> [f64; 2] {
        let [shared, own, _] = self.shares;
        let share = own / (shared + own).max(1e-9);
        [share * self.offset, share * self.stretch].map(f64::sqrt)
    }

    /// Weight of an opinion given at this many meetings.
    pub(super) fn opinion(&self, times: f64) -> f64 {
        times / (1.0 + (times - 1.0) * self.repeat_share)
    }

    /// Updates the belief about a player from the evidence, on the crowd's scale.
    pub(super) fn update_belief(&self, belief: &mut Belief, evidence: Evidence) {
        let weight = evidence.weight + 1.0 / self.variance;
        let [(offset, _), (stretch, _)] = self.scale_centre;
        let level = evidence.points / weight;
        belief.level = self.middle + offset + (1.0 + stretch) * level;
        belief.variance = (1.0 + stretch).powi(2) / weight;
    }

    /// Standard error of a belief, robust to the noise model.
    pub(super) fn standard_error(&self, belief: Belief, evidence: Evidence) -> f64 {
        let weight = evidence.weight + 1.0 / self.variance;
        let varies = (evidence.spread + 1.0 / self.variance) / (weight * weight);
        let [(_, offset), (_, stretch)] = self.scale_centre;
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

/// Log-density of `count` normal residuals with squares summing to `left`, their variance
/// integrated over an inverse gamma prior around `noise` worth `noise_prior` guesses.
fn log_evidence(count: f64, left: f64, noise_prior: f64, noise: f64) -> f64 {
    let (before, after) = (noise_prior * noise, noise_prior * noise + left);
    ln_gamma(f64::midpoint(noise_prior, count)) - ln_gamma(noise_prior / 2.0)
        + noise_prior / 2.0 * before.ln()
        - f64::midpoint(noise_prior, count) * after.ln()
        - count / 2.0 * std::f64::consts::PI.ln()
}
