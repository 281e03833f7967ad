//! The features of an arc in a whole tree, from which the parser tells its relation.

use super::super::classifier::Class;
use super::super::hash::feature;
use super::vertex::{NO_LABEL, Vertex};

/// A tree whose arcs get their labels.
#[derive(Debug)]
pub(super) struct LabelledTree<'a> {
    vertices: &'a [Vertex],
    /// The head of each word; that of the root is the number of words.
    heads: &'a [usize],
    dependents: Vec<Vec<usize>>,
    pub(super) labels: Vec<Class>,
    /// Words from the bottom of the tree to its top.
    pub(super) order: Vec<usize>,
}

impl<'a> LabelledTree<'a> {
    /// A tree without labels. The last vertex is the root.
    pub(super) fn new(vertices: &'a [Vertex], heads: &'a [usize]) -> LabelledTree<'a> {
        let mut dependents = vec![Vec::new(); heads.len() + 1];
        for (word, &head) in heads.iter().enumerate() {
            if let Some(all) = dependents.get_mut(head) {
                all.push(word);
            }
        }
        let mut order = Vec::with_capacity(heads.len());
        // From the top down, then turned around.
        let mut waiting = vec![heads.len()];
        let mut done = 0;
        while let Some(&head) = waiting.get(done) {
            done += 1;
            let below = dependents.get(head).map(Vec::as_slice).unwrap_or_default();
            waiting.extend_from_slice(below);
        }
        order.extend(waiting.into_iter().skip(1).rev());
        let labels = vec![NO_LABEL; heads.len()];
        LabelledTree { vertices, heads, dependents, labels, order }
    }

    /// Fills `found` with the features of the arc to a word.
    pub(super) fn features(&self, word: usize, found: &mut Vec<u32>) {
        let head = self.heads.get(word).copied().unwrap_or(self.heads.len());
        let at = |place: Option<usize>| {
            place.and_then(|place| self.vertices.get(place)).unwrap_or(&NOTHING)
        };
        let label = |place: Option<usize>| {
            u32::from(place.and_then(|place| self.labels.get(place)).copied().unwrap_or(NO_LABEL))
        };
        let (d, h) = (at(Some(word)), at(Some(head)));
        let side = u32::from(word < head);
        let distance = match word.abs_diff(head) {
            1 => 1,
            2 => 2,
            3..=5 => 3,
            6..=10 => 4,
            _ => 5,
        } * 2
            + side;
        let own = self.dependents_of(word);
        let siblings = self.dependents_of(head);
        let place = siblings.iter().position(|&it| it == word).unwrap_or(0);
        let earlier = place.checked_sub(1).and_then(|nth| siblings.get(nth)).copied();
        let later = siblings.get(place + 1).copied();
        let (before, after) = (at(word.checked_sub(1)), at(Some(word + 1)));
        let (first, last) = (own.first().copied(), own.last().copied());
        let opens = first.filter(|&it| it < word);
        let closes = last.filter(|&it| it > word);
        let above = at(self.heads.get(head).copied());
        let inner: u32 = own.iter().fold(0, |bits, &it| bits | 1 << (at(Some(it)).universal & 31));
        let outer: u32 =
            siblings.iter().fold(0, |bits, &it| bits | 1 << (at(Some(it)).universal & 31));
        let is_auxiliary = |it: &&usize| **it != word && at(Some(**it)).universal == AUX;
        let auxiliary = at(siblings.iter().rfind(is_auxiliary).copied());
        found.clear();
        found.extend([
            feature(0, [side]),
            feature(1, [d.tag, side]),
            feature(2, [d.word, side]),
            feature(3, [h.tag, side]),
            feature(4, [h.word, side]),
            feature(5, [d.tag, h.tag, side]),
            feature(6, [d.word, h.tag, side]),
            feature(7, [d.tag, h.word, side]),
            feature(8, [d.word, h.word, side]),
            feature(9, [d.tag, h.tag, distance]),
            feature(10, [d.word, h.tag, distance]),
            feature(11, [d.tag, h.tag, before.tag, side]),
            feature(12, [d.tag, h.tag, after.tag, side]),
            feature(13, [d.tag, before.word, side]),
            feature(14, [d.tag, after.word, side]),
            feature(15, [d.suffix, h.tag, side]),
            feature(16, [d.suffix, h.suffix, side]),
            feature(20, [d.tag, h.tag, at(opens).word, side]),
            feature(21, [d.universal, h.universal, at(opens).word, side]),
            feature(22, [d.tag, h.tag, at(closes).tag, side]),
            feature(23, [d.tag, h.tag, inner]),
            feature(24, [d.universal, h.universal, inner, side]),
            feature(25, [h.word, at(opens).word, d.universal]),
            feature(26, [d.word, at(opens).word, side]),
            feature(27, [d.tag, label(opens), h.universal, side]),
            feature(28, [d.universal, h.universal, label(closes), side]),
            feature(30, [d.tag, h.tag, outer]),
            feature(31, [d.universal, h.universal, at(earlier).universal, label(earlier), side]),
            feature(32, [d.tag, h.tag, label(earlier), side]),
            feature(33, [d.tag, h.tag, at(later).tag, side]),
            feature(34, [d.word, label(earlier), side]),
            feature(35, [h.word, d.universal, label(earlier), side]),
            feature(36, [d.universal, h.tag, auxiliary.word, side]),
            feature(37, [d.tag, h.tag, above.tag, side]),
            feature(38, [d.tag, h.universal, u32::from(earlier.is_none()), side]),
            feature(39, [d.word, u32::from(own.is_empty()), h.universal]),
            feature(40, [d.universal, h.universal, before.word, after.universal]),
            feature(41, [d.tag, h.tag, at(opens).tag, above.universal, side]),
        ]);
        for &below in own {
            let label = label(Some(below));
            let right = u32::from(below > word);
            found.push(feature(50, [d.tag, h.tag, label, right, side]));
            found.push(feature(51, [label, at(Some(below)).word, d.universal, h.universal, side]));
            found.push(feature(52, [label, d.universal, h.word, right]));
        }
        for &sibling in siblings.iter().take_while(|&&it| it < word) {
            found.push(feature(53, [label(Some(sibling)), d.tag, h.universal, side]));
        }
    }

    fn dependents_of(&self, word: usize) -> &[usize] {
        self.dependents.get(word).map(Vec::as_slice).unwrap_or_default()
    }
}

const NOTHING: Vertex = Vertex { word: 0, tag: 255, universal: 31, suffix: 0 };
/// The place of auxiliaries among the universal tags.
const AUX: u32 = 3;
