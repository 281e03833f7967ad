//! A client of Luna's API for machines: games, moves, and the stream of events.
//!
//! Each command carries an idempotency key, so that it can be repeated after a lost connection and
//! still takes effect once. The stream reconnects by itself, from the cursor of the last event.

mod events;
mod types;

use std::time::Duration;

use luna_core::answer::Answer;
use luna_core::game::Move;
use luna_core::rating::Points;
use reqwest::{Client, Method, Response, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub use self::events::{Event, Events};
pub use self::types::{
    Account, Estimate, Game, Limits, Mode, OpenTask, OtherRatings, Outcomes, Rated,
};
use crate::http;
use crate::openai::Patience;

/// Four lists of the longest texts that the rules allow, however escaped.
const LONGEST: usize = 4 * http::LONGEST_REPLY;
/// For one exchange.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A client of one instance with a machine's token. Cheap to clone.
#[derive(Clone)]
pub struct ApiClient {
    base: String,
    token: String,
    client: Client,
    patience: Patience,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApiError {
    /// The request may or may not have taken effect.
    #[error("{0}")]
    Unreachable(String),
    #[error("{message}")]
    Refused {
        status: u16,
        /// For programs, such as `too_many`.
        key: String,
        message: String,
        /// The seconds after which another attempt may succeed.
        seconds: Option<u64>,
    },
}

/// The waits before each attempt.
struct Waits {
    patience: Patience,
    attempt: u32,
    wait: Duration,
}

impl ApiClient {
    /// A client of the instance whose public address is `server`. No address is forbidden: the
    /// token's owner has chosen it.
    pub fn new(server: &str, token: &str, patience: Patience) -> Result<ApiClient, String> {
        let wrong = |why: &str| format!("The server is given as https://HOST: {why}.");
        let url = Url::parse(server.trim()).map_err(|error| wrong(&error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(wrong("this is neither http:// nor https://"));
        }
        let client = http::builder(Duration::from_secs(10))?
            .build()
            .map_err(|error| format!("HTTP cannot be set up: {error}."))?;
        let base = format!("{}/api/v1", url.as_str().trim_end_matches('/'));
        Ok(ApiClient { base, token: token.to_owned(), client, patience })
    }

    pub async fn account(&self) -> Result<Account, ApiError> {
        self.exchange(Method::GET, "/account", None).await
    }

    pub async fn game(&self, id: &str) -> Result<Game, ApiError> {
        self.exchange(Method::GET, &format!("/games/{id}"), None).await
    }

    /// The open games, a hundred at most, the latest change first.
    pub async fn open_games(&self) -> Result<Vec<Game>, ApiError> {
        let page: Page = self.exchange(Method::GET, "/games?state=open&limit=100", None).await?;
        Ok(page.games)
    }

    /// Opens a game. `key` is the idempotency key.
    pub async fn open(
        &self,
        key: &str,
        mode: Mode,
        opponent: Option<&str>,
    ) -> Result<Game, ApiError> {
        let body = json!({ "mode": mode, "opponent": opponent });
        self.exchange(Method::POST, "/games", Some((key, body))).await
    }

    /// Sends questions, responses or a guess; any other move aborts the game. `partners_lost` is the
    /// count in the game that the move was made for, so that a move for one partner is not taken for
    /// a later one.
    pub async fn play(
        &self,
        key: &str,
        game: &str,
        mv: &Move,
        partners_lost: u32,
    ) -> Result<Game, ApiError> {
        let (what, body) = match mv {
            Move::Ask(texts) => ("questions", json!({ "questions": texts })),
            Move::Answer(texts) => {
                ("responses", json!({ "responses": texts, "partners_lost": partners_lost }))
            }
            Move::Guess(guess) => {
                let sliders: Vec<Option<f64>> =
                    guess.sliders.iter().map(|slider| slider.and_then(number)).collect();
                let points = number(guess.points);
                let body = json!({
                    "guess": points, "sliders": sliders, "partners_lost": partners_lost,
                });
                ("guess", body)
            }
            Move::Join | Move::Leave | Move::Expire | Move::Remove | Move::Reveal(_) => {
                ("abort", json!({}))
            }
        };
        self.exchange(Method::POST, &format!("/games/{game}/{what}"), Some((key, body))).await
    }

    /// Sends the answers to a question outside games, best first.
    pub async fn answer(
        &self,
        key: &str,
        task: &str,
        answers: &[Answer],
    ) -> Result<OpenTask, ApiError> {
        let ranked = |it: &Answer| json!({ "answer": it.text, "confidence": it.confidence });
        let answers: Vec<Value> = answers.iter().map(ranked).collect();
        let body = json!({ "answers": answers });
        self.exchange(Method::POST, &format!("/tasks/{task}/reply"), Some((key, body))).await
    }

    /// The open tasks outside games.
    pub async fn tasks(&self) -> Result<Vec<OpenTask>, ApiError> {
        let page: Tasks = self.exchange(Method::GET, "/tasks", None).await?;
        Ok(page.tasks)
    }

    /// Aborts a game.
    pub async fn abort(&self, key: &str, game: &str) -> Result<Game, ApiError> {
        self.play(key, game, &Move::Leave, 0).await
    }

    /// The stream of events, which begins with the current state.
    pub fn events(&self) -> Events {
        Events::new(self.clone())
    }

    /// Sends a request, with retries that all carry the same key.
    async fn exchange<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        sent: Option<(&str, Value)>,
    ) -> Result<T, ApiError> {
        let mut waits = Waits::new(self.patience);
        loop {
            let error = match self.once(&method, path, sent.as_ref()).await {
                Ok(found) => return Ok(found),
                Err(error) => error,
            };
            let Some(wait) = waits.after(&error) else { return Err(error) };
            tokio::time::sleep(wait).await;
        }
    }

    async fn once<T: DeserializeOwned>(
        &self,
        method: &Method,
        path: &str,
        sent: Option<&(&str, Value)>,
    ) -> Result<T, ApiError> {
        let url = format!("{}{path}", self.base);
        let mut request =
            self.client.request(method.clone(), url).bearer_auth(&self.token).timeout(TIMEOUT);
        if let Some((key, body)) = sent {
            request = request
                .header("content-type", "application/json")
                .header("idempotency-key", *key)
                .body(body.to_string());
        }
        let broken = |error: reqwest::Error| broken(&error);
        let response = request.send().await.map_err(broken)?;
        let response = accepted(response).await?;
        let body = http::read(response, LONGEST).await.map_err(broken)?;
        let body = body.map_err(|why| unreadable(&why))?;
        serde_json::from_str(&body).map_err(|error| unreadable(&format!("{error}.")))
    }
}

impl Waits {
    fn new(patience: Patience) -> Waits {
        Waits { patience, attempt: 1, wait: patience.first_wait }
    }

    /// The wait before the next attempt, if there is one.
    fn after(&mut self, error: &ApiError) -> Option<Duration> {
        let asked = match error {
            ApiError::Unreachable(_) => None,
            ApiError::Refused { seconds, .. } if error.passes() => seconds.map(Duration::from_secs),
            ApiError::Refused { .. } => return None,
        };
        let longest = self.patience.longest_wait;
        if self.attempt >= self.patience.attempts || asked.is_some_and(|wait| wait > longest) {
            return None;
        }
        self.attempt = self.attempt.saturating_add(1);
        let wait = asked.unwrap_or(self.wait).min(longest);
        self.wait = self.wait.saturating_mul(2).min(longest);
        Some(wait)
    }
}

impl ApiError {
    /// Returns true if a later attempt may succeed.
    fn passes(&self) -> bool {
        match self {
            ApiError::Unreachable(_) => true,
            ApiError::Refused { status, key, seconds, .. } => match status {
                408 | 425 | 500.. => true,
                409 => key == "conflict",
                429 => seconds.is_some(),
                _ => false,
            },
        }
    }

    pub fn status(&self) -> Option<u16> {
        match self {
            ApiError::Unreachable(_) => None,
            ApiError::Refused { status, .. } => Some(*status),
        }
    }
}

#[derive(Deserialize)]
struct Tasks {
    tasks: Vec<OpenTask>,
}

#[derive(Deserialize)]
struct Page {
    games: Vec<Game>,
}

#[derive(Deserialize)]
struct Problem {
    error: Said,
}

#[derive(Deserialize)]
struct Said {
    key: String,
    message: String,
    seconds: Option<u64>,
}

/// The response if it is a success, otherwise the error in it.
async fn accepted(response: Response) -> Result<Response, ApiError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let retry_after = http::retry_after(&response).map(|wait| wait.as_secs());
    let body = http::read(response, LONGEST).await.map_err(|error| broken(&error))?;
    let number = status.as_u16();
    let said = body.ok().and_then(|body| serde_json::from_str::<Problem>(&body).ok());
    Err(match said {
        Some(Problem { error: Said { key, message, seconds } }) => {
            ApiError::Refused { status: number, key, message, seconds: seconds.or(retry_after) }
        }
        None if status.is_redirection() => refused(
            number,
            format!(
                "The server answered {number}, a redirect, and those are not followed; please \
                 give the URL it leads to."
            ),
        ),
        None => ApiError::Refused {
            status: number,
            key: "unknown".to_owned(),
            message: format!("The server answered {number}, not as Luna does."),
            seconds: retry_after,
        },
    })
}

fn refused(status: u16, message: String) -> ApiError {
    ApiError::Refused { status, key: "unknown".to_owned(), message, seconds: None }
}

fn unreadable(why: &str) -> ApiError {
    refused(200, format!("The server does not answer as Luna does: {why}"))
}

fn broken(error: &reqwest::Error) -> ApiError {
    ApiError::Unreachable(http::failure_sentence(error, TIMEOUT))
}

fn number(points: Points) -> Option<f64> {
    points.to_string().parse().ok()
}
