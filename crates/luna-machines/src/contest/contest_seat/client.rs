//! The link of an invitation, and the keys that a program sends by it.

use std::time::Duration;

use reqwest::{Client, Response, Url};
use serde::Deserialize;
use serde_json::json;

use crate::http;

/// A seat, cheap to clone.
#[derive(Clone)]
pub struct Seat {
    /// The address of the invitation.
    pub(super) link: String,
    /// A word by which the site tells this program from another one at the same seat.
    pub(super) program: String,
    pub(super) client: Client,
}

/// Keys to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub round: usize,
    pub attempt: usize,
    /// The number of the first.
    pub first: usize,
    pub text: String,
}

/// The answer to a batch.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Receipt {
    /// The number of this seat's next key.
    pub next: usize,
    /// The reason why none of the batch was taken, in a sentence.
    pub refusal: Option<String>,
    pub reason: Option<Reason>,
}

/// The kinds of refusal that a program tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The conversation is not open.
    Closed,
    JudgeFirst,
    LongLine,
    Flood,
    Numbers,
    NotText,
    #[serde(other)]
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// The same may succeed later.
    #[error("{0}")]
    Passing(String),
    /// Another program has the seat, or this one has lost it for a while.
    #[error("{0}")]
    Taken(String),
    #[error("{0}")]
    Final(String),
}

/// For one exchange.
const TIMEOUT: Duration = Duration::from_secs(30);
const LONGEST_ANSWER: usize = 64 * 1024;

impl Seat {
    /// The seat behind a link. `program` is a word of 8 to 64 letters and digits.
    pub fn new(link: &str, program: &str) -> Result<Seat, String> {
        let wrong = || {
            format!(
                "“{link}” is no invitation; it reads https://HOST/contests/join/ and the letters \
                 that follow in the link."
            )
        };
        let url = Url::parse(link.trim()).map_err(|_| wrong())?;
        let is_invitation = matches!(url.scheme(), "http" | "https")
            && url.path().rsplit_once("/contests/join/").is_some_and(|(_, token)| {
                !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_alphanumeric())
            });
        if !is_invitation {
            return Err(wrong());
        }
        let client = http::builder(Duration::from_secs(10))?
            .build()
            .map_err(|error| format!("HTTP cannot be set up: {error}."))?;
        let link = format!("{}{}", url.origin().ascii_serialization(), url.path());
        Ok(Seat { link, program: program.to_owned(), client })
    }

    /// Sends keys, once.
    pub async fn send(&self, batch: &Batch) -> Result<Receipt, SeatError> {
        let Batch { round, attempt, first, text } = batch;
        let body = json!({
            "program": self.program, "round": round, "attempt": attempt, "first": first,
            "text": text,
        });
        let request = self.client.post(format!("{}/keys", self.link)).timeout(TIMEOUT);
        let request = request.header("content-type", "application/json").body(body.to_string());
        let response = accepted(request.send().await.map_err(|error| broken(&error))?).await?;
        let text = http::read(response, LONGEST_ANSWER).await.map_err(|error| broken(&error))?;
        serde_json::from_str(&text.map_err(SeatError::Final)?).map_err(|_| unlike_luna())
    }
}

/// The response if it is a success, otherwise the sentence in it.
pub(super) async fn accepted(response: Response) -> Result<Response, SeatError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let body = http::read(response, LONGEST_ANSWER).await.map_err(|error| broken(&error))?;
    let refusal = body.ok().and_then(|body| serde_json::from_str::<RefusalBody>(&body).ok());
    let why = match refusal {
        Some(RefusalBody { refusal }) => refusal,
        None => format!("The server answered {status}, which is not how Luna answers."),
    };
    Err(match status.as_u16() {
        409 => SeatError::Taken(why),
        408 | 425 | 429 | 500.. => SeatError::Passing(why),
        _ => SeatError::Final(why),
    })
}

#[derive(Deserialize)]
struct RefusalBody {
    refusal: String,
}

pub(super) fn broken(error: &reqwest::Error) -> SeatError {
    SeatError::Passing(http::failure_sentence(error, TIMEOUT))
}

pub(super) fn unlike_luna() -> SeatError {
    SeatError::Final("The server does not answer like a Luna.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_an_invitation_or_is_refused_in_a_sentence() {
        for link in ["http://127.0.0.1:80/contests/join/abc1", "https://a.org/x/contests/join/A?b"]
        {
            assert!(Seat::new(link, "program1").is_ok(), "{link}");
        }
        for link in
            ["", "/contests/join/abc", "ftp://a.org/contests/join/abc", "https://a.org/join/abc"]
        {
            let refusal = Seat::new(link, "program1").err().unwrap();
            assert!(refusal.contains("it reads https://HOST/contests/join/"), "{refusal}");
        }
        let seat = Seat::new(" https://a.org/contests/join/abc?x#y\n", "program1").unwrap();
        assert_eq!(seat.link, "https://a.org/contests/join/abc");
    }
}
