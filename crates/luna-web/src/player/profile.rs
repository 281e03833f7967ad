//! `/profile`: a player's own results.

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use luna_app::format::{date, guesses, many};
use luna_core::interval::Spread;
use luna_core::rank::{GUESSES_FOR_A_RANK, is_provisional};
use luna_core::rating::Rating;
use luna_store as store;
use luna_store::Tx;
use luna_store::game::SeatState;
use luna_store::predict::QuestionInformativeness;
use maud::{Markup, html};

use crate::html::moon::moon;
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;
use crate::rating::derived::DerivedRatings;
use crate::rating::format::interval;
use crate::rating::predict::tells;
use crate::rating::{history, judge_accuracy, months};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/profile", get(show))
}

async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, tally, spread, steps, months, derived, judged, excluded, told) = app
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
            let told = told_by_closed_games(tx, &me.id)?;
            Ok::<_, Error>((me, tally, spread, steps, months, derived, judged, excluded, told))
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
        div.row {
            @if let Some(rating) = tally.rating { (moon(rating.mean() / 100.0, 72, true)) }
            h1 dir="auto" { (me.name) }
        }
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
        div.after { span.figure { (tally.rating.map_or_else(|| "none yet".to_owned(), |rating| rating.to_string())) } span.small.soft { "Smarts Rating" } }
        @if let Some(rating) = tally.rating { (how_sure(rating, spread)) }
        p.soft {
            (many(tally.finished, "game")) " finished: "
            (tally.won) " won, " (tally.lost) " lost, " (tally.tied) " tied."
        }
        p.soft.small {
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
        (most_telling(&told))
        p { a.button href="/games" { "Your games" } }
    };
    Ok(Page::new("Profile", body).of(Some(&me)).render(&app))
}

/// The open games of each kind that are looked at.
const MOST_OPEN: i64 = 50;

/// What a player's questions tell, but for those that are asked in a game which is not over.
fn told_by_closed_games(
    tx: &mut Tx<'_>,
    player_id: &str,
) -> store::Result<Vec<QuestionInformativeness>> {
    let mut told = store::predict::of_asker(tx, player_id)?;
    for state in [SeatState::Move, SeatState::Wait] {
        let end = (i64::MAX, "");
        for line in store::game::list::of_player(tx, player_id, state, end, MOST_OPEN)? {
            let asked = line.game.view(line.seat).my_questions.unwrap_or_default();
            told.retain(|it| !asked.contains(&it.text));
        }
    }
    Ok(told)
}

/// How many questions are listed.
const MOST_TELLING: usize = 3;

/// The questions of a player whose responses tell most about ratings.
fn most_telling(told: &[QuestionInformativeness]) -> Markup {
    let mut best: Vec<&QuestionInformativeness> = told.iter().filter(|it| it.share > 0.0).collect();
    best.sort_by(|one, other| other.share.total_cmp(&one.share));
    best.truncate(MOST_TELLING);
    html! {
        @if !best.is_empty() {
            h2 { "Your most telling questions" }
            ul.plain { @for it in best { li { bdi { (it.text) } (tells(Some(it))) } } }
        }
    }
}

/// The interval of a rating, and whether it is a provisional one.
fn how_sure(rating: Rating, spread: Option<Spread>) -> Markup {
    html! {
        p {
            "95 % interval: " (interval(spread)) ". "
            @if is_provisional(rating) {
                "It comes from " (guesses(rating.count())) ", and is provisional until there are " (GUESSES_FOR_A_RANK) "."
            }
        }
    }
}
