//! Doubts about judges that the standard error of a level leaves out: which kind a judge is, which
//! guesses are slips, and how few judges the weights come from.
//!
//! The interval is widened by a factor that is log-linear in them. Its coefficients are a quantile
//! regression of simulated errors, over crowds drawn at random that differ from all those that
//! `luna simulate judges` measures; see decision 71.

use super::belief::Belief;
use super::judge_model::JudgeModel;
use super::opinion::Opinion;
use super::population::Population;
use crate::number::float;

/// Sums over the opinions about a player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Doubt {
    weight: f64,
    squared_weights: f64,
    /// Variance of the weighted sum of residuals, by what is unknown about a judge: attentive or
    /// not, slips, and which of the attentive kinds.
    attention: f64,
    slips: f64,
    scale: f64,
    /// Variance of the number of attentive judges.
    unsure: f64,
}

impl Doubt {
    pub(super) fn add(
        &mut self,
        opinion: &Opinion,
        belief: Belief,
        fit: &JudgeModel,
        population: &Population,
    ) {
        let earnest = fit.shared.share + fit.own.share;
        let [one, other] =
            [&fit.shared, &fit.own].map(|model| model.pull(opinion, belief, population));
        let (mut pull, mut slips, mut weight) = (0.0, 0.0, 0.0);
        for (model, part) in [(&fit.shared, one), (&fit.own, other)] {
            let share = if earnest > 0.0 { model.share / earnest } else { 0.0 };
            weight += model.share * part.kept * part.weight;
            pull += share * part.kept * part.residual;
            slips += model.share * part.kept * (1.0 - part.kept) * part.residual.powi(2);
        }
        let apart = one.kept * one.residual - other.kept * other.residual;
        self.weight += weight;
        self.squared_weights += weight * weight;
        self.attention += earnest * (1.0 - earnest) * pull * pull;
        self.slips += slips;
        self.scale += fit.shared.share * fit.own.share * apart * apart;
        self.unsure += earnest * (1.0 - earnest);
    }

    /// Factor of the interval's width, given the standard error without these doubts.
    pub(super) fn widening(&self, belief: Belief, error: f64, population: &Population) -> f64 {
        let before = 1.0 / population.variance;
        let weight = self.weight + before;
        // In parts of the variance that is known, on the crowd's scale.
        let known = error * error * weight / belief.variance.max(1e-9);
        let count = float(belief.judges.max(1));
        let few = (self.squared_weights / self.weight.powi(2).max(1e-300)).min(1.0);
        let (before, inattentive) = (before / weight, population.shares[2]);
        let unsure = self.unsure / count;
        let terms = [
            (0.093, 1.0),
            (0.048, few),
            (-0.237, 1.0 / count),
            (0.420, before),
            (0.576, (self.attention / known).ln_1p()),
            (0.662, (self.slips / known).ln_1p()),
            (1.845, (self.scale / known).ln_1p()),
            (0.489, 1.0 / population.noise_prior),
            (-0.328, ((belief.level - 50.0) / 50.0).powi(2).min(1.5)),
            (0.082, inattentive),
            (1.492, inattentive * few),
            (-2.236, inattentive * before),
            (-0.509, inattentive * inattentive),
            (-0.252, unsure),
            (5.473, unsure * few),
        ];
        let log: f64 = terms.iter().map(|(coefficient, term)| coefficient * term).sum();
        let loud = 1.0 / (1.0 + (QUIET * population.variance / population.noise).powi(2));
        (loud * log).clamp(LEAST, MOST).exp()
    }
}

/// Variance of the noise, in parts of that of the levels, below which judges are told apart so
/// well that the model needs little widening.
const QUIET: f64 = 0.05;
/// Limits of the factor's logarithm: nothing is known about crowds that would need more.
const LEAST: f64 = -0.1;
const MOST: f64 = 1.2;
