//! Request bodies of machines: JSON of bounded size, read strictly.

use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::problem::Problem;
use crate::http::read_body::{BodyError, read_body};
use crate::http::state::App;

/// Five texts of 5,000 characters, each written as `\uXXXX\uXXXX`, and room
/// for the rest.
const LARGEST: usize = 512 * 1024;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct NewGame {
    pub(super) mode: Mode,
    pub(super) opponent: Option<String>,
}

/// By name only: a plain serde enum would also accept an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) enum Mode {
    #[default]
    Rated,
    Sandbox,
}

impl TryFrom<String> for Mode {
    type Error = String;

    fn try_from(name: String) -> Result<Mode, String> {
        match name.as_str() {
            "rated" => Ok(Mode::Rated),
            "sandbox" => Ok(Mode::Sandbox),
            _ => Err(format!("unknown variant `{name}`, expected `rated` or `sandbox`")),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Questions {
    pub(super) questions: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Responses {
    pub(super) responses: Vec<String>,
    #[serde(default)]
    pub(super) partners_lost: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Guess {
    #[serde(rename = "guess")]
    pub(super) points: f64,
    #[serde(default)]
    pub(super) sliders: Option<Vec<Option<f64>>>,
    #[serde(default)]
    pub(super) partners_lost: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct EmptyBody {}

/// The bytes of a JSON body; none at all stand for `{}`.
pub(super) struct Body(pub(super) Vec<u8>);

impl Body {
    /// Distinguishes malformed JSON from JSON with the wrong content.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let bytes = if self.0.is_empty() { &b"{}"[..] } else { &self.0 };
        // A list would be read as the fields in their order.
        let object = bytes.trim_ascii_start().starts_with(b"{");
        if !object && serde_json::from_slice::<IgnoredAny>(bytes).is_ok() {
            return Err(Problem::invalid("The body is invalid: it is not an object."));
        }
        serde_json::from_slice(bytes).map_err(|error| {
            let why = error.to_string().replace("f64", "a number");
            if error.is_data() {
                Problem::invalid(format!("The body is invalid: {why}."))
            } else {
                Problem::bad_json(&why)
            }
        })
    }
}

impl FromRequest<App> for Body {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Body, Problem> {
        let kind = request.headers().get(CONTENT_TYPE).map(|kind| kind.to_str().unwrap_or(""));
        let json = kind.is_none_or(|kind| {
            let kind = kind.split(';').next().unwrap_or("").trim();
            kind.eq_ignore_ascii_case("application/json")
        });
        let untyped = kind.is_none();
        let read = read_body(request.into_body(), LARGEST, app.settings.patience).await;
        let bytes = read.map_err(|unread| match unread {
            BodyError::TooLarge => Problem::too_large(),
            BodyError::Cut => Problem::bad_json("it is incomplete"),
            BodyError::Late => Problem::late(),
            BodyError::Crowded => Problem::unavailable(
                "Too many large requests at the same time. Please try again in ten seconds.",
            ),
        })?;
        if !json || (untyped && !bytes.is_empty()) {
            return Err(Problem::media_type());
        }
        Ok(Body(bytes))
    }
}
