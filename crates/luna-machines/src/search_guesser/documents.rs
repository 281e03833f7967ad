//! The terms of documents, one list after the other: thousands of small lists would leave holes.

use super::vocabulary::index;

/// Documents, each a list of terms.
#[derive(Clone, Debug, Default)]
pub(super) struct Documents {
    terms: Vec<u32>,
    /// Where each document's terms end.
    ends: Vec<usize>,
}

impl Documents {
    #[cfg(test)]
    pub(super) fn of(documents: &[Vec<u32>]) -> Documents {
        let mut all = Documents::default();
        for document in documents {
            all.add(|terms| terms.extend(document));
        }
        all
    }

    /// Adds a document: `fill` appends its terms.
    pub(super) fn add(&mut self, fill: impl FnOnce(&mut Vec<u32>)) {
        fill(&mut self.terms);
        self.ends.push(self.terms.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(from, to)| &self.terms[from..*to])
    }

    pub(super) fn sort_each(&mut self) {
        let mut from = 0;
        for to in &self.ends {
            self.terms[from..*to].sort_unstable();
            from = *to;
        }
    }

    /// Removes terms that are marked.
    pub(super) fn remove(&mut self, marked: &[bool]) {
        let (mut from, mut kept) = (0, 0);
        for end in &mut self.ends {
            for at in from..*end {
                let term = self.terms[at];
                if !marked[index(term)] {
                    self.terms[kept] = term;
                    kept += 1;
                }
            }
            from = std::mem::replace(end, kept);
        }
        self.terms.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_terms_leave_their_documents() {
        let mut documents = Documents::of(&[vec![2, 0, 2], vec![], vec![1], vec![2, 1]]);
        documents.remove(&[false, true, false]);
        documents.sort_each();
        let left: Vec<&[u32]> = documents.iter().collect();
        assert_eq!(left, [&[0, 2, 2][..], &[], &[], &[2]]);
        assert_eq!(documents.len(), 4);
    }
}
