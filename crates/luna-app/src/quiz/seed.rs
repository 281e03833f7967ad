//! The tossups, answers and pages that come with Luna, kept in each database as one source.

use std::collections::{BTreeMap, BTreeSet};

use luna_machines::tossup_file::{self, Format};
use luna_store::game::Context;
use luna_store::quiz::answer;
use luna_store::quiz::page::{self, Page};
use luna_store::quiz::source::{self, SHIPPED, Source};
use luna_store::quiz::tossup::{self, Tossup};
use luna_store::{Db, Error, Result, Tx};
use serde::Deserialize;

use super::import::listed;
use crate::provenance::checksum;

const TOSSUPS: &str = include_str!("../../data/quiz/tossups.jsonl");
const ANSWERS: &str = include_str!("../../data/quiz/answers.tsv");
const PAGES: &str = include_str!("../../data/quiz/pages.tsv");
const LICENCE: &str = "MIT OR Apache-2.0, pages: WordNet 3.1";
/// Tossups read at a time.
const PAGE: i64 = 1_000;

/// The content of a release: tossups as lines of JSON, answers and pages as tables.
#[derive(Clone, Copy, Debug)]
pub struct Content {
    pub tossups: &'static str,
    pub answers: &'static str,
    pub pages: &'static str,
}

/// The content of this release.
pub const CONTENT: Content = Content { tossups: TOSSUPS, answers: ANSWERS, pages: PAGES };

/// A line of the shipped tossups.
#[derive(Deserialize)]
struct SeedLine {
    id: String,
    question: String,
    answer: String,
    answer_page: String,
    category: String,
    subcategory: String,
    difficulty: String,
}

/// Puts the content of this release into a database that has none or that of another release.
/// A tossup keeps its id: its text is updated, and one that is gone is withdrawn.
///
/// A database with this content is read once and not written.
pub async fn plant(db: &Db, at: Context, content: Content) -> Result<()> {
    let Content { tossups, answers, pages } = content;
    let checksum = checksum([tossups, "\0", answers, "\0", pages].concat().as_bytes());
    let planted = checksum.clone();
    let is_there = db.read(move |tx| Ok::<_, Error>(source::by_checksum(tx, &planted)?.is_some()));
    if is_there.await? {
        return Ok(());
    }
    db.write(move |tx| put(tx, &at, content, checksum)).await
}

fn put(tx: &mut Tx<'_>, at: &Context, content: Content, checksum: String) -> Result<()> {
    let lines = content.tossups.lines().map(serde_json::from_str);
    let lines: Vec<SeedLine> = lines.collect::<Result<_, _>>().map_err(Error::corrupt)?;
    let answers = tossup_file::read(content.answers.as_bytes(), Some(Format::Answers));
    let answers = answers.map_err(Error::corrupt)?.answers;
    let pages: Vec<(&str, &str)> =
        content.pages.lines().skip(1).filter_map(|line| line.split_once('\t')).collect();
    let count = |many: usize| i64::try_from(many).unwrap_or(i64::MAX);
    let shipped = Source {
        id: SHIPPED.to_owned(),
        name: "Luna".to_owned(),
        format: SHIPPED.to_owned(),
        checksum,
        licence: LICENCE.to_owned(),
        imported_at: at.now,
        tossups: count(lines.len()),
        answers: count(answers.len()),
        is_secret: false,
        undone_at: None,
        pages: count(pages.len()),
    };
    if !source::add(tx, &shipped)? {
        // Another process may have put it there since it was looked for.
        source::lock(tx, SHIPPED)?;
        if source::by_checksum(tx, &shipped.checksum)?.is_some() {
            return Ok(());
        }
        source::update(tx, &shipped)?;
    }
    for record in &answers {
        let answer = listed(record);
        if !answer::add(tx, SHIPPED, &answer)? {
            answer::update(tx, SHIPPED, &answer)?;
        }
    }
    page::remove_of_source(tx, SHIPPED)?;
    for (title, text) in pages {
        let (id, source_id) = (format!("{SHIPPED}-{title}"), SHIPPED.to_owned());
        page::add(tx, &Page { id, source_id, title: title.to_owned(), text: text.to_owned() })?;
    }
    put_tossups(tx, at, &lines)
}

fn put_tossups(tx: &mut Tx<'_>, at: &Context, lines: &[SeedLine]) -> Result<()> {
    let mut stored: BTreeMap<String, Tossup> = BTreeMap::new();
    let mut last = 0;
    loop {
        let page = tossup::of_source(tx, SHIPPED, last, PAGE)?;
        let Some(end) = page.last() else { break };
        last = end.number;
        stored.extend(page.into_iter().map(|tossup| (tossup.id.clone(), tossup)));
    }
    for line in lines {
        let known = stored.get(&line.id);
        let tossup = Tossup {
            id: line.id.clone(),
            source_id: SHIPPED.to_owned(),
            number: known.map_or(last + 1, |known| known.number),
            packet: String::new(),
            text: line.question.clone(),
            answer_line: line.answer.clone(),
            page: Some(line.answer_page.clone()),
            category: line.category.clone(),
            subcategory: line.subcategory.clone(),
            difficulty: line.difficulty.clone(),
            withdrawn_at: None,
        };
        match known {
            None => {
                last += 1;
                tossup::add(tx, &tossup, at.random.number())?;
            }
            Some(known) if *known != tossup => tossup::update(tx, &tossup)?,
            Some(_) => {}
        }
    }
    let ids: BTreeSet<&str> = lines.iter().map(|line| line.id.as_str()).collect();
    let gone = stored.values().filter(|it| it.withdrawn_at.is_none());
    for tossup in gone.filter(|it| !ids.contains(it.id.as_str())) {
        tossup::withdraw(tx, &tossup.id, at.now)?;
    }
    Ok(())
}
