//! Adjacency lists in contiguous memory.

use crate::interner::{to_u32, to_usize};

#[derive(Debug)]
pub(super) struct AdjacencyLists<T> {
    items: Vec<T>,
    ends: Vec<u32>,
}

impl<T> Default for AdjacencyLists<T> {
    fn default() -> AdjacencyLists<T> {
        AdjacencyLists { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> AdjacencyLists<T> {
    pub(super) fn add(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(to_u32(self.items.len()));
    }

    /// Returns an empty list if there is none of this number.
    pub(super) fn get(&self, nth: u32) -> &[T] {
        let nth = to_usize(nth);
        let from = nth.checked_sub(1).and_then(|before| self.ends.get(before));
        let from = from.copied().map_or(0, to_usize);
        let to = self.ends.get(nth).copied().map_or(0, to_usize);
        self.items.get(from..to).unwrap_or_default()
    }
}
