//! Recall: answers with what somebody once wrote to the most similar question.
//! Similar by its surface alone, as Cleverbot was to the paper: it has people's
//! words, and no idea of what they mean.

mod corpus;
mod surface;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use luna_core::chance::Chance;
use luna_core::text;
use tantivy::collector::TopDocs;
use tantivy::query::BooleanQuery;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{
    DocAddress, Index, IndexReader, IndexWriter, ReloadPolicy, Searcher, TantivyDocument, Term,
};

use self::surface::{Rarity, Surface};
pub use corpus::{Corpus, read_corpus};

/// A reply somebody once gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The id of the player who wrote it; none for the start-up corpus.
    pub author: Option<String>,
    pub game: Option<String>,
    pub prompt: String,
    pub reply: String,
}

/// Lines in memory, found by their prompts: all of the corpus, and of those from
/// games the latest.
pub struct Recall {
    lines: RwLock<Lines>,
    index: Index,
    fields: Fields,
    reader: IndexReader,
    /// Opened for the first line, since it starts threads.
    writer: Mutex<Option<IndexWriter>>,
}

#[derive(Default)]
struct Lines {
    /// By the number under which the index knows them.
    by_number: BTreeMap<u64, Arc<Line>>,
    next: u64,
    /// How many are from games.
    from_games: usize,
}

#[derive(Clone, Copy)]
struct Fields {
    number: Field,
    author: Field,
    game: Field,
    terms: Field,
}

#[derive(Debug, thiserror::Error)]
#[error("What Recall remembers could not be changed: {0}")]
pub struct RecallError(#[from] tantivy::TantivyError);

/// The rarest terms of a question, which are looked up.
const TERMS: usize = 16;
/// Prompts compared with the question at first; then more, while none of their
/// replies may be given.
const COMPARED: usize = 32;
const COMPARED_AT_MOST: usize = 512;
/// Lines looked at for one to give when nothing is similar.
const TRIED: usize = 1_000;
/// How much less like the question than the best a prompt may be to be as good,
/// as a share of likeness times unlikeness: the same words leave no room.
const ABOUT: f64 = 0.1;
/// So many lines of games are remembered, and a tenth more before the oldest games
/// are forgotten.
const MOST: usize = 50_000;
/// What the index may gather before it makes a segment of it.
const WRITER_BYTES: usize = 32_000_000;

impl Recall {
    pub fn empty() -> Result<Recall, RecallError> {
        let (schema, fields) = schema();
        let index = Index::create_in_ram(schema);
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        Ok(Recall { lines: RwLock::default(), index, fields, reader, writer: Mutex::default() })
    }

    /// Remembers more; later answers know it. Each call takes its time, so many lines
    /// are better added at once.
    pub fn add(&self, lines: Vec<Line>) -> Result<(), RecallError> {
        self.add_at_most(lines, MOST)
    }

    fn add_at_most(&self, lines: Vec<Line>, most: usize) -> Result<(), RecallError> {
        self.change(|writer| {
            for line in lines {
                let mut document = TantivyDocument::new();
                document.add_text(self.fields.terms, Surface::of(&line.prompt).as_text());
                if let Some(author) = &line.author {
                    document.add_text(self.fields.author, author);
                }
                if let Some(game) = &line.game {
                    document.add_text(self.fields.game, game);
                }
                document.add_u64(self.fields.number, self.lines_to_change().keep(line));
                writer.add_document(document)?;
            }
            for game in self.lines_to_change().forget_oldest(most) {
                writer.delete_term(Term::from_field_text(self.fields.game, &game));
            }
            Ok(())
        })
    }

    /// Forgets everything an author wrote.
    pub fn forget(&self, author: &str) -> Result<(), RecallError> {
        self.change(|writer| {
            self.lines_to_change().retain(|line| line.author.as_deref() != Some(author));
            writer.delete_term(Term::from_field_text(self.fields.author, author));
            Ok(())
        })
    }

    /// The reply to the most similar prompt that `allowed` lets through, and that
    /// may be sent with at most `max_chars` characters; where nothing is similar,
    /// any reply; `None` where there is none at all.
    pub fn answer(
        &self,
        question: &str,
        max_chars: usize,
        chance: &mut Chance,
        allowed: &mut dyn FnMut(&Line) -> bool,
    ) -> Option<String> {
        let mut fits = |line: &Line| text::check(&line.reply, max_chars).is_ok() && allowed(line);
        let line = match self.similar(question, chance, &mut fits) {
            Ok(Some(line)) => Some(line),
            // An index in memory does not fail; if it did, any reply would do.
            Ok(None) | Err(_) => self.any(chance, &mut fits),
        };
        line.map(|line| line.reply.clone())
    }

    /// One change at a time, seen by every answer from then on.
    fn change(
        &self,
        work: impl FnOnce(&IndexWriter) -> tantivy::Result<()>,
    ) -> Result<(), RecallError> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let writer = match &mut *writer {
            Some(writer) => writer,
            none => none.insert(self.index.writer_with_num_threads(1, WRITER_BYTES)?),
        };
        work(writer)?;
        writer.commit()?;
        Ok(self.reader.reload()?)
    }

    fn lines(&self) -> RwLockReadGuard<'_, Lines> {
        self.lines.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn lines_to_change(&self) -> RwLockWriteGuard<'_, Lines> {
        self.lines.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn similar(
        &self,
        question: &str,
        chance: &mut Chance,
        fits: &mut dyn FnMut(&Line) -> bool,
    ) -> tantivy::Result<Option<Arc<Line>>> {
        let asked = Surface::of(question);
        let searcher = self.reader.searcher();
        let mut rarity = Rarity::new(&searcher, self.fields.terms);
        let terms = rarity.rarest(&asked, TERMS)?;
        let query = BooleanQuery::new_multiterms_query(terms);
        let (mut offset, mut limit) = (0, COMPARED);
        while offset < COMPARED_AT_MOST {
            let top = TopDocs::with_limit(limit).and_offset(offset).order_by_score();
            let mut compared = Vec::new();
            for (_, address) in searcher.search(&query, &top)? {
                if let Some(line) = self.line(&searcher, address)? {
                    let likeness = asked.likeness(&Surface::of(&line.prompt), &mut rarity)?;
                    compared.push((likeness, line));
                }
            }
            if compared.is_empty() {
                break;
            }
            if let Some(line) = nearest(compared, chance, fits) {
                return Ok(Some(line));
            }
            (offset, limit) = (offset + limit, limit * 4);
        }
        Ok(None)
    }

    fn line(&self, searcher: &Searcher, address: DocAddress) -> tantivy::Result<Option<Arc<Line>>> {
        let segment = searcher.segment_reader(address.segment_ord);
        let number = segment.fast_fields().u64("number")?.first(address.doc_id);
        Ok(number.and_then(|number| self.lines().by_number.get(&number).cloned()))
    }

    /// Any line that fits: from a place drawn by chance on, the first.
    fn any(&self, chance: &mut Chance, fits: &mut dyn FnMut(&Line) -> bool) -> Option<Arc<Line>> {
        let tried: Vec<Arc<Line>> = {
            let Lines { by_number, .. } = &*self.lines();
            let place = chance.below(by_number.len());
            let from = *by_number.keys().nth(place)?;
            let around = by_number.range(from..).chain(by_number.range(..from));
            around.take(TRIED).map(|(_, line)| Arc::clone(line)).collect()
        };
        tried.into_iter().find(|line| fits(line))
    }
}

