//! The instance in figures: who came, what was finished, and the three plots of section 6.3. Never
//! shown to players, since it would help them guess.

use axum::extract::State;
use luna_app::format::{date, thousands};
use luna_figures::{Frame, Range};
use luna_store as store;
use luna_store::counters::BINS;
use luna_store::player::Role;
use maud::{Markup, html};

use super::listing::page;
use crate::html::chart;
use crate::html::table::{Column, table};
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;

const DAYS: i64 = 30;
const DAY_MS: i64 = 86_400_000;
/// The latest guesses that are drawn.
const GUESSES: i64 = 500;
/// The latest guesses among which newcomers' ratings are followed.
const FOLLOWED: i64 = 1_000;

const COLUMNS: [(&str, &str); 9] = [
    ("guest", "Guests"),
    ("sign_up", "Accounts"),
    ("opened", "Games opened"),
    ("asked", "Interviews sent"),
    ("paired", "Paired"),
    ("final", "Finished"),
    ("expired", "Expired seats"),
    ("left", "Left seats"),
    ("practised", "Practice finished"),
];

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, days, people, machines, lengths, spreads) = app
        .db
        .read(move |tx| {
            let me = asking.operator(tx, Role::Administrator)?;
            Ok::<_, Error>((
                me,
                store::counters::days(tx, asking.now, DAYS)?,
                store::counters::histogram(tx, "human")?,
                store::counters::histogram(tx, "machine")?,
                store::rating::lengths_and_guesses(tx, GUESSES)?,
                store::game::list::spreads(tx, FOLLOWED)?,
            ))
        })
        .await?;
    let total = |what: &str| -> i64 { days.values().filter_map(|day| day.get(what)).sum() };
    let share = match total("paired") {
        0 => "–".to_owned(),
        paired => format!("{} %", 100 * total("final") / paired),
    };
    let heads: Vec<Column<'_>> = std::iter::once(Column::Text("Day"))
        .chain(COLUMNS.iter().map(|(_, name)| Column::Number(name)))
        .collect();
    let rows = html! {
        tr { th scope="row" { "All" } @for (what, _) in COLUMNS { td.number { (thousands(total(what))) } } }
        @for (day, counts) in days.iter().rev() {
            tr {
                th scope="row" { (date(day * DAY_MS)) }
                @for (what, _) in COLUMNS { td.number { (thousands(counts.get(what).copied().unwrap_or(0))) } }
            }
        }
    };
    let body = html! {
        p.soft { "The last " (DAYS) " days. Of the paired games, " strong { (share) } " were finished." }
        (table("Traffic by day", &heads, &rows))
        h2 { "Smarts Ratings of people" }
        (histogram("people", "Ratings of people", &people))
        h2 { "Smarts Ratings of machines" }
        (histogram("machines", "Ratings of machines", &machines))
        h2 { "Length of responses and the guesses they received" }
        (length_plot(&lengths))
        h2 { "Spread of a rating against the number of games" }
        (spread_plot(&spreads))
    };
    Ok(page(&app, &me, "Figures", &body))
}

fn histogram(id: &str, title: &str, bins: &[u64; BINS]) -> Markup {
    let frame =
        Frame { id, title, description: title, x_label: "Smarts Rating", y_label: "players" };
    let rows: Vec<(String, String)> = bins
        .iter()
        .zip(0..)
        .map(|(count, bin)| (format!("{} to {}", bin * 5, bin * 5 + 5), count.to_string()))
        .collect();
    chart::with_table(&luna_figures::histogram(&frame, 0.0, 5.0, bins), &frame, &rows)
}

fn length_plot(lengths: &[(i64, luna_core::rating::Points)]) -> Markup {
    let number = |value: i64| f64::from(i32::try_from(value).unwrap_or(i32::MAX));
    let points: Vec<(f64, f64)> = lengths
        .iter()
        .map(|(chars, guess)| (number(*chars), number(guess.millionths() / 1000) / 1000.0))
        .collect();
    let r =
        luna_figures::pearson(&points).map_or("not yet known".to_owned(), |r| format!("{r:.3}"));
    let description =
        format!("The latest {} guesses by people; Pearson's r is {r}.", lengths.len());
    let frame = Frame {
        id: "lengths",
        title: "Length of all responses and the guess",
        description: &description,
        x_label: "characters",
        y_label: "guess",
    };
    let rows: Vec<(String, String)> =
        lengths.iter().map(|(chars, guess)| (chars.to_string(), guess.to_string())).collect();
    html! {
        p.soft { (description) " In the paper it is 0.179." }
        (chart::with_table(&luna_figures::scatter(&frame, &points, Range { low: 0.0, high: 100.0 }), &frame, &rows))
    }
}

/// For each number of games: the mean, over players, of the standard deviation
/// of their rating so far, with the deviation of that.
fn spread_plot(spreads: &[(i64, Vec<f64>)]) -> Markup {
    let most = spreads.iter().map(|(games, _)| *games).max().unwrap_or(0).min(50);
    let mut points = Vec::new();
    for games in 2..=most {
        let enough = usize::try_from(games).unwrap_or(0);
        let each: Vec<f64> = spreads
            .iter()
            .filter_map(|(_, ratings)| ratings.get(..enough))
            .map(|ratings| mean_and_deviation(ratings).1)
            .collect();
        if !each.is_empty() {
            let (mean, deviation) = mean_and_deviation(&each);
            points.push((f64::from(i32::try_from(games).unwrap_or(0)), mean, deviation));
        }
    }
    let frame = Frame {
        id: "spreads",
        title: "Standard deviation of the ratings so far",
        description: "The mean over all players, with the standard deviation over players.",
        x_label: "number of games",
        y_label: "standard deviation",
    };
    let rows: Vec<(String, String)> = points
        .iter()
        .map(|(games, mean, deviation)| (format!("{games}"), format!("{mean:.2} ± {deviation:.2}")))
        .collect();
    chart::with_table(&luna_figures::bars_with_error(&frame, &points), &frame, &rows)
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = f64::from(u32::try_from(values.len()).unwrap_or(u32::MAX)).max(1.0);
    let mean = values.iter().sum::<f64>() / count;
    let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (mean, square.sqrt())
}
