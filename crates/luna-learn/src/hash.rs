//! A fast hash for short trusted keys.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Default)]
pub(crate) struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        let last = rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        self.write_u64(last);
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(29) ^ n).wrapping_mul(ODD);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(u64::try_from(n).unwrap_or(u64::MAX));
    }

    fn finish(&self) -> u64 {
        (self.0 ^ self.0 >> 32).wrapping_mul(ODD)
    }
}
