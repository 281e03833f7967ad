//! The index of a guesser: its texts, ordered by answer, and what is searched.

use std::collections::BTreeMap;
use std::ops::Range;

use luna_text::sentences;

use super::cues::Cues;
use super::documents::Documents;
use super::page::{PART_WORDS, Page};
use super::postings::{Postings, impact_once};
use super::ranker::Ranker;
use super::tossup::{Tossup, folded, name_words};
use super::vocabulary::{Token, UNKNOWN, Vocabulary, VocabularyBuilder, index};

/// An index of tossups and of pages. A page is in it in parts, each as long as a tossup.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Index {
    pub(super) texts: Vec<IndexedText>,
    /// Labels, in the order of their folded forms.
    pub(super) answers: Vec<String>,
    /// The folded forms of the labels, ascending.
    folded: Vec<String>,
    /// Where each answer's texts begin; one more than answers.
    pub(super) answer_starts: Vec<u32>,
    /// Bytes of its text where each sentence stands.
    pub(super) sentences: Vec<Range<u32>>,
    /// Where each text's sentences begin; one more than texts.
    pub(super) sentence_starts: Vec<u32>,
    pub(super) vocabulary: Vocabulary,
    pub(super) by_text: Postings,
    pub(super) by_sentence: Postings,
    pub(super) cues: Cues,
    /// Terms of each answer's name.
    pub(super) names: Vec<Vec<u32>>,
    /// The answer of each text, and the text of each sentence.
    pub(super) answer_of: Vec<u32>,
    pub(super) text_of: Vec<u32>,
    pub(super) ranker: Ranker,
}

/// A tossup, or a part of a page, as the index holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedText {
    pub id: String,
    pub text: String,
    pub is_page: bool,
}

impl Index {
    /// Indexes tossups, to be ranked as Luna ships it.
    pub fn build(tossups: Vec<Tossup>) -> Index {
        Index::with_pages(tossups, Vec::new())
    }

    /// Indexes tossups and pages of an encyclopedia.
    pub fn with_pages(tossups: Vec<Tossup>, pages: Vec<Page>) -> Index {
        let mut by_label: BTreeMap<String, Learned> = BTreeMap::new();
        for tossup in tossups {
            by_label.entry(folded(&tossup.label())).or_default().tossups.push(tossup);
        }
        for page in pages {
            by_label.entry(folded(&page.title)).or_default().pages.push(page);
        }
        let mut built = Index { answer_starts: vec![0], ..Index::default() };
        let mut gathering = VocabularyBuilder::default();
        let (mut tokens, mut token_starts) = (Vec::new(), vec![0]);
        for (folded, own) in by_label {
            built.answers.push(own.label());
            built.folded.push(folded);
            for text in own.into_texts() {
                gathering.add(&text.text, &mut tokens);
                token_starts.push(number(tokens.len()));
                built.texts.push(text);
            }
            built.answer_starts.push(number(built.texts.len()));
        }
        built.vocabulary = gathering.finish();
        built.split();
        built.search(tokens, &token_starts);
        built.derive();
        built
    }

    /// The same index with another ranker.
    pub fn with_ranker(self, ranker: Ranker) -> Index {
        Index { ranker, ..self }
    }

    /// The labels of all answers.
    pub fn answers(&self) -> &[String] {
        &self.answers
    }

    /// The number of an answer by its label, in any spelling that is the same folded.
    pub fn answer(&self, label: &str) -> Option<usize> {
        let label = folded(label);
        self.folded.binary_search(&label).ok()
    }

    /// The tossups and parts of pages, in the order of their answers.
    pub fn texts(&self) -> &[IndexedText] {
        &self.texts
    }

    /// The tossups and parts of pages about an answer.
    pub fn texts_of(&self, answer: usize) -> Range<usize> {
        range(&self.answer_starts, answer)
    }

    /// The number of times that an answer has been met: its tossups, and the parts of pages about it
    /// that are half as long as others.
    pub fn met(&self, answer: usize) -> usize {
        let long = |text: &IndexedText| text.text.split_whitespace().count() >= PART_WORDS / 2;
        let own = self.texts.get(self.texts_of(answer)).unwrap_or_default();
        own.iter().filter(|text| !text.is_page || long(text)).count()
    }

    /// The answers with a term in one of their texts, ascending, and its impact: it counts once.
    pub(super) fn answers_with(&self, term: u32) -> impl Iterator<Item = (u32, u16)> {
        let (texts, _) = self.by_text.of(term);
        let answers = || {
            let mut last = None;
            let answers = texts.iter().filter_map(|text| self.answer_of.get(index(*text)).copied());
            answers.filter(move |answer| last.replace(*answer) != Some(*answer))
        };
        let impact = impact_once(self.answers.len(), answers().count());
        answers().filter_map(move |answer| Some((answer, impact?)))
    }

    /// The number of tossups with an answer.
    pub fn tossups_of(&self, answer: usize) -> usize {
        self.texts_of(answer).filter(|text| !self.is_page(*text)).count()
    }

    pub(super) fn is_page(&self, text: usize) -> bool {
        self.texts.get(text).is_some_and(|text| text.is_page)
    }

    /// The answer of a text.
    pub fn answer_of(&self, text: usize) -> usize {
        self.answer_of.get(text).map_or(0, |answer| index(*answer))
    }

    pub fn sentence_count(&self) -> usize {
        self.sentences.len()
    }

    pub(super) fn sentences_of(&self, answer: usize) -> Range<usize> {
        self.sentences_in(self.texts_of(answer))
    }

