//! The report on crowds of judges as people are: a table, a chart, and the comparison with the
//! targets.

use luna_figures::{Chart, Frame, Range, Table, heat_map};

use super::{Crowd, GUESSES, Metrics, Size};
use crate::claims::{Check, Measured, Target};
use crate::format::counted;
use crate::judges::Column::{Mean, Share};
use crate::judges::{self, both, three};
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;

type Row = (Crowd, [Metrics; GUESSES.len()]);

/// The first of the numbers of guesses from which intervals should hold what they say.
const FROM: u32 = 6;

pub(super) fn part(rows: &[Row], size: Size) -> ReportSection {
    let counts = format!("{} players, {}", size.players, counted(size.trials, "world"));
    ReportSection {
        name: "crowds",
        title: "Intervals in crowds of judges as people are",
        about: format!(
            "This section shows how often the 95 % interval of the calibrated rating contains the opinion of the \
         earnest judges, where judges have an offset, a slope and noise of their own, moods, slips \
         and round numbers, and some are careless. {counts} for each crowd."
        ),
        sources: Vec::new(),
        checks: checks(rows, size),
        charts: vec![chart(rows)],
        caption: format!("Intervals that hold, in percent, and mean errors; {counts}"),
        table: table(rows, size),
        decimals: 1,
    }
}

/// The percentage of intervals that hold, from this number of guesses on.
fn held(row: &Row, from: u32) -> impl Iterator<Item = Proportion> + '_ {
    let looks = GUESSES.iter().zip(&row.1).filter(move |&(&guesses, _)| guesses >= from);
    looks.map(|(_, found)| found.held.percent())
}

fn checks(rows: &[Row], size: Size) -> Vec<Check> {
    let within = |row: &&Row| held(row, FROM).all(|held| (93.0..=97.0).contains(&held.value));
    let good = Proportion::of(rows.iter().filter(within).count(), rows.len()).percent();
    // These are all the crowds there are, not a sample of them.
    let good = Proportion { from: good.value, to: good.value, ..good };
    let everywhere = rows.iter().flat_map(|row| held(row, 0));
    vec![
        Check::worst_of(
            &format!(
                "Crowds in which 93 to 97 % of intervals hold at every number of guesses from {FROM} on, in percent."
            ),
            [good],
            Target::AtLeast(93.75),
        ),
        Check::worst_of(
            "Intervals that hold, in percent, in every crowd at every number of guesses.",
            everywhere.map(|share| Measured::from(share).of_trials(size.trials)),
            Target::AtLeast(90.0),
        ),
    ]
}

fn name(crowd: &Crowd) -> String {
    let (low, high) = crowd.habits.noise;
    format!("noise {low} to {high}, offsets {}, {} % careless", crowd.habits.offset, crowd.careless)
}

fn chart(rows: &[Row]) -> Chart {
    let values: Vec<(String, Vec<f64>)> = rows
        .iter()
        .map(|row| (name(&row.0), held(row, 0).map(|held| held.value).collect()))
        .collect();
    let named: Vec<(&str, &[f64])> =
        values.iter().map(|(name, values)| (name.as_str(), values.as_slice())).collect();
    let columns = GUESSES.map(|guesses| guesses.to_string());
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let frame = Frame {
        id: "crowds-held",
        title: "Intervals that hold",
        description: "The share of 95 % intervals that contain the opinion of the earnest judges.",
        x_label: "guesses about each player",
        y_label: "crowd",
    };
    heat_map(&frame, "percent of intervals", &columns, &named, Range { low: 80.0, high: 100.0 })
}

fn table(rows: &[Row], size: Size) -> Table {
    let names = |what: &str| GUESSES.map(|guesses| format!("{what}, {guesses} guesses"));
    let [held, errors, ratios] = ["holds, %", "error", "by the mean's"].map(names);
    let measured: Vec<judges::Column<'_>> = held
        .iter()
        .map(|name| Share(name))
        .chain(errors.iter().chain(&ratios).map(|name| Mean(name)))
        .collect();
    let mut table = judges::table(&["noise", "offsets", "slopes", "careless, %"], &measured);
    for (crowd, found) in rows {
        let (low, high) = crowd.habits.noise;
        let start = [
            format!("{low} to {high}"),
            crowd.habits.offset.to_string(),
            crowd.habits.slope.to_string(),
            crowd.careless.to_string(),
            size.trials.to_string(),
        ];
        let shares = found.map(|it| three(it.held));
        let means = [found.map(|it| it.error), found.map(|it| it.ratio)];
        let means = means.into_iter().flatten().flat_map(both);
        table.row(start.into_iter().chain(shares.into_iter().flatten()).chain(means));
    }
    table
}
