//! `/questions`: people rate questions that machines made from texts.

mod address;
mod ending;
mod front;
mod guide;
mod joining;
mod rate_page;
mod rating;

use axum::Router;
use axum::routing::get;

pub(crate) use self::rate_page::preview;
use crate::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/questions", get(front::show))
        .route("/questions/guide", get(guide::show))
        .route("/questions/next", get(rating::front).post(rating::start))
        .route("/questions/join/{id}", get(joining::show).post(joining::send))
        .route("/questions/rate/{id}", get(rate_page::show).post(rating::rate))
        .route("/questions/rate/{id}/next", get(rating::back).post(rating::next))
        .route("/questions/rate/{id}/give-back", get(rating::back).post(rating::give_back))
}
