//! Student's t-distribution.

use crate::float;

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

#[cfg(test)]
mod tests {
    use super::*;

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
            let out = crate::beta::two_sided_p(quantile(freedom), float(freedom));
            assert!((out - 0.05).abs() < 2e-5, "{freedom}: {out}");
        }
    }
}
