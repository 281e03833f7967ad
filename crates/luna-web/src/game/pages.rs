//! The pages of a game, one for each thing a player can do or wait for.

mod care;
pub(super) mod final_page;
mod form;
mod ideas;
pub(super) mod parts;
mod turn_forms;
pub(super) mod wait;

use luna_core::game::{Duty, Ending, View};
use maud::{Markup, html};

use self::final_page::left_game;
use self::form::GameForm;
use super::form_problems::FormProblems;
use super::game_page::GamePage;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Live, Page};

/// The page of a game. `refused` holds the problems of a form that is shown again.
pub(super) fn page(
    seen: &GamePage,
    app: &App,
    visitor: &Visitor,
    refused: Option<&FormProblems>,
) -> Markup {
    let view = seen.loaded.game.view(seen.place.seat);
    let waiting = view.duty.is_none() && seen.place.ending.is_none();
    let live = Live {
        topic: None,
        seen: seen.seq,
        state: format!(
            "{}-{}-{}-{}-{:?}",
            view.phase.name(),
            view.duty.is_some(),
            view.partners_lost,
            seen.place.here,
            seen.rematch,
        ),
        waiting,
    };
    // All of them, since a page that waits becomes one with a form.
    let scripts = ["draft.js", "guess.js", "call.js"];
    let over = seen.place.ending == Some(Ending::Final);
    if let Some(result) = view.result.as_ref().filter(|_| over) {
        let body = html! {
            (seen.inbox.section(visitor))
            (final_page::conversations(seen, &view))
        };
        let night = final_page::ending(seen, visitor, result);
        let page = Page::new(final_page::heading(result), body).of(Some(&seen.me)).night(night);
        return page.live(live).scripts(&scripts).render(app);
    }
    let (title, body) = body(seen, app, visitor, &view, refused);
    let body = html! { (seen.inbox.section(visitor)) (body) };
    Page::new(title, body).of(Some(&seen.me)).live(live).scripts(&scripts).render(app)
}

/// The page's title and its body for the player.
fn body(
    seen: &GamePage,
    app: &App,
    visitor: &Visitor,
    view: &View,
    refused: Option<&FormProblems>,
) -> (&'static str, Markup) {
    let none = FormProblems::default();
    let form = GameForm { seen, visitor, view, refused: refused.unwrap_or(&none) };
    if let Some(ending) = seen.place.ending {
        return ("This game is over", left_game(seen, ending, visitor));
    }
    let (title, page) = match view.duty {
        Some(Duty::Ask) => ("Your move: ask", form.interview()),
        Some(Duty::Answer) => ("Your move: answer", form.response()),
        Some(Duty::Guess) => ("Your move: guess", form.guess()),
        None => ("Waiting", form.waiting(app)),
    };
    (title, html! { (care::note(seen, app, view)) (page) })
}
