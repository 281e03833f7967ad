//! A random order, drawn from a seed.

/// A small random number generator (splitmix64).
#[derive(Clone, Debug)]
pub(super) struct Shuffler(u64);

impl Shuffler {
    pub(super) fn new(seed: u64) -> Shuffler {
        Shuffler(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Brings the items into a random order.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let count = u64::try_from(last + 1).unwrap_or(u64::MAX);
            let at = usize::try_from(self.next() % count).unwrap_or(0);
            items.swap(at, last);
        }
    }
}
