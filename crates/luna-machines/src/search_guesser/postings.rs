//! Postings with precomputed BM25 impacts: for each term the documents that contain it, and the
//! points that it gives them.

use luna_learn::float;

use super::documents::Documents;
use super::vocabulary::index;

/// Impacts are whole numbers, so that sums do not depend on the order of additions and a term can be
/// taken back exactly.
const POINTS_PER_UNIT: f64 = 1024.0;

/// The usual parameters of BM25.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.75;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Postings {
    documents: usize,
    /// Where each term's postings begin; one more than terms.
    starts: Vec<u32>,
    /// Ascending for each term.
    places: Vec<u32>,
    impacts: Vec<u16>,
}

/// A term in more than this share of the documents tells nothing, and takes most of the time.
const FREQUENT: f64 = 0.25;
/// A term in fewer documents than this is never frequent.
const FEW: usize = 1000;

impl Postings {
    /// Builds postings of documents, whose terms are below `terms`, and sorts each document's terms.
    pub(super) fn build(documents: &mut Documents, terms: usize) -> Postings {
        documents.sort_each();
        let mut frequencies = vec![0_u32; terms];
        for document in documents.iter() {
            for same in document.chunk_by(|one, other| one == other) {
                frequencies[index(same[0])] += 1;
            }
        }
        let most = most(documents.len());
        let kept = |term: u32| f64::from(frequencies[index(term)]) <= most;
        let mut starts = vec![0_u32; terms + 1];
        for (term, &frequency) in frequencies.iter().enumerate() {
            let own = if f64::from(frequency) <= most { frequency } else { 0 };
            starts[term + 1] = starts[term] + own;
        }
        let all = starts.last().copied().map_or(0, index);
        let (mut places, mut impacts) = (vec![0; all], vec![0; all]);
        let mut next = starts.clone();
        let lengths: usize = documents.iter().map(<[u32]>::len).sum();
        let mean = (float(lengths) / float(documents.len().max(1))).max(1.0);
        for (nth, document) in (0..).zip(documents.iter()) {
            let relative = 1.0 - LENGTH + LENGTH * float(document.len()) / mean;
            let repeated = document.chunk_by(|one, other| one == other);
            for (term, same) in repeated.map(|same| (same[0], same)).filter(|(term, _)| kept(*term))
            {
                let at = index(next[index(term)]);
                next[index(term)] += 1;
                let count = float(same.len());
                let rarity = rarity(documents.len(), frequencies[index(term)]);
                let saturated = count * (SATURATION + 1.0) / (count + SATURATION * relative);
                places[at] = nth;
                impacts[at] = points(rarity * saturated);
            }
        }
        Postings { documents: documents.len(), starts, places, impacts }
    }

    /// A sum of impacts as a score.
    pub(super) fn units(points: i32) -> f64 {
        f64::from(points) / POINTS_PER_UNIT
    }

    pub(super) fn documents(&self) -> usize {
        self.documents
    }

    /// The documents of a term, ascending, and its impact on each.
    pub(super) fn of(&self, term: u32) -> (&[u32], &[u16]) {
        let at = index(term);
        let ends = self.starts.get(at).zip(self.starts.get(at + 1));
        let Some((from, to)) = ends.map(|(from, to)| (index(*from), index(*to))) else {
            return (&[], &[]);
        };
        (&self.places[from..to], &self.impacts[from..to])
    }

    /// The documents of a term, ascending, each with its impact.
    pub(super) fn impacts(&self, term: u32) -> impl Iterator<Item = (u32, u16)> {
        let (places, impacts) = self.of(term);
        places.iter().copied().zip(impacts.iter().copied())
    }

    /// The impact of a term on a document; 0 if it does not contain it.
    pub(super) fn impact(&self, term: u32, document: usize) -> u16 {
        let (places, impacts) = self.of(term);
        places.binary_search_by_key(&document, |place| index(*place)).map_or(0, |at| impacts[at])
    }
}

/// The most documents that a term may be in.
fn most(documents: usize) -> f64 {
    (FREQUENT * float(documents)).max(float(FEW))
}

/// The impact of a term that counts once in a document, however often it occurs; none if it is in too
/// many documents.
pub(super) fn impact_once(documents: usize, with: usize) -> Option<u16> {
    let with = u32::try_from(with).unwrap_or(u32::MAX);
    (f64::from(with) <= most(documents)).then(|| points(rarity(documents, with)))
}

/// The inverse document frequency, as Lucene defines it.
fn rarity(documents: usize, with: u32) -> f64 {
    let (all, with) = (float(documents), f64::from(with));
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "0 or more; what is too large becomes the largest"
)]
fn points(units: f64) -> u16 {
    (units * POINTS_PER_UNIT).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impacts_are_those_of_bm25() {
        let documents = [vec![0, 1, 0], vec![2], vec![], vec![1, 1, 1, 1]];
        let postings = Postings::build(&mut Documents::of(&documents), 4);
        // Two of four have term 1; lengths are 3, 1, 0, 4, and 2 on average.
        let rarity = (1.0_f64 + 2.5 / 2.5).ln();
        let expected = |count: f64, length: f64| {
            rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / 2.0)) * POINTS_PER_UNIT
        };
        let (places, impacts) = postings.of(1);
        assert_eq!(places, [0, 3]);
        for (impact, expected) in impacts.iter().zip([expected(1.0, 3.0), expected(4.0, 4.0)]) {
            assert!((f64::from(*impact) - expected).abs() <= 0.5, "{impact} for {expected}");
        }
        assert_eq!((postings.impact(1, 3), postings.impact(1, 1)), (impacts[1], 0));
        assert_eq!((postings.of(3).0.len(), postings.of(99).0.len()), (0, 0));
        assert_eq!(postings.documents(), 4);
    }

    #[test]
    fn a_term_in_too_many_documents_has_no_impact() {
        let found =
            [(3, 1), (3, 2), (5000, 1250), (5000, 1251)].map(|(all, with)| impact_once(all, with));
        let [rare, less, last, frequent] = found;
        assert!(rare > less && last.is_some() && frequent.is_none(), "{found:?}");
    }

    #[test]
    fn frequent_terms_have_no_postings() {
        let documents: Vec<Vec<u32>> = (0..5000).map(|nth| vec![0, 1 + nth % 7]).collect();
        let postings = Postings::build(&mut Documents::of(&documents), 8);
        assert_eq!((postings.of(0).0.len(), postings.of(1).0.len()), (0, 715));
    }
}
