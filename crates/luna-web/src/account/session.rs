//! Sessions: a browser in which a player is logged in.

use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use luna_store::{self as store, Tx};

use crate::http::cookie;
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;

pub(crate) fn open_session(
    tx: &mut Tx<'_>,
    visitor: &Visitor,
    session: &str,
    player_id: &str,
    now: i64,
) -> Result<(), Error> {
    Ok(store::session::open(tx, session, player_id, &visitor.device, now)?)
}

/// The response that logs a browser in.
pub(crate) fn logged_in(app: &App, token: &str, to: impl IntoResponse) -> Response {
    let secure = app.settings.secure();
    let set = cookie::write(cookie::SESSION, token, cookie::SESSION_SECONDS, secure);
    (AppendHeaders([(SET_COOKIE, set)]), to).into_response()
}

pub(super) async fn log_out(
    BareFormRequest { app, visitor, .. }: BareFormRequest,
) -> Result<Response, Error> {
    app.db
        .write(move |tx| {
            if let Some(session) = &visitor.session
                && let Some(here) = store::session::logged_in(tx, session)?
            {
                store::session::close(tx, session, &here.player.id)?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    let gone = cookie::write(cookie::SESSION, "", 0, app.settings.secure());
    Ok(([(SET_COOKIE, gone)], Redirect::to("/")).into_response())
}
