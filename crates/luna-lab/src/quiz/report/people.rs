//! People's part of the report.

use luna_figures::{Chart, Table};
use luna_learn::float;

use super::{accuracy_chart, blank};
use crate::claims::{Check, Measured, Target};
use crate::quiz::human::Group;
use crate::section::ReportSection;
use crate::trials::estimate;
use crate::trials::proportion::Proportion;

/// Half of the last digit of a share that is printed in percent with one decimal.
const ROUNDING: f64 = 0.0005;
const SOURCE: &str = "section 3; rounding of the printed number";

pub(super) fn section([control, challenge]: &[Group; 2]) -> ReportSection {
    let mut table = Table::new(&["measure", "ordinary", "challenge", "paper", "p"]);
    let accuracy = |group: &Group| {
        let (low, high) = group.interval();
        format!("{:.3} ({low:.3} to {high:.3})", group.accuracy())
    };
    let mut row = |cells: [&str; 5]| table.row(cells.map(str::to_owned));
    row(["plays", &control.plays.len().to_string(), &challenge.plays.len().to_string(), "", ""]);
    let fisher = format!("{:.3} (Fisher)", challenge.fisher_p(control));
    row(["accuracy", &accuracy(control), &accuracy(challenge), "0.842, 0.897", &fisher]);
    let position = |group: &Group| format!("{:.3}", group.mean_position());
    let both = [position(control), position(challenge)];
    for (test, name) in challenge.position_tests(control).into_iter().zip(["Welch", "Student"]) {
        let p = test.map_or_else(
            || format!("– ({name})"),
            |it| format!("{:.5} ({name}, t = {:.2}, df = {:.1})", it.p, it.t, it.freedom),
        );
        row(["mean buzz position", &both[0], &both[1], "0.717, 0.584", &p]);
    }
    let near = |claim: &str, measured: Measured, printed: f64| Check {
        claim: claim.to_owned(),
        measured,
        wanted: Target::Near(printed, ROUNDING),
        source: SOURCE,
        far: 0.01,
    };
    let right = |group: &Group| Proportion::of(group.right(), group.plays.len()).into();
    let heard = |group: &Group| estimate(group.positions().into_iter()).into();
    let checks = vec![
        near("People are right on 89.7 % of challenge questions.", right(challenge), 0.897),
        near("They buzz with 41.6 % of a challenge question remaining.", heard(challenge), 0.584),
        near("They are right on 84.2 % of ordinary questions.", right(control), 0.842),
        near("They buzz with 28.3 % of an ordinary question remaining.", heard(control), 0.717),
    ];
    let about = "Plays without a machine as opponent. Intervals of accuracies are exact 95 % intervals. Differences \
        are tested two-sided: accuracies by Fisher's exact test, positions by t-tests.";
    ReportSection { checks, ..blank("people", "People", about, table) }
}

/// The share of plays answered right by each twentieth.
pub(super) fn panel(groups: &[Group; 2]) -> Chart {
    let points = groups.each_ref().map(|group| {
        let at = |nth: usize| {
            let share = float(nth) / 20.0;
            (100.0 * share, group.answered_by(share), 0.0)
        };
        (1..=20).map(at).collect::<Vec<_>>()
    });
    accuracy_chart(
        "figure-3-people",
        "People",
        "The share of plays that were answered right by then.",
        &points,
    )
}
