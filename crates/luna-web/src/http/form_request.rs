//! Forms as handlers take them: of bounded size, and from our own pages.

use axum::extract::{FromRequest, Path, Request};
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use serde::de::DeserializeOwned;

use crate::http::error::Error;
use crate::http::form::{Form, FormError, parse};
use crate::http::read_body::{BodyError, read_body};
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// Five texts of 5,000 characters, each of four bytes, each written `%XX`,
/// and room for the rest.
const LARGEST: usize = 512 * 1024;

impl FromRequest<App> for Form {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Form, Error> {
        let visitor = request.extensions().get::<Visitor>().cloned().ok_or(Error::NotFound)?;
        let form = read(app, request).await?;
        if same(form.text("csrf"), &visitor.csrf) { Ok(form) } else { Err(Error::Forged(form)) }
    }
}

/// A form sent about one thing, and the id or the token of that thing in the address, or several
/// ids.
pub(crate) struct FormRequest<Id = String> {
    pub(crate) app: App,
    pub(crate) visitor: Visitor,
    pub(crate) id: Id,
    pub(crate) form: Form,
}

impl<Id: DeserializeOwned + Send> FromRequest<App> for FormRequest<Id> {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<FormRequest<Id>, Response> {
        let (visitor, Path(id), form) =
            <(Visitor, Path<Id>, Form)>::from_request(request, app).await?;
        Ok(FormRequest { app: app.clone(), visitor, id, form })
    }
}

/// A form sent to an address without an id.
pub(crate) struct BareFormRequest {
    pub(crate) app: App,
    pub(crate) visitor: Visitor,
    pub(crate) form: Form,
}

impl FromRequest<App> for BareFormRequest {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<BareFormRequest, Response> {
        let (visitor, form) = <(Visitor, Form)>::from_request(request, app).await?;
        Ok(BareFormRequest { app: app.clone(), visitor, form })
    }
}

/// A form from anywhere, such as a mail program's one-click unsubscribe.
pub(crate) async fn read(app: &App, request: Request) -> Result<Form, Error> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded")) {
        return Err(Error::UnknownKind);
    }
    let read = read_body(request.into_body(), LARGEST, app.settings.patience).await;
    let bytes = read.map_err(|unread| match unread {
        BodyError::TooLarge => Error::TooLarge,
        BodyError::Cut => Error::Unreadable(CUT, Form::default()),
        BodyError::Late => Error::Late,
        BodyError::Crowded => Error::Crowded,
    })?;
    parse(&bytes).map_err(|FormError(why, form)| Error::Unreadable(why, form))
}

const CUT: &str = "Only part of the form arrived. Please send it again.";

/// Compares in constant time.
fn same(a: &str, b: &str) -> bool {
    let differences = a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    a.len() == b.len() && !b.is_empty() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_is_the_token() {
        assert!(same("abc", "abc"));
        assert!(!same("abc", "abd") && !same("ab", "abc") && !same("", "") && !same("abcd", "abc"));
    }
}
