//! Trivia: tossups, of which machines hear more and more, beside the search guesser.

use luna_core::answer::{Answer, Question as Put};
use luna_core::quiz::answer_line::{AnswerLine, HeardText, Verdict};
use luna_machines::search_guesser::{BELL, Index};
use luna_machines::task::{OutsideTask, QuestionTask};

use super::common_sense::{ANSWER_CHARS, answers};
use super::estimate::Scores;
use super::log::Log;
use super::plan::{Plan, Tossup};
use super::strand::{Asked, Party, Single, Strand, boxed};
use crate::quiz::{self, Question, ScoredQuestion, Step};

/// The shares of a tossup, in hundredths, after which a machine is asked.
const QUICK: [usize; 4] = [25, 50, 75, 100];
const FULL: [usize; 10] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
/// Tossups of a quick measurement.
const QUICK_TOSSUPS: usize = 40;

/// A machine buzzes when it is as sure as this of its best answer.
pub(super) const BUZZ: f64 = 0.5;

const CONTEXT: &str = "This is a trivia question, or its beginning. The clues become easier towards the end. \
    Name what it asks for. Your confidence in an answer is the probability that it is right.";

/// The name of the search guesser in tables.
pub(super) const SEARCH: &str = "Luna’s search guesser";

pub(super) fn strands(plan: &Plan) -> Vec<Box<dyn Strand>> {
    let mut all: Vec<Box<dyn Strand>> = Vec::new();
    for (place, machine) in plan.each() {
        for tossup in tossups(plan) {
            let question = question(tossup);
            for &share in shares(plan) {
                all.push(boxed(single(place, machine, &question, share)));
            }
        }
    }
    all
}

fn shares(plan: &Plan) -> &'static [usize] {
    if plan.is_quick() { &QUICK } else { &FULL }
}

/// In a quick measurement, some from all over the list.
pub(super) fn tossups(plan: &Plan) -> Vec<&Tossup> {
    let all = &plan.inputs.tossups;
    let every = if plan.is_quick() { all.len().div_ceil(QUICK_TOSSUPS).max(1) } else { 1 };
    all.iter().step_by(every).collect()
}

fn question(tossup: &Tossup) -> Question {
    Question {
        id: tossup.id.clone(),
        text: tossup.text.clone(),
        page: tossup.page.clone(),
        ..Question::default()
    }
}

/// The words of a share, at least one.
fn words_at(question: &Question, share: usize) -> usize {
    (question.word_ends().len() * share).div_ceil(100).max(1)
}

fn heard(question: &Question, words: usize) -> &str {
    let end = question.word_ends().get(words - 1).copied().unwrap_or(question.text.len());
    question.text.get(..end).unwrap_or_default()
}

fn single(place: usize, machine: &str, question: &Question, share: usize) -> Single {
    let id = format!("{machine}/trivia/{}/{share}", question.id);
    let text = heard(question, words_at(question, share));
    let put = Put::new(text, CONTEXT, &[]);
    let task = QuestionTask::new(&id, put, ANSWER_CHARS);
    Single { id, party: Party::Machine(place), asked: Asked::Outside(OutsideTask::Question(task)) }
}

/// The steps of a machine in all tossups of which it was asked every share.
pub(super) fn scored(plan: &Plan, log: &Log, place: usize, machine: &str) -> Vec<ScoredQuestion> {
    let of_tossup = |tossup: &Tossup| {
        let question = question(tossup);
        let line = AnswerLine::parse(&tossup.answer_line);
        let step = |&share: &usize| {
            let words = words_at(&question, share);
            let given = answers(log, &single(place, machine, &question, share))?;
            let text = heard(&question, words);
            let right = |it: &Answer| {
                let is_line = line.judge(&it.text, HeardText::Text(text)) == Verdict::Accept;
                is_line || quiz::is_same(&it.text, &tossup.page)
            };
            Some(Step {
                words,
                rank: given.iter().position(right),
                probability: given.first().map_or(0.0, |best| best.confidence),
            })
        };
        let steps: Option<Vec<Step>> = shares(plan).iter().map(step).collect();
        Some(ScoredQuestion {
            words: question.word_ends().len(),
            sentences: question.sentence_ends(),
            category: String::new(),
            writer: String::new(),
            seen: None,
            steps: steps?,
        })
    };
    tossups(plan).into_iter().filter_map(of_tossup).collect()
}

/// The search guesser in the same tossups.
pub(super) fn searched(plan: &Plan, index: &Index) -> Vec<ScoredQuestion> {
    let questions: Vec<Question> = tossups(plan).into_iter().map(question).collect();
    quiz::search(index, &questions, &|| ())
}

/// What each tossup gives, by its place in the plan.
pub(super) fn by_tossup(
    plan: &Plan,
    scored: &[ScoredQuestion],
    value: impl Fn(usize, &ScoredQuestion) -> f64,
) -> Scores {
    let named = tossups(plan).into_iter().zip(scored).enumerate();
    named.map(|(nth, (tossup, it))| (tossup.id.clone(), value(nth, it))).collect()
}

/// 1 if a machine buzzes with the right answer before the search guesser does so, otherwise 0. At the
/// same word the search guesser wins.
pub(super) fn wins(own: &ScoredQuestion, search: &ScoredQuestion) -> f64 {
    let right = |scored: &ScoredQuestion, threshold: f64| {
        scored.buzz(threshold).filter(|step| step.rank == Some(0)).map(|step| step.words)
    };
    let won = match (right(own, BUZZ), right(search, BELL)) {
        (Some(own), Some(other)) => own < other,
        (own, None) => own.is_some(),
        (None, Some(_)) => false,
    };
    f64::from(u8::from(won))
}
