//! The stream of a seat, which connects again when it is cut.

use std::time::Duration;

use reqwest::Response;
use serde::Deserialize;
use tokio::time::{sleep, timeout};

use super::client::{Seat, SeatError, accepted, broken, unlike_luna};
use super::screen::{JudgeText, Screen};

/// Something new in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The whole screen, at the beginning and when it changes.
    Screen(Screen),
    Heard(JudgeText),
    /// The connection is lost, or another program has the seat; it is tried again.
    Cut(String),
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum StreamedLine {
    Screen(Screen),
    Keys(JudgeText),
    Lost {
        why: String,
    },
    /// `alive`, or a line of a later version.
    #[serde(other)]
    Unknown,
}

pub struct Events {
    seat: Seat,
    open: Option<Response>,
    unread: Vec<u8>,
    /// Before the next attempt.
    wait: Option<Duration>,
    /// The attempts since the last line that was good.
    failures: u32,
    /// Those of them that found another program in the seat.
    refusals: u32,
}

/// The silence after which the connection counts as lost; a line comes every seven seconds.
const QUIET: Duration = Duration::from_secs(25);
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// The longest line: a screen with all keys of a conversation.
const LONGEST: usize = 8 * 1024 * 1024;
/// Refusals in a row, in some 13 seconds, after which a seat is given up: the hold of a program that
/// has crashed ends before.
const MOST_REFUSALS: u32 = 6;

impl Seat {
    /// The stream of the seat.
    pub fn events(&self) -> Events {
        Events::new(self.clone())
    }
}

impl Events {
    fn new(seat: Seat) -> Events {
        Events { seat, open: None, unread: Vec::new(), wait: None, failures: 0, refusals: 0 }
    }

    /// Waits for the next event. An error ends the stream.
    pub async fn next(&mut self) -> Result<Event, SeatError> {
        loop {
            while let Some(line) = self.line() {
                match serde_json::from_slice(&line).map_err(|_| unlike_luna())? {
                    StreamedLine::Screen(screen) => {
                        (self.failures, self.refusals) = (0, 0);
                        return Ok(Event::Screen(screen));
                    }
                    StreamedLine::Keys(heard) => return Ok(Event::Heard(heard)),
                    StreamedLine::Lost { why } => return self.taken(why),
                    StreamedLine::Unknown => {}
                }
            }
            let Some(open) = &mut self.open else {
                match self.connect().await {
                    Ok(open) => self.open = Some(open),
                    Err(SeatError::Passing(why)) => return Ok(self.cut(why)),
                    Err(SeatError::Taken(why)) => return self.taken(why),
                    Err(error) => return Err(error),
                }
                continue;
            };
            let why = match timeout(QUIET, open.chunk()).await {
                Ok(Ok(Some(bytes))) if self.unread.len() + bytes.len() <= LONGEST => {
                    self.unread.extend_from_slice(&bytes);
                    continue;
                }
                Ok(Ok(Some(_))) => return Err(unlike_luna()),
                Ok(Ok(None)) => "The server has closed the stream.".to_owned(),
                Ok(Err(error)) => broken(&error).to_string(),
                Err(_) => "The stream has gone silent.".to_owned(),
            };
            return Ok(self.cut(why));
        }
    }

    fn line(&mut self) -> Option<Vec<u8>> {
        let end = self.unread.iter().position(|&byte| byte == b'\n')?;
        Some(self.unread.drain(..=end).collect())
    }

    async fn connect(&mut self) -> Result<Response, SeatError> {
        if let Some(wait) = self.wait.take() {
            sleep(wait).await;
        }
        let Seat { link, program, client } = &self.seat;
        let request = client.get(format!("{link}/stream?program={program}")).send();
        let silent = |_| SeatError::Passing("The server does not answer.".to_owned());
        let response = timeout(QUIET, request).await.map_err(silent)?;
        let response = response.map_err(|error| broken(&error))?;
        timeout(QUIET, accepted(response)).await.map_err(silent)?
    }

    /// Another program has the seat. It may be an earlier run of this one, which loses it soon.
    fn taken(&mut self, why: String) -> Result<Event, SeatError> {
        self.refusals += 1;
        if self.refusals > MOST_REFUSALS { Err(SeatError::Final(why)) } else { Ok(self.cut(why)) }
    }

    fn cut(&mut self, why: String) -> Event {
        self.open = None;
        self.unread.clear();
        let wait = FIRST_WAIT.saturating_mul(1 << self.failures.min(10)).min(LONGEST_WAIT);
        self.failures = self.failures.saturating_add(1);
        self.wait = Some(wait);
        Event::Cut(why)
    }
}
