//! The report on what a strategy costs: the theory beside the simulations.

use luna_figures::{Chart, Frame, Range, Reference, Series, Table, lines_with_reference};

use super::{OF, Row};
use crate::claims::{Check, Measured, Target};
use crate::format::{counted, plain};
use crate::judges::{Column, Size, both, table as measured_table};
use crate::section::ReportSection;
use crate::trials::Estimate;

pub(super) fn part(rows: &[Row], size: Size) -> ReportSection {
    ReportSection {
        name: "theory",
        title: "What a strategy costs, by the theory",
        about: format!(
            "Section 3.2.2 computes what players change who always guess 0. One of N takes 1/N of the mean rating \
             from everybody, herself included, and loses her games. K of them take K/N from every rating. Each \
             simulated world has the same players, games and noise as one in which everybody is honest; {} games \
             for each player, {}.",
            super::GAMES,
            counted(size.trials, "trial")
        ),
        sources: Vec::new(),
        checks: checks(&rows.iter().collect::<Vec<_>>()),
        charts: vec![by_players(rows), by_minimum(rows)],
        caption: "Ratings lost to players who always guess 0, in percent of those of honest worlds"
            .to_owned(),
        table: table(rows),
        decimals: 3,
    }
}

pub(super) fn checks(rows: &[&Row]) -> Vec<Check> {
    let measured = |row: &Row, found: Estimate| Measured::from(found).of_trials(row.trials);
    let single = rows.iter().filter(|row| row.minimum == 1);
    let some = rows.iter().filter(|row| row.players == OF && row.minimum > 1);
    let of_theory = |row: &&&Row| {
        let Estimate { value, error } = row.lost();
        let theory = row.theory();
        measured(row, Estimate { value: value / theory, error: error / theory })
    };
    let beyond = |row: &&&Row| {
        let Estimate { value, error } = row.lost();
        measured(row, Estimate { value: 100.0 * (value - row.theory()), error: 100.0 * error })
    };
    let half = rows.iter().find(|row| row.players == OF && 2 * row.minimum == OF);
    let fewer = |row: &&&Row| {
        let (own, honest) = (row.won, row.won_honestly);
        let value = honest.value - own.value;
        measured(row, Estimate { value, error: honest.error.hypot(own.error) })
    };
    vec![
        Check::worst_of(
            "One player of N who guesses 0 takes 1/N of the mean rating: what is lost, divided by that, for every N.",
            single.clone().map(|row| of_theory(&row)),
            Target::Near(1.0, 0.05),
        )
        .with_source("p. 35; tolerance ours"),
        Check::worst_of(
            "Guessing 0 costs games: those that the same player would win if honest less those won, in percent of \
             the decided ones, for every N.",
            single.map(|row| fewer(&row)),
            Target::AtLeast(0.0),
        )
        .with_source("p. 35 “losing every Luna Game”"),
        Check::worst_of(
            "K of 100 take K/100 of the ratings: what is lost less that, in percent, for every K.",
            some.map(|row| beyond(&row)),
            Target::Near(0.0, 1.0),
        )
        .with_source("p. 35; tolerance ours"),
        Check::worst_of(
            "If half of the players guess 0, ratings are roughly half of the intelligence.",
            half.map(|row| measured(row, row.left)),
            Target::Near(0.5, 0.05),
        )
        .with_source("p. 35 “roughly half”; tolerance ours"),
    ]
}

/// The most players that fit into the chart.
const SHOWN: u32 = 100;

fn by_players(rows: &[Row]) -> Chart {
    let own = rows.iter().filter(|row| row.minimum == 1 && row.players <= SHOWN);
    let points: Vec<(f64, f64, f64)> = own.map(|row| point(row.players, row)).collect();
    let theory: Vec<(f64, f64)> = (1..=SHOWN / 5)
        .map(|fifth| f64::from(5 * fifth))
        .map(|players| (players, 100.0 / players))
        .collect();
    let frame = Frame {
        id: "theory-players",
        title: "What one player who guesses 0 takes from the mean rating",
        description: "The loss falls as one divided by the number of players.",
        x_label: "players",
        y_label: "percent of the mean rating",
    };
    chart(&frame, &points, &theory)
}

fn by_minimum(rows: &[Row]) -> Chart {
    let own = rows.iter().filter(|row| row.players == OF && row.minimum > 1);
    let points: Vec<(f64, f64, f64)> = own.map(|row| point(row.minimum, row)).collect();
    let frame = Frame {
        id: "theory-minimum",
        title: "What several players who guess 0 take from the ratings",
        description: "The loss is the share of these players.",
        x_label: "players who guess 0, of 100",
        y_label: "percent of the ratings",
    };
    chart(&frame, &points, &[(10.0, 10.0), (100.0, 100.0)])
}

fn point(x: u32, row: &Row) -> (f64, f64, f64) {
    let Estimate { value, error } = row.lost();
    let lost = Estimate { value: 100.0 * value, error: 100.0 * error };
    (f64::from(x), lost.value, lost.half_band())
}

fn chart(frame: &Frame<'_>, points: &[(f64, f64, f64)], theory: &[(f64, f64)]) -> Chart {
    let series = Series { name: "simulated", points };
    let reference = Reference { name: "the theory", points: theory, joined: true };
    lines_with_reference(frame, &[series], Some(reference), Range::FROM_ZERO)
}

fn table(rows: &[Row]) -> Table {
    let known = ["players", "guess 0"];
    let measured = ["lost, %", "mean error", "won, %", "won if honest, %"].map(Column::Mean);
    let mut table = measured_table(&known, &measured);
    table.headers.insert(3, "lost by the theory, %".to_owned());
    for row in rows {
        let Estimate { value, error } = row.lost();
        let lost = Estimate { value: 100.0 * value, error: 100.0 * error };
        let known = [row.players, row.minimum, row.trials].map(|count| count.to_string());
        let numbers = [lost, row.error, row.won, row.won_honestly].map(both).concat();
        table.row(known.into_iter().chain([plain(100.0 * row.theory())]).chain(numbers));
    }
    table
}
