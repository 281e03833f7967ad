//! Layout of the file of a knowledge base.
//!
//! All numbers are little-endian. Sixteen bytes hold a mark and a checksum of the rest; then come
//! four sizes, the tables of numbers, and the texts of all concepts one after the other.

use std::ops::Range;
use std::{fmt, io};

use crate::checksum::checksum;
use crate::interner::to_usize;

/// A file that cannot be read or is no knowledge base.
#[derive(Debug)]
pub struct FileError(pub(super) String);

/// The number is that of the layout.
const MARK: [u8; 8] = *b"LunaKB1\n";
/// Bytes of the mark, the checksum and the sizes.
const HEAD: usize = 32;
/// Bytes of an assertion: both concepts, relation, frequency and score.
pub(super) const ASSERTION: usize = 12;

/// Bytes of each table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) concepts: u32,
    pub(super) assertions: u32,
    /// The end of each concept's name, and of its display form, within the texts.
    pub(super) name_ends: Range<usize>,
    pub(super) display_ends: Range<usize>,
    /// The end of each concept's assertions, by its side.
    pub(super) left_ends: Range<usize>,
    pub(super) right_ends: Range<usize>,
    /// Places of the assertions in the order of their right sides.
    pub(super) by_right: Range<usize>,
    pub(super) table: Range<usize>,
    pub(super) names: Range<usize>,
    pub(super) displays: Range<usize>,
}

impl Layout {
    /// Lays out tables of these sizes; `None` if they do not fit into memory.
    pub(super) fn new([concepts, assertions, names, displays]: [u32; 4]) -> Option<Layout> {
        let mut at = HEAD;
        let mut next = |count: u32, width: usize| {
            let from = at;
            at = at.checked_add(to_usize(count).checked_mul(width)?)?;
            Some(from..at)
        };
        Some(Layout {
            concepts,
            assertions,
            name_ends: next(concepts, 4)?,
            display_ends: next(concepts, 4)?,
            left_ends: next(concepts, 4)?,
            right_ends: next(concepts, 4)?,
            by_right: next(assertions, 4)?,
            table: next(assertions, ASSERTION)?,
            names: next(names, 1)?,
            displays: next(displays, 1)?,
        })
    }

    /// Checks the mark, the size and the checksum of a file.
    pub(super) fn read(bytes: &[u8]) -> Result<Layout, FileError> {
        if !bytes.starts_with(&MARK) {
            return Err(FileError::new("is not a knowledge base of this version of Luna"));
        }
        let sizes = bytes.get(16..HEAD).and_then(|sizes| sizes.as_chunks().0.first_chunk::<4>());
        let layout = sizes.and_then(|sizes| Layout::new(sizes.map(u32::from_le_bytes)));
        let layout = layout.filter(|layout| layout.displays.end == bytes.len());
        let layout = layout.ok_or_else(|| FileError::new("is incomplete"))?;
        let sum = bytes.get(8..16).and_then(|sum| sum.first_chunk());
        let sum = sum.map(|sum| u64::from_le_bytes(*sum));
        if sum != bytes.get(16..).map(checksum) {
            return Err(FileError::new("is damaged: its checksum differs"));
        }
        Ok(layout)
    }
}

/// Puts the mark, the checksum and the sizes before the tables.
pub(super) fn with_head(sizes: [u32; 4], tables: &[u8]) -> Vec<u8> {
    let mut bytes = MARK.to_vec();
    bytes.extend([0; 8]);
    bytes.extend(sizes.into_iter().flat_map(u32::to_le_bytes));
    bytes.extend_from_slice(tables);
    let sum = bytes.get(16..).map_or(0, checksum);
    if let Some(place) = bytes.get_mut(8..16) {
        place.copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}

impl FileError {
    pub(super) fn new(why: &str) -> FileError {
        FileError(why.to_owned())
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError(format!("cannot be read: {error}"))
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FileError {}
