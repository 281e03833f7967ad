//! `/events`: tells a page that something about its topic has changed: by default its player, or a
//! task that the player has put, a machine of theirs, or what a discipline declares. The page then reloads its content; the
//! event itself carries none.

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use luna_store::player::Player;
use luna_store::{self as store, Tx};

use crate::http::error::Error;
use crate::http::live_stream::{
    Chunk, OpenStream, StreamFormat, StreamSource, follow, last_event_id, refuse,
};
use crate::http::state::App;
use crate::http::visitor::Visitor;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/events", get(open))
}

async fn open(
    State(app): State<App>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = query.unwrap_or_default();
    let field = |name: &str| {
        query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name)
    };
    let asked = field("seen").map(|(_, seen)| seen);
    let seen = last_event_id(&headers).or(asked).and_then(|seen| seen.parse().ok());
    let wanted = field("topic").map(|(_, topic)| topic.to_owned());
    let (within, asking) = (app.clone(), visitor.clone());
    let found = app.db.read(move |tx| {
        let me = asking.logged_in(tx)?;
        let topic = topic(tx, &within, &me, wanted.as_deref())?;
        Ok::<_, Error>((me.id, topic))
    });
    let (player_id, topic) = match found.await {
        Ok(found) => found,
        Err(error) => return refuse(error),
    };
    let open = match OpenStream::admit(&app, &visitor, &player_id) {
        Ok(open) => open,
        Err(error) => return error.into_response(),
    };
    let page = Page { visitor, topic: topic.clone(), seen, app: app.clone(), open };
    follow(&app, &topic, page)
}

/// The topic that a page may follow: its player's own, that of a task the player has put or of a machine
/// of theirs, or one of a discipline.
fn topic(tx: &mut Tx<'_>, app: &App, me: &Player, wanted: Option<&str>) -> Result<String, Error> {
    let player_id = me.id.as_str();
    let Some(wanted) = wanted else { return Ok(store::player::topic(player_id)) };
    let mut topics = app.disciplines.iter().flat_map(|it| it.topics);
    if let Some((kind, id)) =
        topics.find_map(|kind| wanted.strip_prefix(kind.prefix).map(|id| (kind, id)))
    {
        return (kind.find)(tx, me, id)?.ok_or(Error::NotFound);
    }
    if let Some(id) = wanted.strip_prefix("machine:") {
        let machine = store::machine::owned(tx, id, player_id)?;
        return Ok(store::player::topic(&machine.player_id));
    }
    let task = wanted.strip_prefix("task:").ok_or(Error::NotFound)?;
    let task = store::task::find(tx, task)?;
    if task.asked_by == player_id { Ok(store::task::topic(&task.id)) } else { Err(Error::NotFound) }
}

struct Page {
    app: App,
    visitor: Visitor,
    topic: String,
    /// The sequence number that the page has seen; none if the page did not send one.
    seen: Option<i64>,
    #[expect(dead_code, reason = "counts this stream out when it is dropped")]
    open: OpenStream,
}

impl StreamSource for Page {
    const FORMAT: StreamFormat = StreamFormat::EVENTS;

    async fn look(&mut self) -> Result<Chunk, &'static str> {
        let (visitor, topic, now) = (self.visitor.clone(), self.topic.clone(), self.app.now());
        let found = self.app.db.read(move |tx| {
            Visitor { now, ..visitor }.logged_in(tx)?;
            Ok::<_, Error>(store::topic::seq(tx, &topic)?)
        });
        let seq = found.await.map_err(|_| "logged out")?;
        if self.seen.replace(seq) == Some(seq) {
            return Ok(Chunk::Nothing);
        }
        Ok(Chunk::News(format!("id: {seq}\ndata: {seq}\n\n").into()))
    }
}
