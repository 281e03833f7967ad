//! The machines' part of the report.

use std::collections::BTreeSet;

use luna_figures::{Chart, Table};
use luna_learn::float;

use super::{Evaluation, accuracy_chart, blank};
use crate::claims::{Check, Target};
use crate::quiz::accuracy::{Mean, Outcome, SHARES, Sample, moving_average};
use crate::quiz::calibration::{bins, expected_error};
use crate::quiz::guesser::{Guesser, ScoredQuestion, Step};
use crate::quiz::points::points;
use crate::quiz::wins::wins;
use crate::section::ReportSection;

/// Neighbours on each side in a moving average: with every twentieth, 15 % of a question.
const REACH: usize = 1;

type Set<'a> = (&'static str, Vec<&'a ScoredQuestion>);

fn sets(guesser: &Guesser) -> [Set<'_>; 2] {
    [("ordinary", &guesser.ordinary), ("challenge", &guesser.challenge)]
        .map(|(name, all)| (name, all.iter().collect()))
}

fn top(all: &[&ScoredQuestion], hundredths: usize, top: usize) -> Sample {
    let outcome = Outcome { hundredths, top };
    Sample::of(all.iter().map(|&it| (it, outcome.of(it))))
}

pub(super) fn panel(guesser: &Guesser, nth: usize) -> Chart {
    let points = sets(guesser).map(|(_, all)| {
        let shares = (1..=20_usize).map(|twentieth| 5 * twentieth);
        let accuracy: Vec<f64> = shares.clone().map(|share| top(&all, share, 1).mean()).collect();
        let smooth = moving_average(&accuracy, REACH);
        shares.zip(smooth).map(|(share, y)| (float(share), y, 0.0)).collect::<Vec<_>>()
    });
    accuracy_chart(
        &format!("figure-3-{nth}"),
        &guesser.name,
        "The accuracy of the first guess: at each twentieth, the mean over it and its two neighbours.",
        &points,
    )
}

pub(super) fn figure(of: &Evaluation) -> ReportSection {
    let mut table = Table::new(&["panel", "series", "x", "accuracy"]);
    let charts = of.panels();
    for chart in &charts {
        for row in &chart.table().rows {
            table.row(std::iter::once(chart.title().to_owned()).chain(row.iter().take(3).cloned()));
        }
    }
    let about = "Accuracy by the share of the question that was revealed. Lines of machines are a moving average \
        over three neighbouring twentieths, or two at the ends. Lines of people are the share of plays that were \
        answered right by then, without an average.";
    ReportSection { charts, ..blank("figure-3", "Figure 3", about, table) }
}

pub(super) fn accuracy(of: &Evaluation) -> ReportSection {
    let mut table =
        Table::new(&["guesser", "percent revealed", "guesses", "ordinary", "challenge", "drop"]);
    let mut checks = Vec::new();
    for guesser in &of.guessers {
        let [(_, ordinary), (_, challenge)] = sets(guesser);
        for count in [1, 5] {
            for share in SHARES {
                let (one, other) = (top(&ordinary, share, count), top(&challenge, share, count));
                let drop = Mean::difference(&one, &other, of.seed);
                let means = [Mean::of(&one, of.seed), Mean::of(&other, of.seed), drop];
                let [one, other, less] = means.map(Mean::words);
                let names = [guesser.name.clone(), share.to_string(), count.to_string()];
                table.row(names.into_iter().chain([one, other, less]));
                if count == 1 && (share == 50 || share == 100) {
                    checks.push(Check {
                        claim: format!(
                            "{}: challenge questions are harder when {share} % is revealed.",
                            guesser.name
                        ),
                        measured: drop.estimate().into(),
                        wanted: Target::AtLeast(0.0),
                        source: "section 4, figure 3; no tolerance",
                        far: 0.1,
                    });
                }
            }
        }
    }
    let about = format!(
        "The share of questions whose answer is among the first guesses, with 95 % intervals from the bootstrap \
         over questions, and over writers where the file names them. {}",
        of.guessers.first().map_or_else(String::new, |it| format!(
            "{} ordinary and {} challenge questions.",
            it.ordinary.len(),
            it.challenge.len()
        ))
    );
    ReportSection { checks, ..blank("accuracy", "Accuracy", &about, table) }
}

