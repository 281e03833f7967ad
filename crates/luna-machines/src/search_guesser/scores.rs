//! Scores of documents for the terms asked for so far.

use super::vocabulary::index;

/// One sum per document. Terms are added and taken back; sums wrap around, so that taking back is
/// exact whatever was added.
#[derive(Clone, Debug, Default)]
pub(super) struct Scores {
    sums: Vec<i32>,
    /// The best documents of the last search. Their scores of today are a bound for the next one.
    last: Vec<u32>,
}

/// Documents whose sums are compared with the bound at once.
const BLOCK: usize = 64;

impl Scores {
    pub(super) fn new(documents: usize) -> Scores {
        Scores { sums: vec![0; documents], last: Vec::new() }
    }

    /// Adds a term, given by its impact on each document, or takes it back.
    pub(super) fn change(&mut self, impacts: impl Iterator<Item = (u32, u16)>, gained: bool) {
        let sign = if gained { 1 } else { -1 };
        for (document, impact) in impacts {
            if let Some(sum) = self.sums.get_mut(index(document)) {
                *sum = sum.wrapping_add(sign * i32::from(impact));
            }
        }
    }

    pub(super) fn of(&self, document: usize) -> i32 {
        self.sums.get(document).copied().unwrap_or(0)
    }

    /// The best documents with a score above 0, at most `count`; among equals the first.
    pub(super) fn best(&mut self, count: usize) -> Vec<(usize, i32)> {
        let mut bound = self.bound(count);
        let mut best: Vec<(usize, i32)> = Vec::with_capacity(2 * count + BLOCK);
        for (nth, block) in self.sums.chunks(BLOCK).enumerate() {
            if block.iter().copied().fold(i32::MIN, i32::max) <= bound {
                continue;
            }
            for (sum, document) in block.iter().zip(nth * BLOCK..) {
                if *sum > bound {
                    best.push((document, *sum));
                }
            }
            if best.len() >= 2 * count {
                keep(&mut best, count);
                bound = best.last().map_or(bound, |(_, least)| bound.max(*least));
            }
        }
        keep(&mut best, count);
        self.last = best.iter().filter_map(|(document, _)| u32::try_from(*document).ok()).collect();
        best
    }

    /// A score that at least `count` documents exceed, or 0.
    fn bound(&self, count: usize) -> i32 {
        let least =
            self.last.get(..count).map(|last| last.iter().map(|one| self.of(index(*one))).min());
        least.flatten().map_or(0, |least| least.saturating_sub(1).max(0))
    }
}

fn keep(best: &mut Vec<(usize, i32)>, count: usize) {
    best.sort_unstable_by_key(|(document, sum)| (std::cmp::Reverse(*sum), *document));
    best.truncate(count);
}

#[cfg(test)]
mod tests {
    use luna_core::rng::Chance;

    use super::*;

    #[test]
    fn the_best_are_those_of_a_full_sort_after_any_changes() {
        let mut chance = Chance::from_seed(5);
        let mut scores = Scores::new(1000);
        let mut terms: Vec<Vec<(u32, u16)>> = Vec::new();
        for round in 0..300 {
            if terms.len() > 3 && chance.below(3) == 0 {
                let term = terms.swap_remove(chance.below(terms.len()));
                scores.change(term.into_iter(), false);
            } else {
                let places: Vec<u32> = (0..1000).filter(|_| chance.below(20) == 0).collect();
                let impact = |place| (place, u16::try_from(chance.below(50)).unwrap());
                terms.push(places.into_iter().map(impact).collect());
                scores.change(terms.last().unwrap().iter().copied(), true);
            }
            let mut all: Vec<(usize, i32)> = scores.sums.iter().copied().enumerate().collect();
            all.retain(|(_, sum)| *sum > 0);
            keep(&mut all, 1 + round % 9);
            assert_eq!(scores.best(1 + round % 9), all);
        }
        for term in terms {
            scores.change(term.into_iter(), false);
        }
        assert!(scores.sums.iter().all(|sum| *sum == 0) && scores.best(5).is_empty());
    }

    #[test]
    fn no_documents_and_unknown_ones_do_no_harm() {
        let mut scores = Scores::new(0);
        scores.change([(7, 1)].into_iter(), true);
        assert!(scores.best(5).is_empty() && scores.of(7) == 0);
        let mut one = Scores::new(1);
        for _ in 0..100_000 {
            one.change([(0, u16::MAX)].into_iter(), true);
        }
        for _ in 0..100_000 {
            one.change([(0, u16::MAX)].into_iter(), false);
        }
        assert_eq!(one.of(0), 0);
    }
}
