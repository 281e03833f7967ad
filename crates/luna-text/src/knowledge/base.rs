//! Look-ups in a knowledge base.

use std::ffi::OsString;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::assertion::{Assertion, Concept, Side};
use super::content::is_empty_form;
use super::format::{ASSERTION, FileError, Layout};
use super::relation::Relation;
use crate::interner::to_usize;
use crate::user_data;

/// Concepts and assertions in the bytes of their file. Nothing is unpacked: a look-up reads the
/// numbers that it needs.
#[derive(Clone, Debug)]
pub struct KnowledgeBase {
    bytes: Vec<u8>,
    layout: Layout,
}

impl KnowledgeBase {
    /// The user's own file: `luna/knowledge.base` among the user's data.
    pub fn user_file(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
        user_data(variable, "knowledge.base")
    }

    pub fn open(path: &Path) -> Result<KnowledgeBase, FileError> {
        KnowledgeBase::from_bytes(fs::read(path)?)
    }

    /// Takes the bytes of a file.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<KnowledgeBase, FileError> {
        let layout = Layout::read(&bytes)?;
        Ok(KnowledgeBase { bytes, layout })
    }

    /// Number of concepts.
    pub fn concepts(&self) -> u32 {
        self.layout.concepts
    }

    /// Number of assertions.
    pub fn len(&self) -> u32 {
        self.layout.assertions
    }

    pub fn is_empty(&self) -> bool {
        self.layout.assertions == 0
    }

    /// The concept with exactly this name.
    pub fn concept(&self, name: &str) -> Option<Concept> {
        let all = 0..self.layout.concepts;
        let nth = partition_point(all, |nth| self.name(Concept(nth)) < name);
        let found = Concept(nth);
        (nth < self.layout.concepts && self.name(found) == name).then_some(found)
    }

    /// The name of a concept: words in lower case, without stop words. Empty if there is no such
    /// concept.
    pub fn name(&self, concept: Concept) -> &str {
        self.text(&self.layout.name_ends, &self.layout.names, concept)
    }

    /// A concept that tells things apart no better than a stop word does: one of stop words alone, such
    /// as *something*, or *person*, which stands for pronouns.
    pub fn is_empty_concept(&self, concept: Concept) -> bool {
        is_empty_form(self.name(concept))
    }

    /// The words of a concept as its file had them; `None` if it had only the name.
    pub fn written(&self, concept: Concept) -> Option<&str> {
        let text = self.text(&self.layout.display_ends, &self.layout.displays, concept);
        (!text.is_empty()).then_some(text)
    }

    /// All assertions, by left concept, relation and right concept.
    pub fn assertions(&self) -> impl ExactSizeIterator<Item = Assertion> {
        self.on_left(0..self.layout.assertions)
    }

    /// Number of assertions with a concept on this side.
    pub fn degree(&self, concept: Concept, side: Side) -> usize {
        let range = self.range(concept, side);
        to_usize(range.end.saturating_sub(range.start))
    }

    /// Assertions with a concept on this side, by relation and by the concept on the other side.
    pub fn about(
        &self,
        concept: Concept,
        side: Side,
    ) -> impl ExactSizeIterator<Item = Assertion> + '_ {
        self.on_side(side, self.range(concept, side))
    }

    /// Assertions with a concept on this side of a relation, by the concept on the other side.
    pub fn related(
        &self,
        concept: Concept,
        side: Side,
        relation: Relation,
    ) -> impl ExactSizeIterator<Item = Assertion> + '_ {
        let range = self.range(concept, side);
        let before = |nth: u32| self.on_nth(side, nth).relation < relation;
        let from = partition_point(range.clone(), before);
        let up_to = |nth: u32| self.on_nth(side, nth).relation <= relation;
        let to = partition_point(from..range.end, up_to);
        self.on_side(side, from..to)
    }

    /// Assertions of exactly this; there is one for each frequency.
    pub fn stated(
        &self,
        left: Concept,
        relation: Relation,
        right: Concept,
    ) -> impl ExactSizeIterator<Item = Assertion> + '_ {
        let range = self.range(left, Side::Left);
        let key = |nth: u32| {
            let assertion = self.nth(nth);
            (assertion.relation, assertion.right)
        };
        let from = partition_point(range.clone(), |nth| key(nth) < (relation, right));
        let to = partition_point(from..range.end, |nth| key(nth) <= (relation, right));
        self.on_left(from..to)
    }

    fn on_left(&self, range: Range<u32>) -> impl ExactSizeIterator<Item = Assertion> + '_ {
        self.on_side(Side::Left, range)
    }

    fn on_side(
        &self,
        side: Side,
        range: Range<u32>,
    ) -> impl ExactSizeIterator<Item = Assertion> + '_ {
        let (from, to) = (to_usize(range.start), to_usize(range.end));
        // A range of u32 does not know its exact size.
        (from..to.max(from))
            .map(move |nth| self.on_nth(side, u32::try_from(nth).unwrap_or(u32::MAX)))
    }

    fn on_nth(&self, side: Side, nth: u32) -> Assertion {
        match side {
            Side::Left => self.nth(nth),
            Side::Right => self.nth(self.number(&self.layout.by_right, nth)),
        }
    }

    /// The assertion at a place, by the order of left concepts.
    fn nth(&self, nth: u32) -> Assertion {
        let from = self.layout.table.start + to_usize(nth) * ASSERTION;
        let bytes = self.bytes.get(from..from + ASSERTION).unwrap_or(&[0; ASSERTION]);
        let (words, _) = bytes.as_chunks::<4>();
        let [left, right, [relation, frequency, low, high]] = words else {
            return Assertion::default();
        };
        Assertion {
            left: Concept(u32::from_le_bytes(*left)),
            relation: Relation::from_code(*relation).unwrap_or_default(),
            right: Concept(u32::from_le_bytes(*right)),
            frequency: i8::from_le_bytes([*frequency]),
            score: u16::from_le_bytes([*low, *high]),
        }
    }

    /// Places of a concept's assertions on one side.
    fn range(&self, concept: Concept, side: Side) -> Range<u32> {
        let ends = match side {
            Side::Left => &self.layout.left_ends,
            Side::Right => &self.layout.right_ends,
        };
        let start = concept.0.checked_sub(1).map_or(0, |before| self.number(ends, before));
        let end = self.number(ends, concept.0).min(self.layout.assertions);
        start.min(end)..end
    }

    fn text(&self, ends: &Range<usize>, texts: &Range<usize>, concept: Concept) -> &str {
        let from = concept.0.checked_sub(1).map_or(0, |before| self.number(ends, before));
        let to = self.number(ends, concept.0);
        let texts = self.bytes.get(texts.clone()).unwrap_or_default();
        let text = texts.get(to_usize(from)..to_usize(to)).unwrap_or_default();
        std::str::from_utf8(text).unwrap_or_default()
    }

    /// A number of a table; 0 beyond its end.
    fn number(&self, table: &Range<usize>, nth: u32) -> u32 {
        let from = table.start + to_usize(nth) * 4;
        let bytes = self.bytes.get(from..table.end).and_then(|bytes| bytes.first_chunk());
        bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }
}

/// The first number of a range for which this is false, if it is true for all before.
fn partition_point(range: Range<u32>, is_before: impl Fn(u32) -> bool) -> u32 {
    let (mut from, mut to) = (range.start, range.end);
    while from < to {
        let middle = from + (to - from) / 2;
        if is_before(middle) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}
