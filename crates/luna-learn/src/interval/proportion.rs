//! Proportions: exact intervals, and Fisher's exact test of two of them.

use statrs::function::beta::beta_reg;
use statrs::function::gamma::ln_gamma;

use crate::number::float;

/// The exact 95 % interval of a proportion (Clopper and Pearson 1934): both ends are where the
/// count seen has a one-sided chance of 2.5 %. From 0 to 1 without a trial.
pub fn exact_interval(hits: usize, trials: usize) -> (f64, f64) {
    clopper_pearson(float(hits.min(trials)), float(trials), 0.05)
}

/// The same for any chance of being wrong. Counts need not be whole, so that fewer trials can stand
/// for dependent ones (Korn and Graubard 1998).
pub fn clopper_pearson(hits: f64, trials: f64, wrong: f64) -> (f64, f64) {
    let misses = trials - hits;
    let low = if hits > 0.0 { beta_quantile(wrong / 2.0, hits, misses + 1.0) } else { 0.0 };
    let high =
        if misses > 0.0 { beta_quantile(1.0 - wrong / 2.0, hits + 1.0, misses) } else { 1.0 };
    (low, high)
}

/// The quantile of a beta distribution, by bisection to the last bit.
fn beta_quantile(share: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if beta_reg(a, b, middle) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// A two-by-two table of counts: hits and misses in one group and in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    pub first: (usize, usize),
    pub second: (usize, usize),
}

impl Table {
    /// The two-sided p-value of Fisher's exact test: the chance of a table at most as likely as
    /// this one, its margins given.
    pub fn fisher_p(self) -> f64 {
        let (first, second) = (self.first.0 + self.first.1, self.second.0 + self.second.1);
        let hits = self.first.0 + self.second.0;
        let log = |n: usize, k: usize| {
            ln_gamma(float(n) + 1.0) - ln_gamma(float(k) + 1.0) - ln_gamma(float(n - k) + 1.0)
        };
        let whole = log(first + second, hits);
        let chance = |k: usize| log(first, k) + log(second, hits - k) - whole;
        // Equally likely tables differ by rounding.
        let most = chance(self.first.0) + 1e-7;
        let all = hits.saturating_sub(second)..=hits.min(first);
        let p: f64 = all.map(chance).filter(|&log| log <= most).map(f64::exp).sum();
        p.min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `SciPy` 1.17: `binomtest(hits, trials).proportion_ci(0.95, "exact")`.
    #[test]
    fn intervals_are_known_ones() {
        for (hits, trials, low, high) in [
            (0, 10, 0.0, 0.308_497_107_818_762_94),
            (10, 10, 0.691_502_892_181_237_1, 1.0),
            (3, 10, 0.066_739_511_177_734_47, 0.652_452_850_060_008),
            (61, 68, 0.799_334_701_935_679_9, 0.957_599_511_925_387_6),
            (1, 1_000, 2.531_748_749_167_463_4e-5, 0.005_558_924_279_849_9),
            (26, 100, 0.177_394_437_867_652_55, 0.357_312_063_100_103_55),
            (0, 0, 0.0, 1.0),
        ] {
            let found = exact_interval(hits, trials);
            let near = |a: f64, b: f64| (a - b).abs() < 1e-10;
            assert!(near(found.0, low) && near(found.1, high), "{hits} of {trials}: {found:?}");
        }
    }

    #[test]
    fn a_surer_interval_and_one_of_fewer_trials_are_wider() {
        // By hand: none of ten, whose one-sided chance is 0.5 %: 1 - 0.005^(1/10).
        let (low, high) = clopper_pearson(0.0, 10.0, 0.01);
        assert!(low <= 0.0 && (high - (1.0 - 0.005_f64.powf(0.1))).abs() < 1e-12, "{high}");
        let (all, half) = (clopper_pearson(30.0, 100.0, 0.05), clopper_pearson(15.0, 50.0, 0.05));
        let part = clopper_pearson(20.1, 67.0, 0.05);
        assert!(half.0 < part.0 && part.0 < all.0, "{half:?} {part:?} {all:?}");
        assert!(half.1 > part.1 && part.1 > all.1, "{half:?} {part:?} {all:?}");
    }

    /// From `SciPy` 1.17: `fisher_exact(table).pvalue`.
    #[test]
    fn fishers_test_is_the_known_one() {
        for (first, second, p) in [
            ((8, 2), (1, 5), 0.034_965_034_965_034_975),
            ((50, 10), (40, 20), 0.056_725_933_934_746_16),
            ((3, 0), (0, 3), 0.1),
            ((10, 10), (10, 10), 1.0),
            ((120, 14), (100, 19), 0.261_641_199_063_131_44),
            ((0, 5), (0, 7), 1.0),
            ((0, 0), (0, 0), 1.0),
        ] {
            let found = Table { first, second }.fisher_p();
            assert!((found - p).abs() < 1e-7, "{first:?} {second:?}: {found}");
        }
    }
}
