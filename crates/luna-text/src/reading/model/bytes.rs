//! Numbers and texts as bytes: a number takes seven bits of each byte, the low ones first.

use crate::interner::{to_u32, to_usize};

#[derive(Debug, Default)]
pub(super) struct Target {
    pub(super) bytes: Vec<u8>,
}

impl Target {
    pub(super) fn number(&mut self, mut number: u32) {
        while number >= 128 {
            self.bytes.push(u8::try_from(number & 127).unwrap_or(0) | 128);
            number >>= 7;
        }
        self.bytes.push(u8::try_from(number).unwrap_or(0));
    }

    pub(super) fn count(&mut self, count: usize) {
        self.number(to_u32(count));
    }

    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Ascending numbers: how many, and what each is above the one before.
    pub(super) fn ascending(&mut self, numbers: &[u32]) {
        self.count(numbers.len());
        let mut before = 0;
        for &number in numbers {
            self.number(number.wrapping_sub(before));
            before = number;
        }
    }
}

/// Bytes that are being read. Every function gives `None` at their end, or for what cannot be.
#[derive(Debug)]
pub(super) struct Source<'a> {
    rest: &'a [u8],
}

impl<'a> Source<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Source<'a> {
        Source { rest: bytes }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        let mut number = 0_u64;
        for place in 0..5 {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            number |= u64::from(byte & 127) << (7 * place);
            if byte < 128 {
                return number.try_into().ok();
            }
        }
        None
    }

    /// A number of things of which each takes at least one byte.
    pub(super) fn count(&mut self) -> Option<usize> {
        let count = to_usize(self.number()?);
        (count <= self.rest.len()).then_some(count)
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(bytes)
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        let count = self.count()?;
        str::from_utf8(self.take(count)?).ok()
    }

    pub(super) fn ascending(&mut self) -> Option<Vec<u32>> {
        let count = self.count()?;
        let mut numbers = Vec::with_capacity(count);
        let mut last = 0_u32;
        for _ in 0..count {
            last = last.checked_add(self.number()?)?;
            numbers.push(last);
        }
        Some(numbers)
    }
}