pub(super) fn expected_wins(of: &Evaluation) -> ReportSection {
    let mut table =
        Table::new(&["guesser", "questions", "buzzes", "right buzzes", "expected wins"]);
    let people = of.people();
    for guesser in &of.guessers {
        for ((name, all), people) in sets(guesser).into_iter().zip(&people) {
            let step = |it: &&ScoredQuestion| it.buzz(guesser.bell).copied();
            let buzzed = all.iter().filter_map(|it| Some((*it, right_buzz(step(it)?))));
            let buzzed: Vec<(&ScoredQuestion, f64)> = buzzed.collect();
            let count = buzzed.len();
            let chances = all.iter().copied().zip(wins(&all, people, guesser.bell));
            table.row([
                guesser.name.clone(),
                name.to_owned(),
                format!("{:.3}", float(count) / float(all.len())),
                Mean::of(&Sample::of(buzzed), of.seed).words(),
                Mean::of(&Sample::of(chances), of.seed).words(),
            ]);
        }
    }
    let bells: Vec<String> =
        of.guessers.iter().map(|it| format!("{} {}", it.name, it.bell)).collect();
    let about = format!(
        "A machine buzzes when its first guess has its threshold: {}. It wins if it is right before a person would \
         have been. The chance of that is the share of plays not yet answered right at that point of the question. \
         The intervals are over questions and hold people's plays fixed.",
        bells.join(", ")
    );
    blank("wins", "Expected wins", &about, table)
}

fn right_buzz(step: Step) -> f64 {
    f64::from(u8::from(step.rank == Some(0)))
}

pub(super) fn sentences(of: &Evaluation) -> ReportSection {
    let mut table =
        Table::new(&["guesser", "questions", "after sentence", "count", "top 1", "top 5"]);
    for guesser in &of.guessers {
        for (name, all) in sets(guesser) {
            for nth in 0..all.iter().map(|it| it.sentences.len()).max().unwrap_or(0) {
                let ranks = all.iter().filter_map(|&it| {
                    let step = it.after(*it.sentences.get(nth)?);
                    Some((it, step.and_then(|step| step.rank)))
                });
                let ranks: Vec<(&ScoredQuestion, Option<usize>)> = ranks.collect();
                let among = |top: usize| {
                    let right = |rank: Option<usize>| rank.is_some_and(|rank| rank < top);
                    let right =
                        ranks.iter().map(|(it, rank)| (*it, f64::from(u8::from(right(*rank)))));
                    Mean::of(&Sample::of(right), of.seed).words()
                };
                let names = [guesser.name.clone(), name.to_owned(), (nth + 1).to_string()];
                let rest = [ranks.len().to_string(), among(1), among(5)];
                table.row(names.into_iter().chain(rest));
            }
        }
    }
    let about = "Each row covers the questions with at least that many sentences.";
    blank("sentences", "Accuracy by sentence", about, table)
}

pub(super) fn categories(of: &Evaluation) -> ReportSection {
    let mut table = Table::new(&["guesser", "questions", "category", "count", "half", "whole"]);
    for guesser in &of.guessers {
        for (name, all) in sets(guesser) {
            let names: BTreeSet<&str> =
                all.iter().map(|it| it.category.as_str()).filter(|it| !it.is_empty()).collect();
            for category in names {
                let own: Vec<&ScoredQuestion> =
                    all.iter().copied().filter(|it| it.category == category).collect();
                table.row(group_row(of, [&guesser.name, name, category], &own));
            }
        }
    }
    let about = "The accuracy of the first guess after half of the question and after all of it, where files name a \
        category.";
    blank("categories", "Accuracy by category", about, table)
}

