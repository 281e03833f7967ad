//! Requests to the API, repeated while that may help, and the errors in its responses.

use std::time::Duration;

use reqwest::{Client, Method, Response, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::{ApiError, Waits, refused, unreadable};
use crate::adapter::openai::Patience;
use crate::http;

/// Four lists of the longest texts that the rules allow, however escaped.
pub(super) const LONGEST: usize = 4 * http::LONGEST_REPLY;
/// For one exchange.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A client of one instance with a machine's token. Cheap to clone.
#[derive(Clone)]
pub struct ApiClient {
    pub(super) base: String,
    pub(super) token: String,
    pub(super) client: Client,
    pub(super) patience: Patience,
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

    /// Sends a request, with retries that all carry the same key.
    pub(super) async fn exchange<T: DeserializeOwned>(
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

#[derive(Deserialize)]
struct Problem {
    error: Detail,
}

#[derive(Deserialize)]
struct Detail {
    key: String,
    message: String,
    seconds: Option<u64>,
}

/// The response if it is a success, otherwise the error in it.
pub(super) async fn accepted(response: Response) -> Result<Response, ApiError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let retry_after = http::retry_after(&response).map(|wait| wait.as_secs());
    let body = http::read(response, LONGEST).await.map_err(|error| broken(&error))?;
    let number = status.as_u16();
    let problem = body.ok().and_then(|body| serde_json::from_str::<Problem>(&body).ok());
    Err(match problem {
        Some(Problem { error: Detail { key, message, seconds } }) => {
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
            message: format!("The server answered {number}, which is not how Luna answers."),
            seconds: retry_after,
        },
    })
}

pub(super) fn broken(error: &reqwest::Error) -> ApiError {
    ApiError::Unreachable(http::failure_sentence(error, TIMEOUT))
}
