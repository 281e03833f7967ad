//! The analysis of a question while it is written: what machines guess and why, where they would
//! buzz, and whether its sentences go from hard to easy.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use luna_core::quiz::answer_line::{AnswerLine, HeardText, Verdict};
use luna_core::quiz::form::plain;
use luna_machines::search_guesser::{self, BELL, Index, Reader, folded, normalise};
use luna_machines::sentences;

use super::assessment::{Assessment, Evidence, Guess, Word};
use super::library::{Best, Guesser, unmarked};

/// The id and name of the search guesser.
pub const SEARCH: &str = "search";

/// The confidence from which a machine that watches buzzes: it then gains more points than it risks.
pub const BUZZ: f64 = 0.5;

/// Guesses shown.
const GUESSES: usize = 5;
/// Passages shown.
const PASSAGES: usize = 5;
/// Similar questions shown.
const SIMILAR: usize = 3;
/// The words of a run that two questions share by more than chance.
const RUN: usize = 3;
/// The number of times that the guesser has to have met an answer before it can know it.
pub const MET: usize = 2;
/// A sentence of more words is hard to follow when it is read out.
const LONG_SENTENCE: usize = 40;

/// What is known about a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    pub machines: Vec<Assessment>,
    pub sentences: Vec<Sentence>,
    pub similar: Vec<Similar>,
    /// The number of tossups with the same answer that the guesser has learned from.
    pub seen: usize,
    /// The guesser has learned from a page about the answer.
    pub has_page: bool,
}

/// A sentence of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    pub range: Range<usize>,
    pub words: usize,
    /// The best guess of the search guesser after it.
    pub guess: String,
    pub probability: f64,
    pub is_answer: bool,
    /// Advice for the writer.
    pub advice: Vec<String>,
}

/// A question that the guesser knows and that has words in common with this one.
#[derive(Clone, Debug, PartialEq)]
pub struct Similar {
    pub tossup: String,
    pub answer: String,
    pub text: String,
    /// The share of different words that both have, of all that either has.
    pub share: f64,
    /// Where its text runs along with the question.
    pub overlap: Vec<Range<usize>>,
}

/// The answer being written, in the forms that a guess is compared with.
#[derive(Debug)]
pub struct Target {
    /// The title of the page, or else the main answer, folded.
    label: String,
    has_page: bool,
    line: AnswerLine,
}

impl Target {
    pub fn new(page: &str, answer_line: &str) -> Target {
        let line = AnswerLine::parse(answer_line);
        let has_page = !page.trim().is_empty();
        let label = if has_page { folded(page) } else { normalise(line.main()) };
        Target { label, has_page, line }
    }

    /// Returns true if a guess names this answer. A guess that is itself the title of a page has to be
    /// about it: by the line's rules *John Adams* would be right for *John Quincy <u>Adams</u>*.
    pub fn is(&self, guess: &str, is_page: bool) -> bool {
        if guess.is_empty() || self.label.is_empty() {
            return false;
        }
        let title = folded(guess);
        title == self.label
            || if is_page && self.has_page {
                self.line.accepted().any(|answer| folded(answer) == title)
            } else {
                self.line.judge(guess, HeardText::Unknown) == Verdict::Accept
            }
    }

    /// The number of this answer in an index, whatever the line marks.
    fn find(&self, index: &Index) -> Option<usize> {
        let accepted = || self.line.accepted().filter(|_| !self.has_page);
        index
            .answer(&self.label)
            .or_else(|| accepted().find_map(|answer| index.answer(&normalise(answer))))
    }
}

/// Which answers of the search guesser are the one being written. A long line takes a tenth of a
/// millisecond for each guess, so each is compared once.
struct Compared<'a> {
    guesser: &'a Guesser,
    target: &'a Target,
    own: Option<usize>,
    known: HashMap<usize, bool>,
}

impl<'a> Compared<'a> {
    fn new(guesser: &'a Guesser, target: &'a Target) -> Compared<'a> {
        let own = target.find(guesser.index());
        Compared { guesser, target, own, known: HashMap::new() }
    }

    fn is(&mut self, answer: usize) -> bool {
        let Compared { guesser, target, own, known } = self;
        if *own == Some(answer) {
            return true;
        }
        *known
            .entry(answer)
            .or_insert_with(|| target.is(guesser.name(answer), guesser.is_page(answer)))
    }
}

