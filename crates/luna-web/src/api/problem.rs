//! Errors of the API: a key for the program, a sentence for its author.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use luna_app::format::wait;
use luna_core::{game, rating};
use luna_store as store;
use serde::Serialize;

#[derive(Clone, Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    key: &'static str,
    message: String,
    /// The seconds after which another attempt may succeed.
    seconds: Option<i64>,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    error: ErrorDetails<'a>,
}

#[derive(Serialize)]
struct ErrorDetails<'a> {
    key: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<i64>,
}

impl Problem {
    fn new(status: StatusCode, key: &'static str, message: impl Into<String>) -> Problem {
        Problem { status, key, message: message.into(), seconds: None }
    }

    pub(crate) fn bad_json(why: &str) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "bad_json", format!("The body is not JSON: {why}."))
    }

    pub(crate) fn unauthorized(message: &str) -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, "unauthorized", message)
    }

    pub(crate) fn scope() -> Problem {
        let message = "This token is read-only. Moves need a token with the scope play.";
        Problem::new(StatusCode::FORBIDDEN, "scope", message)
    }

    pub(crate) fn stopped(why: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "stopped", why)
    }

    pub(crate) fn not_found() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not_found", "There is nothing at this address.")
    }

    pub(crate) fn refused(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, "refused", message)
    }

    pub(crate) fn too_large() -> Problem {
        let message = "The body is too large: the limit is 512 KiB.";
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    pub(crate) fn media_type() -> Problem {
        let message = "The body must be sent as application/json.";
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media_type", message)
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", message)
    }

    pub(crate) fn idempotency_key(message: &str) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "idempotency_key", message)
    }

    /// A limit that was reached, and the seconds after which to try again, where time helps.
    pub(crate) fn too_many(why: &str, seconds: Option<i64>) -> Problem {
        let message = match seconds {
            Some(seconds) => format!("{why} Please try again in {}.", wait(seconds)),
            None => why.to_owned(),
        };
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many", message);
        Problem { seconds, ..problem }
    }

    pub(crate) fn late() -> Problem {
        let message = "The body did not arrive in time. Please send it again.";
        Problem::new(StatusCode::REQUEST_TIMEOUT, "late", message)
    }

    /// A condition that passes with time.
    pub(crate) fn unavailable(message: &str) -> Problem {
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message);
        Problem { seconds: Some(10), ..problem }
    }

    pub(crate) fn is_unauthorized(&self) -> bool {
        self.status == StatusCode::UNAUTHORIZED
    }
}

impl From<store::Error> for Problem {
    fn from(error: store::Error) -> Problem {
        match error {
            store::Error::NotFound => Problem::not_found(),
            store::Error::Refused(refusal) => refusal.into(),
            store::Error::Conflict => Problem::new(
                StatusCode::CONFLICT,
                "conflict",
                "The game changed at the same moment. Please send the request again.",
            ),
            store::Error::Unavailable(error) => {
                tracing::warn!(?error, "the database is not available to a machine's request");
                Problem::unavailable(
                    "The database is unavailable. Please try again in ten seconds.",
                )
            }
            other @ (store::Error::Corrupt(_)
            | store::Error::Newer(_)
            | store::Error::Older(_)
            | store::Error::Database(_)) => {
                tracing::error!(error = ?other, "a machine's request failed");
                let message = "Something went wrong on our side. Please try again.";
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
            }
        }
    }
}

impl From<crate::http::error::Error> for Problem {
    fn from(error: crate::http::error::Error) -> Problem {
        match error {
            crate::http::error::Error::Store(error) => error.into(),
            crate::http::error::Error::NotFound => Problem::not_found(),
            other => Problem::refused(other.sentence()),
        }
    }
}

/// Invalid texts have a different status than moves at the wrong time.
impl From<game::Refusal> for Problem {
    fn from(refusal: game::Refusal) -> Problem {
        use game::Refusal as Is;
        match refusal {
            Is::QuestionCount(_)
            | Is::ResponseCount(_)
            | Is::SliderCount
            | Is::Question { .. }
            | Is::Response { .. } => Problem::invalid(refusal.to_string()),
            Is::Over
            | Is::NotSeated
            | Is::SeatTaken
            | Is::AlreadyAsked
            | Is::AlreadyAnswered
            | Is::AlreadyGuessed
            | Is::NoQuestionsYet
            | Is::NoResponsesYet
            | Is::PartnerGone
            | Is::PartDone
            | Is::NothingToReveal
            | Is::NotOverdue => Problem::refused(refusal.to_string()),
        }
    }
}

impl From<rating::NotPoints> for Problem {
    fn from(refusal: rating::NotPoints) -> Problem {
        Problem::invalid(refusal.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let inner = ErrorDetails { key: self.key, message: &self.message, seconds: self.seconds };
        let mut response = (self.status, Json(ErrorBody { error: inner })).into_response();
        let headers = response.headers_mut();
        if self.is_unauthorized() {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if matches!(self.status, StatusCode::REQUEST_TIMEOUT | StatusCode::PAYLOAD_TOO_LARGE) {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if let Some(seconds) = self.seconds {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

pub(super) async fn not_found() -> Problem {
    Problem::not_found()
}

pub(super) async fn method() -> Problem {
    let message = "This address does not support this method: see /api.";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", message)
}
