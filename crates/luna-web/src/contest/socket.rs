//! The WebSocket of a seat: its screens, its keys and the keys that it sends on one connection. Each
//! message is the JSON of the stream of events or the receipt of a POST, to which the page turns
//! where WebSocket fails.

use std::future::pending;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseCode, CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use luna_app::contest::live::Live;
use luna_app::contest::typing::Batch;
use luna_core::contest::participant::Side;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::strokes::{self, SeatStream, begin, lost};
use crate::http::error::Error;
use crate::http::live_stream::StreamRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// Keys as a page sends them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    side: String,
    round: usize,
    attempt: usize,
    first: usize,
    text: String,
}

/// The page at the other end.
struct Page {
    app: App,
    visitor: Visitor,
    contest_id: String,
    tab: String,
}

/// The longest message of a page: a hundred keys, however escaped, and room for the rest.
const LONGEST: usize = 4 * 1024;
/// The time from one sign of life to the next.
const ALIVE_EVERY: Duration = Duration::from_secs(15);
/// A page that has been silent for so long, also to the signs of life, is gone.
const GONE_AFTER: Duration = Duration::from_secs(45);
const STRANGE: &str = "Only the pages of this site open the connection of a seat.\n";
const FLOOD: &str =
    "Your page sends more keys than anybody types. Please wait a minute and reload it.";
const UNREADABLE: &str = "A message must be the JSON of one batch of keys, of at most 4,096 bytes.";

pub(super) async fn open(
    request: StreamRequest,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let StreamRequest { app, visitor, id, asked, headers } = request;
    let Ok(upgrade) = upgrade else { return Error::NotFound.into_response() };
    if !is_from_here(&app, &headers) {
        return (StatusCode::FORBIDDEN, STRANGE).into_response();
    }
    let tab = asked.text("tab").to_owned();
    let opened = match begin(&app, &visitor, &id, &tab).await {
        Ok(opened) => opened,
        Err(error) => return error.into_response(),
    };
    let page = Page { app, visitor, contest_id: id, tab };
    upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .read_buffer_size(LONGEST)
        // Each key goes out at once.
        .write_buffer_size(0)
        .on_upgrade(move |socket| serve(socket, page, opened))
}

/// Returns whether a page of this site opens the connection: browsers send our cookies with one that
/// another site opens as well, and say whose page it is.
fn is_from_here(app: &App, headers: &HeaderMap) -> bool {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let authority = |url: &str| url.split_once("://").map(|(_, rest)| rest.to_ascii_lowercase());
    let Some(origin) = header(ORIGIN).and_then(authority) else { return false };
    let host = header(HOST).map(str::to_ascii_lowercase);
    let own = authority(&app.settings.public_url);
    host.as_ref() == Some(&origin)
        || own.is_some_and(|own| own.split('/').next() == Some(origin.as_str()))
}

async fn serve(socket: WebSocket, page: Page, opened: SeatStream) {
    let (sink, stream) = socket.split();
    let (sender, outgoing) = channel(1);
    match opened {
        SeatStream::Live(live, place) => {
            tokio::select! {
                () = write(sink, outgoing) => {}
                () = read(stream, &page, &sender) => {}
                () = follow(&page.app, *live, &sender) => {}
            }
            drop(place);
        }
        SeatStream::Lost(why) => {
            tokio::select! {
                () = write(sink, outgoing) => {}
                () = async {
                    tell(&sender, &lost(&why)).await;
                    close(&sender, close_code::NORMAL, "").await;
                } => {}
            }
        }
    }
}

/// Writes messages to the network until one closes the connection, with signs of life between them.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut outgoing: Receiver<Message>) {
    let mut alive = interval(ALIVE_EVERY);
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    alive.reset();
    loop {
        let message = tokio::select! {
            message = outgoing.recv() => message,
            _ = alive.tick() => {
                // A browser answers the ping, and its page reads the other message.
                let ping = sink.send(Message::Ping(Bytes::new())).await;
                let said = sink.send(text(&json!({ "kind": "alive" }))).await;
                if ping.is_err() || said.is_err() {
                    return;
                }
                continue;
            }
        };
        let Some(message) = message else { return };
        let is_last = matches!(message, Message::Close(_));
        if sink.send(message).await.is_err() || is_last {
            return;
        }
    }
}

/// Takes what the page sends until it goes, one batch after the other.
async fn read(mut stream: SplitStream<WebSocket>, page: &Page, sender: &Sender<Message>) {
    loop {
        let message = match timeout(GONE_AFTER, stream.next()).await {
            Err(_) | Ok(None | Some(Ok(Message::Close(_)))) => return,
            Ok(Some(Err(error))) => {
                tracing::debug!(%error, "a message of a seat cannot be read");
                return close(sender, close_code::POLICY, UNREADABLE).await;
            }
            Ok(Some(Ok(message))) => message,
        };
        let keys = match &message {
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => continue,
            Message::Text(text) => serde_json::from_str(text.as_str()).ok(),
            Message::Binary(_) => None,
        };
        let Some(keys) = keys else {
            return close(sender, close_code::POLICY, UNREADABLE).await;
        };
        let (status, receipt) = page.take(keys).await;
        tell(sender, &receipt).await;
        if status == StatusCode::TOO_MANY_REQUESTS {
            let (contest, tab) = (&page.contest_id, &page.tab);
            tracing::warn!(contest, tab, "a seat sends too many batches of keys and is cut off");
            return close(sender, close_code::POLICY, FLOOD).await;
        }
    }
}

/// Sends what is new in the seat.
async fn follow(app: &App, mut live: Live, sender: &Sender<Message>) {
    loop {
        match strokes::next(app, &mut live).await {
            Some((news, true)) => tell(sender, &news).await,
            Some((news, false)) => {
                tell(sender, &news).await;
                return close(sender, close_code::NORMAL, "").await;
            }
            None => return close(sender, close_code::AWAY, "").await,
        }
    }
}

async fn tell(sender: &Sender<Message>, news: &Value) {
    // Without a writer the connection is about to end.
    drop(sender.send(text(news)).await);
}

/// Has the writer close the connection, which ends everything else.
async fn close(sender: &Sender<Message>, code: CloseCode, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    drop(sender.send(Message::Close(Some(frame))).await);
    pending::<()>().await;
}

fn text(news: &Value) -> Message {
    Message::Text(news.to_string().into())
}

impl Page {
    /// Takes a batch of keys; returns the status of a POST and the receipt, which names the side.
    async fn take(&self, keys: Keys) -> (StatusCode, Value) {
        let Keys { side, round, attempt, first, text } = keys;
        let batch = Batch { round, attempt, side: Side::from_name(&side), first, text };
        let visitor = Visitor { now: self.app.now(), ..self.visitor.clone() };
        let taken = strokes::take(&self.app, visitor, &self.contest_id, &self.tab, Ok(batch)).await;
        let (status, mut receipt) = taken;
        receipt["kind"] = json!("receipt");
        receipt["side"] = json!(side);
        (status, receipt)
    }
}
