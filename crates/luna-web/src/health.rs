//! For whoever watches the server: is it up, can it work, what has it done?

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use luna_store::setting;

use crate::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(async |State(app): State<App>| app.metrics.page()))
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