/// Analyses a text with the search guesser.
pub fn analyse(guesser: &Guesser, text: &str, target: &Target) -> Analysis {
    let text = unmarked(text);
    let index = guesser.index();
    let mut compared = Compared::new(guesser, target);
    let seen = compared.own.map_or(0, |answer| index.tossups_of(answer));
    let texts = compared.own.map_or(0, |answer| index.texts_of(answer).len());
    let times = compared.own.map_or(0, |answer| index.met(answer));
    let mut reader = guesser.reader(&text);
    let buzz = buzz(guesser.best(&mut reader, &text, &word_ends(&text)));
    let sentences = split(&mut reader, &text, &mut compared);
    let (search, passages) = asks(&mut reader, &text, &mut compared);
    guesser.pause(reader);
    Analysis {
        sentences,
        similar: similar(guesser, &text, &passages),
        seen,
        has_page: texts > seen,
        machines: vec![Assessment { buzz, ..met(search, times) }],
    }
}

/// A machine that has hardly met an answer cannot be tricked with it.
fn met(search: Assessment, times: usize) -> Assessment {
    if times >= MET || !search.tricked {
        return search;
    }
    let silence = match times {
        0 => "It has never met this answer, so this does not count as tricking it.",
        _ => "It has met this answer once, so this does not count as tricking it.",
    };
    Assessment { tricked: false, silence: Some(silence.to_owned()), ..search }
}

/// Asks the search guesser about the text of a tossup, as if it had not learned from that one.
pub fn assess_learned(guesser: &Guesser, tossup: usize, text: &str, target: &Target) -> Assessment {
    let text = unmarked(text);
    let mut reader = guesser.index().reader_without(tossup);
    let best = word_ends(&text).into_iter().map(|end| Best::of(&mut reader, text.get(..end)?));
    let buzz = buzz(best);
    Assessment { buzz, ..asks(&mut reader, &text, &mut Compared::new(guesser, target)).0 }
}

/// The number of words after which a machine with these best guesses buzzes.
fn buzz(best: impl IntoIterator<Item = Option<Best>>) -> Option<usize> {
    let sure = |it: Option<Best>| it.is_some_and(|it| it.probability >= BELL);
    best.into_iter().position(sure).map(|nth| nth + 1)
}

/// The guesses from a whole text with their evidence, and the learned texts with passages for them.
fn asks(
    reader: &mut Reader<'_>,
    text: &str,
    compared: &mut Compared<'_>,
) -> (Assessment, Vec<usize>) {
    let guesser = compared.guesser;
    let candidates = reader.guess(text, GUESSES);
    let mut top_five = Vec::new();
    // The number of each passage among those for its answer.
    let mut passages: Vec<(usize, usize, search_guesser::Evidence)> = Vec::new();
    let mut speaks = |answer: usize, evidence: Vec<search_guesser::Evidence>| {
        let numbered = evidence.into_iter().enumerate();
        passages.extend(numbered.map(|(nth, evidence)| (nth, answer, evidence)));
    };
    for it in candidates {
        let (answer, is_answer) = (guesser.name(it.answer).to_owned(), compared.is(it.answer));
        top_five.push(Guess { answer, probability: it.probability, is_answer });
        speaks(it.answer, it.evidence);
    }
    // What gives an answer away shows before the machine guesses it.
    if let Some(own) = compared.own.filter(|_| top_five.iter().all(|guess| !guess.is_answer)) {
        speaks(own, reader.evidence(own));
    }
    // All of the answer that is written, then the first passage of each other one, then the second.
    passages.sort_by_key(|(nth, answer, _)| (!compared.is(*answer), *nth));
    let passage = |(_, answer, it): &(usize, usize, search_guesser::Evidence)| {
        let source = guesser.index().texts().get(it.text)?;
        let pair = |range: &Range<usize>| (range.start, range.end);
        let words = it.words.iter().map(|word| Word {
            question: pair(&word.in_question),
            passage: pair(&word.in_sentence),
            weight: word.weight,
        });
        Some(Evidence {
            answer: guesser.name(*answer).to_owned(),
            is_answer: compared.is(*answer),
            tossup: source.id.clone(),
            is_page: source.is_page,
            text: source.text.get(it.sentence.clone())?.to_owned(),
            words: words.collect(),
        })
    };
    let evidence = passages.iter().filter_map(passage).take(PASSAGES).collect();
    let tricked = top_five.first().is_some_and(|top| !top.is_answer);
    let search = Assessment {
        machine: SEARCH.to_owned(),
        name: SEARCH.to_owned(),
        guesses: top_five,
        evidence,
        tricked,
        ..Assessment::default()
    };
    (search, passages.into_iter().map(|(.., it)| it.text).collect())
}

/// The bytes at which the words of a text end.
pub fn word_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut inside = false;
    for (at, c) in text.char_indices() {
        if c.is_whitespace() && inside {
            ends.push(at);
        }
        inside = !c.is_whitespace();
    }
    if inside {
        ends.push(text.len());
    }
    ends
}

