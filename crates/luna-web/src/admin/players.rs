//! `/admin/players` and `/admin/bans`: all players, and those who are banned.

use std::sync::Arc;

use axum::response::Redirect;
use luna_app::format::stamp;
use luna_app::mail::Mailer;
use luna_store::moderation_log::Act;
use luna_store::player::browse::{PlayerFilter, PlayerKind, Restriction, players};
use luna_store::player::{Player, Role, Tally};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::listing::{Choice, ListRequest, act, address, choices, page, plain};
use super::player_link::{ERASED, kind};
use super::{judges, search};
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

const PATH: &str = "/admin/players";

/// The filter of the list: `kind=account`, `guest` or `machine`, and `restriction=banned` or `excluded`.
fn filter(query: &Form) -> PlayerFilter {
    let (kind, restriction) = (query.text("kind"), query.text("restriction"));
    PlayerFilter {
        kind: PlayerKind::ALL.into_iter().find(|it| it.name() == kind),
        restriction: Restriction::ALL.into_iter().find(|it| it.name() == restriction),
    }
}

pub(super) async fn show(request: ListRequest) -> Result<Markup, Error> {
    let filter = filter(&request.query);
    let read = move |tx: &mut Tx<'_>, before: (i64, &str), most| players(tx, filter, before, most);
    let found = request.list(Role::Moderator, read).await?;
    let kind = filter.kind.map_or("", PlayerKind::name);
    let restriction = filter.restriction.map_or("", Restriction::name);
    let here = address(PATH, &[("kind", kind), ("restriction", restriction)]);
    let body = html! {
        (search::search_form(""))
        (form(kind, restriction))
        @if found.lines.is_empty() { p { "No such players." } }
        @else { (player_table(&found.lines, &found.me, &request.visitor)) }
        (found.older(&here, |(last, _)| (last.created_at, &last.id)))
    };
    Ok(page(&request.app, &found.me, "Players", &body))
}

fn form(kind: &str, restriction: &str) -> Markup {
    let all = [
        Choice {
            field: "kind",
            label: "Kind",
            chosen: kind,
            options: &[
                ("", "All players"),
                (PlayerKind::Account.name(), "Accounts"),
                (PlayerKind::Guest.name(), "Guests"),
                (PlayerKind::Machine.name(), "Machines"),
            ],
        },
        Choice {
            field: "restriction",
            label: "Restriction",
            chosen: restriction,
            options: &[
                ("", "Restricted or not"),
                (Restriction::Banned.name(), "Banned"),
                (Restriction::Excluded.name(), "Guesses do not count"),
            ],
        },
    ];
    choices(PATH, &all, &html! {})
}

pub(super) async fn bans(request: ListRequest) -> Result<Markup, Error> {
    let found = request.list(Role::Moderator, store::player::banned).await?;
    let body = html! {
        @if found.lines.is_empty() { p { "Nobody is banned. To ban somebody, go to the list of " a href="/admin/players" { "players" } "." } }
        @else { (player_table(&found.lines, &found.me, &request.visitor)) }
        (found.older("/admin/bans", |(last, _)| (last.banned_at.unwrap_or(0), &last.id)))
    };
    Ok(page(&request.app, &found.me, "Bans", &body))
}

fn player_table(all: &[(Player, Tally)], me: &Player, visitor: &Visitor) -> Markup {
    let heads = [
        Text("Name"),
        Text("Kind"),
        Text("Email"),
        Number("Rating"),
        Number("Finished"),
        Text("Since"),
        Text("Ban"),
    ];
    let rows = html! {
        @for (player, tally) in all {
            tr {
                td {
                    @if kind(player) == ERASED { span dir="auto" { (player.name) } }
                    @else { a dir="auto" href={ "/admin/players/" (player.id) } { (player.name) } }
                    @if let Some(role) = player.role { " " span.soft { (role.name()) } }
                }
                td { (kind(player)) }
                td { @if let Some(email) = player.email.as_ref().filter(|_| me.is_admin()) { (email) @if !player.verified { " " span.soft { "unconfirmed" } } } }
                td.number { @if let Some(rating) = tally.rating { (rating) } }
                td.number { (tally.finished) }
                td { (stamp(player.created_at)) }
                td { (ban_form(player, visitor)) }
            }
        }
    };
    table("Players", &heads, &rows)
}

/// Somebody with a role loses it first.
pub(super) const NO_BAN: &str = "Only people who are not operators can be banned.";

pub(super) fn ban_form(player: &Player, visitor: &Visitor) -> Markup {
    html! {
        @match &player.banned_why {
            Some(why) => {
                "Banned: " bdi { (why) }
                form method="post" action={ "/admin/players/" (player.id) "/unban" } {
                    (csrf(visitor)) button.button.quiet { "Lift the ban" }
                }
            }
            None if player.machine || player.moderates() || kind(player) == ERASED => {},
            None => (judges::ban_form(&player.id, &player.name, visitor)),
        }
    }
}

pub(super) async fn ban(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let why = form.text("why").trim().to_owned();
    if why.is_empty() {
        return Err(Error::Refused("Please say why; the player will read it.".into()));
    }
    let (at, judge, exclude) = (app.moment(), plain(&id)?, form.has("exclude"));
    let settings = Arc::clone(&app.settings);
    let to = act(&app, visitor, Role::Moderator, "/admin/bans", move |tx, me| {
        let player = store::player::find(tx, &plain(&id)?)?;
        if player.moderates() || player.machine {
            return Err(Error::Refused(NO_BAN.into()));
        }
        tracing::info!(by = me.id, player = player.id, "banned");
        let mut mailer = Mailer { tx, at: &at, settings: &settings };
        mailer.ban(Act { by: Some(&me.id), of: &player.id, why: &why })?;
        if exclude { judges::exclude_person(tx, &at, me, &player.id, &why) } else { Ok(()) }
    })
    .await?;
    if exclude {
        store::judge::follow_all(&app.db, &judge).await?;
    }
    Ok(to)
}

pub(super) async fn unban(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Redirect, Error> {
    let at = app.moment();
    act(&app, visitor, Role::Moderator, "/admin/bans", move |tx, me| {
        tracing::info!(by = me.id, player = id, "ban lifted");
        Ok(store::erase::unban(tx, &at, Some(&me.id), &plain(&id)?)?)
    })
    .await
}
