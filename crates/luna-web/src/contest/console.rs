//! `/contests/{id}/console`: every conversation's state, and the organiser's commands.

use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::contest::console::{self, Console, PairState, may_organise};
use luna_app::contest::invitation::{Invitation, mail_links};
use luna_app::contest::screen::ContestClock;
use luna_app::format::{many, stamp};
use luna_core::contest::clock::Command;
use luna_core::contest::participant::Participant;
use luna_core::contest::{Move, Stage};
use luna_core::identity::Email;
use luna_store::contest::record;
use luna_store::player::Player;
use luna_store::{Tx, topic};
use maud::{Markup, html};

use super::{clock, seat_table};
use crate::html::table::{Column, table};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Live, Page, csrf};

fn organiser(tx: &mut Tx<'_>, visitor: &Visitor, id: &str) -> Result<Player, Error> {
    let me = visitor.logged_in(tx)?;
    let contest = record::find(tx, id)?;
    if may_organise(&contest, &me) { Ok(me) } else { Err(Error::NotFound) }
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    view(&app, visitor, id, None).await
}

/// The console, with the invitation that has just been made.
async fn view(
    app: &App,
    visitor: Visitor,
    id: String,
    invited: Option<Invitation>,
) -> Result<Markup, Error> {
    let (asking, now) = (visitor.clone(), app.now());
    let read = move |tx: &mut Tx<'_>| {
        let me = organiser(tx, &asking, &id)?;
        let news = topic::seq(tx, &record::topic(&id))?;
        Ok::<_, Error>((me, console::view(tx, now, &id)?, news))
    };
    let (me, seen, news) = app.db.read(read).await?;
    let url = &app.settings.public_url;
    let chooses_folders = me.is_admin() && app.settings.contest_folders.is_some();
    let body = html! {
        h1 { "Console" }
        p { a dir="auto" href={ "/contests/" (seen.record.id) } { (seen.record.name) } }
        p.lead { (clock::words(&seen.clock)) }
        @if seen.clock.stage == Stage::Rounds { p { (many(seen.clock.left_ms / 1000, "second")) " left in this phase." } }
        @if let Some(invitation) = &invited {
            p.note {
                "The link for " (invitation.participant) ", shown only now: " code.secret { (url) (invitation.path()) }
                @if let Some(email) = &invitation.email { " " (mailed(app, email)) }
            }
        }
        (commands(&visitor, &seen))
        (pairs(&seen.pairs))
        (seat_table::section(&visitor, &seen, chooses_folders))
        (log(&seen))
    };
    let page = Page::new("Console", body).of(Some(&me)).wide();
    // A link that is shown only once stays on the page.
    let page = if invited.is_some() { page } else { page.live(live(&seen, news)) };
    Ok(page.render(app))
}

/// What becomes of a mail.
pub(super) fn mailed(app: &App, email: &Email) -> String {
    let address = email.as_str();
    if app.settings.smtp {
        format!("It is mailed to {address}.")
    } else {
        format!("No mail server is set up, so the mail to {address} waits in the operators’ list.")
    }
}

/// The console shows every move, every change of a seat and every phase as it comes.
fn live(seen: &Console, news: i64) -> Live {
    let here: String =
        seen.seats.iter().map(|it| if it.is_connected { '1' } else { '0' }).collect();
    let ContestClock { phase, round, attempt, .. } = seen.clock;
    let version = seen.record.version;
    Live {
        topic: Some(record::topic(&seen.record.id)),
        seen: news,
        state: format!("{version} {phase:?} {round:?} {attempt} {here}"),
        waiting: seen.clock.stage != Stage::Final,
    }
}

fn commands(visitor: &Visitor, seen: &Console) -> Markup {
    let button = |what: &str, label: &str| {
        // Beginning again is not the usual next step.
        let is_next = matches!(what, "start" | "resume");
        let is_quiet = matches!(what, "restart" | "end-phase");
        html! {
            form method="post" action={ "/contests/" (seen.record.id) "/console" } {
                (csrf(visitor))
                input type="hidden" name="do" value=(what);
                button.button .now[is_next] .quiet[is_quiet] { (label) }
            }
        }
    };
    html! {
        div.row.orders {
            @match (seen.clock.stage, seen.clock.is_paused) {
                (Stage::Before, _) => (button("start", "Start")),
                (Stage::Rounds, true) => { (button("resume", "Resume")) (button("restart", "Begin this round again")) }
                (Stage::Rounds, false) => {
                    (button("pause", "Pause"))
                    (button("extend", "One more minute"))
                    (button("end-phase", "End this phase now"))
                    (button("restart", "Begin this round again"))
                }
                (Stage::Ranking, _) => (button("close", "Close without the missing ranks")),
                (Stage::Final, _) => a.button.now href={ "/contests/" (seen.record.id) } { "See the results" },
            }
            a.button.quiet href={ "/contests/" (seen.record.id) "/console" } { "Refresh" }
        }
        @if seen.clock.stage == Stage::Rounds {
            p.hint { "If you begin a round again, nothing typed or decided in it so far counts." }
        }
    }
}

