//! A machine that is a server: Luna posts each task to its URL, signed, so
//! that the server can tell Luna from anybody else.

use std::time::Duration;

use reqwest::Method;
use ring::{digest, hmac};
use serde::Serialize;
use serde_json::Value;

use crate::hex;
use crate::http::{Answer, Http, send};
use crate::task::{CallError, CallFailure, Task};

const SCHEME: &str = "v1=";

pub struct Push {
    pub url: String,
    /// The key that signs deliveries; the server knows it too.
    pub secret: String,
    pub http: Http,
    /// For one exchange.
    pub timeout: Duration,
}

/// The server's reaction to a task with a wrong signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForgeryOutcome {
    Refused,
    /// It was answered as one of Luna's own.
    Played,
    /// With this status, which says neither.
    Answered(u16),
}

impl Push {
    /// Asks the server whether it is ready: 200 and `{"ready":true}`. The request is signed too, with an
    /// empty body.
    pub async fn ready(&self, now_s: i64) -> Result<(), CallError> {
        let request = self
            .http
            .request(Method::GET, &self.url)?
            .header("luna-timestamp", now_s)
            .header("luna-signature", sign(&self.secret, now_s, b""));
        let reply = accepted(send(request, self.timeout).await?).map_err(|failed| failed.error)?;
        let reply = reply.map_err(CallError::Invalid)?;
        let ready = serde_json::from_str(&reply).is_ok_and(|reply: Value| reply["ready"] == true);
        if ready {
            Ok(())
        } else {
            let what = "The server answered 200, but not with {\"ready\":true}.";
            Err(CallError::Invalid(what.to_owned()))
        }
    }

    /// Sends the task, once more with the fault if the reply cannot be parsed. The header
    /// `luna-delivery` is the same for each delivery of the same body, and for no other.
    pub async fn call<T: Task>(&self, now_s: i64, task: &T) -> Result<T::Reply, CallFailure> {
        match self.once(now_s, task, task).await? {
            Ok(reply) => Ok(reply),
            Err(problem) => {
                let again = self.once(now_s, &task.again(&problem), task).await?;
                again.map_err(|problem| CallError::Invalid(problem).into())
            }
        }
    }

    /// Sends `message` and reads the reply as one to `task`: the reply, or what
    /// is wrong with it.
    pub async fn once<T: Task>(
        &self,
        now_s: i64,
        message: &impl Serialize,
        task: &T,
    ) -> Result<Result<T::Reply, String>, CallFailure> {
        let answer = self.post(&self.secret, &task.delivery(), now_s, message).await?;
        Ok(accepted(answer)?.and_then(|reply| task.read(&reply)))
    }

    /// Sends `task` with a wrong signature, as a stranger would.
    pub async fn forged(&self, now_s: i64, task: &impl Task) -> Result<ForgeryOutcome, CallError> {
        let other = format!("not {}", self.secret);
        let delivery = format!("forged-{}", task.delivery());
        let answer = self.post(&other, &delivery, now_s, task).await?;
        Ok(match answer.status {
            401 | 403 => ForgeryOutcome::Refused,
            200 if answer.body.is_ok_and(|reply| task.read(&reply).is_ok()) => {
                ForgeryOutcome::Played
            }
            status => ForgeryOutcome::Answered(status),
        })
    }

    async fn post(
        &self,
        secret: &str,
        delivery: &str,
        now_s: i64,
        message: &impl Serialize,
    ) -> Result<Answer, CallError> {
        let unwritten = |error| CallError::Invalid(format!("The task cannot be written: {error}."));
        let body = serde_json::to_string(message).map_err(unwritten)?;
        let hash = digest::digest(&digest::SHA256, body.as_bytes());
        let hash: String = hex::encode(hash.as_ref()).chars().take(16).collect();
        let request = self
            .http
            .request(Method::POST, &self.url)?
            .header("content-type", "application/json")
            .header("luna-timestamp", now_s)
            .header("luna-signature", sign(secret, now_s, body.as_bytes()))
            .header("luna-delivery", format!("{delivery}-{hash}"))
            .body(body);
        send(request, self.timeout).await
    }
}

/// The header `luna-signature`.
pub fn sign(secret: &str, timestamp: i64, body: &[u8]) -> String {
    let tag = hmac::sign(&key(secret), &message(timestamp, body));
    format!("{SCHEME}{}", hex::encode(tag.as_ref()))
}

/// Returns true if `signature` is that of this body, in constant time. A server should also refuse
/// timestamps of more than a few minutes ago.
pub fn verify(secret: &str, timestamp: i64, body: &[u8], signature: &str) -> bool {
    signature
        .strip_prefix(SCHEME)
        .and_then(hex::decode)
        .is_some_and(|tag| hmac::verify(&key(secret), &message(timestamp, body), &tag).is_ok())
}

fn key(secret: &str) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes())
}

fn message(timestamp: i64, body: &[u8]) -> Vec<u8> {
    [timestamp.to_string().as_bytes(), b".", body].concat()
}

/// The body, which may be unreadable, of an answer that is 200.
fn accepted(answer: Answer) -> Result<Result<String, String>, CallFailure> {
    let status = answer.status;
    let sentence = format!("The server answered {status}, not 200.");
    match status {
        200 => Ok(answer.body),
        408 | 425 | 429 | 500.. => {
            Err(CallFailure { error: CallError::Unreachable(sentence), wait: answer.retry_after })
        }
        _ => Err(CallError::Refused(sentence).into()),
    }
}
