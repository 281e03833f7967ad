//! One page for each thing a player can do or wait for.

mod care;
mod final_page;
mod form;
mod turn_forms;
mod wait;

use luna_core::game::{Duty, Ending, Phase, Rules, View};
use luna_core::rating::Points;
use luna_core::text;
use maud::{Markup, html};

pub(super) use self::final_page::verdict;
use self::final_page::{gone, last};
use self::form::GameForm;
use super::GamePage;
use crate::App;

use crate::moon::{moon, of_phase};
use crate::visitor::Visitor;

/// The field that identifies the partner a form was filled in for.
pub(super) const PARTNERS_LOST: &str = "partners_lost";
/// The field with the guess that the marks suggested when the form was shown.
pub(super) const SUGGESTED: &str = "suggested";

/// A form that was not taken: why, field by field.
#[derive(Debug, Default)]
pub(super) struct Refused {
    problems: Vec<(String, String)>,
    suggestion: Option<Points>,
}

impl Refused {
    /// All problems of a list of texts at once, or none.
    pub(super) fn texts(prefix: &str, texts: &[String], rules: Rules) -> Option<Refused> {
        let mut refused = Refused::default();
        let what = if prefix == "q" { "Question" } else { "Response" };
        for (nth, body) in texts.iter().enumerate() {
            if let Err(problem) = text::check(body, rules.max_chars) {
                refused
                    .add(&format!("{prefix}{}", nth + 1), format!("{what} {} {problem}.", nth + 1));
            }
        }
        Some(refused).filter(|refused| !refused.is_empty())
    }

    pub(super) fn add(&mut self, field: &str, problem: String) {
        self.problems.push((field.to_owned(), problem));
    }

    pub(super) fn suggest(&mut self, points: Points) {
        self.suggestion = Some(points);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.problems.is_empty() && self.suggestion.is_none()
    }

    fn of(&self, field: &str) -> Option<&str> {
        self.problems.iter().find(|(name, _)| name == field).map(|(_, problem)| problem.as_str())
    }
}

/// The page's title and its body for the player.
pub(super) fn body(
    seen: &GamePage,
    app: &App,
    visitor: &Visitor,
    view: &View,
    refused: Option<&Refused>,
) -> (&'static str, Markup) {
    let none = Refused::default();
    let form = GameForm { seen, visitor, view, refused: refused.unwrap_or(&none) };
    match seen.place.ending {
        Some(Ending::Final) => return ("Final", last(seen, visitor, view)),
        Some(ending) => return ("This game is over", gone(seen, ending, visitor)),
        None => {}
    }
    let (title, page) = match view.duty {
        Some(Duty::Ask) => ("Interview", form.interview()),
        Some(Duty::Answer) => ("Response", form.response()),
        Some(Duty::Guess) => ("Guess", form.guess()),
        None => ("Waiting", form.waiting(app)),
    };
    (title, html! { (care::note(seen, app, view)) (page) })
}

/// Links to report a partner and to avoid them.
pub(super) fn concerns(seat_id: &str) -> Markup {
    html! {
        p.small.soft.concerns {
            a href={ "/games/" (seat_id) "/report" } { "Report" } " · "
            a href={ "/games/" (seat_id) "/block" } { "Never pair again" }
        }
    }
}

/// Beside what people write to strangers.
fn no_secrets() -> Markup {
    html! {
        p.small.soft {
            "Never give contacts, addresses or passwords, yours or anybody's: see the "
            a href="/conduct" { "conduct rules" } "."
        }
    }
}

/// The four phases, and where this game stands.
fn phases(now: Phase) -> Markup {
    let steps = [
        (Phase::Interview, "Interview"),
        (Phase::Response, "Response"),
        (Phase::Guess, "Guess"),
        (Phase::Final, "Final"),
    ];
    html! {
        ol.phases aria-label="Where this game stands" {
            @for (phase, name) in steps {
                li aria-current=[(phase == now).then_some("step")] {
                    (moon(of_phase(phase), 34, false)) (name)
                }
            }
        }
    }
}
