//! The normal distribution, accurate to the last digits and far into the tails.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, SQRT_2, TAU};

pub fn density(x: f64) -> f64 {
    0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2 * (-0.5 * x * x).exp()
}

/// Cumulative distribution function.
pub fn cdf(x: f64) -> f64 {
    if x < 0.0 { density(x) * mills(-x) } else { 1.0 - density(x) * mills(x) }
}

/// Mills' ratio: the upper tail divided by the density, which stays finite where both underflow.
pub fn mills(x: f64) -> f64 {
    if x < 2.5 { (0.5 - central_area(x)) / density(x) } else { mills_fraction(x) }
}

/// Inverse of the cumulative distribution function.
pub fn quantile(share: f64) -> f64 {
    if share > 0.5 {
        return -quantile(1.0 - share);
    }
    if share <= 0.0 {
        return f64::NEG_INFINITY;
    }
    // Newton steps on the logarithm, which is concave, so they cannot overshoot.
    let mut x: f64 = 0.0;
    for _ in 0..50 {
        let mills = mills(-x);
        let step = (mills.ln() - 0.5 * (x * x + TAU.ln()) - share.ln()) * mills;
        x -= step;
        if step.abs() < 1e-15 * x.abs().max(1.0) {
            break;
        }
    }
    x
}

/// Probability between 0 and `x`, by a series of terms of one sign.
fn central_area(x: f64) -> f64 {
    if x.abs() > 9.0 {
        return 0.5_f64.copysign(x);
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    (density(x) * sum).clamp(-0.5, 0.5)
}

/// Laplace's continued fraction, evaluated from its far end.
fn mills_fraction(x: f64) -> f64 {
    let terms = if x < 5.0 * SQRT_2 { 120_u32 } else { 40 };
    1.0 / (1..=terms).rev().fold(x, |tail, n| x + f64::from(n) / tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_quantiles_are_known_ones() {
        // As SciPy gives them.
        for (x, share) in [
            (-10.0, 7.619_853_024_160_47e-24),
            (-3.0, 0.001_349_898_031_630_093_3),
            (-1.0, 0.158_655_253_931_457_07),
            (0.5, 0.691_462_461_274_013_1),
            (2.0, 0.977_249_868_051_820_8),
            (7.0, 0.999_999_999_998_720_1),
        ] {
            assert!((cdf(x) / share - 1.0_f64).abs() < 1e-12, "{x}: {}", cdf(x));
        }
        for (share, x) in [
            (1e-300, -37.047_096_299_361_2),
            (1e-10, -6.361_340_902_404_056),
            (0.3, -0.524_400_512_708_041),
            (0.975, 1.959_963_984_540_054),
            (0.5, 0.0),
        ] {
            assert!((quantile(share) - x).abs() < 1e-12, "{share}: {}", quantile(share));
        }
        assert!(quantile(0.0) < -1e300);
    }

    #[test]
    fn far_out_the_ratio_is_almost_one_by_the_distance() {
        assert!((mills(1e6) * 1e6 - 1.0).abs() < 1e-11);
        assert!((mills(2.499_999_999) / mills(2.5) - 1.0).abs() < 1e-8);
        assert!(mills(-50.0).is_infinite());
    }
}
