//! Model of one judge, given beliefs about the players.

use super::belief::{Belief, Evidence};
use super::opinion::Opinion;
use super::population::{Population, SLIP_DENSITY};
use crate::distribution::normal;
use crate::number::float;

/// One kind of response to a player's level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ResponseModel {
    /// Probability of this kind.
    pub(super) share: f64,
    /// Guess = level + offset + stretch * (level - centre) + noise.
    pub(super) offset: f64,
    pub(super) stretch: f64,
    /// Variances of the two and their covariance.
    pub(super) covariance: [f64; 3],
    /// Inverse variance of the noise.
    pub(super) precision: f64,
    /// Expected number of guesses that are not slips, and their sum of squared residuals.
    pub(super) kept: f64,
    pub(super) left: f64,
}

/// A judge: both attentive kinds, and the number of opinions behind them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct JudgeModel {
    pub(super) shared: ResponseModel,
    pub(super) own: ResponseModel,
    pub(super) opinions: usize,
    /// Expected number of slips.
    pub(super) slips: f64,
}

/// Sums over a judge's guesses, weighted by the probability that each is not a slip.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    /// Number and total weight of opinions.
    opinions: f64,
    count: f64,
    x: f64,
    xx: f64,
    r: f64,
    xr: f64,
    rr: f64,
    /// Log-likelihood of the division into slips and others.
    cost: f64,
    slips: f64,
}

/// A guess as evidence, given that the judge is of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pull {
    /// Probability that it is not a slip.
    pub(super) kept: f64,
    pub(super) weight: f64,
    /// The residual, weighted.
    pub(super) residual: f64,
}

impl ResponseModel {
    /// Probability that a guess is not a slip.
    fn kept(&self, opinion: &Opinion, belief: Belief, population: &Population) -> f64 {
        if self.precision == 0.0 {
            return 1.0 - population.slip;
        }
        let x = belief.level - population.middle;
        let left = opinion.points - belief.level - self.offset - self.stretch * x;
        let square = left * left + belief.variance * (1.0 + self.stretch).powi(2);
        let precision = self.precision * population.opinion(opinion.times());
        let usual = (precision / std::f64::consts::TAU).sqrt()
            * (-0.5 * precision * square).exp()
            * (1.0 - population.slip);
        let slip = population.slip * SLIP_DENSITY;
        usual / (usual + slip)
    }

    /// How a guess pulls at its player's level, if the judge is of this kind.
    pub(super) fn pull(&self, opinion: &Opinion, belief: Belief, population: &Population) -> Pull {
        if self.share < 1e-6 {
            return Pull::default();
        }
        let slope = 1.0 + self.stretch;
        let x = belief.level - population.middle;
        let left = opinion.points - belief.level - self.offset - self.stretch * x;
        let precision = self.precision * population.opinion(opinion.times());
        Pull {
            kept: self.kept(opinion, belief, population),
            weight: precision * slope * slope,
            residual: precision * slope * left,
        }
    }

    fn moments(&self, guesses: &[Opinion], beliefs: &[Belief], population: &Population) -> Moments {
        let (slip, usual) = ((population.slip * SLIP_DENSITY).ln(), (1.0 - population.slip).ln());
        let mut moments = Moments::default();
        for opinion in guesses {
            let belief = beliefs[opinion.player()];
            let kept = self.kept(opinion, belief, population);
            let weight = population.opinion(opinion.times());
            let (x, r) = (belief.level - population.middle, opinion.points - belief.level);
            let weighed = kept * weight;
            moments.opinions += kept;
            moments.count += weighed;
            moments.x += weighed * x;
            moments.xx += weighed * (x * x + belief.variance);
            moments.r += weighed * r;
            moments.xr += weighed * (x * r - belief.variance);
            moments.rr += weighed * (r * r + belief.variance);
            moments.slips += 1.0 - kept;
            if opinion.times() > 1.0 {
                moments.cost += 0.5 * kept * weight.ln();
            }
            let lost = 1.0 - kept;
            if lost > 1e-12 {
                moments.cost += lost * (slip - lost.ln());
            }
            if kept > 1e-12 {
                moments.cost += kept * (usual - kept.ln());
            }
        }
        moments
    }

    /// Adds the evidence of one guess.
    pub(super) fn accumulate(
        &self,
        opinion: &Opinion,
        belief: Belief,
        population: &Population,
        evidence: &mut Evidence,
    ) {
        let weight = population.opinion(opinion.times());
        let kept = self.share * self.precision * weight * self.kept(opinion, belief, population);
        let x = belief.level - population.middle;
        let slope = 1.0 + self.stretch;
        let [both, stretch, cross] = self.covariance;
        let y = opinion.points - population.middle - self.offset;
        evidence.weight += kept * (slope * slope + stretch);
        evidence.points += kept * (slope * y - cross);
        let varies = population.small_sample_factor(self.kept) / self.precision / weight
            + both
            + x * (2.0 * cross + x * stretch);
        evidence.spread += (kept * slope).powi(2) * varies;
    }
}

