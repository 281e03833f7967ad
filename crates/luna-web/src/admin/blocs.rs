//! Blocs of judges: the evidence, and one action for all members; and how often machines were kept
//! from people who are related to their owners.

use axum::response::Redirect;
use luna_app::format::{guesses, many, stamp, thousands};
use luna_store::game::{Context, RefusedMeetings, refused_meetings};
use luna_store::judge::{self, Bloc, BlocKind};
use luna_store::moderation_log::Act;
use luna_store::player::Role;
use luna_store::{Tx, assignment};
use maud::{Markup, html};

use super::action_form::{ModerationAction, why_form};
use super::assignments::{Items, Leases, Queue, section_id};
use super::listing::{act as acting, plain, write_as};
use crate::html::table::{Column, table};
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// Blocs on a page.
const MOST: i64 = 50;
/// Members who are named.
const NAMED: usize = 50;
const HERE: &str = "/admin/judges";
const OUT: &str = "/admin/judges/excluded";
/// Judges on a page of the queue; each has a chart.
pub(super) const JUDGES: i64 = 10;
/// The queue of blocs, then of single judges.
pub(super) static QUEUE: Queue = Queue {
    kind: judge::KIND,
    here: HERE,
    items: Items::Sections(HERE),
    noun: "case",
    none: "There is nobody for you to decide about.",
    lease: |tx, app, me| {
        let mut waiting = judge::blocs_for(tx, &me.id, MOST)?;
        waiting.extend(judge::queue_for(tx, &me.id, JUDGES)?);
        Ok(assignment::lease_first(tx, judge::KIND, &me.id, &waiting, app.now())?)
    },
};

/// What operators see above the queue of single judges.
pub(super) struct Blocs {
    pub(super) waiting: Vec<Bloc>,
    refused: Vec<RefusedMeetings>,
}

impl Blocs {
    pub(super) fn read(tx: &mut Tx<'_>, now: i64) -> Result<Blocs, Error> {
        Ok(Blocs { waiting: judge::blocs(tx, MOST)?, refused: refused_meetings(tx, now)? })
    }

    pub(super) fn sheets(&self, leases: &Leases, visitor: &Visitor) -> Markup {
        html! { @for bloc in &self.waiting { (sheet(bloc, leases, visitor)) } }
    }

    /// The machines that were kept from people.
    pub(super) fn refused(&self) -> Markup {
        let heads = [
            Column::Text("Machine"),
            Column::Text("Owner"),
            Column::Number("Refused"),
            Column::Text("Last"),
        ];
        let rows = html! {
            @for it in &self.refused {
                tr {
                    td { a dir="auto" href={ "/admin/players/" (it.line) } { (it.machine) } }
                    td { @match &it.owner {
                        Some((id, owner)) => a dir="auto" href={ "/admin/players/" (id) } { (owner) },
                        None => span.soft { "has left" },
                    } }
                    td.number { (thousands(it.times)) }
                    td { (stamp(it.last_at)) }
                }
            }
        };
        html! {
            @if !self.refused.is_empty() {
                h2 { "Meetings refused" }
                p.soft {
                    "So often in the last 30 days, somebody who waited for a partner did not get a machine because they "
                    "share a network address or a browser with its owner, or with somebody who does. Many refusals in a "
                    "short time may be an attempt to raise the machine's rating."
                }
                (table("Meetings refused", &heads, &rows))
            }
        }
    }
}

fn sheet(bloc: &Bloc, leases: &Leases, visitor: &Visitor) -> Markup {
    html! {
        section.sheet id=(section_id(&bloc.id)) {
            h2 { (many(count(bloc), "judge")) " of " bdi { (bloc.player) } }
            ul.hints { li { strong { (kind(bloc)) } ": " (evidence(bloc)) " " span.soft { (rarity(bloc.report.strength)) } } }
            (members(bloc))
            (QUEUE.mark(leases, &bloc.id, visitor))
            @if leases.is_free(&bloc.id) { (actions(bloc, visitor)) }
        }
    }
}

fn actions(bloc: &Bloc, visitor: &Visitor) -> Markup {
    html! {
        div.row {
            (why_form(&ModerationAction {
                name: "Exclude the guesses of all",
                action: &format!("/admin/blocs/{}/exclude", bloc.id),
                reader: Some("Each of them"),
                more: html! {},
                button: &format!("Exclude the guesses of {}", many(count(bloc), "judge")),
            }, visitor))
            form method="post" action={ "/admin/blocs/" (bloc.id) "/clear" } {
                (csrf(visitor)) button.button.quiet { "Nothing wrong with them" }
            }
        }
    }
}

fn count(bloc: &Bloc) -> i64 {
    i64::try_from(bloc.members.len()).unwrap_or(i64::MAX)
}

