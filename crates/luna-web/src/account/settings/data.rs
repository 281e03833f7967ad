//! `/settings/data`: the download of one's data, as a stream.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use luna_app::format::megabytes;
use luna_app::storage;
use luna_store::export::{self, Layout};
use luna_store::player::Player;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use crate::http::download::headers;
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// How much of their room a player has used up.
pub(super) async fn room(app: &App, me: &Player) -> Result<Markup, Error> {
    let id = me.id.clone();
    let used = app.db.read(move |tx| store::storage::bytes(tx, &id)).await?;
    let most = storage::limit(me);
    Ok(html! {
        p {
            "Your texts take " (megabytes(used)) " of the " (megabytes(most)) " that you may use."
            @if used >= most {
                " Please " a href="/questions/sets" { "delete sets of questions" } " that you no longer need."
            }
        }
    })
}

const TWO_DOWNLOADS: &str =
    "Two downloads of your data are running. Please wait until one has ended.";

/// Sends a download as it is read: the next piece when its reader has taken the last one.
pub(super) async fn send(State(app): State<App>, visitor: Visitor) -> Result<Response, Error> {
    let me = app.db.read(move |tx| visitor.anyone(tx)).await?;
    let place = app.open_streams.admit_download(&me.id).ok_or(Error::TooMany(TWO_DOWNLOADS))?;
    let pieces = export::pieces(app.moment().disciplines, me.id, Layout::Lines);
    let body = stream::try_unfold((app, pieces, place), |(app, mut pieces, place)| async move {
        let read = move |tx: &mut Tx<'_>| {
            let text = pieces.next(tx)?;
            Ok::<_, store::Error>((text, pieces))
        };
        let (text, pieces) = app.db.read(read).await.inspect_err(|error| {
            tracing::warn!(?error, "a download was cut");
        })?;
        Ok::<_, store::Error>(text.map(|text| (Bytes::from(text), (app, pieces, place))))
    });
    Ok((headers("application/json", "my-luna-data.json"), Body::from_stream(body)).into_response())
}
