//! The request for a page about one thing.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::response::Response;

use crate::state::App;
use crate::visitor::Visitor;

/// The request for a page about one thing, with the id or the token of that thing in the address.
pub(crate) struct PageRequest {
    pub(crate) app: App,
    pub(crate) visitor: Visitor,
    pub(crate) id: String,
}

impl FromRequestParts<App> for PageRequest {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<PageRequest, Response> {
        let (visitor, Path(id)) = <(Visitor, Path<String>)>::from_request_parts(parts, app).await?;
        Ok(PageRequest { app: app.clone(), visitor, id })
    }
}
