//! Consecutive numbers of texts, such as ids, in the order in which they come.

use std::collections::BTreeMap;

#[derive(Default)]
pub(crate) struct Numbers(BTreeMap<String, usize>);

impl Numbers {
    pub(crate) fn of(&mut self, text: String) -> usize {
        let next = self.0.len();
        *self.0.entry(text).or_insert(next)
    }

    /// The texts by their numbers.
    pub(crate) fn texts(&self) -> Vec<&str> {
        let mut all: Vec<(usize, &str)> =
            self.0.iter().map(|(text, nth)| (*nth, &**text)).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, text)| text).collect()
    }
}
