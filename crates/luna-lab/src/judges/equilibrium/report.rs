//! The report on the equilibrium: the paper's guess about it, a table and charts.

use luna_figures::{Chart, Frame, Range, Series, Table, lines};

use super::{CROWDS, GAMES, NEAR, PLAYERS, Row};
use crate::claims::{Check, Measured, Target};
use crate::format::counted;
use crate::judges::{Column, Size, both, table as measured_table};
use crate::section::ReportSection;
use crate::trials::Estimate;
use crate::world::strategy::Strategy;

/// The most that the number of players may bring, in points.
const HARDLY: f64 = 1.0;

pub(super) fn part(rows: &[Row], size: Size) -> ReportSection {
    let enough = CROWDS.map(|crowd| format!("{}, for {}", games_needed(rows, crowd), who(crowd)));
    ReportSection {
        name: "equilibrium",
        title: "How much play an equilibrium needs",
        about: format!(
            "Ratings are in equilibrium when more play no longer moves them: here, when they are within {NEAR} points, \
             on average, of those after {} games of each player. The number of players and the number of games of each \
             are doubled in turn. Guesses vary by {} points. Players who learn begin on a scale of their own, off by 15 \
             points, and follow the ratings that they see. These games are enough: {}. {}.",
            super::END,
            super::NOISE,
            enough.join("; "),
            counted(size.trials, "trial")
        ),
        sources: Vec::new(),
        checks: checks(&rows.iter().collect::<Vec<_>>()),
        charts: CROWDS.map(|crowd| chart(rows, crowd)).into(),
        caption:
            "The mean distance of ratings from those of the end, and their mean error, in points"
                .to_owned(),
        table: table(rows),
        decimals: 2,
    }
}

fn who(crowd: Strategy) -> &'static str {
    if crowd == Strategy::Learning { "players who learn the scale" } else { "players who know it" }
}

/// The least of the numbers of games after which ratings are near the end, for any number of players.
fn games_needed(rows: &[Row], crowd: Strategy) -> String {
    let own = rows.iter().filter(|row| row.plan.crowd == crowd);
    let needed = own.map(|row| row.found.iter().position(|found| found.distance.value <= NEAR));
    let needed: Option<Vec<usize>> = needed.collect();
    match needed.map(|all| (all.iter().min().copied(), all.iter().max().copied())) {
        Some((Some(least), Some(most))) if least == most => GAMES[least].to_string(),
        Some((Some(least), Some(most))) => format!("{} to {}", GAMES[least], GAMES[most]),
        _ => format!("more than {}", GAMES[GAMES.len() - 1]),
    }
}

/// The distance of a crowd of this size after so many games.
fn distance(rows: &[&Row], crowd: Strategy, players: u32, games: usize) -> Option<Measured> {
    let own = |row: &&&Row| row.plan.crowd == crowd && row.plan.players == players;
    let row = rows.iter().find(own)?;
    Some(Measured::from(row.found[games].distance).of_trials(row.trials))
}

/// Of two crowds that have nothing to do with each other.
fn minus(one: Option<Measured>, other: Option<Measured>) -> Option<Measured> {
    let (one, other) = (one?, other?);
    let error = one.error().hypot(other.error());
    let found = Measured::from(Estimate { value: one.value - other.value, error });
    Some(found.of_trials(one.trials?.min(other.trials?)))
}

pub(super) fn checks(rows: &[&Row]) -> Vec<Check> {
    let all = |crowd: Strategy| {
        let sizes = PLAYERS
            .windows(2)
            .flat_map(|pair| (1..GAMES.len()).map(move |games| (pair[0], pair[1], games)));
        let more = sizes.filter_map(|(few, many, games)| {
            minus(distance(rows, crowd, many, games - 1), distance(rows, crowd, few, games))
        });
        more.collect::<Vec<_>>()
    };
    let [least, .., most] = PLAYERS;
    let crossed = |crowd| {
        // As many games in all: 25 players with 32 games each, and 800 with one.
        minus(distance(rows, crowd, most, 0), distance(rows, crowd, least, 5))
    };
    let by_players = |crowd| {
        let each = (0..GAMES.len()).filter_map(|games| {
            minus(distance(rows, crowd, least, games), distance(rows, crowd, most, games))
        });
        each.collect::<Vec<_>>()
    };
    let both = |of: &dyn Fn(Strategy) -> Vec<Measured>| {
        CROWDS.iter().flat_map(|it| of(*it)).collect::<Vec<_>>()
    };
    vec![
        Check::worst_of(
            "The duration matters more than the number of players: the distance with twice the players less that with \
             twice the games of each, everywhere.",
            both(&all),
            Target::AtLeast(0.0),
        )
        .with_source("p. 96 “more important”"),
        Check::worst_of(
            "A much smaller cohort with several games is nearer to its end: the distance of 800 players with one game \
             less that of 25 with 32.",
            CROWDS.into_iter().filter_map(crossed),
            Target::AtLeast(0.0),
        )
        .with_source("p. 96 “even a much smaller cohort”"),
        Check::worst_of(
            "More players alone hardly help: the distance of 25 less that of 800, after as many games of each.",
            both(&by_players),
            Target::AtMost(HARDLY),
        )
        .with_source("p. 96; bound ours"),
        Check::worst_of(
            "With one game each, ratings are not in equilibrium: the distance from the end.",
            both(&|crowd| PLAYERS.iter().filter_map(|&it| distance(rows, crowd, it, 0)).collect()),
            Target::AtLeast(NEAR),
        )
        .with_source("p. 91 “No such convergence”; bound ours"),
    ]
}

fn chart(rows: &[Row], crowd: Strategy) -> Chart {
    let own = rows.iter().filter(|row| row.plan.crowd == crowd);
    let each: Vec<(String, Vec<(f64, f64, f64)>)> = own
        .map(|row| {
            let point = |(games, found): (&u32, &super::Metrics)| {
                (f64::from(*games), found.distance.value, found.distance.half_band())
            };
            let points = GAMES.iter().zip(&row.found).map(point).collect();
            (format!("{} players", row.plan.players), points)
        })
        .collect();
    let series: Vec<Series<'_>> =
        each.iter().map(|(name, points)| Series { name, points }).collect();
    let frame = Frame {
        id: &format!("equilibrium-{}", crowd.name()),
        title: &format!("The distance of ratings from those of the end, for {}", who(crowd)),
        description: "More games of each player bring ratings nearer to the end; more players hardly do.",
        x_label: "games of each player",
        y_label: "points",
    };
    let tops = rows.iter().flat_map(|row| &row.found);
    let range = Range::shared(tops.map(|it| it.distance.value + it.distance.half_band()));
    lines(&frame, &series, range)
}

fn table(rows: &[Row]) -> Table {
    let measured = ["distance from the end", "mean error", "rated, %"].map(Column::Mean);
    let mut table = measured_table(&["players are", "players", "games of each"], &measured);
    for row in rows {
        for (games, found) in GAMES.iter().zip(&row.found) {
            let known = [row.plan.players, *games, row.trials].map(|count| count.to_string());
            let start = [row.plan.crowd.name()].into_iter().chain(known);
            let numbers = [found.distance, found.error, found.rated].map(both).concat();
            table.row(start.chain(numbers));
        }
    }
    table
}
