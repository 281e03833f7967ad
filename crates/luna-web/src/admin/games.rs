//! `/admin/games`: all games, the latest first. Those that wait for a partner are left
//! out, and those in progress while the reader plays.

use luna_app::format::stamp;
use luna_store::player::Role;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::listing::{ListRequest, page};
use super::{search, typing};
use crate::html::table::Column::Text;
use crate::html::table::table;
use crate::http::error::Error;

pub(super) async fn show(request: ListRequest) -> Result<Markup, Error> {
    let read = |tx: &mut Tx<'_>, me: &str, before: (i64, &str), most| {
        let games = store::game::list::all(tx, me, before, most)?;
        games
            .into_iter()
            .map(|game| Ok((store::paste_detection::of_game(tx, &game.id)?, game)))
            .collect()
    };
    let found = request.list_for(Role::Moderator, read).await?;
    let heads = ["Game", "Phase", "Players", "Begun", "Ended", "Typing"].map(Text);
    let rows = html! {
        @for (marked, game) in &found.lines {
            tr {
                td { a href={ "/admin/games/" (game.id) } { code { (game.id) } } }
                td { (game.phase) @if game.practice { " " span.soft { "practice" } } }
                td {
                    @for (nth, (id, name)) in game.players.iter().enumerate() {
                        @if nth > 0 { " · " }
                        a dir="auto" href={ "/admin/players/" (id) } { (name) }
                    }
                }
                td { (stamp(game.started_at)) }
                td { @if let Some(at) = game.ended_at { (stamp(at)) } }
                td { @for marked in marked { div dir="auto" { (typing::line(marked)) } } }
            }
        }
    };
    let body = html! {
        (search::search_form(""))
        p.small { a href="/admin/typing" { "How questions and responses were typed" } }
        @if found.lines.is_empty() { p { "No games yet." } }
        (table("Games", &heads, &rows))
        (found.older("/admin/games", |(_, last)| (last.started_at, &last.id)))
    };
    Ok(page(&request.app, &found.me, "Games", &body))
}