    pub(super) fn sentences_in(&self, texts: Range<usize>) -> Range<usize> {
        let starts = self.sentence_starts.get(texts.start).zip(self.sentence_starts.get(texts.end));
        starts.map_or(0..0, |(from, to)| index(*from)..index(*to))
    }

    pub(super) fn text_of_sentence(&self, sentence: usize) -> usize {
        self.text_of.get(sentence).map_or(0, |text| index(*text))
    }

    pub(super) fn answer_of_sentence(&self, sentence: usize) -> usize {
        self.answer_of(self.text_of_sentence(sentence))
    }

    /// Bytes of its text where a sentence stands.
    pub(super) fn sentence(&self, sentence: usize) -> Range<usize> {
        self.sentences.get(sentence).map_or(0..0, |range| index(range.start)..index(range.end))
    }

    fn split(&mut self) {
        self.sentence_starts = vec![0];
        for text in &self.texts {
            let ranges = sentences(&text.text);
            self.sentences.extend(ranges.into_iter().map(|one| number(one.start)..number(one.end)));
            self.sentence_starts.push(number(self.sentences.len()));
        }
    }

    /// Builds what is searched from the tokens of all texts and where those of each begin.
    fn search(&mut self, tokens: Vec<Token>, token_starts: &[u32]) {
        let (mut texts, mut sentences) = (Documents::default(), Documents::default());
        let mut cues = Vec::with_capacity(self.texts.len());
        for nth in 0..self.texts.len() {
            let tokens = &tokens[range(token_starts, nth)];
            cues.push(Cues::of(&self.vocabulary, tokens));
            texts.add(|terms| self.vocabulary.terms(tokens, terms));
            let mut rest = tokens;
            for sentence in range(&self.sentence_starts, nth) {
                let end = self.sentence(sentence).end;
                let (own, after) =
                    rest.split_at(rest.partition_point(|token| token.bytes().start < end));
                sentences.add(|terms| self.vocabulary.terms(own, terms));
                rest = after;
            }
        }
        self.cues = Cues::count(&cues, &self.answer_starts, self.vocabulary.words().len());
        let terms = self.vocabulary.len();
        // The postings take the room that the tokens had.
        drop(tokens);
        let tossups = texts.iter().enumerate().filter(|(nth, _)| !self.is_page(*nth));
        let everyday = everyday(tossups.map(|(_, terms)| terms), terms);
        for documents in [&mut texts, &mut sentences] {
            documents.remove(&everyday);
        }
        self.by_text = Postings::build(&mut texts, terms);
        drop(texts);
        self.by_sentence = Postings::build(&mut sentences, terms);
    }

    /// Fills what follows from the rest.
    pub(super) fn derive(&mut self) {
        let name = |label: &String| {
            let mut terms: Vec<u32> = name_words(label)
                .iter()
                .filter(|word| !luna_text::words::is_stop(word))
                .map(|word| self.vocabulary.word(word))
                .filter(|word| *word != UNKNOWN)
                .collect();
            terms.sort_unstable();
            terms.dedup();
            terms
        };
        self.names = self.answers.iter().map(name).collect();
        self.answer_of = owners(&self.answer_starts);
        self.text_of = owners(&self.sentence_starts);
    }
}

/// The answer of tossups and pages.
#[derive(Default)]
struct Learned {
    tossups: Vec<Tossup>,
    pages: Vec<Page>,
}

impl Learned {
    /// The label of the answer. Titles of pages are written with more care.
    fn label(&self) -> String {
        let named = self.tossups.iter().find(|it| it.page.is_some());
        let title = || self.pages.first().map(|page| page.title.clone());
        named
            .map(Tossup::label)
            .or_else(title)
            .unwrap_or_else(|| self.tossups.first().map_or_else(String::new, Tossup::label))
    }

    fn into_texts(self) -> impl Iterator<Item = IndexedText> {
        let tossup = |it: Tossup| IndexedText { id: it.id, text: it.text, is_page: false };
        let parts = |page: Page| {
            let texts = page.parts().into_iter();
            texts.map(move |text| IndexedText { id: page.id.clone(), text, is_page: true })
        };
        self.tossups.into_iter().map(tossup).chain(self.pages.into_iter().flat_map(parts))
    }
}

/// The terms of more than half of the tossups, such as those of *For 10 points, name this*. They
/// tell nothing about an answer. In a small collection they would make most of the evidence.
fn everyday<'a>(tossups: impl Iterator<Item = &'a [u32]>, terms: usize) -> Vec<bool> {
    let mut frequencies = vec![0; terms];
    let mut last = vec![0; terms];
    let mut count = 0;
    for tossup in tossups {
        count += 1;
        for &term in tossup {
            if std::mem::replace(&mut last[index(term)], count) != count {
                frequencies[index(term)] += 1;
            }
        }
    }
    let most = (count / 2).max(FEWEST);
    frequencies.into_iter().map(|frequency: usize| frequency > most).collect()
}

/// A term in this many tossups or fewer is never everyday.
const FEWEST: usize = 20;

/// The parts between one start and the next.
fn range(starts: &[u32], at: usize) -> Range<usize> {
    let ends = starts.get(at).zip(starts.get(at + 1));
    ends.map_or(0..0, |(from, to)| index(*from)..index(*to))
}

/// For each part, the owner between whose starts it lies.
fn owners(starts: &[u32]) -> Vec<u32> {
    let mut owners = Vec::new();
    for (owner, ends) in (0..).zip(starts.windows(2)) {
        owners.resize(index(ends[1]), owner);
    }
    owners
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
