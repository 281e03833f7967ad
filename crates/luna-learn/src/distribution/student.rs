//! Student's t-distribution.

use statrs::function::beta::beta_reg;

use crate::number::float;

/// The 97.5 % quantile, within a part in ten thousand.
pub fn quantile(freedom: usize) -> f64 {
    const FEW: [f64; 6] = [12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912];
    if let Some(&known) = FEW.get(freedom.saturating_sub(1)) {
        return known;
    }
    // Cornish-Fisher expansion around the normal quantile.
    let (z, v) = (1.959_963_985_f64, float(freedom));
    let terms = [
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
        (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1482.0 * z.powi(5)
            - 1920.0 * z.powi(3)
            - 945.0 * z)
            / 92160.0,
    ];
    terms.into_iter().rev().fold(0.0, |sum, term| (sum + term) / v) + z
}

/// Two-sided p-value of a statistic.
pub(crate) fn two_sided_p(t: f64, freedom: f64) -> f64 {
    beta_reg(0.5 * freedom, 0.5, freedom / (freedom + t * t))
}

/// The statistic that chance exceeds on either side with this probability, by bisection to the last
/// bit.
pub fn critical(p: f64, freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while two_sided_p(high, freedom) > p {
        (low, high) = (high, 2.0 * high);
    }
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if two_sided_p(middle, freedom) > p {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAILS: [(f64, f64, f64); 7] = [
        (0.5, 1.0, 0.704_832_764_699_133_5),
        (2.0, 3.0, 0.139_325_968_558_843_05),
        (12.0, 5.0, 7.089_492_517_161_522e-5),
        (1.96, 99.0, 0.052_807_113_750_970_754),
        (4.5, 697.0, 7.961_322_343_489_087e-6),
        (0.01, 10.0, 0.992_217_974_990_971_4),
        (30.0, 99.0, 1.700_849_911_728_211_8e-51),
    ];

    /// From `SciPy` 1.17: `2 * stats.t.sf(t, freedom)`.
    #[test]
    fn p_values_are_known_ones() {
        for (t, freedom, known) in TAILS {
            let found = two_sided_p(t, freedom);
            assert!((found / known - 1.0).abs() < 1e-11, "{t} {freedom}: {found}");
        }
        assert_eq!((two_sided_p(0.0, 5.0), two_sided_p(f64::INFINITY, 5.0)), (1.0, 0.0));
    }

    #[test]
    fn a_critical_statistic_has_its_p() {
        for (t, freedom, p) in TAILS {
            assert!((critical(p, freedom) / t - 1.0).abs() < 1e-9, "{t} {freedom}");
        }
    }

    #[test]
    fn few_degrees_of_freedom_are_in_the_table_and_many_near_the_normal_quantile() {
        for (freedom, known) in [
            (1, 12.706_205),
            (3, 3.182_446),
            (5, 2.570_582),
            (7, 2.364_624),
            (10, 2.228_139),
            (30, 2.042_272),
            (120, 1.979_930),
            (1_000, 1.962_339),
            (100_000, 1.959_988),
        ] {
            assert!((quantile(freedom) - known).abs() < 2e-4, "{freedom}: {}", quantile(freedom));
        }
    }

    #[test]
    fn one_time_in_twenty_is_further_out_on_either_side() {
        for freedom in (1..40).chain([100, 1_000, 100_000]) {
            let out = two_sided_p(quantile(freedom), float(freedom));
            assert!((out - 0.05).abs() < 2e-5, "{freedom}: {out}");
        }
    }
}
