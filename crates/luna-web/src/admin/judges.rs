//! Judges to review: the reasons, and the actions there are.

use axum::response::Redirect;
use luna_app::format::{guesses, stamp, thousands};
use luna_figures::{Frame, Range};
use luna_store::game::Context;
use luna_store::judge::{self, Flag, FlaggedJudge, GuessPoint, Report};
use luna_store::moderation_log::{self, Act, Action, Entry};
use luna_store::player::{Player, Role};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::action_form::{ModerationAction, why_form};
use super::assignments::{Leases, section_id};
use super::blocs::{self, Blocs, JUDGES as PAGE, QUEUE};
use super::listing::{ListRequest, act as acting, page, plain};
use crate::html::chart;
use crate::html::table::{Column, table};
use crate::http::error::Error;
use crate::http::form_request::{BareFormRequest, FormRequest};
use crate::http::page_request::QueryRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// Guesses in it.
const DRAWN: i64 = 200;
/// Groups that were excluded together, on a page.
const DECIDED: i64 = 50;
const HERE: &str = "/admin/judges";
const OUT: &str = "/admin/judges/excluded";

/// The position in the queue: `after=STRENGTH-ID`.
fn after(query: Option<&str>) -> (f64, String) {
    let place = query.and_then(|query| query.strip_prefix("after=")?.split_once('-'));
    let place = place.and_then(|(strength, id)| Some((strength.parse().ok()?, id.to_owned())));
    place.unwrap_or((f64::MAX, String::new()))
}

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let (strength, id) = after(query.as_deref());
    let asking = visitor.clone();
    let further = !id.is_empty();
    let (me, leases, blocs, judges, more) = app
        .db
        .read(move |tx| {
            let me = asking.operator(tx, Role::Moderator)?;
            let mut found = judge::queue(tx, (strength, &id), PAGE + 1)?;
            let more = i64::try_from(found.len()).is_ok_and(|found| found > PAGE);
            found.truncate(usize::try_from(PAGE).unwrap_or(0));
            let mut judges = Vec::new();
            for flagged in found {
                let drawn = judge::chart(tx, &flagged.player_id, DRAWN)?;
                judges.push((flagged, drawn));
            }
            let leases = QUEUE.leases(tx, &me, asking.now)?;
            Ok::<_, Error>((me, leases, Blocs::read(tx, asking.now)?, judges, more))
        })
        .await?;
    let body = html! {
        p.soft {
            "Judges whose guesses look suspicious. A flag is a reason to look, not proof: nothing "
            "happens until you decide. The " a href="/admin/acts" { "log" }
            " records decisions. See also " a href=(OUT) { "whose guesses do not count" } " now."
        }
        @if !(judges.is_empty() && blocs.waiting.is_empty()) { (QUEUE.next_form(&visitor)) }
        @if !further { (blocs.sheets(&leases, &visitor)) }
        @if judges.is_empty() && (further || blocs.waiting.is_empty()) {
            p {
                @if further { "No more judges to review. " a href=(HERE) { "From the beginning" } }
                @else { "No judges to review." }
            }
        }
        @for (flagged, drawn) in &judges { (sheet(flagged, drawn, &leases, &visitor)) }
        @if let Some((last, _)) = judges.last().filter(|_| more) {
            p { a.button href={ (HERE) "?after=" (last.strength) "-" (last.player_id) } { "Weaker signs" } }
        }
        @if !further { (blocs.refused()) }
    };
    Ok(page(&app, &me, "Judges", &body))
}

fn sheet(
    flagged: &FlaggedJudge,
    drawn: &[GuessPoint],
    leases: &Leases,
    visitor: &Visitor,
) -> Markup {
    let report = &flagged.report;
    let is_free = leases.is_free(&flagged.player_id);
    html! {
        section.sheet id=(section_id(&flagged.player_id)) {
            h2 dir="auto" { (flagged.name) @if flagged.banned { " " span.soft.small { "banned" } } }
            ul.hints {
                @for flag in &report.flags {
                    li { strong { (flag.kind) } ": " bdi { (flag.reason) } " " span.soft { (rarity(flag)) } }
                }
            }
            @if !flagged.together.is_empty() { (others(flagged, is_free, visitor)) }
            p.small.soft { (summary(report)) " " a href={ "/admin/players/" (flagged.player_id) } { "Their record" } }
            (scatter_plot(flagged, drawn))
            (QUEUE.mark(leases, &flagged.player_id, visitor))
            @if is_free {
                div.row {
                    (exclude_form(&flagged.player_id, &flagged.name, visitor))
                    (ban_form(&flagged.player_id, &flagged.name, visitor))
                    form method="post" action={ (HERE) "/" (flagged.player_id) "/clear" } {
                        (csrf(visitor)) button.button.quiet { "Nothing wrong with " bdi { (flagged.name) } }
                    }
                }
            }
        }
    }
}

