//! The moderators' queue: reports, the games they are about, and what is decided.

mod decide;

use axum::response::Redirect;
use luna_app::format::{many, stamp};
use luna_store::player::{Player, Role};
use luna_store::report::{self, About, After, Record, Report};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::assignments::Leases;
use super::judges::act_table;
use super::listing::{list_for, page, plain};
use super::player_link::player_link;
use super::transcript::{self, Transcript, open_form};
use crate::conduct::report::words;
use crate::html::table::{Column, table};
use crate::http::error::Error;
use crate::http::form_request::{BareFormRequest, FormRequest};
use crate::http::page_request::{PageRequest, QueryRequest};
use crate::http::visitor::Visitor;

pub(super) use decide::decide;
use decide::{HERE, QUEUE};

/// The position in the queue: `after=URGENCY-TIME-ID`.
fn after(query: Option<&str>) -> After {
    let place = query.and_then(|query| query.strip_prefix("after="));
    let place = place.and_then(|place| {
        let mut parts = place.splitn(3, '-');
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.to_owned()))
    });
    place.unwrap_or((i64::MIN, i64::MIN, String::new()))
}

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let from = after(query.as_deref());
    let read = move |tx: &mut Tx<'_>, me: &str, most| report::open(tx, me, &from, most);
    let found = list_for(&app, &visitor, Role::Moderator, read).await?;
    let (me, now) = (found.me.clone(), app.now());
    let leases = app.db.read(move |tx| QUEUE.leases(tx, &me, now)).await?;
    let heads = ["Made", "What is wrong", "About", "Passage"].map(Column::Text);
    let rows = html! {
        @for it in &found.lines {
            tr {
                td.words {
                    a href={ (HERE) "/" (it.id) } { (stamp(it.at)) }
                    @if let Some(words) = leases.words(&it.id) { br; span.small { (words) } }
                }
                td.words { (words(it.category)) }
                td { a dir="auto" href={ "/admin/players/" (it.subject) } { (it.subject_name) } }
                td { @if it.spot.is_some() { "one text" } @else { "the player" } }
            }
        }
    };
    let body = html! {
        p.soft {
            "Most urgent first, then oldest. Decisions are recorded in the "
            a href="/admin/acts" { "log" } ". When you take a report or read its game, it is yours for half an hour."
        }
        @if found.lines.is_empty() { p { "No open reports." } }
        @else { (QUEUE.next_form(&visitor)) (table("Reports", &heads, &rows)) }
        @if let Some(last) = found.lines.last().filter(|_| found.more) {
            p { a.button href={ (HERE) "?after=" (last.urgency) "-" (last.at) "-" (last.id) } { "Later" } }
        }
    };
    Ok(page(&app, &found.me, "Reports", &body))
}

/// The facts about a player that a moderator needs.
struct PlayerRecord {
    player: Option<Player>,
    finished: i64,
    rating: Option<luna_core::rating::Rating>,
    record: Record,
}

impl PlayerRecord {
    fn of(tx: &mut Tx<'_>, me: &Player, id: &str) -> Result<PlayerRecord, Error> {
        let player = match store::player::find(tx, id) {
            Err(store::Error::NotFound) => None,
            player => Some(player?),
        };
        let tally = store::player::tally(tx, id)?;
        let record = report::record(tx, &me.id, id)?;
        Ok(PlayerRecord { player, finished: tally.finished, rating: tally.rating, record })
    }

    fn lines(&self) -> Markup {
        let Record { made, made_upheld, about, about_upheld } = self.record;
        html! {
            ul.hints {
                li { (many(self.finished, "game")) " finished; Smarts Rating "
                    @match self.rating { Some(rating) => (rating), None => "none yet" } }
                li { (many(about, "report")) " about them, of which " (about_upheld) " led to an action" }
                li { (many(made, "report")) " made, of which " (made_upheld) " led to an action" }
            }
        }
    }
}

/// Everything on the page of one report.
struct ReportPage {
    me: Player,
    report: Report,
    subject: PlayerRecord,
    reporter: PlayerRecord,
    earlier: Vec<About>,
    acts: Vec<store::moderation_log::Entry>,
    transcript: Option<Transcript>,
    leases: Leases,
    /// The machine's owner, who would read a warning.
    has_owner: bool,
}

