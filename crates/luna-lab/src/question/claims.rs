//! The paper's claims about ranking, and aims of ours, beside one run.
//!
//! Numbers of the paper come from 200 test questions, so each allows for two standard errors of
//! such a number. Where the text has only a word, bounds are ours.

use luna_machines::question_ranker::RankerKind;

use super::articles::Contender;
use super::curve::CurvePoint;
use super::experiment::Outcome;
use super::feature_set::FeatureSet;
use super::paper_shares::{RANKED, UNRANKED};
use super::resampling::Interval;
use crate::claims::{Check, OURS, Target};
use crate::trials::Estimate;

/// The correlation with all training questions.
const CORRELATION: f64 = 0.36;

const OF_UNRANKED: &str = "section 6; two standard errors of a share of 200";
const OF_RANKED: &str = "section 6; two standard errors of a share of 40";
const OF_CORRELATION: &str = "footnote 7; two standard errors of a correlation over 200";
const DOUBLES: &str = "section 6 “more than doubles”";
const IMPROVES: &str = "section 6, figure 4";

/// Claims about the experiment as printed. Errors are over the draws of training questions.
pub(super) fn of_printed(of: &Outcome) -> Vec<Check> {
    let printed = &of.printed;
    let points = printed.curves.first().map_or(&[][..], |curve| &curve.points);
    let drawn: Vec<&CurvePoint> = points.iter().filter(|it| it.shares.len() > 1).collect();
    let none = Estimate { value: f64::NAN, error: f64::NAN };
    let share =
        |point: Option<&&CurvePoint>| point.map_or(none, |it| it.share().percent().estimate());
    let near = drawn.iter().rev().find(|point| point.size <= RANKED.0);
    let last = share(drawn.last());
    let unranked = 100.0 * printed.unranked;
    // The deviation of a share of so many.
    let error = (unranked * (100.0 - unranked) / luna_learn::float(printed.test)).sqrt();
    let ratio = Estimate { value: last.value / unranked, error: last.error / unranked };
    let r = drawn.last().map_or(none, |it| it.correlation().estimate());
    let mut checks = vec![
        check(
            "Unranked, 23 % of the test questions are acceptable.",
            Estimate { value: unranked, error },
            Target::Near(UNRANKED, 6.0),
            OF_UNRANKED,
        ),
        check(
            &format!(
                "Of the top fifth 49 % are acceptable with 650 training questions; here with {}.",
                near.map_or(0, |point| point.size)
            ),
            share(near),
            Target::Near(RANKED.1, 16.0),
            OF_RANKED,
        ),
        check(
            "Ranking more than doubles the share: its ratio to the unranked one.",
            ratio,
            Target::AtLeast(2.0),
            DOUBLES,
        ),
        check(
            "More training questions make it better: the share with most less that with fewest.",
            minus(last, share(drawn.first())),
            Target::AtLeast(0.0),
            IMPROVES,
        ),
    ];
    let beyond = drawn.iter().filter(|point| point.size >= RANKED.0);
    let levels = minus(share(beyond.clone().next_back()), share(beyond.clone().next()));
    checks.push(check(
        "It levels off beyond 650: the share with most less that with 650.",
        levels,
        Target::AtMost(2.0),
        "section 6 “appears to level off somewhat”; bound ours",
    ));
    checks.push(check(
        "The correlation with the ratings is 0.36.",
        r,
        Target::Near(CORRELATION, 0.12),
        OF_CORRELATION,
    ));
    checks
}

/// Claims by article, and our aims. Errors are those of the bootstrap over articles.
pub(super) fn of_corrected(of: &Outcome) -> Vec<Check> {
    let corrected = &of.corrected;
    let none = Interval { value: f64::NAN, low: f64::NAN, high: f64::NAN, error: f64::NAN };
    let find = |contender| corrected.results.iter().find(move |it| it.contender == contender);
    let ridge = corrected.results.iter().find_map(|it| match it.contender {
        Contender::Fixed(candidate) if candidate.kind == RankerKind::Ridge => Some(candidate),
        _ => None,
    });
    let of_ridge = ridge.and_then(|ridge| find(Contender::Fixed(ridge)));
    let share = |contender| find(contender).map_or(none, |it| it.share.percent()).estimate();
    let (ridge_share, ridge_r) =
        of_ridge.map_or((none, none), |it| (it.share.percent(), it.correlation));
    let selected = find(Contender::Selected(None));
    let gain = selected.map_or(none, |it| it.gain.share.percent()).estimate();
    // The smallest number of training questions less the whole is a gain below zero.
    let fewest = ridge.and_then(|ridge| {
        let sized = corrected.results.iter();
        sized
            .map(|it| it.contender)
            .find(|it| matches!(it, Contender::Sized(of, _) if *of == ridge))
    });
    let growth = fewest.and_then(find).map_or(none, |it| it.gain.share.percent()).estimate();
    let mut checks = vec![
        check(
            "Unranked, 23 % are acceptable.",
            share(Contender::Unranked),
            Target::Near(UNRANKED, 6.0),
            OF_UNRANKED,
        ),
        check(
            "Of the top fifth 49 % are acceptable.",
            ridge_share.estimate(),
            Target::Near(RANKED.1, 16.0),
            OF_RANKED,
        ),
        check(
            "Ranking more than doubles the share: its ratio to the unranked one.",
            corrected.ratio.estimate(),
            Target::AtLeast(2.0),
            DOUBLES,
        ),
        check(
            "More training questions make it better: the share with most less that with fewest.",
            Estimate { value: -growth.value, error: growth.error },
            Target::AtLeast(0.0),
            IMPROVES,
        ),
        check(
            "The correlation with the ratings is 0.36.",
            ridge_r.estimate(),
            Target::Near(CORRELATION, 0.12),
            OF_CORRELATION,
        ),
        check(
            "Aim: the ranker selected in training has 40 % in the top fifth.",
            share(Contender::Selected(None)),
            Target::AtLeast(40.0),
            OURS,
        ),
        check("Aim: it is better than ridge regression.", gain, Target::AtLeast(0.0), OURS),
        check("Aim: it is better by 3 points.", gain, Target::AtLeast(3.0), OURS),
    ];
    if let Some(mean) = find(Contender::Mean) {
        let gain = mean.gain.share.percent().estimate();
        checks.extend([
            check(
                "Aim: the mean of all rankers is better than ridge regression.",
                gain,
                Target::AtLeast(0.0),
                OURS,
            ),
            check("Aim: it is better by 3 points.", gain, Target::AtLeast(3.0), OURS),
        ]);
    }
    if let Some(text) = find(Contender::Selected(Some(FeatureSet::Text))) {
        let share = text.share.percent().estimate();
        checks.extend([
            check("Aim: from text alone, 36 %.", share, Target::AtLeast(36.0), OURS),
            check(
                "Aim: from text alone, a correlation of 0.36.",
                text.correlation.estimate(),
                Target::AtLeast(0.36),
                OURS,
            ),
        ]);
    }
    checks
}

fn check(claim: &str, measured: Estimate, wanted: Target, source: &'static str) -> Check {
    Check { claim: claim.to_owned(), measured: measured.into(), wanted, source, far: 1.0 }
}

/// As if they had nothing to do with each other.
fn minus(one: Estimate, other: Estimate) -> Estimate {
    Estimate { value: one.value - other.value, error: one.error.hypot(other.error) }
}
