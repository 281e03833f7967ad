//! The normal distribution, to the last few digits and far into its tails.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, SQRT_2};

pub fn density(x: f64) -> f64 {
    0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2 * (-0.5 * x * x).exp()
}

/// The share that lies below `x`.
pub fn below(x: f64) -> f64 {
    if x < 0.0 { density(x) * mills(-x) } else { 1.0 - density(x) * mills(x) }
}

/// The share above `x` in proportion to the density there (Mills' ratio),
/// which stays a plain number where both have long become zero.
pub fn mills(x: f64) -> f64 {
    if x < 2.5 { (0.5 - middle(x)) / density(x) } else { fraction(x) }
}

/// The `x` that a share lies below.
pub fn quantile(share: f64) -> f64 {
    if share > 0.5 {
        return -quantile(1.0 - share);
    }
    if share <= 0.0 {
        return f64::NEG_INFINITY;
    }
    // Newton's steps on the logarithm, which is concave: they cannot overshoot.
    let mut x: f64 = 0.0;
    for _ in 0..50 {
        let mills = mills(-x);
        let step = (density(x) * mills / share).ln() * mills;
        x -= step;
        if step.abs() < 1e-15 * x.abs().max(1.0) {
            break;
        }
    }
    x
}

/// Between 0 and `x`, by a series whose terms all have the sign of `x`.
fn middle(x: f64) -> f64 {
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

/// Laplace's continued fraction, from its far end.
fn fraction(x: f64) -> f64 {
    let terms = if x < 5.0 * SQRT_2 { 120_u32 } else { 40 };
    1.0 / (1..=terms).rev().fold(x, |tail, n| x + f64::from(n) / tail)
}