fn split(reader: &mut Reader<'_>, text: &str, compared: &mut Compared<'_>) -> Vec<Sentence> {
    let guesser = compared.guesser;
    let ranges = sentences(text);
    let ends: Vec<usize> = ranges.iter().map(|range| range.end).collect();
    let best = guesser.best(reader, text, &ends);
    let mut all: Vec<Sentence> = Vec::new();
    for (range, best) in ranges.into_iter().zip(best) {
        let guess = best.map_or("", |best| guesser.name(best.answer)).to_owned();
        let words = text.get(range.clone()).unwrap_or_default().split_whitespace().count();
        all.push(Sentence {
            is_answer: best.is_some_and(|best| compared.is(best.answer)),
            probability: best.map_or(0.0, |best| best.probability),
            advice: Vec::new(),
            guess,
            words,
            range,
        });
    }
    advise(text, compared, &mut all);
    all
}

/// Advice about length, giveaways that come too early, and the order of sentences.
fn advise(text: &str, compared: &mut Compared<'_>, all: &mut [Sentence]) {
    let mut alone = Vec::new();
    for sentence in all.iter() {
        let own = text.get(sentence.range.clone()).unwrap_or_default();
        let best = compared.guesser.best_of_whole(own);
        let right = best.filter(|best| compared.is(best.answer));
        alone.push(right.map_or(0.0, |best| best.probability));
    }
    let count = all.len();
    for (nth, sentence) in all.iter_mut().enumerate() {
        if sentence.words > LONG_SENTENCE {
            let words = sentence.words;
            sentence.advice.push(format!("{words} words are hard to follow; split the sentence."));
        }
        let given = sentence.is_answer && sentence.probability >= BELL;
        if given && nth + 1 < count {
            sentence.advice.push(
                "A machine already knows the answer here: this sentence gives it away early."
                    .to_owned(),
            );
        }
        let own = alone.get(nth).copied().unwrap_or(0.0);
        let harder = alone.iter().skip(nth + 1).position(|later| *later + 0.2 < own);
        if let Some(later) = harder.filter(|_| own >= 0.3) {
            let later = nth + later + 2;
            sentence.advice.push(format!(
                "On its own, it says more than sentence {later}. Move it further down."
            ));
        }
    }
}

/// Of the texts with passages, the tossups that share most with this one.
fn similar(guesser: &Guesser, text: &str, learned: &[usize]) -> Vec<Similar> {
    let words = places(text);
    let set: HashSet<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    let runs: HashSet<Vec<&str>> = windows(&words).collect();
    let mut seen = HashSet::new();
    let mut all: Vec<Similar> = Vec::new();
    for &nth in learned.iter().filter(|nth| seen.insert(**nth)) {
        let Some(tossup) = guesser.index().texts().get(nth).filter(|it| !it.is_page) else {
            continue;
        };
        let own = places(&tossup.text);
        let mut shared = vec![false; own.len()];
        for (at, run) in windows(&own).enumerate() {
            if runs.contains(&run) {
                shared.iter_mut().skip(at).take(RUN).for_each(|shared| *shared = true);
            }
        }
        let overlap = own.iter().zip(&shared).filter(|(_, shared)| **shared);
        let others: HashSet<&str> = own.iter().map(|(word, _)| word.as_str()).collect();
        let both = set.intersection(&others).count();
        let either = set.union(&others).count();
        all.push(Similar {
            tossup: tossup.id.clone(),
            answer: guesser.name(guesser.index().answer_of(nth)).to_owned(),
            share: luna_learn::float(both) / luna_learn::float(either).max(1.0),
            overlap: overlap.map(|((_, range), _)| range.clone()).collect(),
            text: tossup.text.clone(),
        });
    }
    all.sort_by(|one, other| other.share.total_cmp(&one.share));
    all.truncate(SIMILAR);
    all
}

/// The plain words of a text with their bytes.
fn places(text: &str) -> Vec<(String, Range<usize>)> {
    let mut from = 0;
    let mut all = Vec::new();
    for end in word_ends(text) {
        let raw = text.get(from..end).unwrap_or_default();
        let start = end - raw.trim_start().len();
        let word = plain(raw);
        if !word.is_empty() {
            all.push((word, start..end));
        }
        from = end;
    }
    all
}

fn windows(words: &[(String, Range<usize>)]) -> impl Iterator<Item = Vec<&str>> {
    words.windows(RUN).map(|run| run.iter().map(|(word, _)| word.as_str()).collect())
}

#[cfg(test)]
mod tests;
