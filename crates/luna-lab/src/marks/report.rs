//! The report on questions: a table, and the comparison with the targets.

use luna_figures::Table;
use luna_learn::item_response::Reading;

use super::{Cell, World};
use crate::claims::{Check, Measured, Target};
use crate::format::{counted, plain};
use crate::section::ReportSection;
use crate::trials::Estimate;
use crate::trials::proportion::Proportion;

pub(super) fn part(all: &[Cell], questions: usize, trials: u32) -> ReportSection {
    ReportSection {
        checks: checks(all, trials),
        ..ReportSection::of_table(
            "questions",
            "What marks tell about questions",
            format!(
                "This section shows how well the marks of answers give the difficulty and the discrimination of \
                 questions, how often the 95 % intervals contain the truth, and what the test finds whether a \
                 question is harder for machines. Each world has {questions} questions and twelve machines, each \
                 person plays four games, and judges differ in severity. {}.",
                counted(trials, "trial")
            ),
            table(all, trials),
        )
    }
}

fn checks(all: &[Cell], trials: u32) -> Vec<Check> {
    let own = |among: &dyn Fn(&Cell) -> bool| -> Vec<&Cell> {
        all.iter().filter(|it| among(it)).collect()
    };
    let ranks = |among: &dyn Fn(&Cell) -> bool, of: fn(&Cell) -> Estimate| -> Vec<Measured> {
        own(among).into_iter().map(|it| Measured::from(of(it)).of_trials(trials)).collect()
    };
    let shares = |among: &dyn Fn(&Cell) -> bool, of: fn(&Cell) -> Proportion| -> Vec<Measured> {
        let measured = |it| Measured::from(of(it).percent()).of_trials(trials);
        own(among).into_iter().map(measured).collect()
    };
    let at_twenty = |it: &Cell| {
        it.answers == 20 && it.reading == Reading::Points && it.world == World::Families
    };
    let model = |it: &Cell| it.world != World::CarelessJudges;
    let covered = Target::Between(94.0, 96.0);
    let check = |claim: &str, all: Vec<Measured>, wanted| Check::worst_of(claim, all, wanted);
    vec![
        check(
            "With 20 answers each, the ranks of difficulties by points correlate with the truth.",
            ranks(&at_twenty, |it| it.difficulty.rank),
            Target::AtLeast(0.8),
        ),
        check(
            "The same for discriminations.",
            ranks(&at_twenty, |it| it.discrimination.rank),
            Target::AtLeast(0.8),
        ),
        check(
            "95 % intervals of difficulties contain the truth, where the model holds.",
            shares(&model, |it| it.difficulty.coverage),
            covered,
        ),
        check(
            "95 % intervals of discriminations contain the truth, where the model holds.",
            shares(&model, |it| it.discrimination.coverage),
            covered,
        ),
        check(
            "At a level of 5 %, the test calls questions harder for machines that are not.",
            shares(&|_| true, |it| it.false_alarms),
            Target::Between(4.0, 6.0),
        ),
    ]
}

fn table(all: &[Cell], trials: u32) -> Table {
    let of_ranks = ["difficulty", "discrimination"].map(|name| format!("{name}, rank correlation"));
    let of_shares = ["difficulty, covered", "discrimination, covered", "false alarms", "found"];
    let known = ["world", "answers", "marks", "trials"].map(str::to_owned).into_iter();
    let ranks = of_ranks.into_iter().flat_map(|name| [name.clone(), format!("{name} ±")]);
    let shares = of_shares
        .into_iter()
        .flat_map(|name| [format!("{name}, %"), format!("{name}, from"), format!("{name}, to")]);
    let mut table = Table { headers: known.chain(ranks).chain(shares).collect(), rows: Vec::new() };
    for it in all {
        let reading = match it.reading {
            Reading::Points => "points",
            Reading::Sides => "sides",
        };
        let start = [
            it.world.name().to_owned(),
            it.answers.to_string(),
            reading.to_owned(),
            trials.to_string(),
        ];
        let ranks = [it.difficulty.rank, it.discrimination.rank].into_iter();
        let ranks = ranks.flat_map(|Estimate { value, error }| [value, error].map(plain));
        let shares =
            [it.difficulty.coverage, it.discrimination.coverage, it.false_alarms, it.found];
        let shares = shares.into_iter().flat_map(|share| {
            let Proportion { value, from, to } = share.percent();
            [value, from, to].map(plain)
        });
        table.row(start.into_iter().chain(ranks).chain(shares));
    }
    table
}
