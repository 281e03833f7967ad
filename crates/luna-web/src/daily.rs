//! The daily moon on pages, and single exchanges that visitors judge.

pub(crate) mod discipline;
pub(crate) mod exchange;
mod moons;
mod release;
mod results;
mod today;

use axum::Router;
use axum::routing::get;

use crate::http::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/try", get(exchange::another))
        .route("/try/{id}", get(exchange::show).post(exchange::guess))
        .route("/today", get(today::show).post(today::send))
        .route("/today/release/judgements.jsonl", get(release::lines))
        .route("/today/moons/{code}", get(moons::page))
        .route("/today/moons/{code}/card.svg", get(moons::svg))
        .route("/today/moons/{code}/card.png", get(moons::png))
}
