//! How the population of judges is learned from all of them.

use super::{Crowd, unexplained};
use crate::calibrated::judge_model::Fit;
use crate::calibrated::opinion::Within;
use crate::calibrated::robust_mean::middle;
use crate::float;

/// How strongly judges may be taken to be alike in their noise, in guesses.
const ALIKE: [f64; 9] = [2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 1024.0];

impl Crowd {
    pub(in crate::calibrated) fn learn(&mut self, fits: &[Fit], within: &[Within]) {
        self.learn_same(fits, within);
        let fits: Vec<&Fit> = fits.iter().filter(|fit| fit.opinions > 0).collect();
        self.learn_shares(&fits);
        self.learn_scales(&fits);
        self.learn_noise(&fits);
    }

    fn learn_same(&mut self, fits: &[Fit], within: &[Within]) {
        let (mut varies, mut count) = (2.5, 5.0);
        for (fit, &(squares, free)) in fits.iter().zip(within) {
            varies += fit.precision() * squares;
            count += (fit.crowd.share + fit.own.share) * free;
        }
        self.same = (1.0 - varies / count).clamp(0.0, 1.0);
    }

    fn learn_shares(&mut self, fits: &[&Fit]) {
        let (mut first, mut second, mut third) = (2.0, 1.0, 1.0);
        let (mut slips, mut guesses) = (1.0, 100.0);
        for fit in fits {
            let earnest = fit.crowd.share + fit.own.share;
            first += fit.crowd.share;
            second += fit.own.share;
            third += 1.0 - earnest;
            slips += fit.slips;
            guesses += earnest * float(fit.opinions);
        }
        let all = first + second + third;
        self.shares = [first / all, second / all, third.max(1e-3) / all];
        self.slip = (slips / guesses).min(0.1);
    }

    /// The gauge is that of the judges in the middle, so that most need no scale of their own.
    fn learn_scales(&mut self, fits: &[&Fit]) {
        let (mut count, mut offset, mut stretch) = (4.0, 4.0 * 100.0, 4.0 * 0.1);
        for fit in fits {
            let [var_offset, var_stretch, _] = fit.own.doubt;
            count += fit.own.share;
            offset += fit.own.share * (fit.own.offset.powi(2) + var_offset);
            stretch += fit.own.share * (fit.own.stretch.powi(2) + var_stretch);
        }
        self.offset = (offset / count).min(400.0);
        self.stretch = (stretch / count).min(0.2);
        let earnest = |of: fn(&Fit) -> f64, least: f64| {
            let weigh =
                |fit: &&Fit| (of(fit), (fit.crowd.share + fit.own.share) * float(fit.opinions));
            middle(fits.iter().map(weigh).collect(), least)
        };
        self.gauge =
            [earnest(|fit| fit.mean().offset, 0.5), earnest(|fit| fit.mean().stretch, 0.01)];
    }

    fn learn_noise(&mut self, fits: &[&Fit]) {
        let ears =
            || fits.iter().flat_map(|fit| [fit.crowd, fit.own]).filter(|ear| ear.share > 1e-6);
        // Where the evidence is best: a mean of what is left, judges of less noise first.
        let (mut kept, mut left) = (1e-9, 1e-9 * self.noise);
        for ear in ears() {
            let weight = ear.share / (self.alike * self.noise + ear.left);
            kept += weight * ear.kept;
            left += weight * ear.left;
        }
        self.noise = (left / kept).max(1.0);
        let mut best = f64::NEG_INFINITY;
        for alike in ALIKE {
            let log: f64 = ears()
                .map(|ear| ear.share * unexplained(ear.kept, ear.left, alike, self.noise))
                .sum();
            if log > best {
                (best, self.alike) = (log, alike);
            }
        }
    }
}
