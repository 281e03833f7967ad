//! The table of models, its chart, and whether the aims are met.

use std::fmt::Write as _;

use luna_figures::{Bar, Chart, Frame, Range, Table, bars};
use luna_learn::paired_test::{corrected_t_test, t_test};
use serde::Serialize;

use super::models::{AIM, Model};
use super::results::{LEVELS, Plan, Results, Scores, each_bars};
use crate::claims::{Check, Target};
use crate::format::json::{Object, document};
use crate::format::{or_dash, plain};
use crate::report::export::SectionJson;
use crate::section::ReportSection;
use crate::trials::{Estimate, estimate, over_splits, ratio_over_splits};

impl Results {
    pub(super) fn of(&self, model: Model) -> Option<&Scores> {
        self.scores.iter().find(|scores| scores.model == model)
    }

    /// The scores of models that were tried.
    fn scores(&self) -> impl Iterator<Item = &Scores> {
        self.scores.iter().filter(|scores| !scores.errors.is_empty())
    }

    /// A model's name, with a star where its form was chosen on what it is tested on.
    fn starred(&self, model: Model) -> String {
        let star = if model.chosen_in_view(&self.name) { " *" } else { "" };
        format!("{}{star}", model.name())
    }

    /// A model's error by COM's on the same splits, and how likely a difference as large is if
    /// there is none: by the paired test of the splits, and by that which knows that they overlap.
    pub(super) fn relative_to_com(&self, scores: &Scores) -> Option<(Estimate, [f64; 2])> {
        let com = &self.of(Model::Com)?.errors;
        let pairs = scores.errors.iter().copied().zip(com.iter().copied());
        let less: Vec<f64> = pairs.clone().map(|(error, com)| error - com).collect();
        let (train, test) = self.split;
        let tests = [t_test(&less), corrected_t_test(&less, train, test)];
        let p = tests.map(|found| found.map_or(f64::NAN, |found| found.p));
        let pairs: Vec<(f64, f64)> = pairs.collect();
        Some((ratio_over_splits(&pairs, self.split), p))
    }
}

/// The mean share held and the mean width, for each of the levels.
fn intervals(scores: &Scores) -> [(Estimate, f64); 2] {
    std::array::from_fn(|nth| {
        let width = estimate(scores.held.iter().map(|held| held[nth].1)).value;
        (estimate(scores.held.iter().map(|held| held[nth].0)), width)
    })
}

/// A line for each model of each data set.
pub fn text(all: &[Results]) -> String {
    let mut text = String::new();
    for results in all {
        let (name, scale) = (&results.name, results.scale.name());
        writeln!(text, "{name} ({scale})").ok();
        writeln!(
            text,
            "{:<18} {:>6} {:<16} {:>7} {:>8} {:>9} {:>7} {:>6} {:>7} {:>6}",
            "", "splits", "error", "of COM", "p", "corrected", "95 %", "width", "80 %", "width"
        )
        .ok();
        for scores in results.scores() {
            let Some((of_com, p)) = results.relative_to_com(scores) else { continue };
            let error = estimate(scores.errors.iter().copied()).format(4);
            let (name, splits) = (results.starred(scores.model), scores.errors.len());
            write!(text, "{name:<18} {splits:>6} {error:<17}").ok();
            let [p, corrected] = p;
            let of_com = or_dash(of_com.value, |it| format!("{it:.3}"));
            let [p, corrected] = [p, corrected].map(|p| or_dash(p, |p| format!("{p:.1e}")));
            write!(text, "{of_com:>7} {p:>8} {corrected:>9}").ok();
            for (held, width) in intervals(scores).iter().filter(|_| !scores.held.is_empty()) {
                write!(text, " {:>6.1}% {width:>6.3}", 100.0 * held.value).ok();
            }
            text.push('\n');
        }
        text += &super::ablation::text(results);
    }
    text += &super::across::text(all);
    if all.iter().any(|results| results.scores().any(|it| it.model.chosen_in_view(&results.name))) {
        text += "* form chosen with these test errors in view\n";
    }
    text
}

/// The error of each model for each split, by the model's name.
fn errors(scores: &[Scores]) -> Object<&'static str, &[f64]> {
    scores.iter().map(|scores| (scores.model.name(), scores.errors.as_slice())).collect()
}

/// Returns settings, aims, the table, and the error of each model for each split, as JSON.
pub fn json(parts: &[ReportSection], all: &[Results], plan: &Plan) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        trials: usize,
        groups_trials: usize,
        seed: u64,
        ties: &'static str,
        used: Object<&'a str, String>,
        errors: Object<&'a str, Object<&'static str, &'a [f64]>>,
        parts: Vec<SectionJson<'a>>,
    }
    document(&Document {
        trials: plan.trials,
        groups_trials: plan.groups,
        seed: plan.seed,
        ties: plan.ties.name(),
        used: all.iter().map(|results| (results.name.as_str(), results.used.join(" "))).collect(),
        errors: (all.iter())
            .map(|results| (results.name.as_str(), errors(&results.scores)))
            .collect(),
        parts: parts.iter().map(SectionJson::new).collect(),
    })
}

