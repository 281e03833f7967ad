//! Lines of WordNet's files, as specified in wndb(5WN).

use crate::read_error::shown;
use crate::wordnet::database::PartOfSpeech;

/// The relevant fields of a data line.
pub(super) struct Sense<'a> {
    pub(super) offset: u32,
    /// The number of the lexicographers' file; the highest if it is none.
    pub(super) file: u8,
    pub(super) lemmas: Vec<&'a str>,
    pub(super) pointers: Vec<Pointer>,
}

#[derive(Clone, Copy)]
pub(super) struct Pointer {
    pub(super) relation: Relation,
    pub(super) part: PartOfSpeech,
    pub(super) offset: u32,
}

#[derive(Clone, Copy)]
pub(super) enum Relation {
    /// Hypernym or instance hypernym.
    Hypernym,
    /// Between a lemma here and one there, both counted from 1.
    Antonym { lemma: u8, opposite: u8 },
}

/// A line of an index.
pub(super) struct Entry<'a> {
    pub(super) lemma: &'a str,
    pub(super) offsets: Vec<u32>,
}

/// The rest of a line of fields separated by spaces.
struct Fields<'a>(&'a str);

impl Sense<'_> {
    pub(super) fn read(line: &str, part: PartOfSpeech) -> Result<Sense<'_>, String> {
        let fields = line.split_once('|').map_or(line, |(fields, _)| fields);
        let mut fields = Fields(fields);
        let offset = fields.number("offset", 10)?;
        let file = fields.text("number of the lexicographers' file")?;
        let file = file.parse().unwrap_or(u8::MAX);
        let found = fields.part()?;
        if found != part {
            let (found, part) = (found.name(), part.name());
            return Err(format!("a sense of data.{found} stands in data.{part}"));
        }
        let mut lemmas = Vec::new();
        for _ in 0..fields.number("number of words", 16)? {
            lemmas.push(bare(fields.text("word")?));
            fields.text("word's number")?;
        }
        let mut pointers = Vec::new();
        for _ in 0..fields.number("number of pointers", 10)? {
            pointers.extend(fields.pointer()?);
        }
        Ok(Sense { offset, file, lemmas, pointers })
    }
}

impl Entry<'_> {
    pub(super) fn read(line: &str) -> Result<Entry<'_>, String> {
        let mut fields = Fields(line);
        let lemma = fields.text("word")?;
        fields.part()?;
        let count = fields.number("number of senses", 10)?;
        for _ in 0..fields.number("number of pointers", 10)? {
            fields.text("pointer")?;
        }
        fields.text("number of senses again")?;
        fields.text("number of ranked senses")?;
        let offsets = (0..count).map(|_| fields.number("offset", 10)).collect::<Result<_, _>>()?;
        Ok(Entry { lemma, offsets })
    }
}

impl<'a> Fields<'a> {
    fn text(&mut self, what: &str) -> Result<&'a str, String> {
        let rest = self.0.trim_ascii_start();
        let end = rest.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
        let (field, rest) = rest.split_at_checked(end).unwrap_or_default();
        self.0 = rest;
        if field.is_empty() { Err(format!("ends before the {what}")) } else { Ok(field) }
    }

    fn number(&mut self, what: &str, radix: u32) -> Result<u32, String> {
        let text = self.text(what)?;
        let number = u32::from_str_radix(text, radix);
        number.map_err(|_| format!("the {what}, '{}', is not a number", shown(text)))
    }

    fn part(&mut self) -> Result<PartOfSpeech, String> {
        match self.text("part of speech")? {
            "n" => Ok(PartOfSpeech::Noun),
            "v" => Ok(PartOfSpeech::Verb),
            "a" | "s" => Ok(PartOfSpeech::Adjective),
            "r" => Ok(PartOfSpeech::Adverb),
            text => Err(format!("the part of speech, '{}', is none of n v a s r", shown(text))),
        }
    }

    /// Returns `None` for unused kinds of pointer.
    fn pointer(&mut self) -> Result<Option<Pointer>, String> {
        let symbol = self.text("pointer")?;
        let offset = self.text("pointer's offset")?;
        if !matches!(symbol, "@" | "@i" | "!") {
            self.text("pointer's part of speech")?;
            self.text("pointer's words")?;
            return Ok(None);
        }
        let offset = offset
            .parse()
            .map_err(|_| format!("the pointer's offset, '{}', is not a number", shown(offset)))?;
        let part = self.part()?;
        let words = self.number("pointer's words", 16)?;
        let [.., lemma, opposite] = words.to_be_bytes();
        let relation =
            if symbol == "!" { Relation::Antonym { lemma, opposite } } else { Relation::Hypernym };
        Ok(Some(Pointer { relation, part, offset }))
    }
}

/// Removes the syntactic marker of an adjective.
fn bare(lemma: &str) -> &str {
    let marked = lemma.strip_suffix(')').and_then(|lemma| lemma.rsplit_once('('));
    marked.map_or(lemma, |(lemma, _)| lemma)
}