impl JudgeModel {
    pub(super) fn next(
        &self,
        guesses: &[Opinion],
        beliefs: &[Belief],
        population: &Population,
    ) -> JudgeModel {
        if guesses.is_empty() {
            return JudgeModel::default();
        }
        let moments =
            [&self.shared, &self.own].map(|model| model.moments(guesses, beliefs, population));
        let (mut plain, first) = as_crowd(&moments[0], population);
        let (mut own, second) = on_own_scale(&moments[1], population);
        let third = inattentive(guesses, population);
        let likely = [first, second, third];
        let best = likely.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let [first, second, third] = likely.map(|log| (log - best).exp());
        let all = first + second + third;
        plain.share = first / all;
        own.share = second / all;
        let slips = plain.share * moments[0].slips + own.share * moments[1].slips;
        JudgeModel { shared: plain, own, opinions: guesses.len(), slips }
    }

    /// The judge with this part of the weight.
    pub(super) fn discounted(&self, part: f64) -> JudgeModel {
        let scaled = |model: ResponseModel| ResponseModel { share: model.share * part, ..model };
        JudgeModel { shared: scaled(self.shared), own: scaled(self.own), ..*self }
    }

    /// Weight of one guess, as a precision.
    pub(super) fn weight(&self) -> f64 {
        [self.shared, self.own]
            .map(|model| model.share * model.precision * (1.0 + model.stretch).powi(2))
            .into_iter()
            .sum()
    }

    /// Inverse variance of the noise, times the probability of being attentive.
    pub(super) fn precision(&self) -> f64 {
        self.shared.share * self.shared.precision + self.own.share * self.own.precision
    }

    /// Average of the attentive kinds.
    pub(super) fn mean(&self) -> ResponseModel {
        let share = self.shared.share + self.own.share;
        let own = if share > 0.0 { self.own.share / share } else { 0.0 };
        ResponseModel { offset: own * self.own.offset, stretch: own * self.own.stretch, ..self.own }
    }

    pub(super) fn noise(&self) -> f64 {
        let model = if self.shared.share > self.own.share { self.shared } else { self.own };
        (1.0 / model.precision).sqrt()
    }
}

fn as_crowd(moments: &Moments, population: &Population) -> (ResponseModel, f64) {
    let (kept, left) = (moments.opinions, moments.rr);
    let model = ResponseModel {
        precision: population.precision(kept, left),
        kept,
        left,
        ..ResponseModel::default()
    };
    (model, population.evidence(kept, left) + moments.cost + population.shares[0].ln())
}

fn on_own_scale(moments: &Moments, population: &Population) -> (ResponseModel, f64) {
    // Priors, expressed as a number of guesses.
    let before = population.before();
    let (a, b, c) = (moments.count + before[0], moments.xx + before[1], moments.x);
    let det = (a * b - c * c).max(f64::MIN_POSITIVE);
    let offset = (b * moments.r - c * moments.xr) / det;
    let stretch = (a * moments.xr - c * moments.r) / det;
    let left = (moments.rr - offset * moments.r - stretch * moments.xr).max(0.0);
    let kept = moments.opinions;
    let precision = population.precision(kept, left);
    let covariance = [b, a, -c].map(|part| part / det / precision);
    let model = ResponseModel { share: 0.0, offset, stretch, covariance, precision, kept, left };
    let log = population.evidence(kept, left) + 0.5 * (before[0] * before[1] / det).ln();
    (model, log + moments.cost + ln_responsive(&model) + population.shares[1].ln())
}

/// Log-probability that the guesses rise with the level by at least a fifth of the crowd's slope.
fn ln_responsive(model: &ResponseModel) -> f64 {
    normal::cdf((1.0 + model.stretch - 0.2) / model.covariance[1].sqrt()).ln()
}

fn inattentive(guesses: &[Opinion], population: &Population) -> f64 {
    let (mut all, mut sum, mut cost) = (0.0, 0.0, 0.0);
    for opinion in guesses {
        let weight = population.opinion(opinion.times());
        all += weight;
        sum += weight * opinion.points;
        cost += 0.5 * weight.ln();
    }
    let mean = sum / all;
    let square = |one: &Opinion| population.opinion(one.times()) * (one.points - mean).powi(2);
    let left = guesses.iter().map(square).sum();
    cost + Population::evidence_if_inattentive(float(guesses.len()), mean, left)
        + population.shares[2].ln()
}
