//! The middleware that puts each request down to its network's and its player's budget. Each
//! expensive route has its cost here or with its discipline; the others cost as much as a page.

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures_util::TryStreamExt as _;
use luna_app::budget::{BudgetRefusal, Payer};

use crate::api::problem::Problem;
use crate::http::error::Error;
use crate::http::state::{App, Discipline};
use crate::http::visitor;

/// The microseconds of processor time that a request takes where nothing else is declared.
const PAGE: u64 = 1_000;
/// The bytes of a request's body that are read in a microsecond.
const BYTES_IN_A_US: u64 = 16;
/// Keys that somebody types.
pub(crate) const KEYS: u64 = 100;
/// The length of a body that comes in chunks, as far as anybody knows.
const UNKNOWN_LENGTH: u64 = 512 * 1024;

/// What the search machine makes of a question.
pub(crate) const QUIZ_GUESSES: u64 = 15_000;
/// Questions made from a text.
pub(crate) const TEXT: u64 = 300_000;
/// A password that is hashed.
const PASSWORD: u64 = 60_000;
/// A file that is put together from many rows.
pub(crate) const FILE: u64 = 50_000;
/// Figures that are computed from many rows.
pub(crate) const FIGURES: u64 = 10_000;

/// The routes that take more or less than a page, with the microseconds of processor time that they take.
const COSTS: [(&str, u64); 14] = [
    ("/signup", PASSWORD),
    ("/login", PASSWORD),
    ("/reset/{token}", PASSWORD),
    ("/claims/{token}", PASSWORD),
    ("/settings/email", PASSWORD),
    ("/settings/password", PASSWORD),
    ("/settings", FIGURES),
    ("/settings/data", FILE),
    ("/settings/erase", PASSWORD),
    ("/machines", FIGURES),
    ("/machines/compare", FIGURES),
    ("/admin/typing.csv", FILE),
    ("/admin/typing.jsonl", FILE),
    ("/admin/questions", FIGURES),
];

/// The routes on which people have something stored that grows as they write. Moves of games that
/// have begun are not among them, since a partner waits.
const GROWING: [&str; 1] = ["/machines/{id}/questions"];

/// The routes that are never refused: an operator watches them, or a browser keeps what they send.
const FREE: [&str; 7] = [
    "/healthz",
    "/readyz",
    "/metrics",
    "/static/{version}/{name}",
    "/favicon.svg",
    "/favicon.ico",
    "/robots.txt",
];

/// The microseconds of processor time that a request is expected to take; none if it is free.
fn estimate(disciplines: &[&Discipline], route: &str, method: &Method, bytes: u64) -> Option<u64> {
    if FREE.contains(&route) {
        return None;
    }
    let is_form = *method == Method::GET && COSTS.contains(&(route, PASSWORD));
    let mut costs = COSTS.iter().chain(disciplines.iter().flat_map(|it| it.costs));
    let cost = costs.find(|(costly, _)| *costly == route).filter(|_| !is_form);
    Some(cost.map_or(PAGE, |(_, cost)| *cost) + bytes / BYTES_IN_A_US)
}

pub(crate) async fn layer(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().cloned();
    let route = path.as_ref().map_or("other", MatchedPath::as_str);
    let bytes = request.body().size_hint().exact().unwrap_or(UNKNOWN_LENGTH);
    let estimate = estimate(app.disciplines, route, request.method(), bytes);
    let stores = *request.method() == Method::POST && bytes > 0;
    let network = visitor::address(&app, &request);
    let mut growing = GROWING.iter().chain(app.disciplines.iter().flat_map(|it| it.growing));
    let payer = app.payer(network, stores && growing.any(|it| *it == route));
    let begun = estimate.map_or(Ok(()), |work| payer.begin(work));
    if let Err(refusal) = begun.and_then(|()| if stores { payer.may_store() } else { Ok(()) }) {
        return refused(route, refusal);
    }
    request.extensions_mut().insert(payer.clone());
    let response = next.run(request).await;
    payer.ended(estimate.unwrap_or_default());
    let status = response.status();
    if stores && (status.is_success() || status.is_redirection()) {
        payer.stored(bytes);
    }
    counted(response, payer)
}

fn refused(route: &str, refusal: BudgetRefusal) -> Response {
    if route.starts_with("/api/v1") {
        return Problem::too_many(&refusal.to_string(), Some(refusal.seconds())).into_response();
    }
    Error::Spent(refusal).into_response()
}

/// A response whose bytes are put down to its reader: at once, or as a stream sends them.
fn counted(response: Response, payer: Payer) -> Response {
    if let Some(bytes) = response.body().size_hint().exact() {
        payer.sent(bytes);
        return response;
    }
    response.map(|body| {
        let count = move |sent: &Bytes| payer.sent(u64::try_from(sent.len()).unwrap_or_default());
        Body::from_stream(body.into_data_stream().inspect_ok(count))
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::disciplines::ALL;

    /// All sources below a folder.
    fn sources(folder: &Path, all: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, all);
            } else if !path.ends_with("budget.rs") && !path.ends_with("discipline.rs") {
                all.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }

    #[test]
    fn each_cost_belongs_to_a_route() {
        let mut all = String::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
        let shared = COSTS.iter().map(|(route, _)| route).chain(&FREE).chain(&GROWING);
        let costs = ALL.iter().flat_map(|it| it.costs).map(|(route, _)| route);
        for route in shared.chain(costs).chain(ALL.iter().flat_map(|it| it.growing)) {
            assert!(all.contains(&format!("\"{route}\"")), "{route} is no route");
        }
    }

    #[test]
    fn a_long_body_costs_more_and_a_password_only_when_it_is_sent() {
        assert_eq!(estimate(ALL, "/games", &Method::GET, 0), Some(PAGE));
        assert_eq!(estimate(ALL, "/login", &Method::GET, 0), Some(PAGE));
        assert_eq!(estimate(ALL, "/login", &Method::POST, 0), Some(PASSWORD));
        assert_eq!(estimate(ALL, "/healthz", &Method::GET, 0), None);
        assert_eq!(estimate(ALL, "/games", &Method::POST, 160 * 1024), Some(PAGE + 10_240));
    }
}
