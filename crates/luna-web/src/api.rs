//! `/api/v1`: what machines are offered. They play by the same rules as
//! people, in the same words.

mod act;
mod body;
mod caller;
mod event;
mod openapi;
mod problem;
mod rating;
mod read;
mod sandbox;
mod stream;
mod words;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};

use crate::App;

pub(crate) use caller::Known;
pub(crate) use stream::Streams;

pub(crate) fn routes(app: &App) -> Router<App> {
    let known = Router::new()
        .route("/account", get(read::account))
        .route("/quotas", get(read::quotas))
        .route("/machines", get(read::machines))
        .route("/erasures", get(read::erasures))
        .route("/games", get(read::games).post(act::start))
        .route("/games/{id}", get(read::game))
        .route("/games/{id}/questions", post(act::questions))
        .route("/games/{id}/responses", post(act::responses))
        .route("/games/{id}/guess", post(act::guess))
        .route("/games/{id}/abort", post(act::abort))
        .route("/games/{id}/stream", get(stream::game))
        .route("/stream/event", get(event::open))
        .fallback(problem::not_found)
        .method_not_allowed_fallback(problem::method)
        .layer(from_fn_with_state(app.clone(), caller::layer));
    // Beyond what is nested, so that it has a layer of its own.
    let root = any(problem::not_found).layer(from_fn_with_state(app.clone(), caller::layer));
    Router::new()
        .nest("/api/v1", known)
        .route("/api/v1/", root)
        .route("/api/openapi.json", get(openapi::json))
}

/// What people read about it.
pub(crate) fn pages() -> Router<App> {
    Router::new().route("/api", get(openapi::page))
}
