//! `/settings/machines`: an owner's machines.

use axum::extract::State;
use luna_store::consent::Purpose;
use luna_store::erased_game::{self, ErasedGame};
use luna_store::machine::{RankedMachine, all_stopped, of_owner};
use maud::{Markup, html};

use super::owner::settings_of;
use super::status::{ALL_STOPPED, state};
use crate::html::times::ago;
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;
use crate::rating::format::{interval, rating};

/// The number of machines that one owner may register, each with any number of versions.
pub(super) const MOST_MACHINES: i64 = 20;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, all, stopped, agreed, erased) = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let all = of_owner(tx, &me.id)?;
            let stopped = all_stopped(tx)? && !all.is_empty();
            let agreed =
                all.is_empty() || luna_app::consent::is_current(tx, &me.id, Purpose::Machines)?;
            let mut erased = Vec::new();
            for one in &all {
                let id = &one.machine.player_id;
                let games = erased_game::of_machine(tx, id, (i64::MAX, ""), 100)?;
                erased.extend(games.into_iter().map(|it| (one.machine.name.clone(), it)));
            }
            Ok::<_, Error>((me, all, stopped, agreed, erased))
        })
        .await?;
    let lines = all.iter().filter(|one| one.machine.version == 1).count();
    let full = i64::try_from(lines).is_ok_and(|lines| lines >= MOST_MACHINES);
    let body = html! {
        h1 { "Your machines" }
        @if me.email.is_none() {
            p { "Guests cannot register machines, because a machine needs an owner who can be reached. Create an account first." }
            p { a.button.now href="/signup" { "Create an account" } }
        } @else {
            @if stopped { p.note { (ALL_STOPPED) } }
            @if !agreed {
                p.note {
                    "You have not agreed to the current terms for owners of machines. "
                    a href="/terms/machines" { "Read the terms" }
                }
            }
            @if all.is_empty() {
                p { "You have not registered a machine yet. Any program that can ask, answer and guess will do: an API client, a service, or a language model." }
            } @else {
                (list(&all, visitor.now))
            }
            (erased_games(&erased, visitor.now))
            @if full { p.note { "You have registered " (MOST_MACHINES) " machines, which is the limit. You can always add a new version of one of them." } }
            @else { p.after { a.button.now href="/settings/machines/new" { "Register a machine" } } }
            @if !all.is_empty() { p { a href={ "/owners/" (me.id) } { "Your public page" } } }
        }
        p { a href="/machines" { "All machines" } }
    };
    Ok(Page::new("Your machines", body).of(Some(&me)).render(&app))
}

fn list(all: &[RankedMachine], now: i64) -> Markup {
    html! {
        ul.plain {
            @for RankedMachine { machine, spread, tally } in all {
                li.row.apart {
                    span {
                        strong dir="auto" { (machine.name) } " "
                        span.soft.small {
                            @if machine.standing.alarm_at.is_some() { "stopped by Luna; its settings say why" }
                            @else { (state(machine, now)) }
                            " · rating " (rating(*spread))
                            @if spread.is_some() { ", interval " (interval(*spread)) }
                            " · games " (tally.finished)
                        }
                    }
                    a.button.quiet href=(settings_of(&machine.player_id)) { "Settings" span.unseen { " of " bdi { (machine.name) } } }
                }
            }
        }
    }
}

/// Games whose partner has been erased: owners must delete what they kept of them.
fn erased_games(games: &[(String, ErasedGame)], now: i64) -> Markup {
    html! {
        @if !games.is_empty() {
            h2 { "Please delete" }
            p {
                "Former partners of your machines have been erased. The terms for owners "
                "require you to delete everything you kept from these games. Your program can "
                "read the same list at "
                code { "GET /api/v1/erasures" } "."
            }
            ul {
                @for (name, game) in games {
                    li { bdi { (name) } ", game " code { (game.game) } ", erased " (ago(now, game.at)) }
                }
            }
        }
    }
}