pub fn part(all: &[Results], plan: &Plan) -> ReportSection {
    ReportSection {
        name: "beyond",
        title: "Guessing a rating better",
        about: format!(
            "The root mean square error of predicted ratings, from 0 to 1, over {} random splits, \
             the same splits as for the paper's features. \
             Strengths and the groups of features of the wide kernel are selected on the training \
             set of each split; the kernel's forms and strengths are weighted by their evidence \
             there. Where the form of a \
             model, or a threshold in it, was chosen with test errors of a data set in view, the \
             table says so. For “unseen questions”, the part of the kernel that knows no particular question was \
         trained on the responses to half of the questions and predicts from the rest, both ways \
         around; compare it with the constant guess. The rarity of words, and the spread of \
         numbers in responses, were counted in all responses of everybody. All models except COM are \
         clamped to 0 to 1. The first p is for the difference from COM by the paired test over \
         splits, which treats each split as new people; the corrected p is from the test of \
         Nadeau and Bengio (2003), which allows for the overlap of splits. Intervals are from CV+ over \
         three parts of the training set.",
            plan.trials
        ),
        sources: all.iter().map(|results| (results.name.clone(), results.used.join(" "))).collect(),
        checks: all.iter().flat_map(checks).collect(),
        charts: vec![chart(all)],
        caption: "Root mean square errors, with standard errors over the splits".to_owned(),
        table: table(all),
        decimals: 4,
    }
}

fn chart(all: &[Results]) -> Chart {
    let names: Vec<&str> = Model::ALL.map(Model::label).into();
    let heights = |results: &Results| -> Vec<Bar> {
        let height = |scores: &Scores| match estimate(scores.errors.iter().copied()) {
            // A model that was not tried has no bar.
            _ if scores.errors.is_empty() => Bar::plain(f64::NAN),
            Estimate { value, error } => Bar::even(value, error),
        };
        results.scores.iter().map(height).collect()
    };
    let each: Vec<Vec<Bar>> = all.iter().map(heights).collect();
    let best = all.iter().filter_map(|results| {
        let error = |scores: &Scores| estimate(scores.errors.iter().copied()).value;
        let best = (results.scores.iter())
            .filter(|scores| !scores.errors.is_empty())
            .min_by(|one, other| error(one).total_cmp(&error(other)))?;
        Some(format!("{}: {} is best, with {:.3}", results.name, best.model.name(), error(best)))
    });
    let description = best.collect::<Vec<_>>().join("; ") + ".";
    let frame = Frame {
        id: "beyond",
        title: "Guessing a rating better",
        description: &description,
        x_label: "models",
        y_label: "root mean square error",
    };
    bars(&frame, &names, &each_bars(all, &each), Range::FROM_ZERO)
}

fn table(all: &[Results]) -> Table {
    let mut table = Table::new(&[
        "data",
        "scale",
        "model",
        "form chosen",
        "splits",
        "error",
        "±",
        "of COM",
        "p",
        "corrected p",
        "95 % held",
        "95 % width",
        "80 % held",
        "80 % width",
    ]);
    for results in all {
        for scores in results.scores() {
            let Estimate { value, error } = estimate(scores.errors.iter().copied());
            let (of_com, p) = results
                .relative_to_com(scores)
                .map_or((f64::NAN, [f64::NAN; 2]), |(of_com, p)| (of_com.value, p));
            let [wide, narrow] = match scores.held.is_empty() {
                true => [(f64::NAN, f64::NAN); 2],
                false => intervals(scores).map(|(held, width)| (held.value, width)),
            };
            let chosen = match scores.model.chosen_in_view(&results.name) {
                true => "with these test errors in view",
                false => "without these test errors",
            };
            let names = [&results.name, results.scale.name(), scores.model.name(), chosen]
                .map(str::to_owned);
            let numbers = [value, error, of_com, p[0], p[1], wide.0, wide.1, narrow.0, narrow.1];
            let numbers = numbers.map(plain);
            let splits = scores.errors.len().to_string();
            table.row(names.into_iter().chain([splits]).chain(numbers));
        }
    }
    table
}

/// The aims, for each data set, as far as it can say anything of them.
fn checks(results: &Results) -> Vec<Check> {
    let name = &results.name;
    let kernel = results.of(Model::Kernel);
    let found = kernel.and_then(|scores| results.relative_to_com(scores));
    let check = |claim: String, found: Option<Estimate>, wanted: Target| {
        Check::worst_of(&format!("{name}: {claim}"), found, wanted)
    };
    // A p is exact, but says nothing where no split differs from the others.
    let exact = |of_com: Estimate| if of_com.error.is_nan() { f64::NAN } else { 0.0 };
    let p = found.map(|(of_com, [_, p])| Estimate { value: p, error: exact(of_com) });
    let mut all = vec![
        check(
            "the error of the machine's model divided by that of COM.".to_owned(),
            found.map(|(of_com, _)| of_com),
            Target::AtMost(AIM),
        ),
        check(
            "the p of that, corrected for the overlap of splits.".to_owned(),
            p,
            Target::AtMost(0.05),
        ),
    ];
    for (nth, level) in LEVELS.into_iter().enumerate() {
        let held = kernel.map(|scores| {
            let shares: Vec<f64> = scores.held.iter().map(|held| held[nth].0).collect();
            over_splits(&shares, results.split)
        });
        let claim = format!("its {:.0} % intervals contain the rating that often.", 100.0 * level);
        all.push(check(claim, held, Target::AtLeast(level)));
    }
    all.retain(|check| check.measured.value.is_finite());
    all
}
