//! Hashes of words and features. They are part of the model file's format: the same text always has
//! the same hash.

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of a text.
pub(super) fn text(text: &str) -> u32 {
    bytes(text.as_bytes())
}

/// The hash of bytes, read from the first to the last.
pub(super) fn bytes(bytes: &[u8]) -> u32 {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    high(hash.wrapping_mul(FACTOR))
}

/// The hash of a feature: its template and the values in it.
#[inline]
pub(super) fn feature<const N: usize>(template: u32, values: [u32; N]) -> u32 {
    let start = u64::from(template).wrapping_add(1).wrapping_mul(FACTOR);
    let hash = values
        .iter()
        .fold(start, |hash, &value| (hash.rotate_left(23) ^ u64::from(value)).wrapping_mul(FACTOR));
    high(hash ^ hash << 29)
}

#[inline]
fn high(hash: u64) -> u32 {
    u32::try_from(hash >> 32).unwrap_or(0)
}

/// Numbers for hashes, in the order in which they are added: a table with open addressing.
#[derive(Clone, Debug, Default)]
pub(super) struct HashIndex {
    /// A hash and its number plus one; zero is free.
    slots: Vec<(u32, u32)>,
    len: u32,
}

impl HashIndex {
    pub(super) fn with_capacity(count: usize) -> HashIndex {
        let size = (count * 2).next_power_of_two().max(16);
        HashIndex { slots: vec![(0, 0); size], len: 0 }
    }

    #[inline]
    pub(super) fn get(&self, hash: u32) -> Option<u32> {
        let last = self.slots.len().checked_sub(1)?;
        let mut at = crate::interner::to_usize(hash.wrapping_mul(0x9e37_79b1)) & last;
        loop {
            let &(key, number) = self.slots.get(at)?;
            if number == 0 || key == hash {
                return number.checked_sub(1);
            }
            at = (at + 1) & last;
        }
    }

    /// Returns the number of a hash, which is new if the hash is.
    pub(super) fn intern(&mut self, hash: u32) -> u32 {
        if crate::interner::to_usize(self.len) * 2 >= self.slots.len() {
            self.grow();
        }
        let last = self.slots.len().saturating_sub(1);
        let mut at = crate::interner::to_usize(hash.wrapping_mul(0x9e37_79b1)) & last;
        while let Some(slot) = self.slots.get_mut(at) {
            if slot.1 == 0 {
                *slot = (hash, self.len + 1);
                self.len += 1;
                return self.len - 1;
            }
            if slot.0 == hash {
                return slot.1 - 1;
            }
            at = (at + 1) & last;
        }
        0
    }

    fn grow(&mut self) {
        let mut all: Vec<(u32, u32)> =
            self.slots.iter().copied().filter(|&(_, number)| number > 0).collect();
        all.sort_by_key(|&(_, number)| number);
        *self = HashIndex::with_capacity(self.slots.len().max(8));
        for (hash, _) in all {
            self.intern(hash);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hash_has_one_number() {
        let mut index = HashIndex::default();
        assert_eq!(index.get(0), None);
        for _ in 0..2 {
            for nth in 0..1000 {
                assert_eq!(index.intern(nth * 7919), nth);
            }
        }
        assert_eq!((index.get(7919), index.get(1)), (Some(1), None));
    }

    #[test]
    fn hashes_never_change() {
        assert_eq!([text(""), text("Luna")], [text(""), text("Luna")]);
        assert_ne!(feature(1, [2, 3]), feature(1, [3, 2]));
        assert_ne!(feature(1, [2]), feature(2, [2]));
    }
}
