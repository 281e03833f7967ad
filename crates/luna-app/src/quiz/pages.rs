//! Imports of an encyclopedia's pages about the answers of an instance.

use std::collections::HashMap;

use luna_machines::page_file::{self, Record};
use luna_machines::search_guesser::folded;
use luna_machines::tossup_file::MOST_TITLE_CHARS;
use luna_store::game::Context;
use luna_store::quiz::answer::{self, Answer};
use luna_store::quiz::page::{self, Page};
use luna_store::quiz::source::{self, Source};
use luna_store::{Result, Tx};

use super::import::begin;
use super::known_answers::{Known, KnownAnswers};
use crate::provenance::{ImportOutcome, Provenance};

/// The text of all pages of an import, in bytes, at most: it stays in memory.
pub const MOST_BYTES: usize = 500_000_000;

/// The answers that pages are wanted about.
#[derive(Debug)]
pub enum Wanted {
    Answers(KnownAnswers),
    /// All pages; their titles become answers.
    All,
}

impl Wanted {
    /// Returns true if no page is wanted.
    pub fn is_empty(&self) -> bool {
        matches!(self, Wanted::Answers(known) if known.is_empty())
    }
}

/// The answers that an instance has imported or named.
pub fn wanted(tx: &mut Tx<'_>) -> Result<Wanted> {
    KnownAnswers::read(tx, folded).map(Wanted::Answers)
}

/// What has been kept of a file.
#[derive(Debug)]
pub struct Pages {
    wanted: Wanted,
    /// The characters of a page that are kept.
    most_chars: usize,
    /// The text about each answer, and whether its page has the answer's very title.
    texts: HashMap<String, (String, bool)>,
    /// By the folded title of the page that they lead to: answers without a page of their own.
    redirects: HashMap<String, Vec<String>>,
    /// Pages read.
    pub read: usize,
    bytes: usize,
}

/// The pages that an import keeps are too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl Pages {
    pub fn of(wanted: Wanted, most_chars: usize) -> Pages {
        let (texts, redirects) = (HashMap::new(), HashMap::new());
        Pages { wanted, most_chars, texts, redirects, read: 0, bytes: 0 }
    }

    /// Keeps what is about an answer. A page with its title counts before one with another of its
    /// names, and else the first.
    pub fn take(&mut self, record: &Record) -> Result<(), TooLarge> {
        match record {
            Record::Page(page) => {
                self.read += 1;
                match self.answer(&page.title) {
                    Some(answer) => self.keep(answer, page),
                    None => Ok(()),
                }
            }
            Record::Redirect { title, target } => {
                if let (Wanted::Answers(_), Some(answer)) = (&self.wanted, self.answer(title)) {
                    self.redirects.entry(folded(target)).or_default().push(answer.title);
                }
                Ok(())
            }
            Record::Other => Ok(()),
        }
    }

    /// Returns true if a second look at the file would find pages that answers lead to.
    pub fn wants_targets(&self) -> bool {
        let has_none = |answer: &String| !self.texts.contains_key(answer);
        self.redirects.values().flatten().any(has_none)
    }

    /// On a second look, keeps the pages that answers lead to.
    pub fn take_target(&mut self, record: &Record) -> Result<(), TooLarge> {
        let Record::Page(page) = record else { return Ok(()) };
        for answer in self.redirects.get(&folded(&page.title)).cloned().unwrap_or_default() {
            self.keep(Known { title: answer, is_title: false }, page)?;
        }
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The answer that a page with this title is about.
    fn answer(&self, title: &str) -> Option<Known> {
        match &self.wanted {
            Wanted::Answers(answers) => answers.find(title).cloned(),
            Wanted::All => {
                let fits = !title.is_empty() && title.chars().count() <= MOST_TITLE_CHARS;
                fits.then(|| Known { title: title.to_owned(), is_title: true })
            }
        }
    }

    fn keep(&mut self, answer: Known, page: &page_file::Page) -> Result<(), TooLarge> {
        let is_better = match self.texts.get(&answer.title) {
            Some((_, has_title)) => answer.is_title && !has_title,
            None => true,
        };
        let Some(text) = page.text(self.most_chars).filter(|_| is_better) else { return Ok(()) };
        self.bytes += text.len();
        if self.bytes > MOST_BYTES {
            return Err(TooLarge);
        }
        self.texts.insert(answer.title, (text, answer.is_title));
        Ok(())
    }
}

/// Puts pages into the database, unless a file with their checksum is there.
pub fn import(
    tx: &mut Tx<'_>,
    at: &Context,
    pages: &Pages,
    format: &str,
    provenance: &Provenance,
) -> Result<ImportOutcome<Source>> {
    let mut added = match begin(tx, at, format, provenance, false)? {
        ImportOutcome::Added(added) => added,
        known @ ImportOutcome::Known(_) => return Ok(known),
    };
    added.pages = i64::try_from(pages.len()).unwrap_or(i64::MAX);
    let mut texts: Vec<(&String, &(String, bool))> = pages.texts.iter().collect();
    texts.sort_unstable();
    for (title, (text, _)) in texts {
        if matches!(pages.wanted, Wanted::All) {
            let answer = Answer { title: title.clone(), ..Answer::default() };
            added.answers += i64::from(answer::add(tx, &added.id, &answer)?);
        }
        let (id, source_id) = (at.random.id(at.now), added.id.clone());
        page::add(tx, &Page { id, source_id, title: title.clone(), text: text.clone() })?;
    }
    source::update(tx, &added)?;
    Ok(ImportOutcome::Added(added))
}
