//! A game as it was written, for moderators who have said why they read it; and
//! the log of all readings.

use axum::response::Redirect;
use luna_app::format::stamp;
use luna_core::game::Move;
use luna_store::game::{WrittenMove, has_seat, transcript};
use luna_store::player::{Player, Role};
use luna_store::reading::{self, Reading};
use luna_store::report::Spot;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::listing::{ListRequest, page, plain};
use super::player_link::player_link;
use crate::html::table::{Column, table};
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// A game that a moderator has opened.
pub(super) struct Transcript {
    moves: Vec<WrittenMove>,
    /// The ids of the players, with their names on this page.
    names: Vec<(String, Markup)>,
}

/// Reads a game for a moderator who has given a reason; `call` names its players.
pub(super) fn read(
    tx: &mut Tx<'_>,
    me: &Player,
    game_id: &str,
    now: i64,
    call: impl Fn(&mut Tx<'_>, &str) -> store::Result<Markup>,
) -> Result<Option<Transcript>, Error> {
    if !reading::is_open(tx, &me.id, game_id, now)? {
        return Ok(None);
    }
    let moves = transcript(tx, game_id)?;
    let mut names: Vec<(String, Markup)> = Vec::new();
    for it in &moves {
        if !names.iter().any(|(id, _)| *id == it.player_id) {
            names.push((it.player_id.clone(), call(tx, &it.player_id)?));
        }
    }
    Ok(Some(Transcript { moves, names }))
}

/// Opens a game to a moderator and logs the reason.
pub(super) fn open(
    tx: &mut Tx<'_>,
    at: &store::game::Context,
    me: &Player,
    game_id: &str,
    why: &str,
) -> Result<(), Error> {
    if why.is_empty() {
        return Err(Error::Refused(
            "Please say why you are reading this game. The reason is logged.".into(),
        ));
    }
    not_a_party(tx, me, game_id)?;
    tracing::info!(by = me.id, game = game_id, "game read");
    Ok(reading::note(tx, at, &me.id, game_id, why)?)
}

/// Refuses moderators games in progress while they play themselves: one of them is their own.
pub(super) fn may_see(tx: &mut Tx<'_>, me: &Player, game_id: &str) -> Result<(), Error> {
    if store::game::may_see(tx, &me.id, game_id)? {
        return Ok(());
    }
    let why = "While you play a rated game, you can see only games that are over.";
    Err(Error::Refused(why.into()))
}

/// Refuses moderators what concerns a game that they play in now: it would name their partner.
pub(super) fn not_playing(tx: &mut Tx<'_>, me: &Player, game_id: &str) -> Result<(), Error> {
    if store::game::plays_in(tx, game_id, &me.id)? {
        let why = "You play in this game, so you can see it here once it is over for you.";
        return Err(Error::Refused(why.into()));
    }
    Ok(())
}

/// Refuses moderators their own games: they would learn who their partner is.
pub(super) fn not_a_party(tx: &mut Tx<'_>, me: &Player, game_id: &str) -> Result<(), Error> {
    if has_seat(tx, game_id, &me.id)? {
        let why = "You played in this game yourself, so another moderator must review it.";
        return Err(Error::Refused(why.into()));
    }
    Ok(())
}

impl Transcript {
    /// The text at a spot.
    pub(super) fn text(&self, spot: Spot) -> Option<&str> {
        let it = self.moves.iter().find(|it| it.seq == spot.seq)?;
        let (Move::Ask(texts) | Move::Answer(texts)) = &it.mv else { return None };
        texts.get(usize::try_from(spot.part - 1).ok()?).map(String::as_str)
    }

    fn name(&self, player_id: &str) -> Markup {
        let found = self.names.iter().find(|(id, _)| id == player_id);
        found.map_or_else(|| html! { "A player" }, |(_, name)| name.clone())
    }

    /// All moves in order, with the text at one spot marked.
    pub(super) fn section(&self, marked: Option<Spot>) -> Markup {
        html! {
            ol.transcript {
                @for it in &self.moves {
                    @if let Some(what) = what(&it.mv) {
                        li {
                            p.small.soft { strong { (self.name(&it.player_id)) } " " (what) " · " (stamp(it.at)) }
                            (texts(it, marked))
                        }
                    }
                }
            }
        }
    }
}

/// A move in words; none for moves that no player made.
fn what(mv: &Move) -> Option<String> {
    match mv {
        Move::Join => Some("sat down".to_owned()),
        Move::Ask(_) => Some("asked".to_owned()),
        Move::Answer(_) => Some("answered".to_owned()),
        Move::Guess(guess) => Some(format!("guessed {}", guess.points)),
        Move::Leave => Some("left".to_owned()),
        Move::Expire => Some("ran out of time".to_owned()),
        Move::Remove => Some("was taken out".to_owned()),
        Move::Reveal(_) => None,
    }
}

fn texts(it: &WrittenMove, marked: Option<Spot>) -> Markup {
    let texts = match &it.mv {
        Move::Ask(texts) | Move::Answer(texts) => texts.as_slice(),
        Move::Join
        | Move::Guess(_)
        | Move::Leave
        | Move::Expire
        | Move::Remove
        | Move::Reveal(_) => &[],
    };
    html! {
        @for (part, text) in (1..).zip(texts) {
            @let here = marked == Some(Spot { seq: it.seq, part });
            div.reported[here] {
                @if here { p.small { strong { "Reported" } } }
                @if it.hidden.contains(&part) { p.small.soft { "Hidden by a moderator" } }
                p.answer dir="auto" { (text) }
            }
        }
    }
}

/// The form that asks why somebody reads a game.
pub(super) fn open_form(action: &str, why: &str, visitor: &Visitor) -> Markup {
    html! {
        form.why.sheet method="post" action=(action) {
            (csrf(visitor))
            label for="open-why" { "Why are you reading this game?" }
            input #open-why name="why" type="text" value=(why) required;
            p.hint { "Luna logs each reading with its reason, and administrators see the log. The game stays open to you for an hour." }
            button.button { "Read the game" }
        }
    }
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let (asking, game_id) = (visitor.clone(), plain(&id)?);
    let (me, seen) = app
        .db
        .read(move |tx| {
            let me = asking.operator(tx, Role::Moderator)?;
            let seen = TranscriptPage::read(tx, &me, &game_id, asking.now)?;
            Ok::<_, Error>((me, seen))
        })
        .await?;
    let body = html! {
        p {
            (seen.phase) ". Begun " (stamp(seen.started_at))
            @if let Some(at) = seen.ended_at { ", ended " (stamp(at)) } "."
        }
        ul.plain { @for player in &seen.players { li { (player_link(player)) } } }
        @match &seen.transcript {
            Some(transcript) => (transcript.section(None)),
            None => (open_form(&format!("/admin/games/{id}/open"), "", &visitor)),
        }
        @if me.is_admin() && !seen.readings.is_empty() {
            h2 { "Who has read it" }
            (readings_table(&seen.readings))
        }
    };
    Ok(page(&app, &me, "Game", &body))
}

struct TranscriptPage {
    phase: &'static str,
    started_at: i64,
    ended_at: Option<i64>,
    players: Vec<Player>,
    readings: Vec<Reading>,
    transcript: Option<Transcript>,
}

impl TranscriptPage {
    fn read(
        tx: &mut Tx<'_>,
        me: &Player,
        game_id: &str,
        now: i64,
    ) -> Result<TranscriptPage, Error> {
        let loaded = store::game::load(tx, game_id)?;
        may_see(tx, me, game_id)?;
        let mut players = Vec::new();
        // Who waits may be the reader's next partner.
        let named = if loaded.waiting_since.is_none() { &loaded.occupants[..] } else { &[] };
        for occupant in named.iter().flatten() {
            match store::player::find(tx, &occupant.player_id) {
                Err(store::Error::NotFound) => {}
                player => players.push(player?),
            }
        }
        let call = |tx: &mut Tx<'_>, id: &str| {
            let name = store::player::name_of(tx, id)?.unwrap_or_default();
            Ok(html! { a dir="auto" href={ "/admin/players/" (id) } { (name) } })
        };
        Ok(TranscriptPage {
            phase: phase(&loaded),
            started_at: loaded.started_at,
            ended_at: loaded.ended_at,
            players,
            readings: reading::of_game(tx, game_id)?,
            transcript: read(tx, me, game_id, now, call)?,
        })
    }
}

