//! `/admin/players/{id}`: a player's record, games and reports, what has been done to them, and
//! their role.

use std::sync::Arc;

use axum::response::Redirect;
use luna_app::account_change::AccountChange;
use luna_app::format::{many, stamp};
use luna_app::mail::Mailer;
use luna_store::game::list::Game;
use luna_store::machine::RankedMachine;
use luna_store::moderation_log::{self, Act, Action, Entry};
use luna_store::player::{Player, Role, Tally};
use luna_store::report::{self, About, Record};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::judges::act_table;
use super::listing::{page, plain};
use super::player_link::kind;
use super::players::ban_form;
use super::reports::decision_words;
use crate::conduct::report::words;
use crate::html::table::{Column, table};
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

const MOST: i64 = 30;

struct Person {
    player: Player,
    tally: Tally,
    record: Record,
    about: Vec<About>,
    acts: Vec<Entry>,
    games: Vec<Game>,
    machines: Vec<RankedMachine>,
}

impl Person {
    fn read(tx: &mut Tx<'_>, me: &Player, id: &str) -> Result<Person, Error> {
        Ok(Person {
            player: store::player::find(tx, id)?,
            tally: store::player::tally(tx, id)?,
            record: report::record(tx, &me.id, id)?,
            about: report::about(tx, &me.id, id, MOST)?,
            acts: moderation_log::of_player(tx, &me.id, id, MOST)?,
            games: store::game::list::games_of(tx, &me.id, id, MOST)?,
            machines: store::machine::of_owner(tx, id)?,
        })
    }

    fn facts(&self, me: &Player) -> Markup {
        let Person { player, tally, record, .. } = self;
        html! {
            dl.steps {
                dt { "Kind" } dd { (kind(player)) @if let Some(role) = player.role { ", " (role.name()) } }
                dt { "Since" } dd { (stamp(player.created_at)) }
                @if me.is_admin() && let Some(email) = &player.email {
                    dt { "Address" } dd { (email) @if !player.verified { " " span.soft { "unconfirmed" } } }
                }
                dt { "Games" } dd { (tally.finished) " finished: " (tally.won) " won, " (tally.lost) " lost, " (tally.tied) " tied" }
                dt { "Smarts Rating" } dd { @match tally.rating { Some(rating) => (rating), None => "none yet" } }
                dt { "Reports" } dd {
                    (many(record.about, "report")) " about them (" (record.about_upheld) " upheld), "
                    (record.made) " made (" (record.made_upheld) " upheld)"
                }
            }
            @if player.machine { p { a href={ "/machines/" (player.id) } { "Its public page" } } }
        }
    }

    fn reports(&self) -> Markup {
        html! {
            h2 { "Reports about them" }
            @if self.about.is_empty() { p { "None." } }
            ul.plain {
                @for it in &self.about {
                    li {
                        a href={ "/admin/reports/" (it.id) } { (stamp(it.at)) } ": " (words(it.category)) " · "
                        @match &it.decision { Some(decision) => (decision_words(decision)), None => "open" }
                    }
                }
            }
        }
    }

    fn played(&self) -> Markup {
        let rows = html! {
            @for game in &self.games {
                tr {
                    td { a href={ "/admin/games/" (game.id) } { code { (game.id) } } }
                    td { (game.phase) @if game.practice { " " span.soft { "practice" } } }
                    td { (stamp(game.started_at)) }
                }
            }
        };
        html! {
            h2 { "Games" }
            @if self.games.is_empty() { p { "None yet." } }
            @else { (table("Games", &["Game", "Phase", "Begun"].map(Column::Text), &rows)) }
            @if !self.machines.is_empty() {
                h2 { "Machines" }
                ul.plain {
                    @for it in &self.machines {
                        li { a dir="auto" href={ "/admin/players/" (it.machine.player_id) } { (it.machine.name) } " version " (it.machine.version) }
                    }
                }
            }
        }
    }
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let (asking, id) = (visitor.clone(), plain(&id)?);
    let (me, person) = app
        .db
        .read(move |tx| {
            let me = asking.operator(tx, Role::Moderator)?;
            let person = Person::read(tx, &me, &id)?;
            Ok::<_, Error>((me, person))
        })
        .await?;
    let body = html! {
        (person.facts(&me))
        (ban_form(&person.player, &visitor))
        @if me.is_admin() && may_have_role(&me, &person.player) { (role_form(&person.player, &visitor)) }
        (person.reports())
        @if !person.acts.is_empty() {
            h2 { "Moderation log" }
            (act_table(&person.acts))
        }
        (person.played())
    };
    Ok(page(&app, &me, &person.player.name, &body))
}

/// People with a confirmed address; nobody changes their own role.
fn may_have_role(me: &Player, player: &Player) -> bool {
    player.verified && !player.machine && me.id != player.id
}

fn role_form(player: &Player, visitor: &Visitor) -> Markup {
    html! {
        details {
            summary { "Role" }
            form.why method="post" action={ "/admin/players/" (player.id) "/role" } {
                (csrf(visitor))
                label for="role" { "What " bdi { (player.name) } " may do" }
                select #role name="role" {
                    option value="" selected[player.role.is_none()] { "Play" }
                    @for role in Role::ALL {
                        option value=(role.name()) selected[player.role == Some(role)] { (may(role)) }
                    }
                }
                p.hint { "This logs them out everywhere and ends the tokens of their machines. A mail tells them." }
                button.button.quiet { "Change the role" }
            }
        }
    }
}

fn may(role: Role) -> &'static str {
    match role {
        Role::Moderator => {
            "Moderator: everything but figures, Recall, readings, jobs, mail and roles"
        }
        Role::Administrator => "Administrator: everything",
    }
}

pub(super) async fn role(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let (at, of, role) = (app.moment(), plain(&id)?, Role::from_name(form.text("role")));
    let settings = Arc::clone(&app.settings);
    app.db
        .write(move |tx| {
            let me = visitor.operator(tx, Role::Administrator)?;
            store::ways_in::lock(tx, &of)?;
            let player = store::player::find(tx, &of)?;
            if !may_have_role(&me, &player) {
                let why = "Only other people with a confirmed address can have a role.";
                return Err(Error::Refused(why.into()));
            }
            tracing::info!(by = me.id, player = of, role = role.map(Role::name), "role changed");
            store::player::set_role(tx, &of, role)?;
            let why = role.map_or("none", Role::name);
            moderation_log::note(tx, &at, Act { by: Some(&me.id), of: &of, why }, Action::Role)?;
            store::ways_in::end_all(tx, &of, at.now)?;
            let mut mailer = Mailer { tx, at: &at, settings: &settings };
            Ok(mailer.account_changed(&of, &AccountChange::Role(role))?)
        })
        .await?;
    Ok(Redirect::to(&format!("/admin/players/{id}")))
}
