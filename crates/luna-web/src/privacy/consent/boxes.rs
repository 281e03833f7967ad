//! The boxes to tick before somebody plays, and what ticking them records.

use luna_store::consent::{self as store, Purpose};
use luna_store::{Result, Tx};
use maud::{Markup, html};

use super::points::unfolding;
use crate::http::form::Form;
use luna_app::consent::{give, join, text};

/// The choices that nobody has to make in order to play.
pub(super) const FREE: [Purpose; 2] = [Purpose::Publication, Purpose::Recall];

/// Returns what is missing in a form of somebody who wants to play: the name of the
/// field and why.
pub(crate) fn needed(form: &Form) -> Option<(&'static str, String)> {
    let why = "Luna is for adults only for now. Please tick this box if you are 18 or older.";
    (!form.has("adult")).then(|| ("adult", why.to_owned()))
}

/// Records that somebody is an adult and agrees to play, and for each free choice
/// what they ticked.
pub(crate) fn record(tx: &mut Tx<'_>, player_id: &str, form: &Form, now: i64) -> Result<()> {
    join(tx, player_id, now)?;
    for purpose in FREE {
        if form.has(purpose.name()) {
            give(tx, player_id, purpose, now)?;
        } else {
            store::withdraw(tx, player_id, purpose, now)?;
        }
    }
    Ok(())
}

pub(crate) fn adult_box(form: &Form, problem: Option<&str>) -> Markup {
    tick("adult", text(Purpose::Adult).label, form.has("adult"), true, problem)
}

/// The free choices with their texts.
pub(crate) fn free_boxes(ticked: impl Fn(Purpose) -> bool) -> Markup {
    html! {
        fieldset.plain.after {
            legend { "Up to you" }
            @for purpose in FREE {
                @let text = text(purpose);
                (tick(purpose.name(), text.label, ticked(purpose), false, None))
                (unfolding(text))
            }
        }
    }
}

/// A checkbox with its label and its problem.
pub(crate) fn tick(
    name: &str,
    label: &str,
    ticked: bool,
    needed: bool,
    problem: Option<&str>,
) -> Markup {
    html! {
        div.field {
            label.tick {
                input #(name) type="checkbox" name=(name) value="yes" checked[ticked]
                    required[needed]
                    aria-describedby=[problem.map(|_| format!("{name}-problem"))]
                    aria-invalid=[problem.map(|_| "true")];
                span { (label) }
            }
            @if let Some(problem) = problem {
                p.problem #{ (name) "-problem" } { (problem) }
            }
        }
    }
}
