//! Many short lists, one after the other in memory.

use crate::names::{place, short};

#[derive(Debug)]
pub(super) struct Lists<T> {
    items: Vec<T>,
    ends: Vec<u32>,
}

impl<T> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lists<T> {
    pub(super) fn add(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(short(self.items.len()));
    }

    /// Nothing, if there is no such list.
    pub(super) fn get(&self, nth: u32) -> &[T] {
        let nth = place(nth);
        let from = nth.checked_sub(1).and_then(|before| self.ends.get(before));
        let from = from.copied().map_or(0, place);
        let to = self.ends.get(nth).copied().map_or(0, place);
        self.items.get(from..to).unwrap_or_default()
    }
}
