//! `/settings/rating`: a player keeps their rating to themselves, or shows it.

use axum::response::Redirect;
use luna_store as store;
use luna_store::player::Player;
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// The choice, among the settings.
pub(crate) fn section(me: &Player, visitor: &Visitor) -> Markup {
    html! {
        form method="post" action="/settings/rating" {
            (csrf(visitor))
            input type="hidden" name="wants" value=(if me.rating_hidden { "show" } else { "hide" });
            p {
                @if me.rating_hidden {
                    "Your rating is private: partners do not see it, not even in their downloads. "
                    "The final page still shows who won, because your rating decides that."
                } @else {
                    "When a game is over, your partner sees your rating at that time."
                }
            }
            button.button { @if me.rating_hidden { "Show my rating" } @else { "Keep my rating private" } }
        }
    }
}

pub(super) async fn choose(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Redirect, Error> {
    let hidden = form.text("wants") == "hide";
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            Ok::<_, Error>(store::player::set_rating_hidden(tx, &me.id, hidden)?)
        })
        .await?;
    Ok(Redirect::to("/settings"))
}