fn kind(bloc: &Bloc) -> &'static str {
    match bloc.report.kind {
        BlocKind::Place => "one place",
        BlocKind::Newcomers => "newcomers",
        BlocKind::Brigade => "brigade",
    }
}

/// The evidence, in sentences.
fn evidence(bloc: &Bloc) -> String {
    let report = &bloc.report;
    let whence = match report.kind {
        BlocKind::Place => "share a network address or a browser",
        BlocKind::Newcomers => "have made at most three guesses each",
        BlocKind::Brigade => "judge other players as usual",
    };
    let compared = match (report.elsewhere, report.others) {
        (true, 0) => "Nobody else has judged it.".to_owned(),
        (true, others) => format!(
            "Hardly anybody else has judged it; the mean of {} about other machines is {:.1}.",
            guesses(others),
            report.others_mean
        ),
        (false, others) => {
            format!("{} give it {:.1}.", many(others, "other judge"), report.others_mean)
        }
    };
    let marks = match bloc.marks_mean {
        Some(mean) => {
            format!("{} of them marked its responses, with a mean of {mean:.1}.", bloc.marked)
        }
        None => "None of them marked a response.".to_owned(),
    };
    let reason = report.reason.as_ref().map_or_else(String::new, |reason| format!(" {reason}"));
    format!(
        "they {whence}, and give it {:.1} on average, in {}. {compared}{reason} {marks}",
        report.given,
        guesses(report.guesses),
    )
}

fn rarity(strength: f64) -> String {
    let powers = (1..=6).rev().find(|&power| strength >= f64::from(power)).unwrap_or(1);
    match powers {
        6 => "Not one in a million honest crowds would.".to_owned(),
        power => {
            format!("Fewer than one honest crowd in {} would.", thousands(10_i64.pow(power)))
        }
    }
}

fn members(bloc: &Bloc) -> Markup {
    html! {
        p.small {
            @for (nth, (id, name)) in bloc.members.iter().take(NAMED).enumerate() {
                @if nth > 0 { ", " } a dir="auto" href={ "/admin/players/" (id) } { (name) }
            }
            @if bloc.members.len() > NAMED { " and " (many(count(bloc) - 50, "other")) }
            "."
        }
    }
}

/// Blocs whose members were excluded together, above the list of all who are.
pub(super) fn excluded(blocs: &[Bloc], visitor: &Visitor) -> Markup {
    html! {
        @for bloc in blocs {
            section.sheet {
                h2 { (many(count(bloc), "judge")) " of " bdi { (bloc.player) } ", excluded together" }
                (members(bloc))
                (why_form(&ModerationAction {
                    name: "Reinstate all",
                    action: &format!("/admin/blocs/{}/restore", bloc.id),
                    reader: None,
                    more: html! {},
                    button: &format!("Let the guesses of {} count", many(count(bloc), "judge")),
                }, visitor))
            }
        }
    }
}

pub(super) async fn exclude(request: FormRequest) -> Result<Redirect, Error> {
    decide(request, true, "the guesses of a bloc excluded", judge::exclude_bloc).await
}

pub(super) async fn restore(request: FormRequest) -> Result<Redirect, Error> {
    decide(request, false, "the guesses of a bloc put back", judge::restore_bloc).await
}

type Decision = fn(&mut Tx<'_>, &Context, &str, Act<'_>) -> Result<Vec<String>, luna_store::Error>;

/// Does something with all members of a bloc, and waits for the ratings to follow.
async fn decide(
    FormRequest { app, visitor, id, form }: FormRequest,
    is_exclusion: bool,
    what: &'static str,
    decision: Decision,
) -> Result<Redirect, Error> {
    let why = form.text("why").trim().to_owned();
    let (at, id) = (app.moment(), plain(&id)?);
    let judges = write_as(&app, visitor, Role::Moderator, move |tx, me| {
        if is_exclusion && why.is_empty() {
            let why = "Please say why; each of these players will read it.";
            return Err(Error::Refused(why.into()));
        }
        if is_exclusion {
            QUEUE.decide(tx, me, &id, at.now)?;
        }
        tracing::info!(by = me.id, bloc = id, what);
        Ok(decision(tx, &at, &id, Act { by: Some(&me.id), of: "", why: &why })?)
    })
    .await?;
    // At once, for the next reader; the jobs would do it as well.
    for judge in judges {
        judge::follow_all(&app.db, &judge).await?;
    }
    Ok(Redirect::to(OUT))
}

pub(super) async fn clear(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let why = form.text("why").trim().to_owned();
    let (at, id) = (app.moment(), plain(&id)?);
    acting(&app, visitor, Role::Moderator, HERE, move |tx, me| {
        QUEUE.decide(tx, me, &id, at.now)?;
        Ok(judge::clear_bloc(tx, &at, &id, Act { by: Some(&me.id), of: "", why: &why })?)
    })
    .await
}
