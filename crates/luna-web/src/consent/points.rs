//! The text that people agree to.

use luna_app::consent::Text;
use maud::{Markup, html};

/// The points of a text as a list.
pub(crate) fn points(text: &Text) -> Markup {
    html! { ul.hints { @for point in text.points { li { (point) } } } }
}
