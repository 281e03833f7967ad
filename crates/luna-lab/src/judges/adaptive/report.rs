//! The report on the rating that follows a player.

use luna_figures::{Chart, Frame, Range, Series, Table, lines};

use super::{BEFORE, DRIFT, GUESSES_A_DAY, JUMP, Kind, LOOKS, Metrics, PLAYERS};
use crate::claims::{Check, Measured, Target};
use crate::format::counted;
use crate::judges::Column::{Mean, Share};
use crate::judges::{Size, both, points, table as measured_table, three};
use crate::section::ReportSection;
use crate::trials::Estimate;

type Row = (Kind, [Metrics; LOOKS.len()]);

pub(super) fn part(rows: &[Row], size: Size) -> ReportSection {
    let worlds = counted(size.trials, "world");
    ReportSection {
        name: "adaptive",
        title: "A rating that follows a player",
        about: format!(
            "This section compares the mean of all guesses with a rating that allows for change. Of {PLAYERS} players \
             half never change, a quarter drift by {DRIFT} points a day at random, and a quarter jump by {JUMP} \
             points after {BEFORE} days. Each gets {GUESSES_A_DAY} guesses a day. {worlds}."
        ),
        sources: Vec::new(),
        checks: checks(rows, size),
        charts: rows.iter().map(chart).collect(),
        caption: format!("Mean errors in points, by the days after the jump; {worlds}"),
        table: table(rows, size),
        decimals: 2,
    }
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Constant => "constant",
        Kind::Jumps => "jumps",
        Kind::Drifts => "drifts",
    }
}

fn checks(rows: &[Row], size: Size) -> Vec<Check> {
    let of = |kind: Kind, from: u32| {
        let own = rows.iter().filter(move |row| row.0 == kind).flat_map(|row| &row.1);
        let looks = own.zip(LOOKS).filter(move |(_, look)| *look >= from);
        looks.map(move |(found, _)| Measured::from(found.gain).of_trials(size.trials))
    };
    vec![
        Check::worst_of(
            "From two weeks after a jump on, the adaptive rating's error less the mean's.",
            of(Kind::Jumps, 14),
            Target::AtMost(-2.0),
        ),
        Check::worst_of(
            "The same of players who drift, at any time.",
            of(Kind::Drifts, 0),
            Target::AtMost(0.0),
        ),
        Check::worst_of(
            "The same of players who never change.",
            of(Kind::Constant, 0),
            Target::AtMost(0.5),
        ),
    ]
}

fn chart(row: &Row) -> Chart {
    let looks: Vec<(u32, Metrics)> = LOOKS.into_iter().zip(row.1).collect();
    let looks: Vec<&(u32, Metrics)> = looks.iter().collect();
    let line = |of: fn(&Metrics) -> Estimate| points(&looks, |look| look.0, |look| of(&look.1));
    let [mean, adaptive] = [line(|it| it.mean), line(|it| it.adaptive)];
    let (id, title) = match row.0 {
        Kind::Constant => ("adaptive-constant", "Players who never change"),
        Kind::Jumps => ("adaptive-jumps", "Players who jump"),
        Kind::Drifts => ("adaptive-drifts", "Players who drift"),
    };
    let frame = Frame {
        id,
        title,
        description: "The mean error of the mean of all guesses and of the adaptive rating.",
        x_label: "days after the jump",
        y_label: "mean error in points",
    };
    let series =
        [Series { name: "mean", points: &mean }, Series { name: "adaptive", points: &adaptive }];
    lines(&frame, &series, Range::FROM_ZERO)
}

fn table(rows: &[Row], size: Size) -> Table {
    let measured = [Mean("mean"), Mean("adaptive"), Mean("adaptive less mean"), Share("holds, %")];
    let mut table = measured_table(&["player", "days after"], &measured);
    for (kind, found) in rows {
        for (look, found) in LOOKS.into_iter().zip(found) {
            let start = [name(*kind).to_owned(), look.to_string(), size.trials.to_string()];
            let means = [found.mean, found.adaptive, found.gain].into_iter().flat_map(both);
            table.row(start.into_iter().chain(means).chain(three(found.held)));
        }
    }
    table
}
