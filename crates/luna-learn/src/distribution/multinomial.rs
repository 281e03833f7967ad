//! Exact multinomial resampling of counts.

use crate::number::float;
use crate::rng::Rng;

/// Draws as many items with replacement as there are, from items of several kinds.
///
///
/// Independent Poisson counts are multinomial given their sum. So slightly fewer items are drawn by
/// kind from Poisson distributions, and the rest one by one.
pub(crate) struct Multinomial {
    /// Cumulative number of items by kind.
    ends: Vec<usize>,
    /// Kind at which the search for an item begins.
    near: Vec<usize>,
    tables: Vec<Poisson>,
    /// Table of each kind.
    table: Vec<usize>,
}

impl Multinomial {
    pub(crate) fn new(kinds: impl Iterator<Item = u32> + Clone) -> Multinomial {
        let ends: Vec<usize> = (kinds.clone())
            .scan(0, |end, kind| {
                *end += usize::try_from(kind).unwrap_or(0);
                Some(*end)
            })
            .collect();
        let total = ends.last().copied().unwrap_or(0);
        let mut sizes: Vec<u32> = kinds.clone().collect();
        sizes.sort_unstable();
        sizes.dedup();
        // The counts exceed the total in two draws of a hundred.
        let share = (1.0 - 2.0 / float(total).sqrt()).max(0.0);
        Multinomial {
            near: (0..ends.len())
                .map(|nth| ends.partition_point(|&end| end <= nth * total / ends.len()))
                .collect(),
            tables: sizes.iter().map(|&size| Poisson::new(share * f64::from(size))).collect(),
            table: kinds.map(|kind| sizes.partition_point(|&size| size < kind)).collect(),
            ends,
        }
    }

    /// Draws the number of items of each kind.
    pub(crate) fn draw(&self, rng: &mut Rng) -> Vec<u32> {
        let total = self.ends.last().copied().unwrap_or(0);
        loop {
            let mut counts: Vec<u32> =
                self.table.iter().map(|&table| self.tables[table].draw(rng)).collect();
            let sum: usize = counts.iter().map(|&n| usize::try_from(n).unwrap_or(total)).sum();
            if sum <= total {
                for _ in sum..total {
                    counts[self.kind(rng.below(total), total)] += 1;
                }
                return counts;
            }
        }
    }

    fn kind(&self, thing: usize, total: usize) -> usize {
        let mut kind = self.near[thing * self.near.len() / total];
        while self.ends[kind] <= thing {
            kind += 1;
        }
        kind
    }
}

/// A Poisson distribution as an alias table (Walker's method).
struct Poisson {
    parts: Vec<Part>,
}

#[derive(Clone, Copy)]
struct Part {
    /// Below this of 2^32 the value is `one`, else `other`.
    limit: u32,
    one: u32,
    other: u32,
}

impl Poisson {
    fn new(mean: f64) -> Poisson {
        let (lowest, weights) = weights(mean);
        let scale = float(weights.len()) / weights.iter().sum::<f64>();
        let (mut small, mut large): (Vec<_>, Vec<_>) = (lowest..)
            .zip(weights.iter().map(|weight| weight * scale))
            .partition(|one| one.1 < 1.0);
        let mut parts = Vec::with_capacity(weights.len());
        while let (Some(&(one, share)), Some((other, rest))) = (small.last(), large.last_mut()) {
            parts.push(Part { limit: whole(share * 4_294_967_296.0), one, other: *other });
            small.pop();
            *rest -= 1.0 - share;
            if *rest < 1.0 {
                small.extend(large.pop());
            }
        }
        // Whole cells but for rounding.
        let whole = |&(one, _): &(u32, f64)| Part { limit: u32::MAX, one, other: one };
        parts.extend(small.iter().chain(&large).map(whole));
        Poisson { parts }
    }

    fn draw(&self, rng: &mut Rng) -> u32 {
        let bits = rng.bits();
        let (high, low) = (bits >> 32, bits & u64::from(u32::MAX));
        let place = (high * u64::try_from(self.parts.len()).unwrap_or(0)) >> 32;
        let part = self.parts[usize::try_from(place).unwrap_or(0)];
        if low < u64::from(part.limit) { part.one } else { part.other }
    }
}