pub(super) fn seen(of: &Evaluation) -> ReportSection {
    let mut table =
        Table::new(&["guesser", "questions", "answer learned", "count", "half", "whole"]);
    for guesser in &of.guessers {
        for (name, all) in sets(guesser) {
            for (least, words) in [(0, "or not"), (1, "once or more"), (2, "twice or more")] {
                let own: Vec<&ScoredQuestion> =
                    all.iter().copied().filter(|it| it.seen.is_some_and(|n| n >= least)).collect();
                if !own.is_empty() {
                    table.row(group_row(of, [&guesser.name, name, words], &own));
                }
            }
        }
    }
    let about =
        "The accuracy of the first guess, by the number of learned tossups with the same answer.";
    blank("seen", "Accuracy by what was learned", about, table)
}

fn group_row(of: &Evaluation, names: [&str; 3], own: &[&ScoredQuestion]) -> Vec<String> {
    let at = |share| Mean::of(&top(own, share, 1), of.seed).words();
    let rest = [own.len().to_string(), at(50), at(100)];
    names.map(str::to_owned).into_iter().chain(rest).collect()
}

pub(super) fn calibration(of: &Evaluation) -> ReportSection {
    let headers =
        ["guesser", "questions", "probability from", "guesses", "mean probability", "right"];
    let mut table = Table::new(&headers);
    let mut sources = Vec::new();
    for guesser in &of.guessers {
        for (name, all) in sets(guesser).into_iter().flat_map(whole_and_learned) {
            let bins = bins(&all);
            for bin in &bins {
                table.row([
                    guesser.name.clone(),
                    name.clone(),
                    format!("{:.1}", bin.low),
                    bin.count.to_string(),
                    format!("{:.3}", bin.claimed),
                    format!("{:.3}", bin.right),
                ]);
            }
            let error = format!("expected calibration error {:.3}", expected_error(&bins));
            sources.push((format!("{}, {name}", guesser.name), error));
        }
    }
    let about = "First guesses after each tenth of each question, by their probability. The expected calibration \
        error is the mean distance between probability and truth. The probabilities of the search guesser are to hold         for questions whose answer was learned.";
    ReportSection { sources, ..blank("calibration", "Calibration", about, table) }
}

/// The questions of a set, and those among them of which the answer was learned, if that is known.
fn whole_and_learned((name, all): Set<'_>) -> Vec<(String, Vec<&ScoredQuestion>)> {
    let learned: Vec<&ScoredQuestion> =
        all.iter().copied().filter(|it| it.seen.is_some_and(|n| n > 0)).collect();
    let mut sets = vec![(name.to_owned(), all)];
    if !learned.is_empty() {
        sets.push((format!("{name}, learned"), learned));
    }
    sets
}

pub(super) fn thresholds(of: &Evaluation) -> ReportSection {
    let mut table = Table::new(&["guesser", "questions", "threshold", "buzzes", "points"]);
    for guesser in &of.guessers {
        for (name, all) in sets(guesser).into_iter().flat_map(whole_and_learned) {
            for twentieth in 4..=16_u8 {
                let threshold = f64::from(twentieth) / 20.0;
                let buzzes = all.iter().filter(|it| it.buzz(threshold).is_some()).count();
                let gained = all.iter().copied().zip(points(&all, threshold));
                table.row([
                    guesser.name.clone(),
                    name.clone(),
                    format!("{threshold:.2}"),
                    format!("{:.3}", float(buzzes) / float(all.len())),
                    Mean::of(&Sample::of(gained), of.seed).words(),
                ]);
            }
        }
    }
    let about = "Points for each question of a machine that plays alone and buzzes when its first guess has at least \
        this probability: 10 if it is right, -5 if it is wrong before the end.";
    blank("thresholds", "Points by threshold", about, table)
}
