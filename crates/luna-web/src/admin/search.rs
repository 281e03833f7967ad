//! `/admin/search`: players, machines and games, by name, address or id.

use luna_store::player::Role;
use luna_store::search::{self, SearchResults};
use maud::{Markup, html};

use super::listing::page;
use super::player_link::player_link;
use crate::http::error::Error;
use crate::http::form;
use crate::http::page_request::QueryRequest;

/// The form, on the page itself and above each list.
pub(super) fn search_form(typed: &str) -> Markup {
    html! {
        form.row.search method="get" action="/admin/search" role="search" {
            label.unseen for="q" { "Search players, machines and games" }
            input #q name="q" type="text" value=(typed) placeholder="Name, address or id" maxlength="200";
            button.button.quiet { "Search" }
        }
    }
}

/// The text searched for: `q=…`.
fn typed(query: Option<&str>) -> String {
    let given = query.unwrap_or("").split('&').find_map(|pair| pair.strip_prefix("q="));
    form::decode(given.unwrap_or("").as_bytes()).0.trim().to_owned()
}

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let text = typed(query.as_deref());
    let wanted = text.clone();
    let (me, found) = app
        .db
        .read(move |tx| {
            let me = visitor.operator(tx, Role::Moderator)?;
            let found = search::find(tx, &me.id, &wanted, me.is_admin())?;
            Ok::<_, Error>((me, found))
        })
        .await?;
    let body = html! {
        (search_form(&text))
        p.hint {
            "Type the beginning of a name, "
            @if me.is_admin() { "a whole email address, " }
            "or the id of a player, a machine, a game or a seat (as in a game's address)."
        }
        @if !text.is_empty() { (results(&found, &text)) }
    };
    Ok(page(&app, &me, "Search", &body))
}

fn results(found: &SearchResults, text: &str) -> Markup {
    html! {
        @if found.players.is_empty() && found.game.is_none() { p { "Nothing is called “" (text) "”." } }
        @if let Some(game) = &found.game {
            h2 { "Game" }
            p { a href={ "/admin/games/" (game) } { code { (game) } } }
        }
        @if !found.players.is_empty() {
            h2 { "Players and machines" }
            ul.plain { @for player in &found.players { li { (player_link(player)) } } }
        }
    }
}
