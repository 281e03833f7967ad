//! For whoever watches the server: is it up, can it work, what has it done?

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::routing::get;
use luna_store::setting;

use crate::App;
use crate::error::Error;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// For programs on this machine alone: what the server is busy with, while one
/// player waits, would tell whether the partner is a machine.
async fn metrics(State(app): State<App>, request: Request) -> Result<String, Error> {
    let near = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .is_none_or(|ConnectInfo(address)| address.ip().is_loopback());
    let passed_on = app.settings.behind_proxy || request.headers().contains_key("x-forwarded-for");
    if near && !passed_on { Ok(app.metrics.page()) } else { Err(Error::NotFound) }
}

/// Ready while the database answers and nobody has asked the server to stop.
async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if *app.stopping.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    let asked = app.db.read(|tx| setting::get(tx, "instance")).await;
    match asked {
        Ok(_) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::error!(?error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
        }
    }
}
