//! Levenshtein distance, by the bit-parallel algorithm of Myers and Hyyrö: 64 cells of the table at
//! once.

use std::collections::HashMap;
use std::hash::Hash;

use crate::interner::{to_u32, to_usize};
use crate::number::float;

/// Distance between the characters of two texts.
pub fn chars(one: &str, other: &str) -> usize {
    Pattern::new(one.chars()).distance(other.chars())
}

/// Distance between the items of two slices, such as words.
pub fn slices<T: Eq + Hash>(one: &[T], other: &[T]) -> usize {
    let mut numbers = HashMap::new();
    let mut number = |item| {
        let next = to_u32(numbers.len());
        *numbers.entry(item).or_insert(next)
    };
    let one: Vec<u32> = one.iter().map(&mut number).collect();
    Pattern::new(one).distance(other.iter().map(number))
}

/// One minus the distance as a share of the longer length; 1 for two of length 0.
pub fn similarity(distance: usize, longer: usize) -> f64 {
    if longer == 0 { 1.0 } else { 1.0 - float(distance) / float(longer) }
}

/// A sequence prepared for many comparisons. Items are characters, or the numbers of words.
#[derive(Clone, Debug)]
pub struct Pattern {
    len: usize,
    blocks: usize,
    /// Bit rows of the positions of each distinct item; the first row is for items that do not
    /// occur.
    rows: Vec<u64>,
    /// Row of each of the first 128 items, and of the others.
    low: [u32; 128],
    high: HashMap<u32, u32>,
}

impl Pattern {
    pub fn new(items: impl IntoIterator<Item: Into<u32>>) -> Pattern {
        let items: Vec<u32> = items.into_iter().map(Into::into).collect();
        let blocks = items.len().div_ceil(64);
        let mut pattern = Pattern {
            len: items.len(),
            blocks,
            rows: vec![0; blocks],
            low: [0; 128],
            high: HashMap::new(),
        };
        let mut next = 1;
        for (nth, &item) in items.iter().enumerate() {
            let row = match pattern.low.get_mut(to_usize(item)) {
                Some(row) => row,
                None => pattern.high.entry(item).or_insert(0),
            };
            if *row == 0 {
                *row = next;
                next += 1;
                pattern.rows.resize(pattern.rows.len() + blocks, 0);
            }
            if let Some(bits) = pattern.rows.get_mut(to_usize(*row) * blocks + nth / 64) {
                *bits |= 1 << (nth % 64);
            }
        }
        pattern
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn distance(&self, to: impl IntoIterator<Item: Into<u32>>) -> usize {
        let to = to.into_iter().map(Into::into);
        match self.blocks {
            0 => to.count(),
            1 => self.short_distance(to),
            _ => self.long_distance(to),
        }
    }

    fn short_distance(&self, to: impl Iterator<Item = u32>) -> usize {
        let last = 1 << (self.len - 1);
        let mut distance = self.len;
        let mut column = Column::FIRST;
        for item in to {
            let bits = self.rows.get(self.row(item)).copied().unwrap_or(0);
            let step = column.next(bits, Step { up: 1, down: 0 }, last);
            distance = distance + usize::from(step.up != 0) - usize::from(step.down != 0);
        }
        distance
    }

    fn long_distance(&self, to: impl Iterator<Item = u32>) -> usize {
        let last = 1 << ((self.len - 1) % 64);
        let mut distance = self.len;
        let mut columns = vec![Column::FIRST; self.blocks];
        for item in to {
            let from = self.row(item) * self.blocks;
            let row = self.rows.get(from..from + self.blocks).unwrap_or_default();
            let mut step = Step { up: 1, down: 0 };
            let end = self.blocks - 1;
            for (nth, (column, &bits)) in columns.iter_mut().zip(row).enumerate() {
                let cell = if nth == end { last } else { 1 << 63 };
                let out = column.next(bits, step, cell);
                step = Step { up: u64::from(out.up != 0), down: u64::from(out.down != 0) };
            }
            distance = distance + usize::from(step.up != 0) - usize::from(step.down != 0);
        }
        distance
    }

    #[inline]
    fn row(&self, item: u32) -> usize {
        let row = self.low.get(to_usize(item)).or_else(|| self.high.get(&item));
        row.copied().map_or(0, to_usize)
    }
}

/// Vertical differences in 64 cells of a column: one more or one less than the cell above.
#[derive(Clone, Copy)]
struct Column {
    more: u64,
    less: u64,
}

/// Horizontal difference between neighbouring columns.
#[derive(Clone, Copy)]
struct Step {
    up: u64,
    down: u64,
}

impl Column {
    const FIRST: Column = Column { more: !0, less: 0 };

    /// Advances by one item, given the bits of its positions; returns the step in `cell`.
    #[inline]
    fn next(&mut self, bits: u64, above: Step, cell: u64) -> Step {
        let Column { more, less } = *self;
        let equal = bits | above.down;
        let diagonal = ((equal & more).wrapping_add(more) ^ more) | equal | less;
        let (up, down) = (less | !(diagonal | more), diagonal & more);
        let (over, under) = (up << 1 | above.up, down << 1 | above.down);
        *self = Column { more: under | !(diagonal | over), less: over & diagonal };
        Step { up: up & cell, down: down & cell }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::Draw;

    /// The dynamic programming table, row by row.
    fn table<T: Eq>(one: &[T], other: &[T]) -> usize {
        let mut row: Vec<usize> = (0..=other.len()).collect();
        for (nth, item) in one.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = nth + 1;
            for (at, to) in other.iter().enumerate() {
                let replaced = diagonal + usize::from(item != to);
                diagonal = row[at + 1];
                row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
            }
        }
        row[other.len()]
    }

    #[test]
    fn it_is_that_of_the_whole_table() {
        let mut draw = Draw(1);
        let letters: Vec<char> = "abcdeé本🎉\u{301}я".chars().collect();
        for round in 0..6000 {
            let longest = [3, 12, 64, 70, 300][round % 5];
            let alphabet = &letters[..=draw.below(letters.len())];
            let mut text = || -> Vec<char> {
                let len = draw.below(longest + 1);
                (0..len).map(|_| alphabet[draw.below(alphabet.len())]).collect()
            };
            let (one, other) = (text(), text());
            let expected = table(&one, &other);
            let (a, b): (String, String) = (one.iter().collect(), other.iter().collect());
            assert_eq!(chars(&a, &b), expected, "{a} {b}");
            assert_eq!(slices(&one, &other), expected, "{a} {b}");
        }
    }

    #[test]
    fn one_pattern_serves_many_texts() {
        let pattern = Pattern::new("kitten".chars());
        let distances =
            ["sitting", "kitten", "", "Kätzchen"].map(|to| pattern.distance(to.chars()));
        assert_eq!(distances, [3, 0, 6, 5]);
        assert_eq!(Pattern::new([7_u32, 300, 7]).distance([300_u32, 7]), 1);
        let long = "ab".repeat(2500);
        assert_eq!(chars(&long, &long.replace('b', "本")), 2500);
    }

    #[test]
    fn words_count_as_words() {
        assert_eq!(slices(&["hello", "world"], &["goodbye", "moon"]), 2);
        assert_eq!(slices::<&str>(&[], &["moon"]), 1);
    }

    #[test]
    fn similarity_is_a_share_of_the_longer() {
        let shares = [similarity(0, 0), similarity(3, 4), similarity(4, 4)];
        assert_eq!(shares.map(f64::to_bits), [1.0, 0.25, 0.0].map(f64::to_bits));
    }
}
