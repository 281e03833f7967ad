//! Derived ratings: a table for the pages of players and machines.

use luna_app::format::{many, tenths};
use luna_store::rating::derived::{self, Estimate, GameRatings, GuessRatings};
use luna_store::theme::{self, ThemeRating};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::format::between;
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;

/// The derived ratings of a player, as far as there are any.
pub(crate) struct DerivedRatings {
    pub(crate) guesses: Option<GuessRatings>,
    pub(crate) games: Option<GameRatings>,
    /// By theme of the questions, with its title, where themes say more than one number.
    pub(crate) themes: Vec<(String, ThemeRating)>,
}

impl DerivedRatings {
    pub(crate) fn of(tx: &mut Tx<'_>, player_id: &str) -> store::Result<DerivedRatings> {
        Ok(DerivedRatings {
            guesses: derived::of_guesses(tx, player_id)?,
            games: derived::of_games(tx, player_id)?,
            themes: theme::ratings_of(tx, player_id)?,
        })
    }

    /// A quiet table; nothing while nobody has guessed.
    pub(crate) fn section(&self) -> Markup {
        html! {
            @if let Some(guesses) = &self.guesses {
                h2 { "Derived ratings from the same guesses" }
                (of_guesses(guesses))
                @if let Some(games) = &self.games { (of_games(games)) }
                @if !self.themes.is_empty() { (of_themes(&self.themes)) }
                p.soft.small {
                    "Updated about every ten minutes, so a game that has just ended may be missing. "
                    a href="/ratings" { "What each of them means, and when they differ" }
                }
            }
        }
    }
}

fn of_guesses(it: &GuessRatings) -> Markup {
    let heads = [Text("From guesses"), Number("Rating"), Number("95 % interval")];
    let rows = html! {
        (row("Calibrated", Some(it.calibrated), Some((it.low, it.high)), tenths))
        (row("Median", Some(it.median), None, tenths))
        (row("Trimmed mean", Some(it.trimmed), None, tenths))
        @if it.adaptive.is_some() {
            (row("Adaptive, at the last guess", it.adaptive, it.adaptive_low.zip(it.adaptive_high), tenths))
        }
        @if it.even.is_some() {
            (row("At equal length of responses", it.even, it.even_low.zip(it.even_high), tenths))
        }
    };
    table("Ratings from the same guesses", &heads, &rows)
}

fn of_games(it: &GameRatings) -> Markup {
    let heads = [Text("From games"), Number("Rating"), Number("95 % interval")];
    let line = |name: &str, Estimate { rating, half }: Estimate, said: fn(f64) -> String| {
        let ends = rating.zip(half).map(|(rating, half)| (rating - half, rating + half));
        row(name, rating, ends, said)
    };
    let rows = html! {
        (line("Bradley–Terry", it.bradley_terry, whole))
        (line("Elo", it.elo, whole))
        (line("Glicko-2", it.glicko, whole))
        (line("TrueSkill", it.trueskill, tenths))
    };
    html! {
        p.soft { "From " (many(it.games, "game")) " between rated players, by who won:" }
        (table("Ratings from won and lost games", &heads, &rows))
    }
}

fn of_themes(all: &[(String, ThemeRating)]) -> Markup {
    let heads =
        [Text("Questions about"), Number("Rating"), Number("95 % interval"), Number("Marks")];
    let rows = html! {
        @for (title, it) in all {
            tr {
                th scope="row" dir="auto" { (title) }
                td.number { (tenths(it.rating)) }
                td.number { (tenths(it.low)) " to " (tenths(it.high)) }
                td.number { (it.marks) }
            }
        }
    };
    html! {
        p.soft { "By what the questions were about, from the marks of single responses:" }
        (table("Ratings by theme", &heads, &rows))
    }
}

fn whole(points: f64) -> String {
    format!("{points:.0}")
}

fn row(
    name: &str,
    rating: Option<f64>,
    ends: Option<(f64, f64)>,
    said: fn(f64) -> String,
) -> Markup {
    let ends = ends.map(|(low, high)| format!("{} to {}", said(low), said(high)));
    html! {
        tr {
            th scope="row" { (name) }
            td.number { (rating.map_or_else(|| "–".to_owned(), said)) }
            td.number { (ends.unwrap_or_else(|| "–".to_owned())) }
        }
    }
}

/// A calibrated rating in a line of the leaderboard.
pub(crate) fn calibrated(of: Option<&GuessRatings>) -> Markup {
    html! {
        @match of {
            Some(it) => { (tenths(it.calibrated)) " " span.by { (between((it.low, it.high))) } },
            None => "–",
        }
    }
}
