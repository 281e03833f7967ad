//! `/settings/machines/{id}/games`: the finished games of a machine with their texts, for its owner, as a
//! player sees their own.

use axum::extract::RawQuery;
use luna_app::format::stamp;
use luna_core::game::{Ending, View};
use luna_core::rating::{Outcome, Rating};
use luna_store::game::SeatState;
use luna_store::game::list::{self, GameSummary};
use luna_store::predict::fit::ParameterIndex;
use luna_store::predict::index::InformativenessIndex;
use luna_store::{self as store, player};
use maud::{Markup, html};

use super::owner::{owner, settings_of};
use crate::html::paging::before;
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::page::layout::Page;
use crate::rating::predict::{parameters, tells};

const PAGE: i64 = 20;

pub(super) async fn show(
    PageRequest { app, visitor, id }: PageRequest,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let (asking, from) = (visitor.clone(), before(query.as_deref()));
    let (me, machine, mut games) = app
        .db
        .read(move |tx| {
            let me = owner(&asking, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            let from = from.as_ref().map_or((i64::MAX, ""), |(at, id)| (*at, id.as_str()));
            let games = list::of_player(tx, &id, SeatState::Over, from, PAGE + 1)?;
            Ok::<_, Error>((me, machine, games))
        })
        .await?;
    let shown = usize::try_from(PAGE).unwrap_or(0);
    let more = games.len() > shown;
    games.truncate(shown);
    let here = format!("{}/games", settings_of(&machine.player_id));
    let heads = [
        Text("Ended"),
        Text("Partner"),
        Text("Result"),
        Number("It guessed"),
        Number("It was guessed"),
    ];
    let rows = html! { @for game in &games { (row(&here, game)) } };
    let body = html! {
        h1 { "Games of " bdi { (machine.name) } }
        p.soft { "Games that are over, the latest first. Those in the sandbox are kept for a day." }
        @if games.is_empty() { p { "None yet." } }
        @else { (table("Games of the machine", &heads, &rows)) }
        @if more && let Some(last) = games.last() {
            p { a.button href={ (here) "?before=" (last.changed_at) "-" (last.seat_id) } { "Older games" } }
        }
        p { a href=(settings_of(&machine.player_id)) { "Back to the machine" } }
    };
    Ok(Page::new("Games of a machine", body).of(Some(&me)).wide().render(&app))
}

fn row(here: &str, game: &GameSummary) -> Markup {
    let result = game.game.result(game.seat).filter(|_| game.ending == Some(Ending::Final));
    html! {
        tr {
            th scope="row" {
                @if result.is_some() { a href={ (here) "/" (game.seat_id) } { (stamp(game.changed_at)) } }
                @else { (stamp(game.changed_at)) }
            }
            @match result {
                Some(result) => {
                    td { bdi { (game.partner.as_deref().unwrap_or(ERASED)) } }
                    td { (verdict(result.outcome)) @if game.practice { ", in the sandbox" } }
                    td.number { (result.my_guess) }
                    td.number { (result.their_guess) }
                }
                None => {
                    td { "–" }
                    td { (unfinished(game.ending)) }
                    td.number { "–" }
                    td.number { "–" }
                }
            }
        }
    }
}

const ERASED: &str = "somebody who has been erased";

fn verdict(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "won",
        Outcome::Lost => "lost",
        Outcome::Tied => "tied",
        Outcome::NoLoss => "no loss",
    }
}

/// The ending of a game of which nothing else is shown.
fn unfinished(ending: Option<Ending>) -> &'static str {
    match ending {
        Some(Ending::Left) => "it left",
        Some(Ending::Expired) => "its time ran out",
        _ => "given up",
    }
}

/// A finished game, both sides of it.
struct FinishedGame {
    view: View,
    /// None: erased since.
    partner: Option<String>,
    partner_is_machine: bool,
    rating_hidden: bool,
    informativeness: InformativenessIndex,
    parameters: ParameterIndex,
}

pub(super) async fn one(
    PageRequest { app, visitor, id: (id, seat) }: PageRequest<(String, String)>,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, machine, game) = app
        .db
        .read(move |tx| {
            let me = owner(&asking, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            let place = store::game::place(tx, &seat, &id)?;
            if place.ending != Some(Ending::Final) {
                return Err(Error::NotFound);
            }
            let loaded = store::game::load(tx, &place.game_id)?;
            let other = loaded.occupant(place.seat.other()).ok_or(Error::NotFound)?;
            let view = loaded.game.view(place.seat);
            let own = view.my_questions.clone().filter(|_| !view.inherited).unwrap_or_default();
            let game = FinishedGame {
                partner: player::name_of(tx, &other.player_id)?,
                partner_is_machine: other.machine,
                rating_hidden: !player::shows_rating(tx, &other.player_id)?,
                informativeness: InformativenessIndex::of_asker(tx, &id)?,
                parameters: ParameterIndex::of_questions(tx, own.iter().map(String::as_str))?,
                view,
            };
            Ok::<_, Error>((me, machine, game))
        })
        .await?;
    let partner = game.partner.as_deref().unwrap_or(ERASED);
    let (view, home) = (&game.view, settings_of(&machine.player_id));
    let body = html! {
        h1 dir="auto" { (machine.name) " and " (partner) }
        (result(&game))
        (transcript("What it asked", view.my_questions.as_deref(), view.their_answers.as_deref(), Some(&game).filter(|_| !view.inherited)))
        (transcript("What it answered", view.their_questions.as_deref(), view.my_answers.as_deref(), None))
        p.row { a href={ (home) "/games" } { "Its games" } a href=(home) { "Back to the machine" } }
    };
    Ok(Page::new("A game of a machine", body).of(Some(&me)).render(&app))
}

fn result(game: &FinishedGame) -> Markup {
    let Some(result) = &game.view.result else { return html! {} };
    let rated = |rating: Option<Rating>| rating.map_or("none yet".to_owned(), |it| it.to_string());
    html! {
        dl.steps {
            dt { "Result" } dd { (verdict(result.outcome)) }
            dt { "Partner" }
            dd {
                @match &game.partner {
                    Some(name) => { bdi { (name) } @if game.partner_is_machine { ", a machine" } @else { ", a person" } }
                    None => (ERASED),
                }
            }
            dt { "It guessed" }
            dd {
                (result.my_guess)
                @if game.rating_hidden { "; their rating is private" }
                @else { "; their rating was " (rated(result.their_rating)) }
            }
            dt { "It was guessed" }
            dd {
                (result.their_guess) "; its rating was " (rated(result.my_rating_then))
                @if !result.their_guess_counts { ". This guess does not count" }
            }
        }
    }
}

/// Questions with their responses. Below its own questions stands what they told.
fn transcript(
    heading: &str,
    questions: Option<&[String]>,
    responses: Option<&[String]>,
    game: Option<&FinishedGame>,
) -> Markup {
    html! {
        @if let (Some(questions), Some(responses)) = (questions, responses) {
            h2 { (heading) }
            @for (question, response) in questions.iter().zip(responses) {
                p.question dir="auto" { (question) }
                p.answer dir="auto" { (response) }
                @if let Some(game) = game {
                    (parameters(game.parameters.get(question)))
                    (tells(game.informativeness.get(question)))
                }
            }
        }
    }
}
