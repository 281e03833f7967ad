//! The stylesheet, the scripts and the icon, carried in the program.

use axum::Router;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest as _, Sha256};

use std::sync::LazyLock;

use crate::App;
use crate::error::Error;
use crate::moon;

const FILES: [(&str, &str, &str); 4] = [
    ("luna.css", "text/css; charset=utf-8", luna_figures::STYLESHEET),
    ("live.js", "text/javascript; charset=utf-8", include_str!("../assets/live.js")),
    ("draft.js", "text/javascript; charset=utf-8", include_str!("../assets/draft.js")),
    ("guess.js", "text/javascript; charset=utf-8", include_str!("../assets/guess.js")),
];

/// Part of each address, so that a new version is never mistaken for an old one.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut all = Sha256::new();
    for (_, _, text) in FILES {
        all.update(text);
    }
    all.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
});

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/static/{version}/{name}", get(file))
        .route("/favicon.svg", get(icon))
        .route("/favicon.ico", get(icon))
        .route(
            "/robots.txt",
            get(async || "User-agent: *\nDisallow: /games\nDisallow: /settings\n"),
        )
}

/// The address of a file.
pub(crate) fn url(name: &str) -> String {
    format!("/static/{}/{name}", *VERSION)
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
