//! The incomplete beta function, and the tails of Student's distribution.

use crate::gamma::ln_gamma;

/// Regularised incomplete beta function, to some ten digits.
fn regularized_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return f64::from(u8::from(x >= 1.0));
    }
    // The continued fraction converges fast on this side of the mean.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - regularized_beta(1.0 - x, b, a);
    }
    let log = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p();
    (log.exp() * fraction(x, a, b) / a).clamp(0.0, 1.0)
}

/// The continued fraction, by Lentz's method.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let held = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut above, mut below, mut all) = (1.0, 0.0, 1.0);
    let mut take = |term: f64| {
        below = 1.0 / held(1.0 + term * below);
        above = held(1.0 + term / above);
        all *= above * below;
        (above * below - 1.0).abs()
    };
    let mut nth = 0.0;
    for _ in 0..100_000 {
        let far = take(-(a + nth) * (a + b + nth) * x / ((a + 2.0 * nth) * (a + 2.0 * nth + 1.0)));
        nth += 1.0;
        let near = take(nth * (b - nth) * x / ((a + 2.0 * nth - 1.0) * (a + 2.0 * nth)));
        if far < 1e-15 && near < 1e-15 {
            break;
        }
    }
    1.0 / all
}

/// Two-sided p-value of Student's t.
pub(crate) fn two_sided_p(t: f64, free: f64) -> f64 {
    regularized_beta(free / (free + t * t), 0.5 * free, 0.5)
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
    const SHARES: [(f64, f64, f64, f64); 6] = [
        (0.5, 0.5, 0.25, 1.0 / 3.0),
        (2.0, 3.0, 0.4, 0.5248),
        (10.0, 0.5, 0.9, 0.151_640_909_634_709_94),
        (50.0, 0.5, 0.999, 0.752_369_019_965_376_6),
        (30.0, 40.0, 0.2, 8.143_500_654_569_95e-6),
        (1.0, 1.0, 0.3, 0.3),
    ];

    /// As `SciPy` 1.17 gives them: `2 * stats.t.sf(t, free)` and `special.betainc(a, b, x)`.
    #[test]
    fn tails_and_shares_are_known_ones() {
        for (t, free, known) in TAILS {
            assert!(
                (two_sided_p(t, free) / known - 1.0).abs() < 1e-9,
                "{t} {free}: {}",
                two_sided_p(t, free)
            );
        }
        for (a, b, x, known) in SHARES {
            let found = regularized_beta(x, a, b);
            assert!((found / known - 1.0).abs() < 1e-9, "{a} {b} {x}: {found}");
        }
    }

    #[test]
    fn the_ends_are_certain() {
        assert_eq!((regularized_beta(0.0, 2.0, 3.0), regularized_beta(1.0, 2.0, 3.0)), (0.0, 1.0));
        assert_eq!((two_sided_p(0.0, 5.0), two_sided_p(f64::INFINITY, 5.0)), (1.0, 0.0));
    }
}
