//! The requests for a page: about one thing, and with a query.

use axum::extract::{FromRequestParts, Path, RawQuery};
use axum::http::request::Parts;
use axum::response::Response;
use serde::de::DeserializeOwned;

use crate::http::state::App;
use crate::http::visitor::Visitor;

/// The request for a page about one thing, with the id or the token of that thing in the address,
/// or with several ids.
pub(crate) struct PageRequest<Id = String> {
    pub(crate) app: App,
    pub(crate) visitor: Visitor,
    pub(crate) id: Id,
}

impl<Id: DeserializeOwned + Send> FromRequestParts<App> for PageRequest<Id> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<PageRequest<Id>, Response> {
        let (visitor, Path(id)) = <(Visitor, Path<Id>)>::from_request_parts(parts, app).await?;
        Ok(PageRequest { app: app.clone(), visitor, id })
    }
}

/// The request for a page with a query in its address, such as a place in a list.
pub(crate) struct QueryRequest {
    pub(crate) app: App,
    pub(crate) visitor: Visitor,
    pub(crate) query: Option<String>,
}

impl FromRequestParts<App> for QueryRequest {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<QueryRequest, Response> {
        let (visitor, RawQuery(query)) =
            <(Visitor, RawQuery)>::from_request_parts(parts, app).await?;
        Ok(QueryRequest { app: app.clone(), visitor, query })
    }
}
