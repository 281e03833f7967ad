//! Empirical Bayes estimates of the population of judges.

use super::{Population, log_evidence};
use crate::guess::calibrated::judge_model::JudgeModel;
use crate::guess::calibrated::opinion::Variation;
use crate::guess::calibrated::robust_mean::middle;
use crate::number::float;

/// Candidate strengths of the prior of the noise variance, in guesses.
const NOISE_PRIORS: [f64; 9] = [2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 1024.0];

impl Population {
    pub(in crate::guess::calibrated) fn learn(
        &mut self,
        fits: &[JudgeModel],
        within: &[Variation],
    ) {
        self.learn_repeat_share(fits, within);
        let fits: Vec<&JudgeModel> = fits.iter().filter(|fit| fit.opinions > 0).collect();
        self.learn_shares(&fits);
        self.learn_scales(&fits);
        self.learn_noise(&fits);
    }

    fn learn_repeat_share(&mut self, fits: &[JudgeModel], within: &[Variation]) {
        let (mut varies, mut count) = (2.5, 5.0);
        for (fit, &(squares, free)) in fits.iter().zip(within) {
            varies += fit.precision() * squares;
            count += (fit.shared.share + fit.own.share) * free;
        }
        self.repeat_share = (1.0 - varies / count).clamp(0.0, 1.0);
    }

    fn learn_shares(&mut self, fits: &[&JudgeModel]) {
        let (mut first, mut second, mut third) = (2.0, 1.0, 1.0);
        let (mut slips, mut guesses) = (1.0, 100.0);
        for fit in fits {
            let earnest = fit.shared.share + fit.own.share;
            first += fit.shared.share;
            second += fit.own.share;
            third += 1.0 - earnest;
            slips += fit.slips;
            guesses += earnest * float(fit.opinions);
        }
        let all = first + second + third;
        self.shares = [first / all, second / all, third.max(1e-3) / all];
        self.slip = (slips / guesses).min(0.1);
    }

    /// The scale is centred at the typical judge, so that most need none of their own.
    fn learn_scales(&mut self, fits: &[&JudgeModel]) {
        let (mut count, mut offset, mut stretch) = (4.0, 4.0 * 100.0, 4.0 * 0.1);
        for fit in fits {
            let [var_offset, var_stretch, _] = fit.own.covariance;
            count += fit.own.share;
            offset += fit.own.share * (fit.own.offset.powi(2) + var_offset);
            stretch += fit.own.share * (fit.own.stretch.powi(2) + var_stretch);
        }
        self.offset = (offset / count).min(400.0);
        self.stretch = (stretch / count).min(0.2);
        let earnest = |of: fn(&JudgeModel) -> f64, least: f64| {
            let weigh = |fit: &&JudgeModel| {
                (of(fit), (fit.shared.share + fit.own.share) * float(fit.opinions))
            };
            middle(fits.iter().map(weigh).collect(), least)
        };
        self.scale_centre =
            [earnest(|fit| fit.mean().offset, 0.5), earnest(|fit| fit.mean().stretch, 0.01)];
    }

    fn learn_noise(&mut self, fits: &[&JudgeModel]) {
        let models =
            || fits.iter().flat_map(|fit| [fit.shared, fit.own]).filter(|model| model.share > 1e-6);
        // Maximum of the evidence: a mean of the squares, weighted towards judges of little noise.
        let (mut kept, mut left) = (1e-9, 1e-9 * self.noise);
        for model in models() {
            let weight = model.share / (self.noise_prior * self.noise + model.left);
            kept += weight * model.kept;
            left += weight * model.left;
        }
        self.noise = (left / kept).max(1.0);
        let mut best = f64::NEG_INFINITY;
        for noise_prior in NOISE_PRIORS {
            let log: f64 = models()
                .map(|model| {
                    model.share * log_evidence(model.kept, model.left, noise_prior, self.noise)
                })
                .sum();
            if log > best {
                (best, self.noise_prior) = (log, noise_prior);
            }
        }
    }
}
