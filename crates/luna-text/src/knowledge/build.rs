//! Builds the file of a knowledge base.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::assertion::{Assertion, Concept};
use super::content::content_form;
use super::format::with_head;
use super::read::{Row, Wording, rows};
use crate::interner::{Interner, to_u32, to_usize};
use crate::read_error::ReadError;

/// Collects assertions of one or more files.
#[derive(Debug, Default)]
pub struct Builder {
    names: Interner,
    /// The words of concepts as people wrote them, with the number of times.
    written: HashMap<u32, HashMap<String, usize>>,
    assertions: Vec<Assertion>,
}

/// A finished file.
#[derive(Debug)]
pub struct KnowledgeFile {
    pub bytes: Vec<u8>,
    pub concepts: u32,
    pub assertions: u32,
    /// Assertions that repeat another with the same frequency.
    pub repeated: usize,
    /// Assertions about a blocked concept.
    pub blocked: usize,
}

impl Builder {
    /// Reads the text of a file and returns the number of its assertions. After an error the
    /// builder holds a part of the file, and is of no further use.
    pub fn read(&mut self, text: &str) -> Result<usize, ReadError> {
        let before = self.assertions.len();
        rows(text, |row| self.add(&row))?;
        Ok(self.assertions.len() - before)
    }

    fn add(&mut self, row: &Row<'_>) -> Result<(), String> {
        let left = self.intern(&row.left, row.wording)?;
        let right = self.intern(&row.right, row.wording)?;
        self.assertions.push(Assertion {
            left,
            relation: row.relation,
            right,
            frequency: row.frequency,
            score: row.score,
        });
        Ok(())
    }

    fn intern(&mut self, written: &str, wording: Wording) -> Result<Concept, String> {
        let normal = match wording {
            Wording::Normalized => written.to_owned(),
            Wording::Plain => content_form(written),
        };
        if normal.is_empty() {
            return Err(format!("“{}” has no word", crate::read_error::shown(written)));
        }
        let number = self.names.intern(&normal);
        if matches!(wording, Wording::Plain) {
            let spellings = self.written.entry(number).or_default();
            *spellings.entry(written.to_owned()).or_default() += 1;
        }
        Ok(Concept(number))
    }

    /// Finishes the file, without the assertions about concepts whose names are blocked.
    pub fn build(self, is_blocked: impl Fn(&str) -> bool) -> KnowledgeFile {
        let all = self.assertions.len();
        let count = to_u32(self.names.len());
        let allowed: Vec<bool> = (0..count).map(|nth| !is_blocked(self.names.name(nth))).collect();
        let is_allowed = |concept: Concept| allowed.get(to_usize(concept.0)) == Some(&true);
        let mut assertions = self.assertions;
        assertions.retain(|one| is_allowed(one.left) && is_allowed(one.right));
        let blocked = all - assertions.len();

        let mut used = vec![false; to_usize(count)];
        for concept in assertions.iter().flat_map(|one| [one.left, one.right]) {
            used[to_usize(concept.0)] = true;
        }
        let mut order: Vec<u32> = (0..count).filter(|&nth| used[to_usize(nth)]).collect();
        order.sort_unstable_by_key(|&nth| self.names.name(nth));
        let mut place = vec![0; to_usize(count)];
        for (new, &old) in (0..).zip(&order) {
            place[to_usize(old)] = new;
        }
        for one in &mut assertions {
            one.left = Concept(place[to_usize(one.left.0)]);
            one.right = Concept(place[to_usize(one.right.0)]);
        }
        let remaining = assertions.len();
        let key = |one: &Assertion| (one.left, one.relation, one.right, one.frequency);
        assertions.sort_unstable_by(|one, other| {
            key(one).cmp(&key(other)).then(other.score.cmp(&one.score))
        });
        assertions.dedup_by_key(|one| key(one));

        let names = order.iter().map(|&old| self.names.name(old));
        let displays = order.iter().map(|&old| {
            let spellings = self.written.get(&old);
            spellings.map_or("", |spellings| usual(self.names.name(old), spellings))
        });
        let bytes = lay_out(names, displays, &assertions);
        KnowledgeFile {
            bytes,
            concepts: to_u32(order.len()),
            assertions: to_u32(assertions.len()),
            repeated: remaining - assertions.len(),
            blocked,
        }
    }
}

/// The spelling without stop words if somebody has it, or else the one that comes most often; of
/// equals the shortest, and then the first by its letters.
fn usual<'a>(name: &str, spellings: &'a HashMap<String, usize>) -> &'a str {
    let rank = |(text, count): &(&'a String, &usize)| {
        let text = text.as_str();
        (text != name, Reverse(**count), text.len(), text)
    };
    spellings.iter().min_by_key(rank).map_or("", |(text, _)| text.as_str())
}

/// The bytes of a file of concepts in order and of sorted assertions between them.
fn lay_out<'a>(
    names: impl ExactSizeIterator<Item = &'a str>,
    displays: impl ExactSizeIterator<Item = &'a str>,
    assertions: &[Assertion],
) -> Vec<u8> {
    let concepts = names.len();
    let (names, name_ends) = joined(names);
    let (displays, display_ends) = joined(displays);
    let mut by_right: Vec<u32> = (0..to_u32(assertions.len())).collect();
    let key = |nth: &u32| {
        let one = assertions[to_usize(*nth)];
        (one.right, one.relation, one.left, one.frequency)
    };
    by_right.sort_unstable_by_key(key);
    let left_ends = ends(concepts, assertions.iter().map(|one| one.left));
    let right_ends = ends(concepts, assertions.iter().map(|one| one.right));

    let mut tables = Vec::new();
    for table in [&name_ends, &display_ends, &left_ends, &right_ends, &by_right] {
        tables.extend(table.iter().flat_map(|number| number.to_le_bytes()));
    }
    for one in assertions {
        tables.extend(one.left.0.to_le_bytes());
        tables.extend(one.right.0.to_le_bytes());
        tables.push(one.relation.code());
        tables.extend(one.frequency.to_le_bytes());
        tables.extend(one.score.to_le_bytes());
    }
    tables.extend_from_slice(names.as_bytes());
    tables.extend_from_slice(displays.as_bytes());
    let sizes = [concepts, assertions.len(), names.len(), displays.len()];
    with_head(sizes.map(to_u32), &tables)
}

/// Texts one after the other, and the end of each.
fn joined<'a>(texts: impl Iterator<Item = &'a str>) -> (String, Vec<u32>) {
    let (mut all, mut ends) = (String::new(), Vec::new());
    for text in texts {
        all.push_str(text);
        ends.push(to_u32(all.len()));
    }
    (all, ends)
}

/// The end of each concept's assertions, sorted by concept.
fn ends(concepts: usize, of: impl Iterator<Item = Concept>) -> Vec<u32> {
    let mut counts = vec![0_u32; concepts];
    for concept in of {
        counts[to_usize(concept.0)] += 1;
    }
    let mut end = 0;
    for count in &mut counts {
        end += *count;
        *count = end;
    }
    counts
}
