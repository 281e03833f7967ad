//! Health checks and metrics for operators.

mod cache;

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use luna_app::hash_secret;
use luna_store::figures::Figures;
use luna_store::{self as store, setting};
use tokio::time::timeout;

use self::cache::HealthCache;
use crate::http::error::Error;
use crate::http::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// Metrics are for holders of the operator's token. The server's activity while one player waits
/// would reveal whether the partner is a machine. The client's address proves nothing, since a
/// proxy on this machine passes on everybody's requests.
async fn metrics(State(app): State<App>, headers: HeaderMap) -> Result<String, Error> {
    let shown = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let shown = shown.and_then(|value| value.strip_prefix("Bearer "));
    match (shown, &app.settings.metrics_token) {
        // Hashes, since how long they take to compare tells nothing.
        (Some(shown), Some(token)) if hash_secret(shown) == hash_secret(token) => {
            Ok(app.metrics.page(&app.jobs, figures(&app).await))
        }
        _ => Err(Error::NotFound),
    }
}

/// The time for which that answer holds.
const HOLDS_MS: i64 = 5_000;
/// The timeout of the database.
const PATIENCE: Duration = Duration::from_secs(5);

fn holds(since: i64, now: i64) -> bool {
    (now - since).abs() < HOLDS_MS
}

/// Ready while the database can be read and written and nobody has asked the server to stop.
async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if *app.stopping.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    let cache = app.memory.get::<HealthCache>();
    let mut last = cache.ready.lock().await;
    let now = app.now();
    let found = match *last {
        Some((since, found)) if holds(since, now) => found,
        _ => timeout(PATIENCE, try_out(&app, now)).await.unwrap_or(Err(NO_ANSWER)),
    };
    if last.is_none_or(|(since, _)| !holds(since, now)) {
        *last = Some((now, found));
    }
    match found {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, why),
    }
}

const NO_ANSWER: &str = "the database does not respond\n";
const NOT_WRITTEN: &str = "the database cannot be written\n";

/// Reads, then writes: a full disk can still be read.
async fn try_out(app: &App, now: i64) -> Result<(), &'static str> {
    let read = app.db.read(|tx| setting::get(tx, "instance")).await;
    read.map_err(|error| {
        tracing::error!(?error, "not ready");
        NO_ANSWER
    })?;
    let written = app.db.write(move |tx| setting::set(tx, "ready", &now.to_string())).await;
    written.map_err(|error: store::Error| {
        tracing::error!(?error, "not ready");
        NOT_WRITTEN
    })
}

/// The database's figures; none where it does not answer.
async fn figures(app: &App) -> Option<Figures> {
    let cache = app.memory.get::<HealthCache>();
    let mut last = cache.figures.lock().await;
    let now = app.now();
    if let Some((since, figures)) = &*last
        && holds(*since, now)
    {
        return Some(figures.clone());
    }
    let disciplines = app.stored_disciplines;
    let read = app.db.read(move |tx| store::figures::read(tx, disciplines, now));
    let found: Result<Figures, store::Error> = timeout(PATIENCE, read).await.ok()?;
    let figures = found.inspect_err(|error| tracing::warn!(?error, "no figures")).ok()?;
    *last = Some((now, figures.clone()));
    Some(figures)
}
