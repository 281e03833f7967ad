//! The address that a guest leaves for one game: the form on the waiting page, and the page of the link
//! that ends the mails.

use std::collections::BTreeMap;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::{rate_limit, stop_link};
use luna_core::identity::Email;
use luna_store::{Tx, seat_address};
use maud::{Markup, html};

use super::form_problems::FormProblems;
use super::game_page::GamePage;
use super::pages;
use super::pages::wait::{FIELD, STOP};
use super::seat::seat_for_update;
use crate::http::error::Error;
use crate::http::form_request::{self, FormRequest};
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::page::layout::{Page, csrf};

/// `POST /games/{id}/mail`: keeps the address, or forgets it.
pub(super) async fn send(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let here = Redirect::to(&format!("/games/{id}"));
    if form.has(STOP) {
        let stop = move |tx: &mut Tx<'_>| {
            let me = visitor.logged_in(tx)?;
            let (place, _) = seat_for_update(tx, &id, &me.id)?;
            Ok::<_, Error>(seat_address::forget(tx, &place.seat_id)?)
        };
        app.db.write_retrying(stop).await?;
        return Ok(here.into_response());
    }
    let email = match Email::parse(form.text(FIELD)) {
        Ok(email) => email,
        Err(refusal) => {
            let mut refused = FormProblems::default();
            refused.add(FIELD, refusal.to_string());
            let (asking, typed) = (visitor.clone(), form.text(FIELD).to_owned());
            let read = app.db.read(move |tx| GamePage::read(tx, &asking, &id));
            let mut seen = read.await?;
            seen.drafts.insert(FIELD.to_owned(), typed);
            let page = pages::page(&seen, &app, &visitor, Some(&refused));
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
        }
    };
    app.limits.take(rate_limit::MAIL_ADDRESS, &visitor.address.to_string(), visitor.now)?;
    app.limits.take(rate_limit::MAIL_CLAIM, email.as_str(), visitor.now)?;
    let doing = app.clone();
    let keep = move |tx: &mut Tx<'_>| {
        let me = visitor.logged_in(tx)?;
        let (place, loaded) = seat_for_update(tx, &id, &me.id)?;
        let seen = GamePage::without_extras(tx, me, place, loaded, BTreeMap::new())?;
        if !seen.takes_address(&doing) || seen.place.ending.is_some() {
            return Err(Error::Refused("This game sends no mail to such an address.".into()));
        }
        let (seat_id, player_id) = (&seen.place.seat_id, &seen.me.id);
        Ok(seat_address::set(tx, seat_id, player_id, email.as_str(), visitor.now)?)
    };
    app.db.write_retrying(keep).await?;
    Ok(here.into_response())
}

const TITLE: &str = "No more mails about this game";

/// `GET /mail/stop/{token}`: a page with a button, since mail programs open links to look at them.
pub(super) async fn stop_page(
    PageRequest { app, visitor, id: token }: PageRequest,
) -> Result<Markup, Error> {
    let seat_id = stop_link::open(&app.key().await?, &token);
    let asking = visitor.clone();
    let read = move |tx: &mut Tx<'_>| {
        let is_set = match &seat_id {
            Some(seat_id) => seat_address::is_set(tx, seat_id)?,
            None => false,
        };
        Ok::<_, Error>((asking.reader(tx)?, is_set))
    };
    let (me, is_set) = app.db.read(read).await?;
    let body = html! {
        h1 { (TITLE) }
        @if is_set {
            p { "This deletes your address for the game. No more mail about it will come." }
            form method="post" action={ "/mail/stop/" (token) } {
                (csrf(&visitor))
                button.button.now { "Stop these mails" }
            }
        } @else {
            p role="alert" { "This link has expired or was already used." }
            p { "No address is stored for this game." }
        }
    };
    Ok(Page::new(TITLE, body).of(me.as_ref()).render(&app))
}

/// Also reached by mail programs in one click (RFC 8058), which have no cookie and no token but the one
/// in the address.
pub(super) async fn stop(
    State(app): State<App>,
    Path(token): Path<String>,
    request: Request,
) -> Result<Markup, Error> {
    form_request::read(&app, request).await?;
    let stale = || Error::StaleLink { next: "/games", label: "Your games" };
    let seat_id = stop_link::open(&app.key().await?, &token).ok_or_else(stale)?;
    app.db.write(move |tx| seat_address::forget(tx, &seat_id)).await?;
    let body = html! {
        h1 { (TITLE) }
        p { "Done. Your address has been deleted here." }
    };
    Ok(Page::new(TITLE, body).render(&app))
}