/// The other judges of a flagged group, each with a link, and one action for all.
fn others(flagged: &FlaggedJudge, is_free: bool, visitor: &Visitor) -> Markup {
    html! {
        p.small {
            "Found together with "
            @for (nth, (id, name)) in flagged.together.iter().enumerate() {
                @if nth > 0 { ", " } a dir="auto" href={ "/admin/players/" (id) } { (name) }
            }
            ". Friends who favour each other look the same as one person with many accounts: read "
            "their games before you decide, and decide about each separately."
        }
        @if is_free {
            form method="post" action={ (HERE) "/" (flagged.player_id) "/clear-group" } {
                (csrf(visitor)) button.button.quiet { "Nothing wrong with this group" }
            }
        }
    }
}

fn rarity(flag: &Flag) -> String {
    let strength = flag.strength;
    let honest = if flag.circle.is_some() { "crowd" } else { "judge" };
    if strength >= 6.0 {
        return format!("Not one in a million honest {honest}s would.");
    }
    let one_in = (0..6).rev().find(|&power| strength >= f64::from(power)).unwrap_or(0);
    format!("Fewer than one honest {honest} in {} would.", thousands(10_i64.pow(one_in)))
}

fn summary(report: &Report) -> String {
    let took = report.seconds.map_or("times not known".to_owned(), |seconds| {
        format!("a median of {seconds:.0} seconds each")
    });
    let correlation = report
        .correlation
        .map_or("not known".to_owned(), |correlation| format!("{correlation:.2}"));
    format!(
        "{}, {took}; mean {:.1}, standard deviation {:.1}; correlation with the others {correlation}.",
        guesses(report.guesses),
        report.mean,
        report.spread,
    )
}

fn scatter_plot(flagged: &FlaggedJudge, drawn: &[GuessPoint]) -> Markup {
    let points: Vec<(f64, f64)> = drawn.iter().map(|one| (one.others, one.points)).collect();
    let row = |one: &GuessPoint| {
        (format!("{:.1} ({})", one.others, one.of), format!("{:.1}", one.points))
    };
    let rows: Vec<(String, String)> = drawn.iter().map(row).collect();
    let (id, title) =
        (format!("judge-{}", flagged.player_id), format!("What {} guesses", flagged.name));
    let frame = Frame {
        id: &id,
        title: &title,
        description: "Each guess, plotted against the mean of what others guess about the same player.",
        x_label: "the others' mean",
        y_label: "guess",
    };
    let range = Range { low: 0.0, high: 100.0 };
    chart::with_table(&luna_figures::scatter(&frame, &points, range), &frame, &rows)
}

fn exclude_form(id: &str, name: &str, visitor: &Visitor) -> Markup {
    let deed = ModerationAction {
        name: "Exclude their guesses",
        action: &format!("{HERE}/{id}/exclude"),
        reader: Some("They"),
        more: html! {},
        button: &format!("Exclude {name}'s guesses"),
    };
    why_form(&deed, visitor)
}

pub(super) fn ban_form(id: &str, name: &str, visitor: &Visitor) -> Markup {
    let deed = ModerationAction {
        name: "Ban",
        action: &format!("/admin/players/{id}/ban"),
        reader: Some("They"),
        more: html! {
            label.tick.small { input type="checkbox" name="exclude" value="yes"; " Also exclude their guesses" }
        },
        button: &format!("Ban {name}"),
    };
    why_form(&deed, visitor)
}

fn restore_form(id: &str, name: &str, visitor: &Visitor) -> Markup {
    let deed = ModerationAction {
        name: "Reinstate",
        action: &format!("{HERE}/{id}/restore"),
        reader: None,
        more: html! {},
        button: &format!("Let {name}'s guesses count"),
    };
    why_form(&deed, visitor)
}

pub(super) async fn next(request: BareFormRequest) -> Result<Redirect, Error> {
    QUEUE.next(request).await
}

pub(super) async fn give_back(request: FormRequest) -> Result<Redirect, Error> {
    QUEUE.give_back(request).await
}

pub(super) async fn exclude(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let why = form.text("why").trim().to_owned();
    let (at, judge) = (app.moment(), plain(&id)?);
    let to = acting(&app, visitor, Role::Moderator, OUT, move |tx, me| {
        exclude_person(tx, &at, me, &judge, &why)
    })
    .await?;
    // At once, for the next reader; the job would do it as well.
    judge::follow_all(&app.db, &id).await?;
    Ok(to)
}

pub(super) fn exclude_person(
    tx: &mut Tx<'_>,
    at: &Context,
    me: &Player,
    id: &str,
    why: &str,
) -> Result<(), Error> {
    if why.is_empty() {
        return Err(Error::Refused("Please say why; the player will read it.".into()));
    }
    if store::player::find(tx, id)?.machine {
        return Err(Error::Refused("Machines' guesses never count.".into()));
    }
    QUEUE.decide(tx, me, id, at.now)?;
    tracing::info!(by = me.id, player = id, "guesses excluded");
    Ok(judge::exclude(tx, at, Act { by: Some(&me.id), of: id, why })?)
}

