//! The report of an experiment: figure 4, its tables and its claims.

use luna_figures::{Chart, Frame, Range, Reference, Series, Table, lines_with_reference};
use luna_learn::float;

use super::articles::{Contender, Standing};
use super::claims::{of_corrected, of_printed};
use super::curve::Curve;
use super::doubts;
use super::experiment::Outcome;
use super::paper_shares::{RANKED, UNRANKED};
use super::settings::Settings;
use crate::format::or_dash;
use crate::section::ReportSection;

/// The sections of the report, each with a table.
pub fn sections(of: &Outcome) -> Vec<ReportSection> {
    vec![printed(of), corrected(of), selection(of), not_fitting(of)]
}

/// Figure 4: the paper's experiment for its ranker and for the selected one, the same ranker by
/// article, and the paper's two numbers.
pub fn figure(of: &Outcome) -> Chart {
    let start = (0.0, 100.0 * of.printed.unranked, 0.0);
    let curve = |curve: &Curve| {
        let point = |point: &super::curve::CurvePoint| {
            let share = point.share().percent();
            (float(point.size), share.value, half(share.low, share.high))
        };
        std::iter::once(start).chain(curve.points.iter().map(point)).collect::<Vec<_>>()
    };
    let mut all: Vec<(String, Vec<(f64, f64, f64)>)> =
        of.printed.curves.iter().map(|it| (it.candidate.name(), curve(it))).collect();
    let by_article = by_article(of);
    if by_article.len() > 1 {
        let name = all.first().map_or_else(String::new, |(name, _)| format!("{name}, by article"));
        all.push((name, by_article));
    }
    let series: Vec<Series<'_>> =
        all.iter().map(|(name, points)| Series { name, points }).collect();
    let paper = [(0.0, UNRANKED), (float(RANKED.0), RANKED.1)];
    let reference = Reference { name: "the paper", points: &paper, joined: false };
    let frame = Frame {
        id: "figure-4",
        title: "Acceptable questions in the top fifth",
        description: "The share of acceptable questions among the fifth of the test questions that a ranker puts \
                      first, by the number of training questions. Bands are 95 % intervals: over the draws of \
                      training questions, or, by article, over articles drawn again. Diamonds are the paper's.",
        x_label: "training questions",
        y_label: "acceptable in the top fifth, percent",
    };
    let tops = all.iter().flat_map(|(_, points)| points).map(|it| it.1 + it.2);
    let top = tops.filter(|top| top.is_finite()).fold(60.0, f64::max);
    let high = if top > 80.0 { 100.0 } else { 80.0_f64.min((top / 10.0).ceil() * 10.0) };
    lines_with_reference(&frame, &series, Some(reference), Range { low: 0.0, high })
}

/// The paper's ranker by article, from chance to all training questions.
fn by_article(of: &Outcome) -> Vec<(f64, f64, f64)> {
    let corrected = &of.corrected;
    let point = |it: &Standing, x: f64| {
        let share = it.share.percent();
        (x, share.value, half(share.low, share.high))
    };
    let whole = corrected.results.iter().find(|it| matches!(it.contender, Contender::Fixed(_)));
    let mut points: Vec<_> =
        corrected.result(Contender::Unranked).map(|it| point(it, 0.0)).into_iter().collect();
    points.extend(corrected.results.iter().filter_map(|it| match it.contender {
        Contender::Sized(_, size) => Some(point(it, float(size))),
        _ => None,
    }));
    points.extend(whole.map(|it| point(it, corrected.train)));
    points
}

fn half(low: f64, high: f64) -> f64 {
    let half = (high - low) / 2.0;
    if half.is_finite() { half } else { 0.0 }
}

fn printed(of: &Outcome) -> ReportSection {
    let mut table = Table::new(&["ranker", "training questions", "draws", "top fifth, %", "r"]);
    table.row([
        "unranked".to_owned(),
        "0".to_owned(),
        String::new(),
        format!("{:.1}", 100.0 * of.printed.unranked),
        String::new(),
    ]);
    for curve in &of.printed.curves {
        for point in &curve.points {
            table.row([
                curve.candidate.name(),
                point.size.to_string(),
                point.shares.len().to_string(),
                point.share().percent().words(1),
                point.correlation().words(2),
            ]);
        }
    }
    let Settings { test, draws, .. } = of.settings;
    let about = format!(
        "{test} test questions are drawn once, whatever their article, and the rankers are trained on samples of the \
         others, {draws} of each size. The share is that of acceptable questions, with a mean rating over 3.5, in the \
         fifth of the test questions with the highest predicted ratings. Intervals are the paper's: over the draws \
         alone, with the test questions fixed. The second ranker is the one that correlates best with the ratings in \
         cross-validation by article within the training questions."
    );
    ReportSection {
        checks: of_printed(of),
        charts: vec![figure(of)],
        ..ReportSection::of_table("figure-4", "Figure 4, as printed", about, table)
    }
}

