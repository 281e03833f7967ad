//! The report on the calibrated rating: a table, charts, and the comparison with its targets.

use luna_figures::{Chart, Frame, Range, Table, heat_map};

use super::{FOUR, OTHERS, Row, SHARES, Size, readings};
use crate::claims::{Check, Measured, Target};
use crate::format::{counted, plain};
use crate::judges::Column::{Mean, Share};
use crate::judges::{self, ErrorPanel, both, error_charts, points, three};
use crate::section::ReportSection;
use crate::trials::Estimate;

pub(super) fn part(rows: &[Row], size: Size) -> ReportSection {
    let own = |noise: &str| -> Vec<&Row> {
        rows.iter().filter(|row| row.noise == noise && row.steps == size.steps).collect()
    };
    let each = readings().map(|(noise, _)| (noise, own(noise)));
    ReportSection {
        name: "calibration",
        title: "The calibrated rating",
        about: format!(
            "This section compares the mean error of the plain mean of all guesses with that of the calibrated rating, which \
         estimates how each judge judges. {} players, {} steps, {}. The heat maps show the second \
         error divided by the first: above 1, calibration does harm. This happens where dishonest \
         judges agree with each other and are nearly as many as the honest ones.",
            size.players,
            size.steps,
            counted(size.trials, "trial")
        ),
        sources: Vec::new(),
        checks: checks(&rows.iter().collect::<Vec<_>>(), size),
        charts: charts(&each),
        caption: format!(
            "Mean error in points, {} players, {}",
            size.players,
            counted(size.trials, "trial")
        ),
        table: table(rows),
        decimals: 2,
    }
}

fn combined<'a>(rows: &[&'a Row], honest: u32) -> Option<&'a Row> {
    rows.iter().find(|row| row.honest == honest && row.others == FOUR).copied()
}

pub(super) fn checks(rows: &[&Row], size: Size) -> Vec<Check> {
    let with = |noise: &str| {
        let own = |row: &&&Row| row.noise == noise && row.steps == size.steps;
        checks_with(noise, &rows.iter().filter(own).copied().collect::<Vec<_>>())
    };
    readings().iter().flat_map(|(noise, _)| with(noise)).collect()
}

fn checks_with(noise: &str, rows: &[&Row]) -> Vec<Check> {
    let ratio = |honest| {
        combined(rows, honest).map(|row| Measured::from(row.found.ratio).of_trials(row.trials))
    };
    let fifth = combined(rows, 80).zip(combined(rows, 100)).map(|(fifth, all)| {
        let ratio = fifth.found.calibrated.over(all.found.plain);
        Measured::from(ratio).of_trials(fifth.trials.min(all.trials))
    });
    let held = [50, 60, 70, 80, 90, 100].map(|honest| combined(rows, honest));
    let held = held
        .into_iter()
        .flatten()
        .map(|row| Measured::from(row.found.held.percent()).of_trials(row.trials));
    let said = |words: &str| format!("{words} Noise: {noise}.");
    let check =
        |words: &str, one: Option<Measured>, wanted| Check::worst_of(&said(words), one, wanted);
    vec![
        check(
            "With half dishonest, divided by the plain mean's error.",
            ratio(50),
            Target::AtMost(0.25),
        ),
        check(
            "With a fifth dishonest, divided by the plain mean's error where all are honest.",
            fifth,
            Target::AtMost(1.5),
        ),
        check(
            "With all honest, divided by the plain mean's error.",
            ratio(100),
            Target::AtMost(1.02),
        ),
        Check::worst_of(
            &said("Its 95 % interval contains the truth with half to all honest, in percent."),
            held,
            Target::Between(94.0, 96.0),
        ),
    ]
}

/// For each noise the errors, all on one scale, and the ratios.
fn charts(each: &[(&'static str, Vec<&Row>)]) -> Vec<Chart> {
    let named = || each.iter().zip(["narrow", "wide"]);
    let panels: Vec<ErrorPanel> =
        named().map(|((noise, rows), id)| errors(noise, rows, id)).collect();
    let errors = error_charts("honest players in percent", &panels);
    let ratios = named().map(|((noise, rows), id)| ratios(noise, rows, id));
    errors.into_iter().zip(ratios).flat_map(|(errors, ratios)| [errors, ratios]).collect()
}

fn errors(noise: &str, rows: &[&Row], id: &str) -> ErrorPanel {
    let four: Vec<&Row> = rows.iter().copied().filter(|row| row.others == FOUR).collect();
    let points = |of: fn(&Row) -> Estimate| points(&four, |row| row.honest, of);
    let each = vec![
        ("plain mean", points(|row| row.found.plain)),
        ("calibrated rating", points(|row| row.found.calibrated)),
    ];
    ErrorPanel {
        id: format!("calibration-{id}-errors"),
        title: format!("Others evenly {FOUR}; noise of {noise}"),
        each,
    }
}

fn ratios(noise: &str, rows: &[&Row], id: &str) -> Chart {
    let of = |other: &str| {
        SHARES.map(|honest| {
            let row = rows.iter().find(|row| row.honest == honest && row.others == other);
            row.map_or(f64::NAN, |row| row.found.ratio.value)
        })
    };
    let values = OTHERS.map(of);
    let named: Vec<(&str, &[f64])> =
        OTHERS.into_iter().zip(values.iter().map(<[f64; 5]>::as_slice)).collect();
    let columns = SHARES.map(|honest| (100 - honest).to_string());
    let frame = Frame {
        id: &format!("calibration-{id}-ratios"),
        title: &format!(
            "The calibrated rating's error divided by the plain mean's; noise of {noise}"
        ),
        description: "Above 1, the calibrated rating is worse.",
        x_label: "players who are not honest, in percent",
        y_label: "they are",
    };
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    heat_map(&frame, "error, calibrated / plain", &columns, &named, Range::FROM_ZERO)
}

fn table(rows: &[Row]) -> Table {
    let known = ["noise", "honest, %", "the others", "steps"];
    let measured =
        [Mean("plain mean"), Mean("calibrated"), Mean("ratio"), Share("95 % interval holds, %")];
    let mut table = judges::table(&known, &measured);
    table.headers.push("its width".to_owned());
    for row in rows {
        let found = row.found;
        let start = [
            row.noise.to_owned(),
            row.honest.to_string(),
            row.others.clone(),
            row.steps.to_string(),
            row.trials.to_string(),
        ];
        let numbers = [found.plain, found.calibrated, found.ratio].map(both).concat();
        let held = three(found.held);
        table.row(start.into_iter().chain(numbers).chain(held).chain([plain(found.width)]));
    }
    table
}
