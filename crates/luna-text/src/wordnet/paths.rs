//! Ways between senses, up to what both are a kind of.

use super::database::{Synset, WordNet};

impl WordNet {
    /// The synset and all that it is a kind of, each with the steps to it on the
    /// shortest way; the nearest first.
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

    /// Steps between two senses, up from both to one they share; `None` if they
    /// share none.
    pub fn distance(&self, one: Synset, other: Synset) -> Option<u32> {
        self.shared(one, other).into_iter().map(|(_, steps)| steps).min()
    }

    /// The deepest sense that both are a kind of, and of several as deep the one
    /// that comes first in the files.
    pub fn subsumer(&self, one: Synset, other: Synset) -> Option<Synset> {
        let shared = self.shared(one, other).into_iter().map(|(above, _)| above);
        shared.max_by_key(|&above| (self.depth(above), std::cmp::Reverse(above)))
    }

    /// What both are a kind of, with the steps from one over it to the other.
    fn shared(&self, one: Synset, other: Synset) -> Vec<(Synset, u32)> {
        let theirs = self.ancestors(other);
        let meet = |(above, steps): (Synset, u32)| {
            let &(_, more) = theirs.iter().find(|&&(synset, _)| synset == above)?;
            Some((above, steps + more))
        };
        self.ancestors(one).into_iter().filter_map(meet).collect()
    }
}
