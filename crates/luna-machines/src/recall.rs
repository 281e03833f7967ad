//! Recall: answers with the reply to the most similar prompt it knows. Only the surface is
//! compared, as the paper's Cleverbot did: it has people's words, and no idea of their meaning.

mod corpus;
mod line;
mod shipped;
mod similarity;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use luna_core::rng::Chance;
use luna_core::text;
use tantivy::collector::TopDocs;
use tantivy::query::BooleanQuery;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{
    DocAddress, Index, IndexReader, IndexWriter, ReloadPolicy, Searcher, TantivyDocument, Term,
};

pub use self::corpus::{Corpus, read_corpus};
pub use self::line::{Line, LineSource, Origin};
pub(crate) use self::shipped::vague;
use self::similarity::{Rarity, Surface};

/// Lines in memory, found by their prompts.
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
}

#[derive(Clone, Copy)]
struct Fields {
    number: Field,
    origin: Field,
    terms: Field,
}

#[derive(Debug, thiserror::Error)]
#[error("What Recall remembers could not be changed: {0}")]
pub struct RecallError(#[from] tantivy::TantivyError);

/// Recall plays no rated game while it knows fewer pairs.
pub const ENOUGH_PAIRS: usize = 500;
/// The rarest terms of a question, which are looked up.
const TERMS: usize = 16;
/// Prompts compared with the question at first; then more, while none of their
/// replies may be given.
const COMPARED: usize = 32;
const COMPARED_AT_MOST: usize = 512;
/// A prompt less like the question than this has nothing to do with it.
const LEAST_LIKENESS: f64 = 0.06;
/// The tolerance within which a prompt counts as good as the best, as a share of likeness times
/// unlikeness: an exact match has none.
const ABOUT: f64 = 0.1;
/// The bytes that the index may gather before it makes a segment of them.
const WRITER_BYTES: usize = 32_000_000;

impl Recall {
    /// A memory without lines.
    pub fn empty() -> Result<Recall, RecallError> {
        let (schema, fields) = schema();
        let index = Index::create_in_ram(schema);
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        Ok(Recall { lines: RwLock::default(), index, fields, reader, writer: Mutex::default() })
    }

    /// With the corpus that comes with Luna.
    pub fn with_corpus() -> Result<Recall, RecallError> {
        let recall = Recall::empty()?;
        recall.add(shipped::lines().to_vec())?;
        Ok(recall)
    }

    /// Adds lines, for all later answers. Each call is slow, so many lines are better added at once.
    pub fn add(&self, lines: Vec<Line>) -> Result<(), RecallError> {
        if lines.is_empty() {
            return Ok(());
        }
        self.change(|writer| {
            for line in lines {
                let mut document = TantivyDocument::new();
                document.add_text(self.fields.terms, Surface::of(&line.prompt).as_text());
                if let Some(origin) = line.origin() {
                    document.add_text(self.fields.origin, &origin.id);
                }
                document.add_u64(self.fields.number, self.lines_to_change().keep(line));
                writer.add_document(document)?;
            }
            Ok(())
        })
    }

    /// Forgets lines of people who play here.
    pub fn remove(&self, origins: &BTreeSet<Origin>) -> Result<(), RecallError> {
        if origins.is_empty() {
            return Ok(());
        }
        self.change(|writer| {
            let stays = |line: &Line| line.origin().is_none_or(|it| !origins.contains(it));
            self.lines_to_change().by_number.retain(|_, line| stays(line));
            for origin in origins {
                writer.delete_term(Term::from_field_text(self.fields.origin, &origin.id));
            }
            Ok(())
        })
    }

    /// The lines of people who play here.
    pub fn origins(&self) -> BTreeSet<Origin> {
        self.lines().by_number.values().filter_map(|line| line.origin().cloned()).collect()
    }

    /// The number of pairs with a reply of at most `max_chars` characters.
    pub fn pairs(&self, max_chars: usize) -> usize {
        let fits = |line: &&Arc<Line>| text::check(&line.reply, max_chars).is_ok();
        self.lines().by_number.values().filter(fits).count()
    }

    /// The line with the most similar prompt that `allowed` lets through and whose reply
    /// has at most `max_chars` characters; `None` where nothing is similar.
    pub fn answer(
        &self,
        question: &str,
        max_chars: usize,
        chance: &mut Chance,
        allowed: &mut dyn FnMut(&Line) -> bool,
    ) -> Option<Arc<Line>> {
        let mut fits = |line: &Line| text::check(&line.reply, max_chars).is_ok() && allowed(line);
        // An index in memory does not fail; if it did, nothing would be similar.
        self.similar(question, chance, &mut fits).ok().flatten()
    }

    /// Replies of at most `max_chars` characters to the prompts most like the question, each once, with
    /// the likeness of the prompt, from 0 to 1; best first.
    pub(crate) fn ranked(
        &self,
        question: &str,
        max_chars: usize,
        allowed: &mut dyn FnMut(&Line) -> bool,
    ) -> Vec<(f64, String)> {
        let mut ranked: Vec<(f64, String)> = Vec::new();
        for (likeness, line) in self.compared(question) {
            let fits = text::check(&line.reply, max_chars).is_ok() && allowed(&line);
            let new = || ranked.iter().all(|(_, reply)| reply.trim() != line.reply.trim());
            if fits && new() {
                ranked.push((likeness, line.reply.clone()));
            }
        }
        ranked
    }

    /// The likeness of each choice to a remembered reply, weighted by that of its prompt to the
    /// question.
    pub(crate) fn rank_choices(
        &self,
        question: &str,
        choices: &[String],
        allowed: &mut dyn FnMut(&Line) -> bool,
    ) -> Vec<f64> {
        let searcher = self.reader.searcher();
        let mut rarity = Rarity::new(&searcher, self.fields.terms);
        let surfaces: Vec<Surface> = choices.iter().map(|choice| Surface::of(choice)).collect();
        let mut best = vec![0.0_f64; choices.len()];
        for (likeness, line) in self.compared(question) {
            if !allowed(&line) {
                continue;
            }
            let reply = Surface::of(&line.reply);
            for (best, choice) in best.iter_mut().zip(&surfaces) {
                let like = choice.likeness(&reply, &mut rarity).unwrap_or(0.0);
                *best = best.max(likeness * like);
            }
        }
        best
    }

    /// The lines whose prompts are like the question, best first.
    fn compared(&self, question: &str) -> Vec<(f64, Arc<Line>)> {
        let asked = Surface::of(question);
        let searcher = self.reader.searcher();
        let mut rarity = Rarity::new(&searcher, self.fields.terms);
        let mut look = || {
            let terms = rarity.rarest(&asked, TERMS)?;
            let query = BooleanQuery::new_multiterms_query(terms);
            self.compare(&searcher, &query, (0, COMPARED_AT_MOST), &asked, &mut rarity)
        };
        // An index in memory does not fail; if it did, nothing would be similar.
        let mut found: Vec<_> = look().unwrap_or_default();
        found.retain(|(likeness, _)| *likeness >= LEAST_LIKENESS);
        found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        found
    }

    /// Applies one change at a time, visible to every later answer.
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
            let range = (offset, limit);
            let compared = self.compare(&searcher, &query, range, &asked, &mut rarity)?;
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

    /// The lines that a query finds from an offset on, so many at most, with their likeness.
    fn compare(
        &self,
        searcher: &Searcher,
        query: &BooleanQuery,
        (offset, limit): (usize, usize),
        asked: &Surface,
        rarity: &mut Rarity<'_>,
    ) -> tantivy::Result<Vec<(f64, Arc<Line>)>> {
        let top = TopDocs::with_limit(limit).and_offset(offset).order_by_score();
        let mut compared = Vec::new();
        for (_, address) in searcher.search(query, &top)? {
            if let Some(line) = self.line(searcher, address)? {
                let likeness = asked.likeness(&Surface::of(&line.prompt), rarity)?;
                compared.push((likeness, line));
            }
        }
        Ok(compared)
    }

    fn line(&self, searcher: &Searcher, address: DocAddress) -> tantivy::Result<Option<Arc<Line>>> {
        let segment = searcher.segment_reader(address.segment_ord);
        let number = segment.fast_fields().u64("number")?.first(address.doc_id);
        Ok(number.and_then(|number| self.lines().by_number.get(&number).cloned()))
    }
}

impl Lines {
    /// The number of a new line.
    fn keep(&mut self, line: Line) -> u64 {
        let number = self.next;
        self.next += 1;
        self.by_number.insert(number, Arc::new(line));
        number
    }
}

/// The fitting prompt that is most like the question, or by chance one that is about as like it.
fn nearest(
    mut compared: Vec<(f64, Arc<Line>)>,
    chance: &mut Chance,
    fits: &mut dyn FnMut(&Line) -> bool,
) -> Option<Arc<Line>> {
    compared.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut least = None;
    let mut near = Vec::new();
    for (likeness, line) in compared {
        if likeness < least.unwrap_or(LEAST_LIKENESS) {
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
        origin: schema.add_text_field("origin", STRING),
        terms: schema
            .add_text_field("terms", TextOptions::default().set_indexing_options(indexing)),
    };
    (schema.build(), fields)
}

#[cfg(test)]
mod tests;