impl ReportPage {
    fn read(tx: &mut Tx<'_>, visitor: &Visitor, id: &str) -> Result<ReportPage, Error> {
        let me = visitor.operator(tx, Role::Moderator)?;
        let report = report::find(tx, id)?;
        transcript::not_playing(tx, &me, &report.game_id)?;
        let (subject, reporter) = (report.subject.clone(), report.reporter.clone());
        let call = move |_: &mut Tx<'_>, id: &str| {
            Ok(match id {
                id if id == subject => html! { "The reported player" },
                id if id == reporter => html! { "The reporter" },
                _ => html! { "Another player" },
            })
        };
        let transcript = transcript::read(tx, &me, &report.game_id, visitor.now, call)?;
        let mut earlier = report::about(tx, &me.id, &report.subject, 20)?;
        earlier.retain(|it| it.id != report.id);
        Ok(ReportPage {
            subject: PlayerRecord::of(tx, &me, &report.subject)?,
            reporter: PlayerRecord::of(tx, &me, &report.reporter)?,
            earlier,
            acts: store::moderation_log::of_player(tx, &me.id, &report.subject, 20)?,
            has_owner: decide::warned(tx, &report.subject)?.is_some(),
            leases: QUEUE.leases(tx, &me, visitor.now)?,
            transcript,
            report,
            me,
        })
    }

    fn body(&self, visitor: &Visitor) -> Markup {
        let report = &self.report;
        html! {
            p {
                "Made " (stamp(report.at)) " about "
                @match &self.subject.player {
                    Some(player) => (player_link(player)),
                    None => "somebody who has been erased",
                }
                @if report.spot.is_none() { ", the player in general" } "."
            }
            @if !report.text.is_empty() { p.answer dir="auto" { (report.text) } }
            @if let (Some(spot), Some(transcript)) = (report.spot, &self.transcript)
                && let Some(text) = transcript.text(spot)
            {
                h2 { "The passage" }
                p.answer.reported dir="auto" { (text) }
            }
            (self.state(visitor))
            h2 { "The reported player" }
            (self.subject.lines())
            (self.history())
            h2 { "The reporter" }
            p.soft { "The reporter stays anonymous. This is their record so far:" }
            (self.reporter.lines())
            h2 { "The game" }
            @match &self.transcript {
                Some(transcript) => (transcript.section(report.spot)),
                None => (open_form(&format!("{HERE}/{}/open", report.id), "A report", visitor)),
            }
        }
    }

    fn state(&self, visitor: &Visitor) -> Markup {
        let report = &self.report;
        html! {
            h2 { "Decision" }
            @if report.decided.is_none() { (QUEUE.mark(&self.leases, &report.id, visitor)) }
            @match &report.decided {
                Some(decided) => p {
                    "Decided " (stamp(decided.at)) " by "
                    @match &decided.by {
                        Some((name, id)) => a dir="auto" href={ "/admin/players/" (id) } { (name) },
                        None => "the command line",
                    }
                    ": " (decision_words(&decided.decision)) "."
                },
                None if self.transcript.is_none() => p { "Read the game below first." },
                None if !self.leases.is_free(&report.id) => {}
                None => (decide::forms(report, self.subject.player.as_ref(), self.has_owner, visitor)),
            }
        }
    }

    fn history(&self) -> Markup {
        html! {
            @if !self.earlier.is_empty() {
                h3 { "Other reports about them" }
                ul.plain {
                    @for it in &self.earlier {
                        li {
                            a href={ (HERE) "/" (it.id) } { (stamp(it.at)) } ": " (words(it.category)) " · "
                            @match &it.decision { Some(decision) => (decision_words(decision)), None => "open" }
                        }
                    }
                }
            }
            @if !self.acts.is_empty() {
                h3 { "Moderation log" }
                (act_table(&self.acts))
            }
        }
    }
}

/// A decision in words, from how it is kept.
pub(super) fn decision_words(decision: &str) -> String {
    let words = decision.split(',').map(|one| match one {
        "dismiss" => "dismissed",
        "hide" => "text hidden",
        "warn" => "player warned",
        "ban" => "player banned",
        "stop" => "machine stopped",
        other => other,
    });
    words.collect::<Vec<_>>().join(", ")
}

pub(super) async fn one(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let (asking, id) = (visitor.clone(), plain(&id)?);
    let sheet = app.db.read(move |tx| ReportPage::read(tx, &asking, &id)).await?;
    let body = sheet.body(&visitor);
    Ok(page(&app, &sheet.me, words(sheet.report.category), &body))
}

pub(super) async fn open(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let (at, why, of) = (app.moment(), form.text("why").trim().to_owned(), plain(&id)?);
    app.db
        .write(move |tx| {
            let me = visitor.operator(tx, Role::Moderator)?;
            let report = report::find(tx, &of)?;
            transcript::not_a_party(tx, &me, &report.game_id)?;
            if report.decided.is_none() {
                QUEUE.take(tx, &me, &report.id, at.now)?;
            }
            transcript::open(tx, &at, &me, &report.game_id, &why)
        })
        .await?;
    Ok(Redirect::to(&format!("{HERE}/{id}")))
}

pub(super) async fn next(request: BareFormRequest) -> Result<Redirect, Error> {
    QUEUE.next(request).await
}

pub(super) async fn give_back(request: FormRequest) -> Result<Redirect, Error> {
    QUEUE.give_back(request).await
}
