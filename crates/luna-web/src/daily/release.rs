//! What players who agree said on days that are over, as a file for everybody.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use luna_app::daily::{day_of, release};

use crate::http::download;
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// A line of JSON for each judgement. Each download has pseudonyms of its own.
pub(super) async fn lines(State(app): State<App>, visitor: Visitor) -> Response {
    let (salt, today) = (app.random.secret(), day_of(visitor.now));
    let body = download::lines(
        app.db.clone(),
        (String::new(), release::start()),
        move |tx, after, limit| release::page(tx, &salt, today, after, limit),
        |it| Some(it.lines()),
        release::ReleasedDay::spot,
    );
    let kind = "application/x-ndjson; charset=utf-8";
    (download::headers(kind, "luna-judgements.jsonl"), body).into_response()
}
