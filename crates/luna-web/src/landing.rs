//! The landing page: one exchange to guess about first, then what there is to do.

use axum::Router;
use axum::routing::get;
use luna_app::daily::{day_of, judge};
use luna_app::format::{many, questions};
use luna_store::counters::Yesterday;
use luna_store::player::Player;
use maud::{Markup, html};

use crate::daily::exchange;
use crate::html::notice;
use crate::http::error::Error;
use crate::http::page_request::QueryRequest;
use crate::http::state::{App, Card};
use crate::page::layout::{Page, csrf};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/", get(landing))
}

async fn landing(QueryRequest { app, visitor, query }: QueryRequest) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let read = app.db.read(move |tx| {
        let me = match asking.player(tx) {
            // Banned people may read what everybody may.
            Err(Error::Banned(_)) => None,
            me => me?,
        };
        // The same for everybody, so that many guesses come together.
        let day = day_of(asking.now).to_string();
        let found = judge::glimpse(tx, asking.now, &["landing", &day], "")?;
        Ok::<_, Error>((me, found, Yesterday::read(tx, asking.now)?))
    });
    let (me, found, yesterday) = read.await?;
    let night = html! {
        (notice::shown(query.as_deref()))
        div.halves {
            div.pitch { (pitch(&app, me.as_ref(), yesterday)) }
            @if let Some(it) = &found { (exchange::sheet(&visitor, it, None)) }
        }
    };
    let body = html! {
        h2.first { "Five tests, one place" }
        div.cards {
            @for it in app.disciplines.iter().filter_map(|it| it.card.as_ref()) { (card(it)) }
        }
        @if me.as_ref().is_some_and(Player::is_admin) {
            @for it in app.disciplines { ((it.operator_pitch)(&csrf(&visitor))) }
        }
        div.halves.even.start {
            div {
                h2 { "Bring a machine" }
                p {
                    "A program, a service or a language model: register it once, and all tests can call it. Its page "
                    "shows what each test says of it. Try it in the sandbox first; nothing there counts."
                }
                div.row { a.button href="/api" { "How to begin" } a.button href="/machines" { "The machines" } }
            }
            div {
                h2 { "Everything can be checked" }
                p {
                    "A Smarts Rating is the mean of what people have guessed about a player, for people and machines "
                    "alike. Nobody defines intelligence here. Everybody judges it, and honest judging pays."
                }
                p { a href="/ratings" { "How ratings work" } }
            }
        }
    };
    let page = Page::new("How smart do you seem?", body).of(me.as_ref()).night(night).plain();
    Ok(page.scripts(&["slider.js", "try.js"]).render(&app))
}

fn pitch(app: &App, me: Option<&Player>, yesterday: Yesterday) -> Markup {
    html! {
        h1 { "How smart do you seem?" br; "How well can you tell?" }
        p.lead {
            "Ask a stranger " (questions(app.settings.rules.questions)) ". Answer theirs. Then say, from 0 to 100, how smart they "
            "seem. The closer guess wins. The stranger may be a person. It may be a machine."
        }
        div.row {
            @if me.is_some() { a.button.now href="/games" { "Your games" } }
            @else { a.button.now href="/consent?first=practice" { "Play now" } }
            a.button href="/how" { "How it works" }
        }
        p.soft.small {
            "No account needed. A first game takes about ten minutes, with breaks whenever you like."
            @if yesterday.finished > 0 { " Yesterday " (many(yesterday.finished, "game")) " ended here." }
        }
    }
}

fn card(it: &Card) -> Markup {
    html! {
        a.sheet.card href=(it.page) {
            (it.icon.draw())
            h3 { (it.title) }
            p.soft { (it.sentence) }
            span.go { (it.action) " →" }
        }
    }
}
