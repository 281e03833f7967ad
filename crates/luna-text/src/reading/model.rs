//! The file of a trained reader: tagger, parser and lemmatiser, compressed.
//!
//! Eight bytes of a mark and eight of a checksum come before the compressed rest. All numbers in it
//! are whole; hashes ascend and are written as differences.

mod bytes;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io::Read as _;

use flate2::Compression;
use flate2::read::{ZlibDecoder, ZlibEncoder};

use self::bytes::{Source, Target};
use super::classifier::Classifier;
use super::lemmatizer::{Edit, Lemmatizer};
use super::parser::{Parser, SLOTS, Table};
use super::reader::Reader;
use super::relation::{Relation, Subtype};
use super::tag::{PennTag, UniversalTag};
use super::tagger::Tagger;
use super::word::Lexicon;
use crate::checksum::checksum;

/// A file that is no model of this version, or is damaged.
#[derive(Debug)]
pub struct ModelError(pub(super) String);

/// The number is that of the layout.
const MARK: [u8; 8] = *b"LunaRM1\n";
const HEAD: usize = 16;
/// Bytes of an uncompressed model, at most.
const LARGEST: u64 = 64 << 20;

impl Reader {
    /// Reads a model that [`Reader::to_bytes`] has written.
    pub fn from_bytes(file: &[u8]) -> Result<Reader, ModelError> {
        let other = || ModelError("is not a reading model of this version of Luna".to_owned());
        let rest = file.strip_prefix(&MARK).ok_or_else(other)?;
        let (sum, compressed) = rest.split_first_chunk::<8>().ok_or_else(other)?;
        if u64::from_le_bytes(*sum) != checksum(compressed) {
            return Err(ModelError("is damaged: its checksum differs".to_owned()));
        }
        let mut data = Vec::new();
        ZlibDecoder::new(compressed)
            .take(LARGEST)
            .read_to_end(&mut data)
            .map_err(|error| ModelError(format!("cannot be decompressed: {error}")))?;
        read(&mut Source::new(&data)).ok_or_else(|| ModelError("is incomplete".to_owned()))
    }

    /// The bytes of the model's file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ModelError> {
        let mut target = Target::default();
        write(self, &mut target);
        let mut compressed = Vec::new();
        ZlibEncoder::new(target.bytes.as_slice(), Compression::best())
            .read_to_end(&mut compressed)
            .map_err(|error| ModelError(format!("cannot be compressed: {error}")))?;
        let mut file = Vec::with_capacity(HEAD + compressed.len());
        file.extend(MARK);
        file.extend(checksum(&compressed).to_le_bytes());
        file.append(&mut compressed);
        Ok(file)
    }
}

fn write(reader: &Reader, target: &mut Target) {
    target.count(reader.tagger.tags.len());
    for (universal, penn) in &reader.tagger.tags {
        target.text(universal.name());
        target.text(penn.name());
    }
    target.ascending(&reader.lexicon.hashes);
    for &class in &reader.lexicon.classes {
        target.number(class.into());
    }
    target.count(reader.tagger.rounds.len());
    for round in &reader.tagger.rounds {
        write_classifier(round, target);
    }
    write_lemmatizer(&reader.lemmatizer, target);
    target.count(reader.parser.labels.len());
    for (relation, subtype) in &reader.parser.labels {
        target.text(relation.name());
        target.text(subtype.map_or("", Subtype::name));
    }
    write_classifier(&reader.parser.labeller, target);
    write_table(&reader.parser.arcs, target);
}

