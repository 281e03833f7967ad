//! How one judge guesses, given what is believed of the players.

use super::belief::{Belief, Said};
use super::opinion::Opinion;
use super::population::{Crowd, SLIP_DENSITY};
use crate::{float, normal};

/// One way in which a judge may listen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ear {
    /// How likely it is that the judge listens so.
    pub(super) share: f64,
    /// Guess = level + offset + stretch * (level - centre) + noise.
    pub(super) offset: f64,
    pub(super) stretch: f64,
    /// Variances of the two and their covariance.
    pub(super) doubt: [f64; 3],
    /// One over the variance of the noise.
    pub(super) precision: f64,
    /// Guesses that are no slips, and what is left of them squared.
    pub(super) kept: f64,
    pub(super) left: f64,
}

/// A judge: the ways to listen, and how many opinions show it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fit {
    pub(super) crowd: Ear,
    pub(super) own: Ear,
    pub(super) opinions: usize,
    /// Opinions that were slips of an earnest judge.
    pub(super) slips: f64,
}

/// Sums over a judge's guesses, weighted by how likely each is no slip.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    /// Opinions, and what they weigh.
    opinions: f64,
    count: f64,
    x: f64,
    xx: f64,
    r: f64,
    xr: f64,
    rr: f64,
    /// What it costs to tell slips from the rest.
    cost: f64,
    slips: f64,
}

impl Ear {
    /// How likely it is that this guess is no slip.
    fn kept(&self, opinion: &Opinion, belief: Belief, crowd: &Crowd) -> f64 {
        if self.precision == 0.0 {
            return 1.0 - crowd.slip;
        }
        let x = belief.level - crowd.middle;
        let left = opinion.points - belief.level - self.offset - self.stretch * x;
        let square = left * left + belief.variance * (1.0 + self.stretch).powi(2);
        let precision = self.precision * crowd.opinion(opinion.times);
        let usual = (precision / std::f64::consts::TAU).sqrt()
            * (-0.5 * precision * square).exp()
            * (1.0 - crowd.slip);
        let slip = crowd.slip * SLIP_DENSITY;
        usual / (usual + slip)
    }

    fn sums(&self, guesses: &[Opinion], beliefs: &[Belief], crowd: &Crowd) -> Sums {
        let (slip, usual) = ((crowd.slip * SLIP_DENSITY).ln(), (1.0 - crowd.slip).ln());
        let mut sums = Sums::default();
        for opinion in guesses {
            let belief = beliefs[opinion.player];
            let kept = self.kept(opinion, belief, crowd);
            let weight = crowd.opinion(opinion.times);
            let (x, r) = (belief.level - crowd.middle, opinion.points - belief.level);
            let weighed = kept * weight;
            sums.opinions += kept;
            sums.count += weighed;
            sums.x += weighed * x;
            sums.xx += weighed * (x * x + belief.variance);
            sums.r += weighed * r;
            sums.xr += weighed * (x * r - belief.variance);
            sums.rr += weighed * (r * r + belief.variance);
            sums.slips += 1.0 - kept;
            if opinion.times > 1.0 {
                sums.cost += 0.5 * kept * weight.ln();
            }
            let lost = 1.0 - kept;
            if lost > 1e-12 {
                sums.cost += lost * (slip - lost.ln());
            }
            if kept > 1e-12 {
                sums.cost += kept * (usual - kept.ln());
            }
        }
        sums
    }

    /// Adds to what is said of a player.
    pub(super) fn hear(&self, opinion: &Opinion, belief: Belief, crowd: &Crowd, said: &mut Said) {
        let weight = crowd.opinion(opinion.times);
        let kept = self.share * self.precision * weight * self.kept(opinion, belief, crowd);
        let x = belief.level - crowd.middle;
        let slope = 1.0 + self.stretch;
        let [both, stretch, cross] = self.doubt;
        let y = opinion.points - crowd.middle - self.offset;
        said.weight += kept * (slope * slope + stretch);
        said.points += kept * (slope * y - cross);
        let varies = crowd.unsure(self.kept) / self.precision / weight
            + both
            + x * (2.0 * cross + x * stretch);
        said.spread += (kept * slope).powi(2) * varies;
    }
}