fn pairs(pairs: &[PairState]) -> Markup {
    let heads = [
        Column::Text("Judge"),
        Column::Text("Side"),
        Column::Text("State"),
        Column::Number("Keys of the judge"),
        Column::Number("Keys of the partner"),
        Column::Text("Verdict"),
    ];
    let rows = html! {
        @for pair in pairs {
            @for talk in &pair.talks {
                tr {
                    td { "J" (pair.judge) }
                    td { (talk.side.name()) }
                    td { @if talk.is_open { "open" } @else { "closed" } }
                    td.number { (talk.strokes[0]) }
                    td.number { (talk.strokes[1]) }
                    td { @if pair.has_verdict { "given" } @else { "not yet" } }
                }
            }
        }
    };
    html! { h2 { "Conversations now" } @if pairs.is_empty() { p { "No conversation is open." } } @else { (table("Conversations now", &heads, &rows)) } }
}

fn log(seen: &Console) -> Markup {
    let seats = seen.log.iter();
    let seats = seats.map(|it| (it.at, format!("{} {}", it.participant, it.what.name())));
    let commands = seen.commands.iter().map(|it| (it.at, command(&it.mv)));
    let mut lines: Vec<(i64, String)> = seats.chain(commands).collect();
    // Those of one moment stay in their order.
    lines.sort_by_key(|(at, _)| *at);
    html! {
        details {
            summary { "Log" }
            ul { @for (at, words) in lines.iter().rev() { li { (stamp(*at)) ": " (words) } } }
        }
    }
}

/// A move of the organiser as the log has it.
fn command(mv: &Move) -> String {
    match mv {
        Move::Clock(Command::Start) => "the contest started".to_owned(),
        Move::Clock(Command::Pause) => "the clock was paused".to_owned(),
        Move::Clock(Command::Resume) => "the clock was resumed".to_owned(),
        Move::Clock(Command::Extend { seconds }) => {
            format!("the phase was extended by {seconds} seconds")
        }
        Move::Clock(Command::EndPhase) => "the phase was ended early".to_owned(),
        Move::Clock(Command::Restart) => "the round began again".to_owned(),
        Move::Close => "closed without the missing ranks".to_owned(),
        // Nobody sees the moves of judges before the end.
        Move::Verdict { .. } | Move::Rank(_) => "a judge decided".to_owned(),
    }
}

pub(super) async fn send(request: FormRequest) -> Result<Response, Error> {
    let FormRequest { app, visitor, id, form } = request;
    let (at, asking, wanted) = (app.moment(), visitor.clone(), id.clone());
    let url = app.settings.public_url.clone();
    let act = move |tx: &mut Tx<'_>| {
        let me = organiser(tx, &asking, &wanted)?;
        let me = Some(me.id.as_str());
        let command = match form.text("do") {
            "start" => Command::Start,
            "pause" => Command::Pause,
            "resume" => Command::Resume,
            "end-phase" => Command::EndPhase,
            "extend" => Command::Extend { seconds: 60 },
            "restart" => Command::Restart,
            "close" => {
                console::close(tx, &at, &wanted, me)?;
                return Ok(None);
            }
            "invite" => {
                let seat = seat_named(&form)?;
                let found = luna_store::contest::seat::all(tx, &wanted)?;
                let kind =
                    found.iter().find(|it| it.participant == seat).ok_or(Error::NotFound)?.kind;
                let email = match form.text("email").trim() {
                    "" => None,
                    address => Some(Email::parse(address)?),
                };
                let made = console::invite(tx, &at, &wanted, me, seat, kind, email)?;
                mail_links(tx, &at, &url, &wanted, std::slice::from_ref(&made))?;
                return Ok(Some(made));
            }
            "seat" => {
                let name = form.text("machine").trim();
                console::seat_machine(tx, &at, &wanted, me, seat_named(&form)?, name)?;
                return Ok(None);
            }
            _ => return Err(Error::Refused("Please choose what to do.".to_owned())),
        };
        console::command(tx, &at, &wanted, me, command)?;
        Ok(None)
    };
    match app.db.write(act).await? {
        Some(invited) => Ok(view(&app, visitor, id, Some(invited)).await?.into_response()),
        None => Ok(Redirect::to(&format!("/contests/{id}/console")).into_response()),
    }
}

fn seat_named(form: &Form) -> Result<Participant, Error> {
    form.text("id").parse().map_err(|_| Error::NotFound)
}
