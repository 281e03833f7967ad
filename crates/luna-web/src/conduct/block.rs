//! `/games/{id}/block`: never pair two players again; `/settings/blocks`: everybody a
//! player has blocked.

use axum::Router;
use axum::extract::State;
use axum::response::Redirect;
use axum::routing::{get, post};
use luna_app::format::date;
use luna_store::block::{Block, PER_HOUR};
use luna_store::{self as store};
use maud::{Markup, html};

use crate::game::seat::seat;
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::id::is_id;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/games/{id}/block", get(ask).post(add))
        .route("/settings/blocks", get(list))
        .route("/settings/blocks/{id}", post(lift))
}

async fn ask(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, place, opposite) = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let place = seat(tx, &id, &me.id)?;
            let opposite = store::report::opposite(tx, &place, &me.id)?;
            Ok::<_, Error>((me, place, opposite))
        })
        .await?;
    let game = format!("/games/{}", place.seat_id);
    let body = html! {
        h1 { "Never pair us again" }
        @if opposite.is_none() {
            p { "Nobody has been your partner in this game, so there is nobody to block." }
        } @else {
            p {
                "You and your partner of this game will never be paired again, whether they are a person "
                "or a machine. They are not told. You can undo this in the settings."
            }
            @if place.ending.is_none() {
                p { "This game continues until you finish or leave it." }
            }
            form method="post" action={ (game) "/block" } {
                (csrf(&visitor))
                button.button.now { "Never pair us again" }
            }
        }
        p.after { a.button href=(game) { "Back to the game" } }
    };
    Ok(Page::new("Never pair us again", body).of(Some(&me)).render(&app))
}

async fn add(FormRequest { app, visitor, id, .. }: FormRequest) -> Result<Redirect, Error> {
    let at = app.moment();
    app.db
        .write_retrying(move |tx| {
            let me = visitor.logged_in(tx)?;
            let place = seat(tx, &id, &me.id)?;
            let of = store::report::opposite(tx, &place, &me.id)?.ok_or_else(|| {
                Error::Refused("Nobody has been your partner in this game yet.".into())
            })?;
            if store::block::add(tx, &at, &me.id, &of, &place.seat_id)? {
                return Ok(());
            }
            Err(Error::Refused(format!(
                "You have blocked {PER_HOUR} players in the last hour, which is the limit. Please try \
                 again later."
            )))
        })
        .await?;
    Ok(Redirect::to("/settings/blocks"))
}

async fn list(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, blocks) = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let blocks = store::block::list(tx, &me.id)?;
            Ok::<_, Error>((me, blocks))
        })
        .await?;
    let body = html! {
        h1 { "Never paired again" }
        @if blocks.is_empty() {
            p {
                "You have not blocked anybody. If you never want to meet a partner again, follow "
                "“Never pair again” on the page of your game with them."
            }
        } @else {
            p.soft { "You are never paired with these players. They are not told." }
            ul.plain { @for block in &blocks { li.row.apart { (line(block, &visitor)) } } }
        }
        p.row { a.button href="/games" { "Your games" } a.button href="/settings" { "Settings" } }
    };
    Ok(Page::new("Never paired again", body).of(Some(&me)).render(&app))
}

fn line(block: &Block, visitor: &Visitor) -> Markup {
    let game = html! {
        a href={ "/games/" (block.seat_id) } { "game of " (date(block.game_at)) }
    };
    html! {
        span {
            @match &block.name {
                Some(name) => { strong dir="auto" { (name) } " " span.soft.small { (game) } }
                None => { "Your partner in the " (game) }
            }
        }
        form method="post" action={ "/settings/blocks/" (block.id) } {
            (csrf(visitor))
            button.button.quiet { "Allow again" }
        }
    }
}

async fn lift(FormRequest { app, visitor, id, .. }: FormRequest) -> Result<Redirect, Error> {
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            if !is_id(&id) {
                return Err(Error::NotFound);
            }
            Ok(store::block::lift(tx, &id, &me.id)?)
        })
        .await?;
    Ok(Redirect::to("/settings/blocks"))
}
