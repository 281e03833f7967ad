//! Cards to share, as pictures.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use luna_figures::Card;
use luna_store as store;

use super::error::Error;

pub(crate) fn svg(card: &Card) -> Response {
    picture("image/svg+xml", card.svg().into_bytes())
}

pub(crate) async fn png(card: Card) -> Result<Response, Error> {
    let drawn = tokio::task::spawn_blocking(move || card.png()).await;
    let drawn = drawn.map_err(|error| Error::Store(store::Error::Database(error.into())))?;
    let bytes = drawn.map_err(|error| Error::Store(store::Error::Database(error.into())))?;
    Ok(picture("image/png", bytes))
}

fn picture(kind: &'static str, bytes: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "public, max-age=86400")], bytes).into_response()
}

/// The address of an instance as a card shows it.
pub(crate) fn source(public_url: &str) -> String {
    public_url.trim_start_matches("https://").trim_start_matches("http://").to_owned()
}
