//! The form for a moderator's action and its reason.

use maud::{Markup, html};

use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// An action of a moderator, and its wording.
pub(super) struct ModerationAction<'a> {
    /// The label while the form is closed.
    pub(super) name: &'a str,
    pub(super) action: &'a str,
    /// The reader of the reason; `None` where it may be left out.
    pub(super) reader: Option<&'a str>,
    /// More to choose.
    pub(super) more: Markup,
    pub(super) button: &'a str,
}

pub(super) fn why_form(deed: &ModerationAction<'_>, visitor: &Visitor) -> Markup {
    let ModerationAction { name, action, reader, more, button } = deed;
    html! {
        details {
            summary { (name) }
            form.why method="post" action=(action) {
                (csrf(visitor))
                label.small for=(action) {
                    "Why? " @match reader { Some(reader) => { (reader) " will read it." }, None => "For the log; optional." }
                }
                input id=(action) name="why" type="text" required[reader.is_some()];
                (more)
                button.button.quiet dir="auto" { (button) }
            }
        }
    }
}
