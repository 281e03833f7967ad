//! The random number generator `SplitMix64`.

/// One stream for each seed and round.
#[derive(Clone)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64, round: u64) -> Rng {
        let mut start = Rng(seed);
        Rng(start.bits() ^ Rng(round.wrapping_add(seed)).bits().rotate_left(17))
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in `[0, 1)`.
    pub(crate) fn unit(&mut self) -> f64 {
        f64::from_bits(self.bits() >> 12 | 0x3ff0_0000_0000_0000) - 1.0
    }

    /// From the standard normal distribution, by Box and Muller.
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        let wide = u128::from(self.bits()) * u128::try_from(end).unwrap_or(0);
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// Fisher-Yates shuffle.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for nth in (1..things.len()).rev() {
            things.swap(nth, self.below(nth + 1));
        }
    }

    /// Multiplicities of `n` items in `n` draws with replacement.
    pub(crate) fn resample_counts(&mut self, n: usize) -> Vec<u32> {
        let mut repeats = vec![0; n];
        for _ in 0..n {
            if let Some(count) = repeats.get_mut(self.below(n)) {
                *count += 1;
            }
        }
        repeats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_drawn_as_there_are() {
        assert_eq!(Rng::new(1, 2).resample_counts(50).iter().sum::<u32>(), 50);
    }

    #[test]
    fn each_round_has_a_stream_of_its_own() {
        let first = |seed, round| Rng::new(seed, round).bits();
        assert_eq!(first(3, 4), first(3, 4));
        assert_ne!(first(3, 4), first(4, 3));
        assert_ne!(first(0, 0), first(0, 1));
    }
}
