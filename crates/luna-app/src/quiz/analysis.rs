//! The analysis of a question while it is written: what machines guess and why, where they would
//! buzz, and whether its sentences go from hard to easy.

use std::collections::HashSet;
use std::ops::Range;

use luna_core::quiz::answer_line::{AnswerLine, HeardText, Verdict};
use luna_core::quiz::form::plain;
use luna_machines::search_guesser::{self, Candidate, Reader, normalise};
use luna_machines::sentences;

use super::assessment::{Assessment, Evidence, Guess, Word};
use super::library::{Best, Guesser, unmarked};

/// The id and name of the search guesser.
pub const SEARCH: &str = "search";

/// The probability from which a machine buzzes: it then gains more points than it risks.
pub const BUZZ: f64 = 0.5;

/// Guesses shown.
const GUESSES: usize = 5;
/// Passages shown.
const PASSAGES: usize = 5;
/// Similar questions shown.
const SIMILAR: usize = 3;
/// The words of a run that two questions share by more than chance.
const RUN: usize = 3;
/// Labels that an answer line is compared with.
const MOST_JUDGED: usize = 50;
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
    page: String,
    label: String,
    line: AnswerLine,
}

impl Target {
    pub fn new(page: &str, answer_line: &str) -> Target {
        let line = AnswerLine::parse(answer_line);
        let label = if page.trim().is_empty() { line.main().to_owned() } else { page.to_owned() };
        Target { page: page.replace('_', " "), label: normalise(&label), line }
    }

    /// Returns true if a guess names this answer.
    pub fn is(&self, guess: &str) -> bool {
        if guess.is_empty() || self.label.is_empty() {
            return false;
        }
        guess == self.page
            || normalise(guess) == self.label
            || self.line.judge(guess, HeardText::Unknown) == Verdict::Accept
    }
}

impl Target {
    /// The first of some labels that names this answer. A line is compared with few of them, since
    /// a long line takes a tenth of a millisecond for each.
    fn find(&self, labels: &[String]) -> Option<usize> {
        let same = |label: &String| *label == self.label || *label == self.page;
        labels.iter().position(same).or_else(|| {
            let words: HashSet<String> = self
                .line
                .accepted()
                .flat_map(|answer| {
                    normalise(answer).split(' ').map(str::to_owned).collect::<Vec<_>>()
                })
                .collect();
            let is_close = |label: &str| label.split(' ').any(|word| words.contains(word));
            let close = labels.iter().enumerate().filter(|(_, label)| is_close(label));
            close.take(MOST_JUDGED).find(|(_, label)| self.is(label)).map(|(nth, _)| nth)
        })
    }
}

/// Analyses a text with the search guesser.
pub fn analyse(guesser: &Guesser, text: &str, target: &Target) -> Analysis {
    let text = unmarked(text);
    let index = guesser.index();
    let (search, passages) = asks(guesser, index.reader(), &text, target);
    let ends = word_ends(&text);
    let own = target.find(index.answers());
    Analysis {
        sentences: split(guesser, &text, target),
        similar: similar(guesser, &text, &passages),
        seen: own.map_or(0, |answer| index.tossups_of(answer).len()),
        machines: vec![Assessment { buzz: buzz(guesser.best(&text, &ends)), ..search }],
    }
}

/// Asks the search guesser about the text of a tossup, as if it had not learned from that one.
pub fn assess_learned(guesser: &Guesser, tossup: usize, text: &str, target: &Target) -> Assessment {
    let text = unmarked(text);
    let mut reader = guesser.index().reader_without(tossup);
    let best = word_ends(&text).into_iter().map(|end| Best::of(&mut reader, text.get(..end)?));
    let buzz = buzz(best);
    Assessment { buzz, ..asks(guesser, reader, &text, target).0 }
}

/// The number of words after which a machine with these best guesses buzzes.
fn buzz(best: impl IntoIterator<Item = Option<Best>>) -> Option<usize> {
    let sure = |it: Option<Best>| it.is_some_and(|it| it.probability >= BUZZ);
    best.into_iter().position(sure).map(|nth| nth + 1)
}

