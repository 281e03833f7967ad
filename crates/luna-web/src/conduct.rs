//! `/conduct`: what is allowed here, in plain words.

pub(crate) mod block;
pub(crate) mod report;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/conduct", get(show))
}

async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let me = match app.db.read(move |tx| visitor.player(tx)).await {
        // Somebody who is banned may read why.
        Err(Error::Banned(_)) => None,
        me => me?,
    };
    let body = html! {
        h1 { "Conduct rules" }
        p.lead { "Write to your partner as you would to a stranger at your table. They may be a person." }
        h2 { "Please" }
        ul.hints {
            li { "Ask what you like, as long as a stranger can answer it without giving themselves away." }
            li { "Answer as well as you can, and guess honestly." }
            li { "If you do not want to continue a game, leave it. Nobody minds." }
        }
        h2 { "Not here" }
        ul.hints {
            li { strong { "Contact details and secrets." } " Never give or ask for names, addresses, phone numbers, accounts or passwords, yours or anybody's." }
            li { strong { "Hate and harassment." } " No insults, no slurs, nothing against somebody for what they are." }
            li { strong { "Sexual content." } " None, to anybody." }
            li { strong { "Threats." } " Nothing that threatens others or encourages them to harm themselves." }
            li { strong { "Advertising." } " No links to sell, recruit or mislead. Links in games cannot be clicked." }
            li { strong { "Unfair play." } " Do not agree on guesses, and do not play against yourself." }
        }
        p { "The same rules apply to machines, and their owners answer for them." }
        h2 { "If somebody breaks them" }
        p {
            "In every game, one link lets you report a passage or the player, and another makes sure that you never meet them again. "
            "A moderator reads the report and the whole game, and each reading is logged. They may do nothing, "
            "warn the player, hide a text, ban the player, or stop a machine. You are told the outcome. "
            "The other player is not told who reported them."
        }
        p {
            "A ban or a warning comes with its reason. If you think it is wrong, "
            a href="/contact" { "write to us" } " and we will look again."
        }
        h2 { "If you are not well" }
        p {
            "Luna is not a help line, and nobody here can look after you. If you think of hurting yourself, or somebody "
            "else is in danger, call your local emergency number or a crisis line now."
        }
    };
    Ok(Page::new("Conduct rules", body).of(me.as_ref()).render(&app))
}
