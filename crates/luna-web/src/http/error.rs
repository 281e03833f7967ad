//! Errors of requests. Handlers use `?`; status and wording are chosen only here.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::budget::BudgetRefusal;
use luna_core::{game, identity, name, rating};
use luna_store as store;
use maud::{Markup, html};

use crate::html::frame::{self, download_link};
use crate::http::form::{Form, leading_back};

#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("There is nothing at this address.")]
    NotFound,
    /// The reason, and the form as far as it could be read.
    #[error("{0}")]
    Unreadable(&'static str, Form),
    #[error("This address only accepts forms.")]
    FormsOnly,
    #[error("{0}")]
    Refused(String),
    #[error("Please log in, or play as a guest, to see this page.")]
    LoggedOut { back: String },
    #[error(
        "Please read what is stored and who sees it, and agree to it, before you play on. What \
         you typed is saved and will be in the game when you come back."
    )]
    ConsentFirst { back: String },
    /// The second step of a log-in that has to begin again.
    #[error("{0}")]
    LogInAgain(&'static str),
    #[error("The pages of operators need a second factor. Please set one up first.")]
    SecondFactorFirst,
    #[error("This player has been banned: {0}")]
    Banned(String),
    #[error(
        "You logged in or out elsewhere while this form was open, so it could not be accepted. \
         Go back, reload the page and send it again."
    )]
    Forged(Form),
    #[error("Forms must be sent as application/x-www-form-urlencoded.")]
    UnknownKind,
    #[error("The form is too large: the limit is 25,000 characters in all.")]
    TooLarge,
    #[error("Too many attempts. Please try again in {}.", luna_app::format::wait(*.0))]
    TooOften(i64),
    /// A budget that is used up.
    #[error("{} Please try again in {}.", .0, luna_app::format::wait(.0.seconds()))]
    Spent(BudgetRefusal),
    /// A limit that was reached, with advice.
    #[error("{0}")]
    TooMany(&'static str),
    #[error("The form did not arrive in time. Please send it again.")]
    Late,
    #[error("Too many large requests at the same time. Please try again in ten seconds.")]
    Crowded,
    /// The same for a visitor who is not logged in.
    #[error("Too many attempts. Please try again in {}.", luna_app::format::wait(*.0))]
    TooOftenOutside(i64),
    /// The same for passwords, of which another can be set.
    #[error("Too many attempts. Please try again in {}.", luna_app::format::wait(*.0))]
    TooManyPasswords(i64),
    /// A stale link, with the address and label of an alternative.
    #[error("This link has expired or was already used.")]
    StaleLink { next: &'static str, label: &'static str },
    #[error(transparent)]
    Store(store::Error),
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Error {
        luna_app::Error::from(error).into()
    }
}

impl From<luna_app::Error> for Error {
    fn from(error: luna_app::Error) -> Error {
        match error {
            luna_app::Error::NotFound => Error::NotFound,
            luna_app::Error::Refused(why) => Error::Refused(why),
            luna_app::Error::TooOften(seconds) => Error::TooOften(seconds),
            luna_app::Error::Store(error) => Error::Store(error),
        }
    }
}

impl From<game::Refusal> for Error {
    fn from(refusal: game::Refusal) -> Error {
        Error::Refused(refusal.to_string())
    }
}

impl From<identity::Refusal> for Error {
    fn from(refusal: identity::Refusal) -> Error {
        Error::Refused(refusal.to_string())
    }
}

impl From<name::Refusal> for Error {
    fn from(refusal: name::Refusal) -> Error {
        Error::Refused(refusal.to_string())
    }
}

impl From<rating::NotPoints> for Error {
    fn from(refusal: rating::NotPoints) -> Error {
        Error::Refused(refusal.to_string())
    }
}

impl Error {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Error::NotFound => StatusCode::NOT_FOUND,
            Error::Unreadable(..) => StatusCode::BAD_REQUEST,
            Error::FormsOnly => StatusCode::METHOD_NOT_ALLOWED,
            Error::Refused(_)
            | Error::StaleLink { .. }
            | Error::LogInAgain(_)
            | Error::Store(store::Error::Conflict) => StatusCode::CONFLICT,
            Error::LoggedOut { .. } => StatusCode::UNAUTHORIZED,
            Error::ConsentFirst { .. }
            | Error::SecondFactorFirst
            | Error::Banned(_)
            | Error::Forged(_) => StatusCode::FORBIDDEN,
            Error::UnknownKind => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Error::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Error::TooOften(_)
            | Error::TooOftenOutside(_)
            | Error::TooManyPasswords(_)
            | Error::Spent(_)
            | Error::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Error::Late => StatusCode::REQUEST_TIMEOUT,
            Error::Crowded | Error::Store(store::Error::Unavailable(_)) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Error::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// For visitors who are not logged in, who see other buttons.
    pub(crate) fn outside(error: impl Into<Error>) -> Error {
        match error.into() {
            Error::TooOften(seconds) => Error::TooOftenOutside(seconds),
            other => other,
        }
    }