impl Lines {
    /// The number of a new line.
    fn keep(&mut self, line: Line) -> u64 {
        let number = self.next;
        self.next += 1;
        self.from_games += usize::from(line.game.is_some());
        self.by_number.insert(number, Arc::new(line));
        number
    }

    fn retain(&mut self, stays: impl Fn(&Line) -> bool) {
        self.by_number.retain(|_, line| stays(line));
        self.from_games = self.by_number.values().filter(|line| line.game.is_some()).count();
    }

    /// The games whose lines are gone.
    fn forget_oldest(&mut self, most: usize) -> BTreeSet<String> {
        if self.from_games <= most + most / 10 {
            return BTreeSet::new();
        }
        let games = self.by_number.values().filter_map(|line| line.game.clone());
        let oldest: BTreeSet<String> = games.take(self.from_games - most).collect();
        self.retain(|line| line.game.as_ref().is_none_or(|game| !oldest.contains(game)));
        oldest
    }
}

/// Of those that fit, the one most like the question, or by chance one that is
/// about as like it.
fn nearest(
    mut compared: Vec<(f64, Arc<Line>)>,
    chance: &mut Chance,
    fits: &mut dyn FnMut(&Line) -> bool,
) -> Option<Arc<Line>> {
    compared.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut least = None;
    let mut near = Vec::new();
    for (likeness, line) in compared {
        if least.is_some_and(|least| likeness < least) {
            break;
        }
        if fits(&line) {
            least.get_or_insert(likeness - ABOUT * likeness * (1.0 - likeness));
            near.push(line);
        }
    }
    chance.pick(&near).cloned()
}

fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("whitespace")
        .set_index_option(IndexRecordOption::WithFreqs);
    let fields = Fields {
        number: schema.add_u64_field("number", FAST),
        author: schema.add_text_field("author", STRING),
        game: schema.add_text_field("game", STRING),
        terms: schema
            .add_text_field("terms", TextOptions::default().set_indexing_options(indexing)),
    };
    (schema.build(), fields)
}

#[cfg(test)]
mod tests;
