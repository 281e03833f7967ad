//! The table of what grades responses, its charts, and what the paper of 2011 has.

use std::fmt::Write as _;

use luna_figures::{Bar, Bars, Chart, Frame, Range, Table, bars};
use serde::Serialize;

use super::results::{GradingResults, ModelScores};
use crate::claims::{Check, Target};
use crate::format::json::document;
use crate::format::{or_dash, plain};
use crate::report::export::SectionJson;
use crate::section::ReportSection;
use crate::trials::Estimate;

/// The best correlation of the paper of 2011, and the best error, which another of its systems has.
const PAPER: (f64, f64) = (0.518, 0.978);

const SEEN: [(bool, &str); 2] =
    [(false, "other responses unseen"), (true, "other responses looked at")];

/// A line for each model.
pub fn text(grading: &GradingResults) -> String {
    let GradingResults { responses, questions, folds, graded } = grading;
    let mut text = format!("{responses} responses to {questions} questions, {folds} assignments\n");
    let names = ["all: r", "RMSE", "each: r", "RMSE"].map(|name| format!("{name:>8}")).concat();
    for others in [false, true] {
        let seen = if others { "looked at" } else { "unseen" };
        writeln!(text, "other responses to the question {seen}\n{:<14}{names}", "").ok();
        for graded in graded.iter().filter(|graded| graded.others == others) {
            let (r, error) = graded.means();
            let numbers = [graded.r.value, graded.error.value, r, error];
            let shown = |of: f64| or_dash(of, |of| format!("{of:.3}"));
            let numbers = numbers.map(|of| format!("{:>8}", shown(of))).concat();
            writeln!(text, "{:<14}{numbers}", graded.model).ok();
        }
    }
    text
}

/// Returns what was found as JSON, with the correlation and the error of each model for each
/// assignment.
pub fn json(part: &ReportSection, grading: &GradingResults) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        responses: usize,
        questions: usize,
        assignments: usize,
        models: Vec<ModelJson<'a>>,
        parts: [SectionJson<'a>; 1],
    }
    #[derive(Serialize)]
    struct ModelJson<'a> {
        model: &'a str,
        others: bool,
        each: &'a [(f64, f64)],
    }
    document(&Document {
        responses: grading.responses,
        questions: grading.questions,
        assignments: grading.folds,
        models: (grading.graded.iter())
            .map(|it| ModelJson { model: it.model, others: it.others, each: &it.each })
            .collect(),
        parts: [SectionJson::new(part)],
    })
}

pub fn part(grading: &GradingResults) -> ReportSection {
    let GradingResults { responses, questions, folds, graded } = grading;
    ReportSection {
        name: "grades",
        title: "Guessing the grade of a response",
        about: format!(
            "{responses} responses to {questions} questions, graded from 0 to 5. Each of the {folds} \
         assignments was left out in turn, and everything was fitted and chosen on the \
         others. Where other responses are used, they are the ungraded responses to the same \
         question. Correlations and errors are over all responses together; ± is a standard \
             error by the jackknife over the assignments."
        ),
        sources: Vec::new(),
        checks: checks(graded),
        charts: vec![
            chart(graded, "r", "correlation with the grades given", PAPER.0, |it| it.r),
            chart(graded, "rmse", "root mean square error", PAPER.1, |it| it.error),
        ],
        caption:
            "Pearson’s correlation and the root mean square error, over all responses together \
                  and as means over the assignments"
                .to_owned(),
        table: table(graded),
        decimals: 3,
    }
}

fn models(graded: &[ModelScores]) -> Vec<&'static str> {
    let mut all: Vec<&str> = graded.iter().map(|graded| graded.model).collect();
    all.truncate(graded.iter().filter(|one| one.others == graded[0].others).count());
    all
}

fn chart(
    graded: &[ModelScores],
    id: &str,
    what: &str,
    paper: f64,
    of: fn(&ModelScores) -> Estimate,
) -> Chart {
    let models = models(graded);
    let names = [&["paper of 2011"], &models[..]].concat();
    let unknown = Bar::plain(f64::NAN);
    let each = SEEN.map(|(others, _)| {
        let height = |model: &&str| {
            let one = graded.iter().find(|it| it.others == others && it.model == *model);
            one.map_or(unknown, |one| Bar::even(of(one).value, of(one).error))
        };
        // The paper's systems look at no other response.
        let first = if others { unknown } else { Bar::plain(paper) };
        [&[first], &models.iter().map(height).collect::<Vec<_>>()[..]].concat()
    });
    let series: Vec<Bars<'_>> =
        SEEN.iter().zip(&each).map(|((_, name), values)| Bars { name, values }).collect();
    let said = graded.iter().map(|it| {
        let seen = SEEN.iter().find(|(others, _)| *others == it.others).map_or("", |seen| seen.1);
        format!("{}, {seen}: {}", it.model, or_dash(of(it).value, |of| format!("{of:.3}")))
    });
    let description =
        format!("{}; the paper of 2011: {paper}.", said.collect::<Vec<_>>().join("; "));
    let frame = Frame {
        id: &format!("grades-{id}"),
        title: "Guessing the grade of a response",
        description: &description,
        x_label: "models",
        y_label: what,
    };
    bars(&frame, &names, &series, Range::FROM_ZERO)
}

fn table(graded: &[ModelScores]) -> Table {
    let mut table = Table::new(&[
        "model",
        "other responses",
        "r",
        "± of r",
        "RMSE",
        "± of RMSE",
        "mean r",
        "mean RMSE",
    ]);
    for it in graded {
        let seen = if it.others { "looked at" } else { "unseen" };
        let (r, error) = it.means();
        let numbers = [it.r.value, it.r.error, it.error.value, it.error.error, r, error];
        table.row([it.model, seen].map(str::to_owned).into_iter().chain(numbers.map(plain)));
    }
    table
}

/// For each model: whether it is at least as good as the best of the paper.
fn checks(graded: &[ModelScores]) -> Vec<Check> {
    let (r, error) = PAPER;
    let both = |it: &ModelScores| {
        let seen = if it.others { "with other responses looked at" } else { "by itself" };
        let check = |what: &str, found: Estimate, wanted: Target| {
            Check::worst_of(&format!("{}, {seen}: {what}", it.model), [found], wanted)
                .with_source("Mohler and others 2011")
        };
        [
            check(
                "the correlation is at least as high as that of the paper’s best system.",
                it.r,
                Target::AtLeast(r),
            ),
            check(
                "the error is at most as high as that of the paper’s best system.",
                it.error,
                Target::AtMost(error),
            ),
        ]
    };
    graded.iter().flat_map(both).filter(|check| check.measured.value.is_finite()).collect()
}
