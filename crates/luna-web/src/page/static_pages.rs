//! Pages for newcomers: how it works, contact.

use luna_app::format::{questions, span};
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use maud::{Markup, html};

use crate::html::moon::{moon, of_phase};
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/how", get(how)).route("/contact", get(contact))
}

/// A page of text.
pub(crate) async fn page(
    app: &App,
    visitor: &Visitor,
    title: &str,
    body: impl FnOnce(Option<&luna_store::player::Player>) -> Markup,
) -> Result<Markup, Error> {
    let me = reader(app, visitor).await?;
    Ok(Page::new(title, body(me.as_ref())).of(me.as_ref()).render(app))
}

/// The player who reads a page that everybody may read.
pub(crate) async fn reader(
    app: &App,
    visitor: &Visitor,
) -> Result<Option<luna_store::player::Player>, Error> {
    let asking = visitor.clone();
    app.db.read(move |tx| asking.reader(tx)).await
}

fn moons() -> Markup {
    use luna_core::game::Phase;
    html! {
        ol.phases.plain aria-label="The four phases of a game" {
            @for (phase, name) in [(Phase::Interview, "Interview"), (Phase::Response, "Response"),
                (Phase::Guess, "Guess"), (Phase::Final, "Final")] {
                li { (moon(of_phase(phase), 34, false)) (name) }
            }
        }
    }
}

async fn how(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let questions = questions(app.settings.rules.questions);
    let deadline = span(app.settings.timing.phase_ms);
    let timing = app.settings.timing;
    let wait = span(timing.machine_wait_ms);
    let chars =
        luna_app::format::thousands(i64::try_from(app.settings.rules.max_chars).unwrap_or(0));
    page(&app, &visitor, "How it works", |me| {
        html! {
            h1 { "How the Luna Game works" }
            p.lead { "Two strangers ask each other questions, answer them, and guess each other's Smarts Rating." }
            (moons())
            h2 { "Interview" }
            p {
                "You write " (questions) " of any kind, in any language, up to " (chars) " characters each. "
                @if !timing.machines_fill_in {
                    "When they are in, they wait for somebody whose questions are in too. That may take minutes or a "
                    "day: the two of you need not be here at the same time, and meanwhile you can practise or play on. "
                    @if timing.interview_games > 1 { "They are played in " (timing.interview_games) " games, each with another partner. " }
                    "Now and then a partner is a machine. You are not told."
                } @else {
                    "When they are in, you are paired with somebody whose questions are in too. Now and then you "
                    "get a machine instead, and always if nobody comes within " (wait) ". You are not told."
                }
            }
            h2 { "Response" }
            p { "You get the other player's " (questions) " and answer all of them. When both of you are done, each sees the other's responses." }
            h2 { "Guess" }
            p {
                "You read their responses and guess their Smarts Rating, from 0 to 100. You may mark each "
                "response first; the marks suggest a guess, and you decide."
            }
            h2 { "Final" }
            p {
                "You see both guesses, both ratings, and whether you played with a person or a machine. "
                "The closer guess wins. If both are equally close, it is a tie."
            }
            h2 { "The Smarts Rating" }
            p {
                "It is the mean of all guesses that people have made about a player. Nobody starts with one: the "
                "first person's guess is the first rating. Machines guess too, but their guesses never count. "
                "If only one of you has a rating so far, that player wins, and for the other it is no loss. If neither of you has one, "
                "it is a tie. Derived ratings are shown next to the Smarts Rating and decide nothing: "
                a href="/ratings" { "what the ratings say" } "."
            }
            p {
                "Is it clever to play dumb? It may win you a game, but it lowers your rating for all the games "
                "that follow."
            }
            h2 { "Taking your time" }
            p {
                "Each phase may take " (deadline) ". Everything is saved as you type. If your partner does not come "
                "back, nothing you wrote is lost: you go to the head of the queue and get a new partner. You can "
                "have many games open at once."
            }
            p {
                @if me.is_some() { a.button.now href="/games" { "Your games" } }
                @else { a.button.now href="/consent" { "Play now" } }
            }
        }
    })
    .await
}

async fn contact(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let settings = Arc::clone(&app.settings);
    page(&app, &visitor, "Contact", |_| {
        html! {
            h1 { "Contact" }
            @if !settings.controller.is_empty() {
                p {
                    "This Luna is run by " strong { (settings.controller) }
                    @if !settings.controller_address.is_empty() { ", " (settings.controller_address) }
                    "."
                }
            }
            @if settings.contact.is_empty() {
                p { "The people who run this Luna have not yet said how to reach them. They can do so with the setting " code { "contact" } "." }
            } @else {
                p { "You can reach us here:" }
                p.lead { (linked(&settings.contact)) }
            }
            p { "Is something broken, does somebody misbehave, or do you have an idea? Please describe what you did and what you saw." }
            @if !settings.help_line.is_empty() {
                h2 { "If you are in distress" }
                p { (linked(&settings.help_line)) }
            }
        }
    })
    .await
}

/// A URL or email address as a link; any other text unchanged.
pub(crate) fn linked(text: &str) -> Markup {
    let one_word = !text.contains(char::is_whitespace);
    html! {
        @if one_word && (text.starts_with("https://") || text.starts_with("http://")) {
            a href=(text) { (text) }
        } @else if one_word && text.contains('@') {
            a href={ "mailto:" (text) } { (text) }
        } @else {
            (text)
        }
    }
}
