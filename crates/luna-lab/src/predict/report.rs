//! Figure 5.3, its numbers, and the claims of the paper about it. The paper's text prints no value
//! of any of its bars, so none is drawn.

use std::fmt::Write as _;

use luna_figures::{Bar, Bars, Chart, Frame, Range, Table, bars};
use serde::Serialize;

use super::feature::Feature;
use super::trials::{Model, Plan, Results, Scores};
use crate::claims::{Check, Target};
use crate::format::json::{Object, document};
use crate::report::export::SectionJson;
use crate::section::ReportSection;
use crate::trials::{Estimate, estimate, over_splits};

/// A line of the grid of figure 5.3 stands for 0.1; half of that is close.
const CLOSE: f64 = 0.05;

/// Its page, and where the tolerance is from.
const HALF_LINE: &str = "p. 73; half a line of the grid of figure 5.3";
const PAGE: &str = "p. 73";

impl Results {
    /// Several problems as one: the mean error of each split over all of them.
    pub fn mean_of(name: &str, all: &[Results]) -> Option<Results> {
        let first = all.first()?;
        let mean = |nth: usize, of: fn(&Scores) -> &Vec<f64>| {
            let each: Vec<&Vec<f64>> =
                all.iter().filter_map(|ran| Some(of(ran.scores.get(nth)?))).collect();
            let trials = each.iter().map(|errors| errors.len()).min().unwrap_or(0);
            let split = |at: usize| {
                each.iter().map(|errors| errors[at]).sum::<f64>() / luna_learn::float(each.len())
            };
            (0..trials).map(split).collect()
        };
        let scores = first.scores.iter().enumerate().map(|(nth, scores)| Scores {
            model: scores.model,
            ols: mean(nth, |scores| &scores.ols),
            lasso: mean(nth, |scores| &scores.lasso),
        });
        Some(Results {
            name: name.to_owned(),
            people: all.iter().map(|ran| ran.people).sum(),
            questions: all.iter().map(|ran| ran.questions).sum(),
            scale: first.scale,
            used: first.used.clone(),
            split: first.split,
            scores: scores.collect(),
        })
    }

    fn of(&self, model: Model) -> Option<&Scores> {
        self.scores.iter().find(|scores| scores.model == model)
    }

    /// One model's error less another's, split by split.
    fn difference(&self, one: Model, other: Model) -> Option<Estimate> {
        Some(self.less(&self.of(one)?.ols, &self.of(other)?.ols))
    }

    /// The mean of one list of errors less another, on the same splits.
    fn less(&self, one: &[f64], other: &[f64]) -> Estimate {
        let each: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
        over_splits(&each, self.split)
    }
}

/// A line for each model, with a pair of columns for each data set.
pub fn text(all: &[Results]) -> String {
    let mut text = format!("{:<5}", "");
    for ran in all {
        let name = format!("{} ({})", ran.name, ran.scale.name());
        write!(text, "  {name:<33}").ok();
    }
    write!(text, "\n{:<5}", "").ok();
    for _ in all {
        write!(text, "  {:<16} {:<16}", "least squares", "Lasso").ok();
    }
    for model in Model::all() {
        write!(text, "\n{:<5}", model.name()).ok();
        for scores in all.iter().filter_map(|ran| ran.of(model)) {
            let [ols, lasso] = [&scores.ols, &scores.lasso]
                .map(|errors| estimate(errors.iter().copied()).format(4));
            write!(text, "  {ols:<16} {lasso:<16}").ok();
        }
    }
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Returns everything as JSON: settings, claims, means, and the error of each model
/// for each split, by least squares and by Lasso.
pub fn json(part: &ReportSection, all: &[Results], plan: &Plan) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        trials: usize,
        seed: u64,
        ties: &'static str,
        alpha: f64,
        used: Object<&'a str, String>,
        errors: Object<&'a str, Object<&'static str, Vec<[f64; 2]>>>,
        parts: [SectionJson<'a>; 1],
    }
    let pairs = |scores: &Scores| {
        let pairs = scores.ols.iter().zip(&scores.lasso).map(|(&ols, &lasso)| [ols, lasso]);
        (scores.model.name(), pairs.collect())
    };
    let errors = |ran: &'_ Results| ran.scores.iter().map(pairs).collect();
    document(&Document {
        trials: plan.trials,
        seed: plan.seed,
        ties: plan.ties.name(),
        alpha: plan.alpha,
        used: all.iter().map(|ran| (ran.name.as_str(), ran.used.join(" "))).collect(),
        errors: all.iter().map(|ran| (ran.name.as_str(), errors(ran))).collect(),
        parts: [SectionJson::new(part)],
    })
}

/// The figure, the table, and the claims of the paper.
pub fn part(all: &[Results], trials: usize) -> ReportSection {
    let sets: Vec<String> = all
        .iter()
        .map(|ran| {
            let (people, questions, scale) = (ran.people, ran.questions, ran.scale.words());
            format!("{}, {people} people and {questions} questions, {scale}", ran.name)
        })
        .collect();
    let range = shared_range(all);
    ReportSection {
        name: "prediction",
        title: "5.3 Guessing a rating from the words",
        about: format!(
            "The root mean square error of predicted ratings, from 0 to 1, over {trials} random \
             splits of the people, with four in five for training. {}. The errors of the claims allow \
             for the overlap of the splits (Nadeau and Bengio 2003).",
            sets.join("; ")
        ),
        sources: all.iter().map(|ran| (ran.name.clone(), ran.used.join(" "))).collect(),
        checks: checks(all),
        charts: vec![
            chart(all, range, |scores| &scores.ols, "ols", "least squares"),
            chart(all, range, |scores| &scores.lasso, "lasso", "Lasso"),
        ],
        caption: "Root mean square errors, with standard errors over the splits".to_owned(),
        table: table(all),
        decimals: 4,
    }
}

