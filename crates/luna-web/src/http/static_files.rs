//! The stylesheet, the scripts and the icon, carried in the program.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::html::assets::{FILES, VERSION};
use crate::html::moon;
use crate::http::error::Error;
use crate::http::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/static/{version}/{name}", get(file))
        .route("/favicon.svg", get(icon))
        .route("/favicon.ico", get(icon))
        .route("/robots.txt", get(robots))
}

async fn file(Path((version, name)): Path<(String, String)>) -> Result<Response, Error> {
    let found = FILES.iter().find(|(file, _, _)| *file == name && version == *VERSION);
    let (_, kind, text) = found.ok_or(Error::NotFound)?;
    let for_ever = "public, max-age=31536000, immutable";
    Ok(([(CONTENT_TYPE, *kind), (CACHE_CONTROL, for_ever)], *text).into_response())
}

async fn robots(State(app): State<App>) -> String {
    let unlisted = app.disciplines.iter().flat_map(|it| it.unlisted).chain(&["/settings"]);
    let lines: String = unlisted.map(|path| format!("Disallow: {path}\n")).collect();
    format!("User-agent: *\n{lines}")
}

async fn icon() -> Response {
    let kept = "public, max-age=86400";
    ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, kept)], moon::icon()).into_response()
}
