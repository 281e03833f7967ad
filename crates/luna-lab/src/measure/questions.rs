//! Questions: machines ask about texts, and a ranker says how acceptable their questions are. Luna's
//! generator asks about the same texts.

use std::collections::BTreeSet;

use luna_core::answer::Question as Put;
use luna_core::question_rating::is_acceptable;
use luna_learn::float;
use luna_machines::question_generator::{self, Options};
use luna_machines::question_ranker::shipped;
use luna_machines::task::{OutsideTask, QuestionTask};

use super::common_sense::{ANSWER_CHARS, answers};
use super::estimate::Scores;
use super::log::Log;
use super::plan::Plan;
use super::strand::{Asked, Party, Single, Strand, boxed};

/// Questions about each text.
pub(super) const EACH: usize = 5;
/// Characters of a question.
const QUESTION_CHARS: usize = 300;

/// The name of the generator in tables.
pub(super) const GENERATOR: &str = "Luna’s generator";

const TASK: &str = "Write five different questions about the text, each of which the text answers, for a reader \
    who has the text in front of them. A question is one sentence, and ends with a question mark. Give each \
    question as one answer.";

pub(super) fn strands(plan: &Plan) -> Vec<Box<dyn Strand>> {
    let mut all: Vec<Box<dyn Strand>> = Vec::new();
    for (place, machine) in plan.each() {
        for (title, text) in &plan.inputs.texts {
            all.push(boxed(single(place, machine, title, text)));
        }
    }
    all
}

fn single(place: usize, machine: &str, title: &str, text: &str) -> Single {
    let id = format!("{machine}/questions/{title}");
    let task = QuestionTask::new(&id, Put::new(TASK, text, &[]), QUESTION_CHARS);
    Single { id, party: Party::Machine(place), asked: Asked::Outside(OutsideTask::Question(task)) }
}

/// What a machine asked about each text that it was given.
pub(super) fn asked(
    plan: &Plan,
    log: &Log,
    place: usize,
    machine: &str,
) -> Vec<(String, Vec<String>)> {
    let of_text = |(title, text): &(String, String)| {
        let given = answers(log, &single(place, machine, title, text))?;
        Some((title.clone(), given.into_iter().map(|it| it.text).collect()))
    };
    plan.inputs.texts.iter().filter_map(of_text).collect()
}

/// Questions of the generator from all over each text. They are not ranked, or the ranker would judge
/// its own choice.
pub(super) fn generated(plan: &Plan) -> Vec<(String, Vec<String>)> {
    let of_text = |(title, text): &(String, String)| {
        let made = question_generator::generate(text, &Options::default()).questions;
        let every = (made.len() / EACH).max(1);
        let some = made.into_iter().step_by(every).take(EACH).map(|it| it.text);
        (title.clone(), some.collect())
    };
    plan.inputs.texts.iter().map(of_text).collect()
}

/// The share of the five questions about each text that the ranker finds acceptable. What is missing,
/// said twice or no question counts as not acceptable.
pub(super) fn acceptable(asked: &[(String, Vec<String>)]) -> Scores {
    share(asked, |question| is_acceptable(shipped().score(question, None)))
}

fn share(asked: &[(String, Vec<String>)], is_good: impl Fn(&str) -> bool) -> Scores {
    let of_text = |(title, questions): &(String, Vec<String>)| {
        let different: BTreeSet<&str> = questions.iter().map(|it| it.trim()).collect();
        let good = different.into_iter().filter(|it| is_question(it) && is_good(it)).count();
        (title.clone(), float(good.min(EACH)) / float(EACH))
    };
    asked.iter().map(of_text).collect()
}

fn is_question(text: &str) -> bool {
    text.ends_with('?') && !text.contains('\n') && text.split_whitespace().count() > 2
}

/// The judge rates each question that was asked.
pub(super) fn judgments(plan: &Plan, log: &Log) -> Vec<Box<dyn Strand>> {
    let mut all: Vec<Box<dyn Strand>> = Vec::new();
    for (place, machine) in plan.each() {
        for (title, questions) in asked(plan, log, place, machine) {
            for question in questions.iter().filter(|it| is_question(it.trim())) {
                all.extend(judgment(plan, machine, &title, question).map(boxed));
            }
        }
    }
    for (title, questions) in generated(plan) {
        for question in &questions {
            all.extend(judgment(plan, GENERATOR, &title, question).map(boxed));
        }
    }
    all
}

const RATINGS: [&str; 5] = ["1", "2", "3", "4", "5"];

fn judgment(plan: &Plan, author: &str, title: &str, question: &str) -> Option<Single> {
    let (_, text) = plan.inputs.texts.iter().find(|it| it.0 == title)?;
    let id = format!("judge/{author}/questions/{title}/{question}");
    let put = Put::new(
        &format!(
            "Rate this question about the text, from 1 (makes no sense, or the text does not answer it) to 5 \
             (clear, correct English, and the text answers it). The question: {question}"
        ),
        text,
        &RATINGS.map(str::to_owned),
    );
    let task = QuestionTask::new(&id, put, ANSWER_CHARS);
    Some(Single { id, party: Party::Judge, asked: Asked::Outside(OutsideTask::Question(task)) })
}

/// The share of questions that the judge finds acceptable, as [`acceptable`]. Texts of which it has not
/// rated all questions are left out.
pub(super) fn judged(
    plan: &Plan,
    log: &Log,
    author: &str,
    asked: &[(String, Vec<String>)],
) -> Scores {
    let rating = |title: &str, question: &str| -> Option<f64> {
        let given = answers(log, &judgment(plan, author, title, question)?)?;
        given.first().map_or(Some(0.0), |best| best.text.parse().ok())
    };
    let is_rated = |(title, questions): &&(String, Vec<String>)| {
        let mut needed = questions.iter().filter(|it| is_question(it.trim()));
        needed.all(|question| rating(title, question).is_some())
    };
    let mut all = Scores::default();
    for text in asked.iter().filter(is_rated) {
        let good = |question: &str| rating(&text.0, question).is_some_and(is_acceptable);
        all.0.extend(share(std::slice::from_ref(text), good).0);
    }
    all
}
