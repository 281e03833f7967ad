//! A vector in chunks: growth moves no rows, which for millions would cost more than reading them.

use super::outcome::Outcome;

const BLOCK: usize = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) outcome: Outcome,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ChunkedVec {
    /// All but the last are full.
    blocks: Vec<Vec<Row>>,
}

impl ChunkedVec {
    #[inline]
    pub(super) fn push(&mut self, row: Row) {
        match self.blocks.last_mut() {
            Some(last) if last.len() < BLOCK => last.push(row),
            _ => self.begin(row),
        }
    }

    #[cold]
    fn begin(&mut self, row: Row) {
        // The first may stay small.
        let mut block = if self.blocks.is_empty() { Vec::new() } else { Vec::with_capacity(BLOCK) };
        block.push(row);
        self.blocks.push(block);
    }

    pub(super) fn len(&self) -> usize {
        let last = self.blocks.last().map_or(0, Vec::len);
        self.blocks.len().saturating_sub(1) * BLOCK + last
    }

    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub(super) fn get(&self, nth: usize) -> Option<&Row> {
        self.blocks.get(nth / BLOCK)?.get(nth % BLOCK)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Row> {
        self.blocks.iter().flatten()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        self.blocks.iter_mut().flatten()
    }
}

impl FromIterator<Row> for ChunkedVec {
    fn from_iter<I: IntoIterator<Item = Row>>(all: I) -> ChunkedVec {
        let mut rows = ChunkedVec::default();
        all.into_iter().for_each(|row| rows.push(row));
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_there_in_their_order() {
        let count = 2 * BLOCK + 7;
        let row = |nth: usize| {
            let left = u32::try_from(nth).unwrap();
            Row { left, right: left / 2, outcome: Outcome::Tie }
        };
        let rows: ChunkedVec = (0..count).map(row).collect();
        assert_eq!((rows.len(), rows.iter().count()), (count, count));
        assert!(rows.iter().copied().eq((0..count).map(row)));
        for nth in [0, BLOCK - 1, BLOCK, 2 * BLOCK, count - 1] {
            assert_eq!(rows.get(nth), Some(&row(nth)));
        }
        assert_eq!(rows.get(count), None);
        assert!(!rows.is_empty() && ChunkedVec::default().is_empty());
    }
}