    /// For visitors who try passwords.
    pub(crate) fn log_in(error: impl Into<Error>) -> Error {
        match error.into() {
            Error::TooOften(seconds) => Error::TooManyPasswords(seconds),
            other => other,
        }
    }

    /// The error as a sentence for the visitor.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Error::Store(store::Error::Conflict) => {
                "Somebody was quicker. Please reload the page.".to_owned()
            }
            Error::Store(store::Error::Unavailable(error)) => {
                tracing::warn!(?error, "the database is not available");
                "The database is unavailable, so nothing can be shown or saved. \
                 Please try again in ten seconds."
                    .to_owned()
            }
            Error::Store(error) => {
                tracing::error!(error = ?error, "request failed");
                "Something went wrong on our side. What you sent was not saved. Please try again."
                    .to_owned()
            }
            other => other.to_string(),
        }
    }

    /// Buttons for the visitor's next step.
    pub(crate) fn ways_on(&self) -> Markup {
        html! {
            @match self {
                Error::LoggedOut { back } => {
                    a.button.now href=(leading_back("/login", back)) { "Log in" } " "
                    a.button href=(leading_back("/consent", back)) { "Play as a guest" }
                }
                Error::LogInAgain(_) => a.button.now href="/login" { "Log in" },
                Error::TooOftenOutside(_) | Error::Spent(_) => {
                    a.button.now href="/login" { "Log in" } " "
                    a.button href="/" { "Start page" }
                }
                Error::TooManyPasswords(_) => {
                    a.button.now href="/login" { "Log in" } " "
                    a.button href="/forgot" { "Set a new password" } " "
                    a.button href="/" { "Start page" }
                }
                Error::StaleLink { next, label } => {
                    a.button.now href=(next) { (label) } " "
                    a.button href="/login" { "Log in" }
                }
                Error::Banned(_) => {
                    a.button href="/contact" { "Contact" } " "
                    (download_link()) " "
                    a.button href="/settings/erase" { "Erase me" }
                }
                Error::ConsentFirst { back } => a.button.now href=(leading_back("/consent", back)) { "Read and agree" },
                Error::NotFound => {
                a.button href="/" { "Start page" } " "
                a.button href="/games" { "Your games" }
            }
            _ => a.button href="/games" { "Your games" },
            }
        }
    }

    /// The page for the error, with the submitted texts, so that nothing is lost.
    pub(crate) fn page(&self, typed: Option<&Form>) -> Response {
        let heading = match self.status() {
            StatusCode::NOT_FOUND => "Nothing here",
            StatusCode::UNAUTHORIZED => "You are not logged in",
            StatusCode::TOO_MANY_REQUESTS => "A moment, please",
            StatusCode::INTERNAL_SERVER_ERROR => "Something went wrong",
            _ if matches!(self, Error::ConsentFirst { .. }) => "Please agree first",
            StatusCode::SERVICE_UNAVAILABLE => "Back in a moment",
            _ => "That did not work",
        };
        let kept: Vec<&str> = typed
            .into_iter()
            .flat_map(Form::fields)
            .filter(|(name, text)| !text.is_empty() && !is_secret(name))
            .map(|(_, text)| text)
            .collect();
        let body = html! {
            h1 { (heading) }
            p role="alert" dir="auto" { (self.sentence()) }
            @if !kept.is_empty() {
                h2 { "What you typed" }
                p { "It was not saved. Copy it from here if you need it." }
                @for text in kept { p.answer dir="auto" { (text) } }
            }
            p {
                (self.ways_on())
            }
        };
        let mut response = (self.status(), frame::bare(heading, &body)).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Error::Late | Error::TooLarge = self {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }

    /// The seconds after which another attempt may succeed.
    fn retry_after(&self) -> Option<i64> {
        match self {
            Error::TooOften(seconds)
            | Error::TooOftenOutside(seconds)
            | Error::TooManyPasswords(seconds) => Some(*seconds),
            Error::Spent(refusal) => Some(refusal.seconds()),
            Error::TooMany(_) => Some(60),
            Error::Crowded | Error::Store(store::Error::Unavailable(_)) => Some(10),
            _ => None,
        }
    }
}

/// Passwords and tokens are never shown again; checkboxes are not texts.
fn is_secret(name: &str) -> bool {
    matches!(
        name,
        "csrf"
            | "password"
            | "current"
            | "code"
            | "ticket"
            | "agree"
            | "adult"
            | "publication"
            | "recall"
            | "back"
            | "sure"
            | "wants"
            | "id"
            | "key"
            | "read"
            | "partners_lost"
            | "passage"
            | "category"
            | "block"
            | "do"
            | "then"
            | "role"
            | "pasted"
            | "typed"
            | "typed_ms"
    )
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        match &self {
            Error::ConsentFirst { back } => {
                Redirect::to(&leading_back("/consent", back)).into_response()
            }
            Error::SecondFactorFirst => Redirect::to("/settings/second-factor").into_response(),
            Error::Forged(form) | Error::Unreadable(_, form) => self.page(Some(form)),
            _ => self.page(None),
        }
    }
}

pub(crate) async fn not_found() -> Error {
    Error::NotFound
}

pub(crate) async fn forms_only() -> Error {
    Error::FormsOnly
}
