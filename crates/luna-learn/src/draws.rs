//! Chance from a seed, and exact draws with replacement from counted things.

use std::f64::consts::TAU;

/// `SplitMix64`, one stream for each seed and round.
pub(crate) struct Draws(u64);

impl Draws {
    pub(crate) fn new(seed: u64, round: u64) -> Draws {
        let mut start = Draws(seed);
        Draws(start.bits() ^ Draws(round.wrapping_add(seed)).bits().rotate_left(17))
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// At least 0 and below 1.
    pub(crate) fn unit(&mut self) -> f64 {
        f64::from_bits(self.bits() >> 12 | 0x3ff0_0000_0000_0000) - 1.0
    }

    /// How often each of `n` things is drawn in `n` draws with replacement.
    pub(crate) fn repeats(&mut self, n: usize) -> Vec<u32> {
        let mut repeats = vec![0; n];
        for _ in 0..n {
            let wide = u128::from(self.bits()) * u128::try_from(n).unwrap_or(0);
            if let Some(count) = repeats.get_mut(usize::try_from(wide >> 64).unwrap_or(0)) {
                *count += 1;
            }
        }
        repeats
    }

    /// Draws as many things as there are, with replacement, of kinds that are
    /// so many each: a multinomial draw, kind by kind, each a binomial one of
    /// what is left.
    pub(crate) fn redraw(&mut self, kinds: impl Iterator<Item = f64> + Clone) -> Vec<f64> {
        let mut left: f64 = kinds.clone().sum();
        let mut to_draw = left;
        kinds
            .map(|kind| {
                let drawn = if kind < left { self.binomial(to_draw, kind / left) } else { to_draw };
                left -= kind;
                to_draw -= drawn;
                drawn
            })
            .collect()
    }

    /// How many of `n` chances of `p` come true, exact but for rounding: the
    /// distribution function turned around where few are expected, else by
    /// Hörmann's transformed rejection (BTRS, 1993).
    pub(crate) fn binomial(&mut self, n: f64, p: f64) -> f64 {
        if p > 0.5 {
            return n - self.binomial(n, 1.0 - p);
        }
        if n * p < 64.0 {
            return from_zero(n, p / (1.0 - p), (n * (-p).ln_1p()).exp(), self.unit());
        }
        let wide = (n * p * (1.0 - p)).sqrt();
        let broad = 1.15 + 2.53 * wide;
        let (slim, sure) = (0.0248 * broad - 0.0873 + 0.01 * p, 0.92 - 4.2 / broad);
        loop {
            let (across, high) = (self.unit() - 0.5, self.unit());
            let edge = 0.5 - across.abs();
            let k = ((2.0 * slim / edge + broad) * across + n * p + 0.5).floor();
            if edge >= 0.07 && high <= sure {
                return k;
            }
            // Below 16 of so many is rarer than a double can tell from never.
            let mode = ((n + 1.0) * p).floor();
            let height = high * (2.83 + 5.1 / broad) * wide / (slim / (edge * edge) + broad);
            if k >= 16.0 && n - k >= 16.0 && height <= mass(n, p, k) / mass(n, p, mode) {
                return k;
            }
        }
    }
}

fn from_zero(n: f64, odds: f64, mut mass: f64, mut u: f64) -> f64 {
    let mut k = 0.0;
    while u >= mass && k < n {
        u -= mass;
        mass *= (n - k) / (k + 1.0) * odds;
        k += 1.0;
    }
    k
}

/// The chance of exactly `k` of `n`, for `k` and `n - k` of at least 16, by
/// Stirling's series.
fn mass(n: f64, p: f64, k: f64) -> f64 {
    let rest = n - k;
    let away = k * (n * p / k).ln() + rest * (n * (1.0 - p) / rest).ln();
    (n / (TAU * k * rest)).sqrt() * (away + tail(n) - tail(k) - tail(rest)).exp()
}

fn tail(k: f64) -> f64 {
    let square = 1.0 / (k * k);
    (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0))) / k
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probability of each count, from the recurrence in logarithms.
    fn exact(n: u32, p: f64) -> Vec<f64> {
        let mut log = f64::from(n) * (1.0 - p).ln();
        let mut all = vec![log.exp()];
        for k in 0..n {
            log += (f64::from(n - k) / f64::from(k + 1) * p / (1.0 - p)).ln();
            all.push(log.exp());
        }
        all
    }

    #[test]
    fn the_mass_at_the_mode_is_exact() {
        for (n, p) in [(40, 0.45), (200, 0.1), (1000, 0.5), (3000, 0.02)] {
            let mode = (f64::from(n + 1) * p).floor();
            let known = exact(n, p).into_iter().fold(0.0, f64::max);
            assert!((mass(f64::from(n), p, mode) / known - 1.0).abs() < 1e-11, "{n} {p}");
        }
    }

    #[test]
    fn binomial_draws_are_spread_as_they_should_be() {
        let mut draws = Draws::new(5, 0);
        for (n, p) in
            [(1, 0.3), (12, 0.5), (50, 0.9), (60, 0.4), (130, 0.5), (400, 0.25), (9000, 0.01)]
        {
            let mut seen = vec![0_u32; usize::try_from(n).unwrap() + 1];
            for _ in 0..40_000 {
                let k = draws.binomial(f64::from(n), p);
                let at = (0..seen.len()).find(|&at| crate::float(at) >= k).unwrap();
                seen[at] += 1;
            }
            // Pearson's test over the counts that are expected five times.
            let cells = seen.iter().zip(exact(n, p)).map(|(&s, e)| (f64::from(s), e * 40_000.0));
            let cells: Vec<_> = cells.filter(|&(_, expected)| expected > 5.0).collect();
            let sum: f64 = cells.iter().map(|(s, e)| (s - e) * (s - e) / e).sum();
            let free = crate::float(cells.len());
            assert!(sum < free + 4.0 * (2.0 * free).sqrt() + 3.0, "{n} {p}: {sum} of {free}");
        }
    }

    #[test]
    fn drawing_anew_keeps_the_number_and_follows_the_counts() {
        let kinds = [1000.0, 0.0, 10.0, 1.0, 200.0];
        let mut sums = [0.0; 5];
        let mut squares = 0.0;
        for round in 0..4000 {
            let drawn = Draws::new(1, round).redraw(kinds.iter().copied());
            assert!((drawn.iter().sum::<f64>() - 1211.0).abs() < 0.5);
            for (sum, one) in sums.iter_mut().zip(&drawn) {
                *sum += one / 4000.0;
            }
            squares += (drawn[4] - 200.0).powi(2) / 4000.0;
        }
        for ((mean, kind), near) in sums.iter().zip(kinds).zip([0.9, 0.1, 0.2, 0.07, 0.9]) {
            assert!((mean - kind).abs() < near, "{sums:?}");
        }
        let variance = 200.0 * (1.0 - 200.0 / 1211.0);
        assert!((squares / variance - 1.0).abs() < 0.1, "{squares} {variance}");
        assert_eq!(Draws::new(1, 2).repeats(50).iter().sum::<u32>(), 50);
    }

    #[test]
    fn each_round_has_a_stream_of_its_own() {
        let first = |seed, round| Draws::new(seed, round).bits();
        assert_eq!(first(3, 4), first(3, 4));
        assert_ne!(first(3, 4), first(4, 3));
        assert_ne!(first(0, 0), first(0, 1));
    }
}
