//! The gamma function, and the binomial distribution.

use crate::float;

/// Logarithm of the gamma function of a positive number, to some ten digits.
pub(crate) fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut product) = (x, 1.0);
    while x < 8.0 {
        product *= x;
        x += 1.0;
    }
    let inverse = 1.0 / (x * x);
    let series =
        (1.0 / 12.0 - inverse * (1.0 / 360.0 - inverse * (1.0 / 1260.0 - inverse / 1680.0))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - product.ln()
}

/// Binomial tail: the probability of at least `least` successes.
pub(crate) fn binomial_tail(least: usize, of: usize, chance: f64) -> f64 {
    let term = |happened: usize| {
        let ways = ln_gamma(float(of) + 1.0)
            - ln_gamma(float(happened) + 1.0)
            - ln_gamma(float(of - happened) + 1.0);
        let log = float(happened) * chance.ln() + float(of - happened) * (1.0 - chance).ln();
        (ways + log).exp()
    };
    (least..=of).map(term).sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factorials_come_out() {
        for (x, known) in
            [(1.0, 1.0_f64), (5.0, 24.0), (0.5, 1.772_453_850_905_516), (11.0, 3_628_800.0)]
        {
            assert!((ln_gamma(x) - known.ln()).abs() < 1e-10, "{x}");
        }
    }

    #[test]
    fn coins_fall_as_they_do() {
        assert!((binomial_tail(3, 4, 0.5) - 5.0 / 16.0).abs() < 1e-9);
        assert!((binomial_tail(0, 9, 0.2) - 1.0).abs() < 1e-9);
        assert!((binomial_tail(20, 20, 0.25) / 0.25_f64.powi(20) - 1.0).abs() < 1e-9);
    }
}
