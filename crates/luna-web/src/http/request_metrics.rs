//! The middleware that counts and times every response.

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use crate::http::state::App;

/// Counts and times every response by its route, not by its address, which would name games.
pub(crate) async fn layer(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().cloned();
    let route = path.as_ref().map_or("other", MatchedPath::as_str);
    let method = label(request.method());
    let begun = app.now();
    let response = next.run(request).await;
    let took_ms = app.now() - begun;
    let status = response.status().as_u16();
    app.metrics.answered(method, route, status, took_ms);
    tracing::debug!(method, route, status, took_ms, "answered");
    response
}

/// A label from a closed set: visitors can invent methods.
fn label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
