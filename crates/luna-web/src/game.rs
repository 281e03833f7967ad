//! `/games`: a player's games, and `/games/{id}`: playing one.
//!
//! The id in the address is that of the player's seat. The seat of somebody else looks like one
//! that does not exist.

mod closeness;
pub(crate) mod discipline;
mod form_problems;
mod game_page;
mod list;
mod moves;
mod pages;
pub(crate) mod seat;
mod seat_address;
mod share;

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use luna_app::{house_machines, rate_limit};
use luna_machines::HouseMachine;
use luna_store as store;
use luna_store::game::Kind;

use self::game_page::GamePage;
use crate::http::error::Error;
use crate::http::form_request::{BareFormRequest, FormRequest};
use crate::http::id::is_id;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// The number of games that one person may have open at once.
const MOST_OPEN: i64 = 50;

fn routes() -> Router<App> {
    Router::new()
        .route("/games", get(list::show).post(new))
        .route("/guesses", get(closeness::show))
        .route("/practice", post(practice))
        .route("/games/{id}", get(show))
        .route("/games/{id}/questions", get(back).post(moves::questions))
        .route("/games/{id}/responses", get(back).post(moves::responses))
        .route("/games/{id}/guess", get(back).post(moves::guess))
        .route("/games/{id}/leave", get(back).post(moves::leave))
        .route("/games/{id}/draft", get(back).post(moves::draft))
        .route("/games/{id}/rematch", get(back).post(rematch))
        .route("/games/{id}/mail", get(back).post(seat_address::send))
        .route("/mail/stop/{token}", get(seat_address::stop_page).post(seat_address::stop))
        .route("/games/{id}/share", get(share::begin))
        .route("/results/{id}", get(share::page))
        .route("/results/{id}/card.svg", get(share::svg))
        .route("/results/{id}/card.png", get(share::png))
}

async fn new(BareFormRequest { app, visitor, .. }: BareFormRequest) -> Result<Redirect, Error> {
    open(app, visitor, Kind::Rated).await
}

async fn practice(
    BareFormRequest { app, visitor, .. }: BareFormRequest,
) -> Result<Redirect, Error> {
    open(app, visitor, Kind::Practice).await
}

/// Asks for a rematch, or begins the one that the partner has asked for.
async fn rematch(FormRequest { app, visitor, id, .. }: FormRequest) -> Result<Redirect, Error> {
    let (at, seat_id) = (app.moment(), id.clone());
    let begun = app
        .db
        .write_retrying(move |tx| {
            let (me, consents) = visitor.playing(tx)?;
            if !consents {
                return Err(Error::ConsentFirst { back: visitor.path.clone() });
            }
            Ok(store::game::ask_rematch(tx, &at, &seat_id, &me.id)?)
        })
        .await?;
    Ok(Redirect::to(&format!("/games/{}", begun.unwrap_or(id))))
}

/// Opens a game, straight into the interview: there is no lobby.
async fn open(app: App, visitor: Visitor, kind: Kind) -> Result<Redirect, Error> {
    let (at, rules) = (app.moment(), app.settings.rules);
    let (limits, limit) = (Arc::clone(&app.limits), rate_limit::games(app.settings.games_per_hour));
    let seat = app
        .db
        .write_retrying(move |tx| {
            let (me, consents) = visitor.playing(tx)?;
            if !consents {
                return Err(Error::ConsentFirst { back: visitor.path.clone() });
            }
            store::game::list::lock_open(tx, &me.id)?;
            if store::game::list::open_count(tx, &me.id)? >= MOST_OPEN {
                return Err(Error::Refused(format!(
                    "You have {MOST_OPEN} open games, which is the limit. Please finish some before you start another."
                )));
            }
            if kind == Kind::Practice {
                house_machines::partner(tx, HouseMachine::ALL, &me.id)?;
            }
            limits.take(limit, &me.id, at.now)?;
            let seat = store::game::start(tx, &at, &me.id, rules, kind)?;
            if kind.counts() {
                store::draft::take_kept(tx, &me.id, &seat)?;
            }
            Ok(seat)
        })
        .await?;
    Ok(Redirect::to(&format!("/games/{seat}")))
}

async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Response, Error> {
    let asking = visitor.clone();
    let seen = app.db.read(move |tx| GamePage::read(tx, &asking, &id)).await?;
    Ok(pages::page(&seen, &app, &visitor, None).into_response())
}

/// A refused form leaves its address in the browser. Reloading that address leads back to the
/// game.
async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    Ok(Redirect::to(&format!("/games/{id}")))
}
