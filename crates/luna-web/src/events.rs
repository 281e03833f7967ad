//! `/events`: tells a page that something about its player has changed. The
//! page then reads itself again; no news travels here, only that there is some.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream;
use luna_store as store;
use tokio::sync::watch;

use crate::App;
use crate::error::Error;
use crate::metrics::Metrics;
use crate::visitor::Visitor;

/// A line now and then, so that nothing in between thinks the stream is dead.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// After so many of them the database is asked, in case a notification was lost.
const LOOK_EVERY: u32 = 3;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/events", get(open))
}

async fn open(
    State(app): State<App>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    // A stream that was cut says how far it had come.
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let asked = query.as_deref().and_then(|query| query.strip_prefix("seen="));
    let seen = last.or(asked).and_then(|seen| seen.parse().ok());
    let asking = visitor.clone();
    let player = app.db.read(move |tx| Ok::<_, Error>(asking.signed_in(tx)?.id)).await;
    let Ok(player_id) = player else {
        // Tells the browser to stop trying.
        return StatusCode::NO_CONTENT.into_response();
    };
    let topic = store::player::topic(&player_id);
    let changes = app.db.watch(&topic);
    let open = Open(Arc::clone(&app.metrics));
    app.metrics.streams.fetch_add(1, Ordering::Relaxed);
    let follower = Follower {
        visitor,
        topic,
        changes,
        seen,
        quiet: LOOK_EVERY,
        stopping: app.stopping.clone(),
        app,
        open,
    };
    let lines = stream::unfold(follower, |mut follower| async {
        follower.next().await.map(|line| (Ok::<_, Infallible>(line), follower))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    (kind, [("x-accel-buffering", "no")], Body::from_stream(lines)).into_response()
}

struct Follower {
    app: App,
    visitor: Visitor,
    topic: String,
    changes: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    /// How far the page has come; not known for a page that did not say.
    seen: Option<i64>,
    /// How often nothing has been heard since the database was last asked.
    quiet: u32,
    #[expect(dead_code, reason = "counts this stream out when it is dropped")]
    open: Open,
}

struct Open(Arc<Metrics>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Follower {
    /// The next line to send; none when the stream is over.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if *self.stopping.borrow() {
                return None;
            }
            if self.quiet >= LOOK_EVERY {
                self.quiet = 0;
                let seq = self.look().await?;
                if self.seen != Some(seq) {
                    self.seen = Some(seq);
                    return Some(Bytes::from(format!("id: {seq}\ndata: {seq}\n\n")));
                }
            }
            tokio::select! {
                changed = self.changes.changed() => {
                    changed.ok()?;
                    self.quiet = LOOK_EVERY;
                }
                _ = self.stopping.changed() => return None,
                () = tokio::time::sleep(KEEP_ALIVE) => {
                    self.quiet += 1;
                    return Some(Bytes::from_static(b":\n\n"));
                }
            }
        }
    }

    /// How far the topic has come; none once the session is over.
    async fn look(&self) -> Option<i64> {
        let (visitor, topic, now) = (self.visitor.clone(), self.topic.clone(), self.app.now());
        let found = self.app.db.read(move |tx| {
            Visitor { now, ..visitor }.signed_in(tx)?;
            Ok::<_, Error>(store::topic::seq(tx, &topic)?)
        });
        found.await.ok()
    }
}
