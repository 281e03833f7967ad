//! The stylesheet, the scripts and the icon, carried in the program.

pub(crate) mod files;

use axum::Router;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use self::files::{FILES, VERSION};
use crate::error::Error;
use crate::moon;
use crate::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/static/{version}/{name}", get(file))
        .route("/favicon.svg", get(icon))
        .route("/favicon.ico", get(icon))
        .route(
            "/robots.txt",
            get(
                async || "User-agent: *\nDisallow: /games\nDisallow: /quiz/\nDisallow: /contests/join/\nDisallow: /settings\n",
            ),
        )
}

async fn file(Path((version, name)): Path<(String, String)>) -> Result<Response, Error> {
    let found = FILES.iter().find(|(file, _, _)| *file == name && version == *VERSION);
    let (_, kind, text) = found.ok_or(Error::NotFound)?;
    let for_ever = "public, max-age=31536000, immutable";
    Ok(([(CONTENT_TYPE, *kind), (CACHE_CONTROL, for_ever)], *text).into_response())
}

async fn icon() -> Response {
    let kept = "public, max-age=86400";
    ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, kept)], moon::icon()).into_response()
}
