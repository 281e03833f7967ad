//! A conversation of a contest that is over, for those who may read it: as a page that replays it,
//! and as files. The files of the whole contest are made in the same way.

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use luna_app::contest::archive::{self, Extent, Format, Reader, Transcript};
use luna_app::contest::state::State as Contest;
use luna_core::contest::Stage;
use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::Side;
use luna_store::Tx;
use maud::{Markup, html};

use crate::http::download::headers;
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;

/// The pieces of a file that is being sent.
struct Pieces {
    app: App,
    id: String,
    reader: Reader,
    what: (Format, Extent),
    nth: usize,
}

pub(super) async fn show(
    PageRequest { app, visitor, id: (id, round, judge, side) }: PageRequest<(
        String,
        usize,
        usize,
        String,
    )>,
) -> Result<Markup, Error> {
    let side = Side::from_name(&side).ok_or(Error::NotFound)?;
    let now = app.now();
    let read = move |tx: &mut Tx<'_>| {
        let me = visitor.player(tx)?;
        let contest = Contest::read(tx, &id)?;
        let reader = Reader::of(&contest, me.as_ref());
        let found = archive::transcript(tx, &contest, now, reader, (round, judge, side))?;
        Ok::<_, Error>((me, found.ok_or(Error::NotFound)?))
    };
    let (me, Transcript { place, conversation, is_public }) = app.db.read(read).await?;
    let home = format!("/contests/{}", place.contest_id);
    let here = format!("{home}/{round}/{judge}/{}", side.name());
    let began = conversation.keystrokes().first().map_or(0, |key| key.at);
    let title = format!("Round {round}, J{judge}, {}", side.name());
    let body = html! {
        h1 { (title) }
        p { a href=(home) { "All results" } }
        @if !is_public {
            p.note { "Only you, as the organiser, can read this: somebody in it has not agreed to its publication." }
        }
        section #replay data-keys={ (here) "/keys" } aria-label="Replay" hidden { }
        ol.transcript {
            @for line in conversation.lines() {
                li {
                    span.soft.small { (name(line.by)) ", " ((line.began_at - began) / 1000) " s" }
                    p.kept dir="auto" { (line.text) }
                }
            }
        }
        (links(&here))
    };
    Ok(Page::new(&title, body).of(me.as_ref()).scripts(&["replay.js"]).render(&app))
}

fn name(by: Speaker) -> &'static str {
    match by {
        Speaker::Judge => "Judge",
        Speaker::Party => "Partner",
    }
}

/// The links to the files of something, below its address.
pub(super) fn links(below: &str) -> Markup {
    let label = |format| match format {
        Format::Text => "Text",
        Format::Keys => "Each keystroke (JSONL)",
        Format::Log => "Log as in 2012",
    };
    html! {
        p.row {
            @for format in Format::ALL {
                a.button href={ (below) "/" (format.name()) } download { (label(format)) }
            }
        }
    }
}

/// A file of one conversation.
pub(super) async fn one(
    PageRequest { app, visitor, id: (id, round, judge, side, format) }: PageRequest<(
        String,
        usize,
        usize,
        String,
        String,
    )>,
) -> Result<Response, Error> {
    let side = Side::from_name(&side).ok_or(Error::NotFound)?;
    let format = Format::from_name(&format).ok_or(Error::NotFound)?;
    send(app, visitor, id, (format, Extent::One(round, judge, side))).await
}

/// A file of all conversations.
pub(super) async fn all(
    PageRequest { app, visitor, id: (id, format) }: PageRequest<(String, String)>,
) -> Result<Response, Error> {
    let format = Format::from_name(&format).ok_or(Error::NotFound)?;
    send(app, visitor, id, (format, Extent::Whole)).await
}

async fn send(
    app: App,
    visitor: Visitor,
    id: String,
    what: (Format, Extent),
) -> Result<Response, Error> {
    let (now, wanted, (format, extent)) = (app.now(), id.clone(), what);
    let read = move |tx: &mut Tx<'_>| {
        let me = visitor.player(tx)?;
        let contest = Contest::read(tx, &wanted)?;
        let reader = Reader::of(&contest, me.as_ref());
        let may_read = match extent {
            Extent::Whole => contest.stage(contest.now(now)) == Stage::Final,
            Extent::One(round, judge, side) => {
                archive::may_read(&contest, now, reader, (round, judge, side))
            }
        };
        may_read.then_some(reader).ok_or(Error::NotFound)
    };
    let reader = app.db.read(read).await?;
    let name = match extent {
        Extent::Whole => format!("contest-{id}"),
        Extent::One(round, judge, side) => {
            format!("contest-{id}-R{round}-J{judge}-{}", side.name())
        }
    };
    let kind = match format {
        Format::Text | Format::Log => "text/plain; charset=utf-8",
        Format::Keys => "application/jsonl; charset=utf-8",
    };
    let headers = headers(kind, &format!("{name}.{}", format.extension()));
    let pieces = Pieces { app, id, reader, what, nth: 0 };
    let body = stream::try_unfold(pieces, |pieces| async { pieces.next().await });
    Ok((headers, Body::from_stream(body)).into_response())
}

impl Pieces {
    async fn next(mut self) -> Result<Option<(String, Pieces)>, luna_app::Error> {
        let (now, id) = (self.app.now(), self.id.clone());
        let (reader, what, nth) = (self.reader, self.what, self.nth);
        let read = move |tx: &mut Tx<'_>| {
            let contest = Contest::read(tx, &id)?;
            archive::piece(tx, &contest, now, reader, what, nth)
        };
        let piece = self.app.db.read(read).await?;
        self.nth += 1;
        Ok(piece.map(|piece| (piece, self)))
    }
}
