//! `luna admin questions`: questions by the informativeness of their answers, or by their marks.

use std::io::Write as _;

use luna_app::format::{many, percent, tenths};
use luna_app::marked_questions::{LEVEL, MarkedQuestion, marked_questions};
use luna_app::predict::ENOUGH;
use luna_learn::item_response::{Estimate, MachineTest, QuestionFit, Reading};
use luna_store::Db;
use luna_store::predict::distance::QuestionDistance;
use luna_store::predict::{self, QuestionLine};
use luna_store::rating::midnight::midnight;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The number of questions in one query.
const PAGE: i64 = 100;

/// Prints the questions, the most informative first.
pub(super) async fn list(db: &Db, out: &mut Printer) -> Result<(), Failure> {
    let mut after = (f64::MAX, String::new(), 0);
    loop {
        let (share, asker, nth) = after.clone();
        let page = db.read(move |tx| predict::list(tx, (share, &asker, nth), PAGE)).await?;
        let Some(last) = page.last() else { break };
        after = (last.told.share, last.asker.clone(), last.nth);
        for QuestionLine { name, told, .. } in &page {
            let who = name.as_deref().unwrap_or("house machines");
            let (share, people) = (percent(told.share), told.people);
            let line = json!({
                "share": told.share, "people": people, "asker": name, "question": told.text,
            });
            let question = one_line(&told.text);
            out.result(&line, format_args!("{share}\t{people} players\t{who}\t{question}"))?;
        }
    }
    if after.1.is_empty() {
        writeln!(out, "No question has been answered by {ENOUGH} rated players yet.")?;
    }
    Ok(())
}

/// Prints the questions that people asked, the most discriminating first, and what covariates do.
pub(super) async fn list_marked(db: &Db, now: i64, out: &mut Printer) -> Result<(), Failure> {
    let until = midnight(now);
    let all = marked_questions(db, (i64::MIN, until), &[Reading::Points, Reading::Sides]).await?;
    for MarkedQuestion { text, distance, points, sides, .. } in &all.questions {
        let off = distance.map(|QuestionDistance { points, games }| (points, games));
        let line = json!({
            "question": text,
            "off": off.map(|(points, _)| points), "games": off.map_or(0, |(_, games)| games),
            "points": points.as_ref().map(fit_json), "sides": sides.as_ref().map(fit_json),
        });
        let off = off.map_or_else(
            || "no guess to compare".to_owned(),
            |(points, games)| format!("off by {} in {}", tenths(points), many(games, "game")),
        );
        let fit = points.as_ref().map_or_else(|| "no marks".to_owned(), words);
        out.result(&line, format_args!("{off}\t{fit}\t{}", one_line(text)))?;
    }
    for (covariate, effect) in &all.effects {
        let line = json!({ "covariate": covariate.name(), "effect": interval_json(*effect) });
        let words =
            format!("{}\tmoves the mark by {} logits", covariate.words(), interval(*effect));
        out.result(&line, words)?;
    }
    if all.questions.is_empty() {
        writeln!(
            out,
            "No question of a person was answered in a game that ended before midnight UTC."
        )?;
    }
    Ok(())
}

fn interval(Estimate { value, low, high }: Estimate) -> String {
    format!("{value:.1} ({low:.1} to {high:.1})")
}

fn interval_json(Estimate { value, low, high }: Estimate) -> Value {
    json!([value, low, high])
}

fn words(fit: &QuestionFit) -> String {
    let machines = match fit.machines {
        None => "too few marks to compare machines",
        Some(MachineTest { p, .. }) if p >= LEVEL => "alike for machines",
        Some(MachineTest { shift, .. }) if shift < 0.0 => "harder for machines",
        Some(_) => "easier for machines",
    };
    format!(
        "{}\tdifficulty {}\tdiscrimination {}\t{machines}",
        many(i64::try_from(fit.answers).unwrap_or(i64::MAX), "mark"),
        interval(fit.difficulty),
        interval(fit.discrimination),
    )
}

fn fit_json(fit: &QuestionFit) -> Value {
    json!({
        "marks": fit.answers,
        "difficulty": interval_json(fit.difficulty),
        "discrimination": interval_json(fit.discrimination),
        "machine_shift": fit.machines.map(|test| test.shift),
        "machine_p": fit.machines.map(|test| test.p),
    })
}

/// A text, such as a question, on one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
