//! The most meetings among people who have time for so many each, where only some pairs can meet.

use std::collections::VecDeque;

/// A network of flows from a source to a sink, with every edge followed by its reverse.
struct Network {
    to: Vec<usize>,
    left: Vec<u32>,
    edges: Vec<Vec<usize>>,
}

/// Two people, and how often they may meet.
pub(super) type Pair = (usize, usize, u32);

/// The most meetings if each person takes part in at most so many and only these pairs meet. Halves count: three people with one meeting each have one and a half. So this
/// is never below what whole meetings allow.
pub(super) fn most_meetings(capacities: &[u32], pairs: &[Pair]) -> f64 {
    let people = capacities.len();
    let (source, sink) = (2 * people, 2 * people + 1);
    let mut network = Network::new(2 * people + 2);
    for (person, &capacity) in capacities.iter().enumerate() {
        network.connect(source, person, capacity);
        network.connect(people + person, sink, capacity);
    }
    for &(one, other, times) in pairs {
        network.connect(one, people + other, times);
        network.connect(other, people + one, times);
    }
    f64::from(network.most(source, sink)) / 2.0
}

impl Network {
    fn new(nodes: usize) -> Network {
        Network { to: Vec::new(), left: Vec::new(), edges: vec![Vec::new(); nodes] }
    }

    fn connect(&mut self, from: usize, to: usize, capacity: u32) {
        for (from, to, capacity) in [(from, to, capacity), (to, from, 0)] {
            self.edges[from].push(self.to.len());
            self.to.push(to);
            self.left.push(capacity);
        }
    }

    /// Dinic's algorithm.
    fn most(&mut self, source: usize, sink: usize) -> u32 {
        let mut total = 0;
        while let Some(levels) = self.levels(source, sink) {
            let mut next = vec![0; self.edges.len()];
            loop {
                let more = self.push(source, sink, u32::MAX, &levels, &mut next);
                if more == 0 {
                    break;
                }
                total += more;
            }
        }
        total
    }

    /// The distance of each node from the source where something can still flow, if it reaches the
    /// sink.
    fn levels(&self, source: usize, sink: usize) -> Option<Vec<usize>> {
        let mut levels = vec![usize::MAX; self.edges.len()];
        levels[source] = 0;
        let mut queue = VecDeque::from([source]);
        while let Some(node) = queue.pop_front() {
            for &edge in &self.edges[node] {
                let to = self.to[edge];
                if self.left[edge] > 0 && levels[to] == usize::MAX {
                    levels[to] = levels[node] + 1;
                    queue.push_back(to);
                }
            }
        }
        (levels[sink] != usize::MAX).then_some(levels)
    }

    fn push(
        &mut self,
        node: usize,
        sink: usize,
        most: u32,
        levels: &[usize],
        next: &mut [usize],
    ) -> u32 {
        if node == sink {
            return most;
        }
        while let Some(&edge) = self.edges[node].get(next[node]) {
            let to = self.to[edge];
            if self.left[edge] > 0 && levels[to] == levels[node] + 1 {
                let pushed = self.push(to, sink, most.min(self.left[edge]), levels, next);
                if pushed > 0 {
                    self.left[edge] -= pushed;
                    self.left[edge ^ 1] += pushed;
                    return pushed;
                }
            }
            next[node] += 1;
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use luna_core::rng::Chance;

    use super::*;

    #[test]
    fn small_groups_by_hand() {
        let cases: &[(&[u32], &[Pair], f64)] = &[
            (&[], &[], 0.0),
            (&[3], &[], 0.0),
            (&[3, 2], &[(0, 1, 9)], 2.0),
            (&[3, 2], &[(0, 1, 1)], 1.0),
            (&[1, 1, 1], &[(0, 1, 1), (1, 2, 1), (0, 2, 1)], 1.5),
            (&[1, 1, 1, 1], &[(0, 1, 1), (1, 2, 1), (2, 3, 1)], 2.0),
            (&[9, 1, 2, 3], &[(0, 1, 9), (0, 2, 9), (0, 3, 2)], 5.0),
            (&[1, 5, 1, 5], &[(0, 1, 9), (1, 2, 9), (2, 3, 9)], 2.0),
        ];
        for (capacities, pairs, expected) in cases {
            let found = most_meetings(capacities, pairs);
            assert!((found - expected).abs() < 1e-9, "{capacities:?} {pairs:?}: {found}");
        }
    }

    /// The most whole meetings, by trying all.
    fn tried(capacities: &[u32], pairs: &[Pair]) -> u32 {
        let Some((&(one, other, times), rest)) = pairs.split_first() else { return 0 };
        let most = times.min(capacities[one]).min(capacities[other]);
        let meetings = |times| {
            let mut left = capacities.to_vec();
            left[one] -= times;
            left[other] -= times;
            times + tried(&left, rest)
        };
        (0..=most).map(meetings).max().unwrap()
    }

    #[test]
    fn never_below_whole_meetings_and_seldom_far_above() {
        let mut chance = Chance::from_seed(3);
        let mut above = 0.0;
        for _ in 0..200 {
            let capacities: Vec<u32> =
                (0..6).map(|_| u32::try_from(chance.below(3)).unwrap()).collect();
            let all = (0..6).flat_map(|one| (0..one).map(move |other| (other, one)));
            let pairs: Vec<Pair> = all
                .filter(|_| chance.unit() < 0.4)
                .map(|(one, other)| (one, other, 1 + u32::from(one > 3)))
                .collect();
            let (found, whole) =
                (most_meetings(&capacities, &pairs), f64::from(tried(&capacities, &pairs)));
            assert!(found > whole - 1e-9 && found < whole + 1.1, "{capacities:?} {pairs:?}");
            above += found - whole;
        }
        assert!(above / 200.0 < 0.1, "{above}");
    }
}
