//! Imports of tossups and answers from files.

use luna_core::quiz::answer_line::AnswerLine;
use luna_core::quiz::form::plain;
use luna_machines::tossup_file::{AnswerMap, AnswerRecord, MOST_TITLE_CHARS, TossupFile};
use luna_store::game::Context;
use luna_store::quiz::answer::{self, Answer};
use luna_store::quiz::source::{self, Source};
use luna_store::quiz::tossup::{self, Tossup};
use luna_store::{Result, Tx};

use super::known_answers::KnownAnswers;
use crate::provenance::{ImportOutcome, Provenance};

/// Puts a file into the database, unless a file with its checksum is there. It is secret if nobody
/// outside of this instance has it. `tell` is called with the number of rows done and their total.
///
/// The page of a tossup is the one that the file gives, else the one of the map, else the known
/// answer with the words of its main answer, else its main answer, which is then added.
pub fn import(
    tx: &mut Tx<'_>,
    at: &Context,
    file: &TossupFile,
    map: &AnswerMap,
    provenance: &Provenance,
    is_secret: bool,
    tell: impl Fn(usize, usize),
) -> Result<ImportOutcome<Source>> {
    let mut added = match begin(tx, at, file.format.name(), provenance, is_secret)? {
        ImportOutcome::Added(added) => added,
        known @ ImportOutcome::Known(_) => return Ok(known),
    };
    let total = file.tossups.len() + file.answers.len();
    let mut known = KnownAnswers::read(tx, words)?;
    for (record, done) in file.answers.iter().zip(1..) {
        added.answers += i64::from(answer::add(tx, &added.id, &listed(record))?);
        tell(done, total);
    }
    for (record, done) in file.tossups.iter().zip(file.answers.len() + 1..) {
        let main = AnswerLine::parse(&record.answer_line).main().to_owned();
        let given = record.page.as_deref().or_else(|| map.page(&main));
        let page = match given.or_else(|| known.find(&main).map(|it| it.title.as_str())) {
            Some(page) => Some(page.to_owned()),
            None => Some(main).filter(|main| is_title(main)),
        };
        if let Some(page) = page.as_ref().filter(|page| known.learn(page)) {
            let answer = Answer {
                title: page.clone(),
                category: record.category.clone(),
                ..Answer::default()
            };
            added.answers += i64::from(answer::add(tx, &added.id, &answer)?);
        }
        let tossup = Tossup {
            id: at.random.id(at.now),
            source_id: added.id.clone(),
            number: i64::try_from(record.row).unwrap_or(i64::MAX),
            packet: record.packet.clone(),
            text: record.text.clone(),
            answer_line: record.answer_line.clone(),
            page,
            category: record.category.clone(),
            subcategory: record.subcategory.clone(),
            difficulty: record.difficulty.clone(),
            withdrawn_at: None,
        };
        tossup::add(tx, &tossup, at.random.number())?;
        added.tossups += 1;
        tell(done, total);
    }
    source::update(tx, &added)?;
    Ok(ImportOutcome::Added(added))
}

/// Adds the source of a file, unless that of a file with its checksum is there.
pub(super) fn begin(
    tx: &mut Tx<'_>,
    at: &Context,
    format: &str,
    provenance: &Provenance,
    is_secret: bool,
) -> Result<ImportOutcome<Source>> {
    let added = Source {
        id: at.random.id(at.now),
        name: provenance.name.clone(),
        format: format.to_owned(),
        checksum: provenance.checksum.clone(),
        licence: provenance.licence.clone(),
        imported_at: at.now,
        tossups: 0,
        answers: 0,
        is_secret,
        undone_at: None,
        pages: 0,
    };
    if source::add(tx, &added)? {
        return Ok(ImportOutcome::Added(added));
    }
    let known = source::by_checksum(tx, &provenance.checksum)?;
    Ok(ImportOutcome::Known(known.unwrap_or(added)))
}

/// An answer of a list as it is stored.
pub(super) fn listed(record: &AnswerRecord) -> Answer {
    Answer {
        title: record.title.clone(),
        kind: record.kind.clone(),
        category: record.category.clone(),
        aliases: record.aliases.clone(),
    }
}

fn is_title(text: &str) -> bool {
    !words(text).is_empty() && text.chars().count() <= MOST_TITLE_CHARS
}

/// A name in plain words.
fn words(name: &str) -> String {
    let words = name.split(|c: char| c.is_whitespace() || c == '-').map(plain);
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