/// The scale of both charts.
fn shared_range(all: &[Results]) -> Range {
    let scores = all.iter().flat_map(|ran| &ran.scores);
    let errors = scores.flat_map(|scores| [&scores.ols, &scores.lasso]);
    Range::shared(errors.map(|errors| {
        let Estimate { value, error } = estimate(errors.iter().copied());
        if error.is_finite() { value + error } else { value }
    }))
}

fn chart(all: &[Results], range: Range, of: fn(&Scores) -> &Vec<f64>, id: &str, by: &str) -> Chart {
    let names: Vec<&str> = Model::all().map(Model::name).collect();
    let heights = |ran: &Results| -> Vec<Bar> {
        let each = ran.scores.iter().map(|scores| estimate(of(scores).iter().copied()));
        each.map(|Estimate { value, error }| Bar::even(value, error)).collect()
    };
    let each: Vec<Vec<Bar>> = all.iter().map(heights).collect();
    let series: Vec<Bars<'_>> =
        all.iter().zip(&each).map(|(ran, values)| Bars { name: &ran.name, values }).collect();
    let best = all.iter().filter_map(|ran| {
        let best = ran.scores.iter().min_by(|one, other| {
            let [one, other] = [one, other].map(|it| estimate(of(it).iter().copied()).value);
            one.total_cmp(&other)
        })?;
        let error = estimate(of(best).iter().copied()).value;
        Some(format!("{}: {} is best, with {error:.3}", ran.name, best.model.name()))
    });
    let description = best.collect::<Vec<_>>().join("; ") + ".";
    let frame = Frame {
        id: &format!("prediction-{id}"),
        title: &format!("Guessing a rating from the words, by {by}"),
        description: &description,
        x_label: "features",
        y_label: "root mean square error",
    };
    bars(&frame, &names, &series, range)
}

fn table(all: &[Results]) -> Table {
    let mut table = Table::new(&["data", "scale", "model", "least squares", "±", "Lasso", "±"]);
    for ran in all {
        for scores in &ran.scores {
            let ols = estimate(scores.ols.iter().copied());
            let lasso = estimate(scores.lasso.iter().copied());
            let numbers = [ols.value, ols.error, lasso.value, lasso.error];
            let [a, b, c, d] = numbers.map(crate::format::plain);
            let name = scores.model.name().to_owned();
            table.row([ran.name.clone(), ran.scale.name().to_owned(), name, a, b, c, d]);
        }
    }
    table
}

/// The findings of the paper in its figure, for each data set that is there.
fn checks(all: &[Results]) -> Vec<Check> {
    let mut checks: Vec<Check> = all.iter().flat_map(of_one).collect();
    let named = |name: &str| all.iter().find(|ran| ran.name.starts_with(name));
    if let (Some(mohler), Some(other)) = (named("Mohler"), named("Powergrading")) {
        let harder = Model::all().filter(|&model| model != Model::Results).filter_map(|model| {
            let [one, less] =
                [mohler, other].map(|ran| Some(over_splits(&ran.of(model)?.ols, ran.split)));
            let (one, less) = (one?, less?);
            let error = one.error.hypot(less.error);
            Some(Estimate { value: one.value - less.value, error })
        });
        let claim = "Mohler's data are harder: the error of every model but RAN there, minus that for \
                     Powergrading.";
        checks.push(Check::worst_of(claim, harder, Target::AtLeast(0.0)).with_source(PAGE));
    }
    checks
}

fn of_one(ran: &Results) -> Vec<Check> {
    let others = |of: &'static [Feature], without: &'static [Feature]| {
        of.iter().filter(move |it| !without.contains(it)).map(|&it| Model::One(it))
    };
    let name = &ran.name;
    let check = |claim: &str, found: Vec<Option<Estimate>>, wanted: Target| {
        let source = match wanted {
            Target::AtMost(0.0) | Target::AtLeast(0.0) => PAGE,
            _ => HALF_LINE,
        };
        let claim = format!("{name}: {claim}");
        Check::worst_of(&claim, found.into_iter().flatten(), wanted).with_source(source)
    };
    let (bwo, bow, nno) =
        (Model::One(Feature::Bwo), Model::One(Feature::Bow), Model::One(Feature::Nno));
    vec![
        check(
            "COM is best: its error minus that of any one feature.",
            others(&Feature::ALL, &[]).map(|it| ran.difference(Model::Com, it)).collect(),
            Target::AtMost(0.0),
        ),
        check(
            "BOW is close to COM: its error minus that of COM.",
            vec![ran.difference(bow, Model::Com)],
            Target::AtMost(CLOSE),
        ),
        check(
            "NNO is close to COM: its error minus that of COM.",
            vec![ran.difference(nno, Model::Com)],
            Target::AtMost(CLOSE),
        ),
        check(
            "BWO is the best of the features that look at the key: its error minus that of any \
             other.",
            others(&Feature::IDEAL, &[Feature::Bwo]).map(|it| ran.difference(bwo, it)).collect(),
            Target::AtMost(0.0),
        ),
        check(
            "BWO is no better than CBG: its error minus that of CBG.",
            vec![ran.difference(bwo, Model::Cbg)],
            Target::AtLeast(0.0),
        ),
        check(
            "Lasso makes no difference: its error minus that of least squares, for every model.",
            ran.scores.iter().map(|scores| Some(ran.less(&scores.lasso, &scores.ols))).collect(),
            Target::Between(-CLOSE, CLOSE),
        ),
    ]
}
