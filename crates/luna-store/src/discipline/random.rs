//! Fresh ids and secrets.

use std::sync::Arc;

/// The source of fresh ids.
#[derive(Clone)]
pub struct Random(pub Arc<dyn Fn() -> [u8; 16] + Send + Sync>);

impl Random {
    /// 128 bits that nobody can guess, in URL-safe letters.
    pub fn secret(&self) -> String {
        spell(u128::from_be_bytes((self.0)()))
    }

    /// A whole number, each as likely as any other.
    pub fn number(&self) -> i64 {
        let first_half = (self.0)().first_chunk().copied().unwrap_or_default();
        i64::from_be_bytes(first_half)
    }

    /// An id that sorts by time: 48 bits of milliseconds, 80 of chance.
    pub fn id(&self, now: i64) -> String {
        let time = u128::try_from(now).unwrap_or(0) << 80;
        spell(time | (u128::from_be_bytes((self.0)()) >> 48))
    }
}

/// 26 letters and digits, five bits each, in an order that keeps numbers sorted.
fn spell(bits: u128) -> String {
    const LETTERS: [char; 32] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h',
        'j', 'k', 'm', 'n', 'p', 'q', 'r', 's', 't', 'v', 'w', 'x', 'y', 'z',
    ];
    let letter = |at: u32| LETTERS[usize::try_from((bits >> (5 * at)) & 31).unwrap_or(0)];
    (0..26).rev().map(letter).collect()
}
