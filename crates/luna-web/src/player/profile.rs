//! `/profile`: a player's own results.

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use luna_app::format::{date, guesses};
use luna_store as store;
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;
use crate::rating::derived::DerivedRatings;
use crate::rating::format::interval;
use crate::rating::{history, judge_accuracy, months};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/profile", get(show))
}

async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, tally, spread, steps, months, derived, judged, excluded) = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let tally = store::player::tally(tx, &me.id)?;
            let steps = store::rating::history(tx, &me.id)?;
            let spread = store::rating::spread_of(tx, &me.id)?;
            let months = luna_app::rating::months::months(tx, &me.id, i64::MAX)?;
            let derived = DerivedRatings::of(tx, &me.id)?;
            let judged = luna_app::rating::judge_accuracy::own(tx, &me.id)?;
            let excluded = store::judge::excluded(tx, &me.id)?;
            Ok::<_, Error>((me, tally, spread, steps, months, derived, judged, excluded))
        })
        .await?;
    let description = tally.rating.map_or_else(
        || "No guesses yet.".to_owned(),
        |now| match steps.len() {
            1 => format!("After the first guess: {now}."),
            _ => format!(
                "The rating after each of the last {}; now {now}.",
                guesses(i64::try_from(steps.len()).unwrap_or(0))
            ),
        },
    );
    let body = html! {
        h1 dir="auto" { (me.name) }
        p.soft {
            "Playing since " (date(me.created_at)) ". "
            a href="/settings" { "Settings" }
        }
        @if let Some(excluded) = &excluded {
            p.note {
                "Since " (date(excluded.at)) " your guesses do not count in anybody's rating: " bdi { (excluded.why) }
                " You can keep playing, and your own rating is not affected. If you think this is wrong, "
                a href="/contact" { "write to the operator" } "; they can make your guesses count again."
            }
        }
        div.tiles {
            (tile(&tally.rating.map_or_else(|| "none yet".to_owned(), |rating| rating.to_string()), "Smarts Rating"))
            (tile(&tally.finished.to_string(), if tally.finished == 1 { "game finished" } else { "games finished" }))
            (tile(&tally.won.to_string(), "won"))
            (tile(&tally.lost.to_string(), "lost"))
            (tile(&tally.tied.to_string(), "tied"))
        }
        p.soft.small {
            @if spread.is_some() { "95 % interval of the rating: " (interval(spread)) ". " }
            "The rating is the mean of what people have guessed about you in finished games. "
            "Machines' guesses never count. A game against somebody rated before you have a rating "
            "is no loss, so wins, losses and ties need not add up."
        }
        @if steps.is_empty() {
            p { "Your rating appears here once the first person has guessed it, and you can watch it change." }
        } @else {
            (history::section("Your Smarts Rating, guess by guess", &description, tally.rating, &steps))
        }
        (months::section(&months, false))
        (derived.section())
        @if tally.finished > 0 && excluded.is_none() { (judge_accuracy::section(&judged)) }
        p { a.button href="/games" { "Your games" } }
    };
    Ok(Page::new("Profile", body).of(Some(&me)).render(&app))
}

fn tile(figure: &str, what: &str) -> Markup {
    html! { div.sheet { span.figure { (figure) } span.small.soft { (what) } } }
}