/// Smallest value with a relative probability above rounding, and the probabilities from there,
/// relative to the mode.
fn weights(mean: f64) -> (u32, Vec<f64>) {
    let told = |weight: &f64| *weight > 1e-18;
    let mode = whole(mean);
    let mut lower: Vec<f64> = (0..mode)
        .rev()
        .scan(1.0, |weight, n| {
            *weight *= f64::from(n + 1) / mean;
            Some(*weight)
        })
        .take_while(told)
        .collect();
    lower.reverse();
    let lowest = mode - u32::try_from(lower.len()).unwrap_or(mode);
    let higher = (mode..).scan(1.0, |weight, n| {
        *weight *= mean / f64::from(n + 1);
        Some(*weight)
    });
    (lowest, lower.into_iter().chain([1.0]).chain(higher.take_while(told)).collect())
}

/// Rounds down.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "0 or more; what is too large becomes the largest"
)]
fn whole(x: f64) -> u32 {
    x as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pearson's test over the counts that are expected five times.
    #[track_caller]
    fn follows(seen: &[u32], chance: impl Fn(u32) -> f64) {
        let all = f64::from(seen.iter().sum::<u32>());
        let cells = (0..).zip(seen).map(|(k, &seen)| (f64::from(seen), chance(k) * all));
        let cells: Vec<_> = cells.filter(|&(_, expected)| expected > 5.0).collect();
        let sum: f64 = cells.iter().map(|(s, e)| (s - e) * (s - e) / e).sum();
        let free = float(cells.len());
        assert!(sum < free + 4.0 * (2.0 * free).sqrt() + 3.0, "{sum} of {free}");
    }

    fn ln_factorial(n: u32) -> f64 {
        (1..=n).map(|k| f64::from(k).ln()).sum()
    }

    fn counted(size: usize, times: u32, mut draw: impl FnMut() -> u32) -> Vec<u32> {
        let mut seen = vec![0; size];
        for _ in 0..times {
            seen[usize::try_from(draw()).unwrap()] += 1;
        }
        seen
    }

    #[test]
    fn tables_are_poissons() {
        let mut rng = Rng::new(5, 0);
        for mean in [0.3, 1.0, 7.5, 60.0, 400.0_f64] {
            let table = Poisson::new(mean);
            let seen = counted(1000, 40_000, || table.draw(&mut rng));
            follows(&seen, |k| (f64::from(k) * mean.ln() - mean - ln_factorial(k)).exp());
        }
        assert_eq!(Poisson::new(0.0).draw(&mut rng), 0);
    }

    #[test]
    fn a_kind_is_drawn_as_often_as_single_draws_would() {
        let mut rng = Rng::new(6, 0);
        for (kind, rest) in [(1, 0), (3, 5), (10, 20), (100, 300), (900, 4100), (2, 10_000)] {
            let urn = Multinomial::new([kind, rest].into_iter().filter(|&kind| kind > 0));
            let (n, p) = (kind + rest, f64::from(kind) / f64::from(kind + rest));
            let seen = counted(1500, 20_000, || urn.draw(&mut rng)[0]);
            follows(&seen, |k| match k {
                _ if rest == 0 => f64::from(u8::from(k == n)),
                k if k > n => 0.0,
                k => (ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
                    + f64::from(k) * p.ln()
                    + f64::from(n - k) * (-p).ln_1p())
                .exp(),
            });
        }
    }

    #[test]
    fn resampling_keeps_the_number_and_follows_the_counts() {
        let kinds = [1000, 10, 1, 200];
        let urn = Multinomial::new(kinds.into_iter());
        let (mut sums, mut together) = ([0.0; 4], 0.0);
        for round in 0..4000 {
            let drawn = urn.draw(&mut Rng::new(1, round));
            assert_eq!(drawn.iter().sum::<u32>(), 1211);
            for (sum, &one) in sums.iter_mut().zip(&drawn) {
                *sum += f64::from(one) / 4000.0;
            }
            together += (f64::from(drawn[0]) - 1000.0) * (f64::from(drawn[3]) - 200.0) / 4000.0;
        }
        for ((mean, kind), near) in sums.iter().zip(kinds).zip([0.9, 0.2, 0.07, 0.9]) {
            assert!((mean - f64::from(kind)).abs() < near, "{sums:?}");
        }
        let covariance = -1000.0 * 200.0 / 1211.0;
        assert!((together / covariance - 1.0_f64).abs() < 0.1, "{together} {covariance}");
    }
}
