//! The text that people agree to.

use luna_app::consent::Text;
use maud::{Markup, html};

/// The sentences that everybody reads before they agree, and the points, which unfold.
pub(crate) fn whole(text: &Text) -> Markup {
    html! {
        @for line in text.summary { p { (line) } }
        (unfolding(text))
    }
}

/// The points under their heading, to unfold.
pub(crate) fn unfolding(text: &Text) -> Markup {
    html! {
        details {
            summary { (text.more) }
            (points(text))
        }
    }
}

/// The points of a text as a list.
pub(crate) fn points(text: &Text) -> Markup {
    html! { ul.hints { @for point in text.points { li { (point) } } } }
}