impl Fit {
    pub(super) fn next(&self, guesses: &[Opinion], beliefs: &[Belief], crowd: &Crowd) -> Fit {
        if guesses.is_empty() {
            return Fit::default();
        }
        let sums = [&self.crowd, &self.own].map(|ear| ear.sums(guesses, beliefs, crowd));
        let (mut plain, first) = as_crowd(&sums[0], crowd);
        let (mut own, second) = on_own_scale(&sums[1], crowd);
        let third = deaf(guesses, crowd);
        let likely = [first, second, third];
        let best = likely.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let [first, second, third] = likely.map(|log| (log - best).exp());
        let all = first + second + third;
        plain.share = first / all;
        own.share = second / all;
        let slips = plain.share * sums[0].slips + own.share * sums[1].slips;
        Fit { crowd: plain, own, opinions: guesses.len(), slips }
    }

    /// What a guess of this judge weighs, in terms of precision.
    pub(super) fn weight(&self) -> f64 {
        [self.crowd, self.own]
            .map(|ear| ear.share * ear.precision * (1.0 + ear.stretch).powi(2))
            .into_iter()
            .sum()
    }

    /// One over the variance of the noise, as far as the judge is earnest.
    pub(super) fn precision(&self) -> f64 {
        self.crowd.share * self.crowd.precision + self.own.share * self.own.precision
    }

    /// The ways to listen that are earnest, made one.
    pub(super) fn mean(&self) -> Ear {
        let share = self.crowd.share + self.own.share;
        let own = if share > 0.0 { self.own.share / share } else { 0.0 };
        Ear { offset: own * self.own.offset, stretch: own * self.own.stretch, ..self.own }
    }

    pub(super) fn noise(&self) -> f64 {
        let ear = if self.crowd.share > self.own.share { self.crowd } else { self.own };
        (1.0 / ear.precision).sqrt()
    }
}

fn as_crowd(sums: &Sums, crowd: &Crowd) -> (Ear, f64) {
    let (kept, left) = (sums.opinions, sums.rr);
    let ear = Ear { precision: crowd.precision(kept, left), kept, left, ..Ear::default() };
    (ear, crowd.evidence(kept, left) + sums.cost + crowd.shares[0].ln())
}

fn on_own_scale(sums: &Sums, crowd: &Crowd) -> (Ear, f64) {
    // Beliefs before the guesses, as a number of guesses that say the same.
    let before = crowd.before();
    let (a, b, c) = (sums.count + before[0], sums.xx + before[1], sums.x);
    let det = (a * b - c * c).max(f64::MIN_POSITIVE);
    let offset = (b * sums.r - c * sums.xr) / det;
    let stretch = (a * sums.xr - c * sums.r) / det;
    let left = (sums.rr - offset * sums.r - stretch * sums.xr).max(0.0);
    let kept = sums.opinions;
    let precision = crowd.precision(kept, left);
    let doubt = [b, a, -c].map(|part| part / det / precision);
    let ear = Ear { share: 0.0, offset, stretch, doubt, precision, kept, left };
    let log = crowd.evidence(kept, left) + 0.5 * (before[0] * before[1] / det).ln();
    (ear, log + sums.cost + listens(&ear) + crowd.shares[1].ln())
}

/// The logarithm of how likely it is that the guesses rise with the level at all: by a
/// fifth of what the crowd's do, or more.
fn listens(ear: &Ear) -> f64 {
    normal::below((1.0 + ear.stretch - 0.2) / ear.doubt[1].sqrt()).ln()
}

fn deaf(guesses: &[Opinion], crowd: &Crowd) -> f64 {
    let (mut all, mut sum, mut cost) = (0.0, 0.0, 0.0);
    for opinion in guesses {
        let weight = crowd.opinion(opinion.times);
        all += weight;
        sum += weight * opinion.points;
        cost += 0.5 * weight.ln();
    }
    let mean = sum / all;
    let square = |one: &Opinion| crowd.opinion(one.times) * (one.points - mean).powi(2);
    let left = guesses.iter().map(square).sum();
    cost + Crowd::evidence_of_deafness(float(guesses.len()), mean, left) + crowd.shares[2].ln()
}