fn corrected(of: &Outcome) -> ReportSection {
    let mut table = Table::new(&[
        "ranker",
        "top fifth, %",
        "r",
        "gain over the paper's ranker, points",
        "p by splits",
    ]);
    for result in &of.corrected.results {
        let Standing { contender, share, correlation, gain } = result;
        let is_measure = !matches!(contender, Contender::Unranked | Contender::Perfect);
        let r = if is_measure { correlation.words(2) } else { String::new() };
        let is_first = gain.share.value.abs() < 1e-12 && gain.share.error.abs() < 1e-12;
        let cells = match is_measure && !is_first {
            true => [gain.share.percent().words(1), or_dash(gain.p, |p| format!("{p:.3}"))],
            false => [String::new(), String::new()],
        };
        table.row([contender.name(), share.percent().words(1), r].into_iter().chain(cells));
    }
    let MeanSizes { train, test } = MeanSizes::new(of);
    let about = format!(
        "{} splits; no article is in training and in the test ({train} training and {test} test questions on \
         average). Intervals include the sampling of the test questions: in 2,000 rounds, articles are drawn with \
         replacement, and in every split the questions of a test article count as often as it was drawn. Gains are \
         measured in the same rounds. The last column is the corrected resampled t-test over the splits, which also \
         allows for the training questions that splits have in common.",
        of.settings.splits
    );
    ReportSection {
        checks: of_corrected(of),
        ..ReportSection::of_table("by-article", "By article", about, table)
    }
}

/// Mean sizes in words.
struct MeanSizes {
    train: String,
    test: String,
}

impl MeanSizes {
    fn new(of: &Outcome) -> MeanSizes {
        let words = |size: f64| format!("{size:.0}");
        MeanSizes { train: words(of.corrected.train), test: words(of.corrected.test) }
    }
}

fn selection(of: &Outcome) -> ReportSection {
    let mut table = Table::new(&["ranker", "selected", "selected of those by text alone"]);
    for (candidate, all, text) in &of.corrected.selected {
        table.row([candidate.name(), all.to_string(), text.to_string()]);
    }
    let widths: Vec<String> =
        of.widths.iter().map(|(name, width)| format!("{name} {width}")).collect();
    let about = format!(
        "In each split, the selected ranker is the one whose predictions correlate best with the ratings in two-fold \
         cross-validation by article within the training questions; the test questions have no part in it. \
         Features: {}.",
        widths.join(", ")
    );
    ReportSection::of_table("selection", "Selected rankers", about, table)
}

fn not_fitting(of: &Outcome) -> ReportSection {
    let doubts::Doubts { chance, drawn_half, shares, unranked, test_sets } = &of.doubts;
    let mut table = Table::new(&["number", "value"]);
    let percent = |value: f64| format!("{:.1}", 100.0 * value);
    let mut row = |name: &str, value: String| table.row([name.to_owned(), value]);
    row("acceptable of all 1,195 questions of the paper, %", "12.9".to_owned());
    row("acceptable of its random 200 test questions, %", "23".to_owned());
    row("chance of 46 or more of 200, if 154 of 1,195 are", format!("{chance:.1e}"));
    row("half of an interval over draws, points", percent(*drawn_half));
    row("standard deviation over other test sets, points", percent(shares[1]));
    row("half of an interval over test sets, points", percent(1.96 * shares[1]));
    row("unranked, mean over other test sets, %", percent(unranked[0]));
    row("unranked, standard deviation, points", percent(unranked[1]));
    row("the paper's ranker, mean over other test sets by question, %", percent(shares[0]));
    let about = format!(
        "The paper says that 12.9 % of all its 1,195 questions are acceptable, and 23 % of a random 200 of them. The \
         chance of that or more is {chance:.1e}, so one of the numbers is of other questions or of another threshold. \
         Its intervals come from the draws of training questions and hold the test questions fixed: here they reach \
         {} points to either side on average, while {test_sets} other test sets of the same size spread so far that \
         an interval has to reach {}.",
        percent(*drawn_half),
        percent(1.96 * shares[1])
    );
    ReportSection::of_table("does-not-fit", "What does not fit in the paper", about, table)
}
