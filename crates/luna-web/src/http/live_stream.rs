//! Streams that follow a topic: after a change they read the database and send the news; otherwise
//! they send a sign of life from time to time.
//!
//! A line is written when its reader has taken the previous one, so a slow reader blocks nobody and
//! nothing piles up.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Path, RawQuery};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::watch;

use luna_app::StreamPlace;

use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::metrics::Metrics;
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// The number of pages of one player that may have a stream open.
const MOST_STREAMS: usize = 50;
const TOO_MANY: &str = "You have too many pages open. Please close some; \
    the others update when you reload them.";

/// The request for a stream about one thing, with the id or the token of that thing in the address.
pub(crate) struct StreamRequest {
    pub(crate) app: App,
    pub(crate) visitor: Visitor,
    pub(crate) id: String,
    /// The fields of the query.
    pub(crate) asked: Form,
    pub(crate) headers: HeaderMap,
}

impl FromRequestParts<App> for StreamRequest {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<StreamRequest, Response> {
        let (visitor, Path(id), RawQuery(query), headers) =
            <(Visitor, Path<String>, RawQuery, HeaderMap)>::from_request_parts(parts, app).await?;
        let asked = Form::of_query(query.as_deref());
        Ok(StreamRequest { app: app.clone(), visitor, id, asked, headers })
    }
}

/// The place of a stream among those that are open; dropped, it is free again.
pub(crate) struct OpenStream(
    Arc<Metrics>,
    #[expect(dead_code, reason = "gives its place back when it is dropped")] StreamPlace,
);

impl OpenStream {
    pub(crate) fn admit(
        app: &App,
        visitor: &Visitor,
        player_id: &str,
    ) -> Result<OpenStream, Error> {
        let of_address = (visitor.address, app.settings.streams_per_address);
        let place = app.open_streams.admit(of_address, Some((player_id, MOST_STREAMS)));
        let place = place.ok_or(Error::TooMany(TOO_MANY))?;
        app.metrics.streams.fetch_add(1, Ordering::Relaxed);
        Ok(OpenStream(Arc::clone(&app.metrics), place))
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The source of a stream, which remembers what it has sent.
pub(crate) trait StreamSource: Send + 'static {
    const FORMAT: StreamFormat;

    /// The news since the last look, or the reason why the stream ends.
    fn look(&mut self) -> impl Future<Output = Result<Chunk, &'static str>> + Send;

    /// The time until the next look, for a source whose news comes by the clock.
    fn wait(&self) -> Option<Duration> {
        None
    }
}

/// The format of a kind of stream.
pub(crate) struct StreamFormat {
    pub(crate) content_type: &'static str,
    /// Sent after a period without news, so that no proxy considers the stream dead.
    pub(crate) alive: &'static str,
    pub(crate) alive_every: Duration,
    /// The number of such periods after which the database is read, in case a notification was
    /// lost.
    pub(crate) look_every: u32,
    /// The last chunk, if any.
    pub(crate) closing: fn(&'static str) -> String,
}

impl StreamFormat {
    /// Events for pages.
    pub(crate) const EVENTS: StreamFormat = StreamFormat {
        content_type: "text/event-stream",
        alive: ":\n\n",
        alive_every: Duration::from_secs(20),
        look_every: 3,
        closing: |_| String::new(),
    };
}

/// How far a page has come, as its browser says after a cut.
pub(crate) fn last_event_id(headers: &HeaderMap) -> Option<&str> {
    headers.get("last-event-id").and_then(|value| value.to_str().ok())
}

/// Refuses a page its stream. Unless the fault is ours, the browser is told to stop trying.
pub(crate) fn refuse(error: Error) -> Response {
    if error.status().is_server_error() {
        return error.into_response();
    }
    StatusCode::NO_CONTENT.into_response()
}

pub(crate) enum Chunk {
    Nothing,
    News(Vec<u8>),
    /// News, and more is available at once.
    More(Vec<u8>),
    /// The last news.
    Last(Vec<u8>),
}

/// The response that streams the news of a topic.
pub(crate) fn follow<F: StreamSource>(app: &App, topic: &str, source: F) -> Response {
    let following = ActiveStream {
        source,
        changes: app.db.watch(topic),
        stopping: app.stopping.clone(),
        quiet: F::FORMAT.look_every,
        over: false,
    };
    let lines = stream::unfold(following, |following| async {
        following.next().await.map(|(line, following)| (Ok::<_, Infallible>(line), following))
    });
    streamed(F::FORMAT.content_type, Body::from_stream(lines))
}

/// The response with a stream, which nothing on the way may keep or collect.
pub(crate) fn streamed(content_type: &'static str, body: Body) -> Response {
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, body).into_response()
}

struct ActiveStream<F> {
    source: F,
    changes: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    /// The number of quiet periods since the database was last asked.
    quiet: u32,
    over: bool,
}

impl<F: StreamSource> ActiveStream<F> {
    /// The next chunk; none when the stream is over.
    async fn next(mut self) -> Option<(Bytes, Self)> {
        loop {
            if self.over {
                return None;
            }
            if *self.stopping.borrow() {
                return self.close("server");
            }
            if self.quiet >= F::FORMAT.look_every {
                self.quiet = 0;
                match self.source.look().await {
                    Ok(Chunk::Nothing) => {}
                    Ok(Chunk::News(text)) => return self.say(text),
                    Ok(Chunk::More(text)) => {
                        self.quiet = F::FORMAT.look_every;
                        return self.say(text);
                    }
                    Ok(Chunk::Last(text)) => {
                        self.over = true;
                        return self.say(text);
                    }
                    Err(reason) => return self.close(reason),
                }
            }
            let wait = self.source.wait();
            tokio::select! {
                changed = self.changes.changed() => {
                    changed.ok()?;
                    self.quiet = F::FORMAT.look_every;
                }
                _ = self.stopping.changed() => {}
                () = tokio::time::sleep(wait.unwrap_or(F::FORMAT.alive_every)) => {
                    if wait.is_none() {
                        self.quiet += 1;
                        return self.say(F::FORMAT.alive);
                    }
                    self.quiet = F::FORMAT.look_every;
                }
            }
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "what `next` gives")]
    fn say(self, text: impl Into<Bytes>) -> Option<(Bytes, Self)> {
        Some((text.into(), self))
    }

    fn close(mut self, reason: &'static str) -> Option<(Bytes, Self)> {
        self.over = true;
        let last = (F::FORMAT.closing)(reason);
        if last.is_empty() { None } else { self.say(last) }
    }
}