pub(super) async fn restore(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let why = form.text("why").trim().to_owned();
    let (at, judge) = (app.moment(), plain(&id)?);
    let to = acting(&app, visitor, Role::Moderator, OUT, move |tx, me| {
        tracing::info!(by = me.id, player = judge, "guesses put back");
        Ok(judge::restore(tx, &at, Act { by: Some(&me.id), of: &judge, why: &why })?)
    })
    .await?;
    judge::follow_all(&app.db, &id).await?;
    Ok(to)
}

pub(super) async fn clear(request: FormRequest) -> Result<Redirect, Error> {
    clear_with(request, judge::clear).await
}

pub(super) async fn clear_group(request: FormRequest) -> Result<Redirect, Error> {
    clear_with(request, judge::clear_circle).await
}

async fn clear_with(
    FormRequest { app, visitor, id, form }: FormRequest,
    clear: fn(&mut Tx<'_>, &Context, Act<'_>) -> store::Result<()>,
) -> Result<Redirect, Error> {
    let why = form.text("why").trim().to_owned();
    let (at, judge) = (app.moment(), plain(&id)?);
    acting(&app, visitor, Role::Moderator, HERE, move |tx, me| {
        let judge = store::player::find(tx, &judge)?.id;
        QUEUE.decide(tx, me, &judge, at.now)?;
        Ok(clear(tx, &at, Act { by: Some(&me.id), of: &judge, why: &why })?)
    })
    .await
}

pub(super) async fn excluded(request: ListRequest) -> Result<Markup, Error> {
    let found = request.list(Role::Moderator, judge::all_excluded).await?;
    let together = request.app.db.read(|tx| judge::excluded_blocs(tx, DECIDED)).await?;
    let heads = ["Name", "Since", "Why", "Again"].map(Column::Text);
    let rows = html! {
        @for out in &found.lines {
            tr {
                td.words dir="auto" { a href={ "/admin/players/" (out.player_id) } { (out.name) } }
                td { (stamp(out.excluded.at)) }
                td.words dir="auto" { (out.excluded.why) }
                td { (restore_form(&out.player_id, &out.name, &request.visitor)) }
            }
        }
    };
    let body = html! {
        p.soft { "These players can keep playing. Their profile tells them that their guesses do not count. If you reinstate them, all their guesses count again." }
        @if found.lines.is_empty() { p { "Everybody's guesses count. " a href=(HERE) { "Judges to review" } "." } }
        @else {
            (blocs::excluded(&together, &request.visitor))
            (table("Guesses that do not count", &heads, &rows))
        }
        (found.older(OUT, |last| (last.excluded.at, &last.player_id)))
    };
    Ok(page(&request.app, &found.me, "Guesses that do not count", &body))
}

pub(super) async fn acts(request: ListRequest) -> Result<Markup, Error> {
    let found = request.list_for(Role::Moderator, moderation_log::list).await?;
    let body = html! {
        @if found.lines.is_empty() { p { "No actions yet." } }
        @else { (act_table(&found.lines)) }
        (found.older("/admin/acts", |last| (last.at, &last.id)))
    };
    Ok(page(&request.app, &found.me, "Moderation log", &body))
}

/// Lines of the log.
pub(super) fn act_table(acts: &[Entry]) -> Markup {
    let rows = html! {
        @for act in acts {
            tr {
                td { (stamp(act.at)) }
                td { @match &act.by { Some((name, id)) => a dir="auto" href={ "/admin/players/" (id) } { (name) }, None => span.soft { "command line" } } }
                td.words { (words(act.what)) " " a dir="auto" href={ "/admin/players/" (act.of_id) } { (act.of) } }
                td.words dir="auto" { (act.why) }
            }
        }
    };
    table("Moderation log", &["When", "Who", "What", "Why"].map(Column::Text), &rows)
}

fn words(what: Action) -> &'static str {
    match what {
        Action::Exclude => "excluded the guesses of",
        Action::Restore => "reinstated the guesses of",
        Action::Clear => "found nothing wrong with",
        Action::Ban => "banned",
        Action::Unban => "lifted the ban of",
        Action::ApproveLine => "approved, for Recall, a response of",
        Action::RejectLine => "rejected, for Recall, a response of",
        Action::Erase => "erased, as they asked,",
        Action::Export => "exported the data of",
        Action::Dismiss => "dismissed a report about",
        Action::Warn => "warned",
        Action::Hide => "hid a text of",
        Action::Stop => "stopped",
        Action::Resume => "let play again",
        Action::Role => "changed the role of",
        Action::Appeal => "decided an appeal of",
        Action::RejectRating => "rejected a rating of",
        Action::RejectRatings => "rejected all ratings, in a campaign, of",
        Action::SecondFactorOff => "turned off the second factor of",
        Action::TakeDown => "took down a trivia question of",
        Action::BlockWriter => "blocked, as a writer of trivia,",
        Action::UnblockWriter => "let write trivia again",
    }
}
