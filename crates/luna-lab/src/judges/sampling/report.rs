//! The report on sampling: guesses needed by each way to come by a rating.

use luna_figures::{Chart, Frame, Range, Series, Table, lines};

use super::bound::Ideal;
use super::choice::Choice;
use super::curve::{LOOKS, TAU};
use super::world::{MACHINES, Marking, Meeting, NOISE, OF_JUDGE};
use super::{EVENLY, INFORMATIVE, Policy, Row, Way};
use crate::claims::{Check, Measured, Target};
use crate::format::counted;
use crate::judges::{Column, Size, both, points, table as measured_table};
use crate::section::ReportSection;
use crate::trials::Estimate;

/// The aim: half of what an even draw needs.
const AIM: f64 = 720.0;

pub(super) fn part(rows: &[Row], size: Size) -> ReportSection {
    let worlds = counted(size.trials, "world");
    ReportSection {
        name: "sampling",
        title: "Fewer guesses for the same ranking",
        about: format!(
            "This section shows after how many guesses Kendall's tau between a rating and the truth is {TAU}. {MACHINES} \
             machines are judged by people with a noise of {NOISE}, {OF_JUDGE} machines each. Offsets, moods and \
             noise are estimated. The last three rows are theory: judges are known, and noise is all there is. {worlds}."
        ),
        sources: Vec::new(),
        checks: checks(rows),
        charts: vec![chart(rows)],
        caption: format!("Guesses that are needed for a tau of {TAU}; {worlds}"),
        table: table(rows),
        decimals: 0,
    }
}

fn checks(rows: &[Row]) -> Vec<Check> {
    let guesses_alone = |row: &&Row| {
        matches!(row.way, Way::Played(Policy { marking: None, meeting, .. })
            if meeting == Meeting::OneByOne || meeting == Meeting::SideBySide(0.0))
    };
    let needed = |row: &Row| row.needed.last().copied().flatten();
    let least = |rows: &mut dyn Iterator<Item = &Row>| {
        rows.filter_map(|row| Some(Measured::from(needed(row)?).of_trials(row.trials)))
            .min_by(|one, other| one.value.total_cmp(&other.value))
    };
    let informative = rows.iter().find(|row| row.way == Way::Played(INFORMATIVE));
    vec![
        Check::worst_of(
            "The most informative guesses next, by percent of what an even draw needs.",
            informative.map(|row| {
                let Estimate { value, error } = row.ratio;
                let percent = Estimate { value: 100.0 * value, error: 100.0 * error };
                Measured::from(percent).of_trials(row.trials)
            }),
            Target::AtMost(100.0),
        ),
        Check::worst_of(
            "The fewest guesses of any way without marks, if no noise is shared.",
            least(&mut rows.iter().filter(guesses_alone)),
            Target::AtMost(AIM),
        ),
        Check::worst_of(
            "The fewest guesses of any way.",
            least(&mut rows.iter().filter(|row| matches!(row.way, Way::Played(_)))),
            Target::AtMost(AIM),
        ),
    ]
}

/// Rule, meeting and marks of a way.
fn words(way: Way) -> [String; 3] {
    let Policy { choice, meeting, marking } = match way {
        Way::Played(policy) => policy,
        Way::Ideal(ideal) => {
            let rule = match ideal {
                Ideal::Evenly => "theory: evenly",
                Ideal::BestFixed => "theory: best numbers fixed beforehand",
                Ideal::Informative => "theory: most informative",
            };
            return [rule.to_owned(), "one by one".to_owned(), "none".to_owned()];
        }
    };
    let rule = match choice {
        Choice::AtRandom => "at random",
        Choice::Fewest => "evenly",
        Choice::MostInformative => "most informative",
    };
    let meeting = match meeting {
        Meeting::OneByOne => "one by one".to_owned(),
        Meeting::SideBySide(shared) => format!("side by side, {} % shared", 100.0 * shared),
    };
    let marks = match marking {
        None => "none".to_owned(),
        Some(Marking { apart, same_questions }) => {
            let questions = if same_questions { ", same questions" } else { "" };
            format!("{apart} points apart{questions}")
        }
    };
    [rule.to_owned(), meeting, marks]
}

fn table(rows: &[Row]) -> Table {
    let known = ["next", "meeting", "marks"];
    let measured =
        ["mean", "calibrated", "joint model", "joint model by evenly calibrated"].map(Column::Mean);
    let mut table = measured_table(&known, &measured);
    let none = Estimate { value: f64::NAN, error: f64::NAN };
    for row in rows {
        let needed = row.needed.map(|needed| needed.unwrap_or(none));
        let numbers = needed.into_iter().chain([row.ratio]).flat_map(both);
        table.row(words(row.way).into_iter().chain([row.trials.to_string()]).chain(numbers));
    }
    table
}

fn chart(rows: &[Row]) -> Chart {
    let shown = |row: &&Row| match row.way {
        Way::Played(policy) => {
            let beside = matches!(policy.meeting, Meeting::SideBySide(_));
            policy == EVENLY || policy == INFORMATIVE || beside && policy.marking.is_some()
        }
        Way::Ideal(_) => false,
    };
    let curves: Vec<(String, Vec<(f64, f64, f64)>)> = rows
        .iter()
        .filter(shown)
        .map(|row| {
            let looks: Vec<(u32, Estimate)> = LOOKS.into_iter().zip(row.curve).collect();
            let looks: Vec<&(u32, Estimate)> = looks.iter().collect();
            (words(row.way).join(", "), points(&looks, |look| look.0, |look| look.1))
        })
        .collect();
    let series: Vec<Series<'_>> =
        curves.iter().map(|(name, points)| Series { name, points }).collect();
    let frame = Frame {
        id: "sampling-tau",
        title: "Tau by the number of guesses",
        description: "Kendall's tau between rating and truth rises with the number of guesses.",
        x_label: "guesses about all machines",
        y_label: "Kendall's tau",
    };
    lines(&frame, &series, Range { low: 0.7, high: 1.0 })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::num::NonZero;

    use super::super::ways;
    use super::*;
    use crate::claims::Verdict;

    #[test]
    fn the_report_has_a_row_for_each_way_and_says_whether_the_aim_is_reached() {
        let rows: Vec<Row> = ways()
            .into_iter()
            .zip(1_i32..)
            .map(|(way, nth)| {
                let one = Estimate { value: 1400.0 - 50.0 * f64::from(nth), error: 5.0 };
                let needed = match way {
                    Way::Played(_) => [Some(one); 3],
                    Way::Ideal(_) => [None, None, Some(one)],
                };
                let ratio = Estimate { value: 1.0 - 0.03 * f64::from(nth), error: 0.01 };
                let tau = Estimate { value: 0.9, error: 0.01 };
                Row { way, trials: 60, needed, ratio, curve: [tau; LOOKS.len()] }
            })
            .collect();
        let threads = NonZero::<usize>::MIN;
        let size = Size { players: 0, steps: 0, trials: 60, most_trials: 60, threads };
        let part = part(&rows, size);
        assert!(part.table.rows.iter().all(|row| row.len() == part.table.headers.len()));
        let ways: BTreeSet<String> = rows.iter().map(|row| words(row.way).join(", ")).collect();
        assert_eq!(ways.len(), rows.len(), "each way has words of its own");
        let verdicts: Vec<Verdict> = part.checks.iter().map(Check::verdict).collect();
        let expected = [Verdict::Consistent, Verdict::Contradicted, Verdict::Consistent];
        assert_eq!(verdicts, expected, "{:?}", part.checks);
        assert!(part.charts.iter().all(|chart| chart.svg().contains("side by side")));
    }
}