fn phase(loaded: &store::game::GameRecord) -> &'static str {
    use luna_core::game::Phase;
    match loaded.game.phase() {
        Phase::Interview => "In the interview",
        Phase::Response => "In the response",
        Phase::Guess => "In the guess",
        Phase::Final => "Finished",
        Phase::Closed => "Given up",
    }
}

pub(super) async fn open_game(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let (at, why, game_id) = (app.moment(), form.text("why").trim().to_owned(), plain(&id)?);
    app.db
        .write(move |tx| {
            let me = visitor.operator(tx, Role::Moderator)?;
            store::game::load(tx, &game_id)?;
            open(tx, &at, &me, &game_id, &why)
        })
        .await?;
    Ok(Redirect::to(&format!("/admin/games/{id}")))
}

fn readings_table(readings: &[Reading]) -> Markup {
    let rows = html! {
        @for reading in readings {
            tr {
                td { (stamp(reading.at)) }
                td { a dir="auto" href={ "/admin/players/" (reading.by_id) } { (reading.by) } }
                td { a href={ "/admin/games/" (reading.game_id) } { code { (reading.game_id) } } }
                td.words dir="auto" { (reading.why) }
            }
        }
    };
    table("Readings", &["When", "Who", "Game", "Why"].map(Column::Text), &rows)
}

/// The log of readings.
pub(super) async fn readings(request: ListRequest) -> Result<Markup, Error> {
    let found = request.list_for(Role::Administrator, reading::list).await?;
    let body = html! {
        p.soft { "This lists each time that a moderator opened a game, with the reason." }
        @if found.lines.is_empty() { p { "Nobody has read a game yet." } }
        @else { (readings_table(&found.lines)) }
        (found.older("/admin/readings", |last| (last.at, &last.id)))
    };
    Ok(page(&request.app, &found.me, "Readings", &body))
}