/// The guesses from a whole text with their evidence, and the tossups with passages for them.
fn asks(
    guesser: &Guesser,
    mut reader: Reader<'_>,
    text: &str,
    target: &Target,
) -> (Assessment, Vec<usize>) {
    let index = guesser.index();
    let candidates = reader.guess(text, GUESSES);
    let shown = |it: &Candidate| {
        let answer = guesser.name(it.answer).to_owned();
        Guess { is_answer: target.is(&answer), probability: it.probability, answer }
    };
    let top_five: Vec<Guess> = candidates.iter().map(shown).collect();
    let passage = |(answer, it): (usize, &search_guesser::Evidence)| {
        let tossup = index.tossups().get(it.tossup)?;
        let pair = |range: &Range<usize>| (range.start, range.end);
        let words = it.words.iter().map(|word| Word {
            question: pair(&word.in_question),
            passage: pair(&word.in_sentence),
            weight: word.weight,
        });
        Some(Evidence {
            answer: guesser.name(answer).to_owned(),
            tossup: tossup.id.clone(),
            text: tossup.text.get(it.sentence.clone())?.to_owned(),
            words: words.collect(),
        })
    };
    let mut passages: Vec<_> = candidates
        .iter()
        .flat_map(|it| it.evidence.iter().map(|evidence| (it.answer, evidence)))
        .collect();
    // The first passage of each answer, then the second ones.
    passages.sort_by_key(|(answer, evidence)| {
        let own = candidates.iter().find(|it| it.answer == *answer);
        own.and_then(|it| it.evidence.iter().position(|other| std::ptr::eq(other, *evidence)))
    });
    let evidence = passages.iter().copied().filter_map(passage).take(PASSAGES).collect();
    let tricked = top_five.first().is_some_and(|top| !top.is_answer);
    let search = Assessment {
        machine: SEARCH.to_owned(),
        name: SEARCH.to_owned(),
        guesses: top_five,
        evidence,
        tricked,
        ..Assessment::default()
    };
    (search, passages.iter().map(|(_, it)| it.tossup).collect())
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

fn split(guesser: &Guesser, text: &str, target: &Target) -> Vec<Sentence> {
    let ranges = sentences(text);
    let ends: Vec<usize> = ranges.iter().map(|range| range.end).collect();
    let best = guesser.best(text, &ends);
    let mut all: Vec<Sentence> = Vec::new();
    for (range, best) in ranges.into_iter().zip(best) {
        let guess = best.map_or("", |best| guesser.name(best.answer)).to_owned();
        let words = text.get(range.clone()).unwrap_or_default().split_whitespace().count();
        all.push(Sentence {
            is_answer: target.is(&guess),
            probability: best.map_or(0.0, |best| best.probability),
            advice: Vec::new(),
            guess,
            words,
            range,
        });
    }
    advise(guesser, text, target, &mut all);
    all
}

/// Advice about length, giveaways that come too early, and the order of sentences.
fn advise(guesser: &Guesser, text: &str, target: &Target, all: &mut [Sentence]) {
    let mut alone = Vec::new();
    for sentence in all.iter() {
        let own = text.get(sentence.range.clone()).unwrap_or_default();
        let best = guesser.best(own, &[own.len()]).into_iter().flatten().next();
        let right = best.filter(|best| target.is(guesser.name(best.answer)));
        alone.push(right.map_or(0.0, |best| best.probability));
    }
    let count = all.len();
    for (nth, sentence) in all.iter_mut().enumerate() {
        if sentence.words > LONG_SENTENCE {
            let words = sentence.words;
            sentence.advice.push(format!("{words} words are hard to follow; split the sentence."));
        }
        let given = sentence.is_answer && sentence.probability >= BUZZ;
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

/// The tossups of the passages that share most with the text.
fn similar(guesser: &Guesser, text: &str, tossups: &[usize]) -> Vec<Similar> {
    let words = places(text);
    let set: HashSet<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    let runs: HashSet<Vec<&str>> = windows(&words).collect();
    let mut seen = HashSet::new();
    let mut all: Vec<Similar> = Vec::new();
    for &nth in tossups.iter().filter(|nth| seen.insert(**nth)) {
        let Some(tossup) = guesser.index().tossups().get(nth) else { continue };
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