fn read(source: &mut Source<'_>) -> Option<Reader> {
    let mut tagger = Tagger::default();
    for _ in 0..source.count()? {
        let universal = UniversalTag::from_name(source.text()?)?;
        tagger.tags.push((universal, PennTag::from_name(source.text()?)?));
    }
    let hashes = source.ascending()?;
    let classes = hashes.iter().map(|_| source.number()?.try_into().ok());
    let classes = classes.collect::<Option<_>>()?;
    let lexicon = Lexicon::new(hashes, classes);
    for _ in 0..source.count()? {
        tagger.rounds.push(read_classifier(source)?);
    }
    let lemmatizer = read_lemmatizer(source)?;
    let mut labels = Vec::new();
    for _ in 0..source.count()? {
        let relation = Relation::from_name(source.text()?)?;
        labels.push((relation, Subtype::from_name(source.text()?)));
    }
    let labeller = read_classifier(source)?;
    let arcs = read_table(source)?;
    source.is_at_end().then_some(())?;
    Some(Reader { lexicon, tagger, lemmatizer, parser: Parser { arcs, labels, labeller } })
}

fn write_classifier(classifier: &Classifier, target: &mut Target) {
    target.count(classifier.classes);
    target.ascending(&classifier.hashes);
    let mut before = 0;
    for &end in &classifier.ends {
        target.number(end - before);
        before = end;
    }
    target.bytes.extend(classifier.weights.iter().map(|&(class, _)| class));
    target.bytes.extend(classifier.weights.iter().flat_map(|(_, weight)| weight.to_le_bytes()));
}

fn read_classifier(source: &mut Source<'_>) -> Option<Classifier> {
    let classes = source.count()?;
    let hashes = source.ascending()?;
    let mut ends = Vec::with_capacity(hashes.len());
    let mut end = 0_u32;
    for _ in &hashes {
        end = end.checked_add(source.number()?)?;
        ends.push(end);
    }
    let count = crate::interner::to_usize(end);
    let classes_of = source.take(count)?;
    let weights = source.take(count)?;
    let weights = weights.iter().map(|&byte| i8::from_le_bytes([byte]));
    let weights = classes_of.iter().copied().zip(weights).collect();
    (classes <= 256).then(|| Classifier::new(classes, hashes, ends, weights))
}

fn write_lemmatizer(lemmatizer: &Lemmatizer, target: &mut Target) {
    target.count(lemmatizer.edits.len());
    for edit in &lemmatizer.edits {
        target.number(edit.removed.into());
        target.text(&edit.ending);
        target.number(edit.keeps_case.into());
    }
    target.ascending(&lemmatizer.hashes);
    for &number in &lemmatizer.numbers {
        target.number(number.into());
    }
}

fn read_lemmatizer(source: &mut Source<'_>) -> Option<Lemmatizer> {
    let mut edits = Vec::new();
    for _ in 0..source.count()? {
        let removed = source.number()?.try_into().ok()?;
        let ending = source.text()?.to_owned();
        edits.push(Edit { removed, ending, keeps_case: source.number()? == 1 });
    }
    let hashes = source.ascending()?;
    let numbers = hashes.iter().map(|_| source.number()?.try_into().ok());
    let numbers = numbers.collect::<Option<_>>()?;
    Some(Lemmatizer::new(edits, hashes, numbers))
}

/// Writes the slots that are in use, and their weights one transition after the other.
fn write_table(table: &Table, target: &mut Target) {
    let used: Vec<(u32, [i8; 4])> =
        (0..).zip(table.slots.iter().copied()).filter(|(_, it)| *it != [0; 4]).collect();
    let places: Vec<u32> = used.iter().map(|&(place, _)| place).collect();
    target.ascending(&places);
    for transition in 0..4 {
        let weights = used.iter().filter_map(|(_, weights)| weights.get(transition));
        target.bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
    }
}

fn read_table(source: &mut Source<'_>) -> Option<Table> {
    let places = source.ascending()?;
    let mut table = Table { slots: vec![[0; 4]; SLOTS] };
    for transition in 0..4 {
        let weights = source.take(places.len())?;
        for (&place, &weight) in places.iter().zip(weights) {
            let slot = table.slots.get_mut(crate::interner::to_usize(place))?;
            *slot.get_mut(transition)? = i8::from_le_bytes([weight]);
        }
    }
    Some(table)
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the reading model {}", self.0)
    }
}

impl std::error::Error for ModelError {}
