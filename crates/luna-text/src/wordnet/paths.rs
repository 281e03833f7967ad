//! Paths between senses over common hypernyms.

use super::database::{Synset, WordNet};

impl WordNet {
    /// The synset and its transitive hypernyms, each with the length of the shortest path; the
    /// nearest first.
    pub fn ancestors(&self, synset: Synset) -> Vec<(Synset, u32)> {
        let mut all = vec![(synset, 0)];
        let mut next = 0;
        while let Some(&(synset, steps)) = all.get(next) {
            for &above in self.hypernyms(synset) {
                if !all.iter().any(|&(known, _)| known == above) {
                    all.push((above, steps + 1));
                }
            }
            next += 1;
        }
        all
    }

    /// Length of the shortest path over a common hypernym; `None` if there is none.
    pub fn distance(&self, one: Synset, other: Synset) -> Option<u32> {
        self.shared(one, other).into_iter().map(|(_, steps)| steps).min()
    }

    /// The deepest common hypernym; ties go to the first in the files.
    pub fn subsumer(&self, one: Synset, other: Synset) -> Option<Synset> {
        let shared = self.shared(one, other).into_iter().map(|(above, _)| above);
        shared.max_by_key(|&above| (self.depth(above), std::cmp::Reverse(above)))
    }

    /// Common hypernyms, each with the length of the path over it.
    fn shared(&self, one: Synset, other: Synset) -> Vec<(Synset, u32)> {
        let theirs = self.ancestors(other);
        let meet = |(above, steps): (Synset, u32)| {
            let &(_, more) = theirs.iter().find(|&&(synset, _)| synset == above)?;
            Some((above, steps + more))
        };
        self.ancestors(one).into_iter().filter_map(meet).collect()
    }
}
