//! For whoever watches the server: is it up, can it work, what has it done?

use axum::Router;
use axum::extract::State;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use luna_store::setting;

use crate::App;
use crate::error::Error;
use crate::visitor::hash;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// For whoever shows the operator's token: what the server is busy with, while
/// one player waits, would tell whether the partner is a machine. Where a
/// request comes from proves nothing, since a proxy here passes on everybody's.
async fn metrics(State(app): State<App>, headers: HeaderMap) -> Result<String, Error> {
    let shown = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let shown = shown.and_then(|value| value.strip_prefix("Bearer "));
    match (shown, &app.settings.metrics_token) {
        // Hashes, since how long they take to compare tells nothing.
        (Some(shown), Some(token)) if hash(shown) == hash(token) => Ok(app.metrics.page()),
        _ => Err(Error::NotFound),
    }
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
