//! Numbers drawn from a seed: the same seed, the same numbers, on any machine.

/// A small generator (`SplitMix64`). Good for play and simulation, not for secrets.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn from_seed(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A stream of its own for each list of words, such as a game, a seat and
    /// a phase.
    pub fn from_words(words: &[&str]) -> Chance {
        // FNV-1a, with a byte between words that no UTF-8 text contains.
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for word in words {
            for byte in word.bytes().chain([0xff]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        Chance(hash)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number below `end`; 0 when `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let wide = u128::from(self.bits()) * u128::try_from(end).unwrap_or(0);
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// At least 0 and below 1.
    pub fn unit(&mut self) -> f64 {
        let high = u32::try_from(self.bits() >> 32).unwrap_or(0);
        let low = u32::try_from(self.bits() >> 43).unwrap_or(0);
        (f64::from(high) * 2_097_152.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    /// From the standard normal distribution.
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// One of them, each as likely; `None` of nothing.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers_for_ever() {
        let mut chance = Chance::from_seed(7);
        assert_eq!(chance.bits(), 7_191_089_600_892_374_487);
        let mut words = Chance::from_words(&["ab", "c"]);
        assert_ne!(words.bits(), Chance::from_words(&["a", "bc"]).bits());
    }

    #[test]
    fn draws_stay_in_range_and_fill_it() {
        let mut chance = Chance::from_seed(1);
        let mut seen = [0_u32; 6];
        let mut sum = 0.0;
        for _ in 0..60_000 {
            seen[chance.below(6)] += 1;
            let unit = chance.unit();
            assert!((0.0..1.0).contains(&unit));
            sum += chance.normal();
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
        assert!(sum.abs() / 60_000.0 < 0.02);
        assert_eq!(chance.below(0), 0);
    }
}
