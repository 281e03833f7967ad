//! The stream of everything that happens to a machine.

use std::time::Duration;

use reqwest::Response;
use serde::Deserialize;
use tokio::time::{sleep, timeout};

use super::connection::{ApiClient, LONGEST, accepted, broken};
use super::error::{ApiError, Waits, refused, unreadable};
use super::types::{Account, Game, OpenTask};

/// The silence after which the connection counts as lost; a line comes every seven seconds.
const QUIET: Duration = Duration::from_secs(25);

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Account {
        account: Box<Account>,
    },
    Game {
        game: Box<Game>,
        cursor: String,
    },
    /// A task outside games that is open.
    Task {
        task: Box<OpenTask>,
    },
    /// The initial state has been sent.
    Ready {
        cursor: String,
    },
    Closing {
        reason: String,
    },
    /// The connection is lost and will be restored after the wait.
    #[serde(skip)]
    Cut {
        why: String,
        wait: Duration,
    },
    /// `alive`, or an event of a later version; not returned.
    #[serde(other)]
    Unknown,
}

pub struct Events {
    luna: ApiClient,
    /// The cursor of the last line that was read.
    cursor: Option<String>,
    open: Option<Response>,
    unread: Vec<u8>,
    waits: Waits,
    /// Before the next attempt.
    wait: Option<Duration>,
}

impl Events {
    pub(super) fn new(luna: ApiClient) -> Events {
        let waits = Waits::new(luna.patience);
        Events { luna, cursor: None, open: None, unread: Vec::new(), waits, wait: None }
    }

    /// The next event. An error ends the stream.
    pub async fn next(&mut self) -> Result<Event, ApiError> {
        loop {
            while let Some(line) = self.line() {
                let event = serde_json::from_slice(&line)
                    .map_err(|error| unreadable(&format!("{error}.")))?;
                match event {
                    Event::Closing { reason } => return self.closing(&reason),
                    Event::Unknown => {}
                    event => {
                        self.note(&event);
                        return Ok(event);
                    }
                }
            }
            let Some(open) = &mut self.open else {
                if let Some(cut) = self.connect().await? {
                    return Ok(cut);
                }
                continue;
            };
            let error = match timeout(QUIET, open.chunk()).await {
                Ok(Ok(Some(bytes))) if self.unread.len() + bytes.len() <= LONGEST => {
                    self.unread.extend_from_slice(&bytes);
                    continue;
                }
                Ok(Ok(Some(_))) => return Err(unreadable("a line of the stream has no end.")),
                Ok(Ok(None)) => lost("The stream has ended."),
                Ok(Err(error)) => broken(&error),
                Err(_) => lost("The stream has gone silent."),
            };
            return self.cut(error);
        }
    }

    /// The next whole line that is not empty.
    fn line(&mut self) -> Option<Vec<u8>> {
        loop {
            let end = self.unread.iter().position(|&byte| byte == b'\n')?;
            let line: Vec<u8> = self.unread.drain(..=end).collect();
            if line.iter().any(|byte| !byte.is_ascii_whitespace()) {
                return Some(line);
            }
        }
    }

    fn note(&mut self, event: &Event) {
        if let Event::Game { cursor, .. } | Event::Ready { cursor } = event {
            self.cursor = Some(cursor.clone());
        }
        if matches!(event, Event::Ready { .. }) {
            self.waits = Waits::new(self.luna.patience);
        }
    }

    /// Handles the end that the server announces: an error if another stream replaced this one,
    /// otherwise a reconnection.
    fn closing(&mut self, reason: &str) -> Result<Event, ApiError> {
        if reason == "replaced" {
            return Err(refused(
                409,
                "Another program has begun to play with this token.".to_owned(),
            ));
        }
        self.cut(lost("The server has closed the stream."))
    }

    async fn connect(&mut self) -> Result<Option<Event>, ApiError> {
        if let Some(wait) = self.wait.take() {
            sleep(wait).await;
        }
        match self.request().await {
            Ok(response) => self.open = Some(response),
            Err(error) => return self.cut(error).map(Some),
        }
        Ok(None)
    }

    async fn request(&self) -> Result<Response, ApiError> {
        let since = self.cursor.as_ref().map(|cursor| format!("?since={cursor}"));
        let url = format!("{}/stream/event{}", self.luna.base, since.unwrap_or_default());
        let request = self.luna.client.get(url).bearer_auth(&self.luna.token).send();
        let response = timeout(QUIET, request)
            .await
            .map_err(|_| lost("The server does not answer."))?
            .map_err(|error| broken(&error))?;
        timeout(QUIET, accepted(response)).await.map_err(|_| lost("The server does not answer."))?
    }

    fn cut(&mut self, error: ApiError) -> Result<Event, ApiError> {
        self.open = None;
        self.unread.clear();
        let Some(wait) = self.waits.after(&error) else { return Err(error) };
        self.wait = Some(wait);
        Ok(Event::Cut { why: error.to_string(), wait })
    }
}

fn lost(why: &str) -> ApiError {
    ApiError::Unreachable(why.to_owned())
}
