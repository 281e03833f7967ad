//! `/quiz/read/{id}/words`: the words of a question, each when its time has come by the server's
//! clock. A stream that was cut goes on with all words that are due.
//!
//! Before each word the database is read, so that a buzz stops the words on every page.

use std::time::Duration;

use axum::response::{IntoResponse as _, Response};
use luna_app::quiz::reading_room::Reading;
use luna_store::quiz::play;

use crate::http::error::Error;
use crate::http::live_stream::{
    Chunk, OpenStream, StreamFormat, StreamRequest, StreamSource, follow, last_event_id, refuse,
};
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// The shortest and the longest time between two looks at a question that is read.
const WAIT_MS: std::ops::RangeInclusive<i64> = 5..=5_000;

pub(super) async fn open(request: StreamRequest) -> Response {
    let StreamRequest { app, visitor, id, asked, headers } = request;
    let sent = last_event_id(&headers).unwrap_or(asked.text("seen")).parse().unwrap_or(0);
    let (asking, of) = (visitor.clone(), id.clone());
    let found = app.db.read(move |tx| {
        let me = asking.logged_in(tx)?;
        let reading = Reading::of(tx, asking.now, &of, &me.id)?.ok_or(Error::NotFound)?;
        Ok::<_, Error>((me.id, reading))
    });
    let (player_id, sent) = match found.await {
        Ok((player_id, reading)) => (player_id, reading.due(visitor.now).min(sent)),
        Err(error) => return refuse(error),
    };
    let place = match OpenStream::admit(&app, &visitor, &player_id) {
        Ok(place) => place,
        Err(error) => return error.into_response(),
    };
    let topic = play::topic(&id);
    let words =
        WordStream { app: app.clone(), visitor, id, sent, next_at: None, told_end: false, place };
    follow(&app, &topic, words)
}

struct WordStream {
    app: App,
    visitor: Visitor,
    id: String,
    /// The number of words that the page has.
    sent: usize,
    /// The time of the next look.
    next_at: Option<i64>,
    told_end: bool,
    #[expect(dead_code, reason = "gives its place back when it is dropped")]
    place: OpenStream,
}

impl StreamSource for WordStream {
    const FORMAT: StreamFormat = StreamFormat::EVENTS;

    async fn look(&mut self) -> Result<Chunk, &'static str> {
        let (visitor, id, now) = (self.visitor.clone(), self.id.clone(), self.app.now());
        let found = self.app.db.read(move |tx| {
            let me = Visitor { now, ..visitor }.logged_in(tx)?;
            Ok::<_, Error>(Reading::of(tx, now, &id, &me.id)?)
        });
        let Some(reading) = found.await.map_err(|_| "logged out")? else {
            // The page is loaded again: somebody has buzzed, or the time is over.
            return Ok(Chunk::Last(b"event: state\ndata: over\n\n".to_vec()));
        };
        Ok(self.news(&reading, now))
    }

    fn wait(&self) -> Option<Duration> {
        let wait = self.next_at? - self.app.now();
        let wait = wait.clamp(*WAIT_MS.start(), *WAIT_MS.end());
        u64::try_from(wait).ok().map(Duration::from_millis)
    }
}

impl WordStream {
    fn news(&mut self, reading: &Reading, now: i64) -> Chunk {
        let due = reading.due(now);
        let mut text = String::new();
        let words = reading.words(now, self.sent);
        if !words.is_empty() {
            text = format!("id: {due}\ndata: {}\n\n", words.join(" "));
        }
        self.sent = due;
        self.next_at = Some(reading.next_at(due));
        if let Some(left) = reading.left_ms(now).filter(|_| !self.told_end) {
            self.told_end = true;
            text.push_str(&format!("event: end\ndata: {left}\n\n"));
        }
        if text.is_empty() { Chunk::Nothing } else { Chunk::News(text.into_bytes()) }
    }
}
