//! Times on pages, each with the exact one in its element.

use luna_app::format::{date, span, stamp};
use maud::{Markup, html};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// "just now", "5 minutes ago", then the date.
pub(crate) fn ago(now: i64, then: i64) -> Markup {
    let words = match now - then {
        ..MINUTE => "just now".to_owned(),
        gone @ ..604_800_000 => format!("{} ago", span(gone)),
        _ => date(then),
    };
    html! { time datetime=(stamp(then)) { (words) } }
}

/// "2 days left", to the nearest day while there are days.
pub(crate) fn left(now: i64, due_at: i64) -> Markup {
    let left = match (due_at - now).max(0) {
        days @ DAY.. => days + DAY / 2,
        less => less,
    };
    html! { time datetime=(stamp(due_at)) { (span(left)) " left" } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_said_in_one_unit_and_carried_exactly() {
        assert_eq!(
            ago(1_700_000_000_000, 1_699_999_700_000).0,
            "<time datetime=\"2023-11-14T22:08:20Z\">5 minutes ago</time>"
        );
    }
}
