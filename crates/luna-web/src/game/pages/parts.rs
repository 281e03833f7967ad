//! Parts that several pages of a game share.

use luna_core::game::Phase;
use maud::{Markup, html};

use crate::html::moon::{moon, of_phase};

/// Links to report a partner and to avoid them.
pub(in crate::game) fn concerns(seat_id: &str) -> Markup {
    html! {
        p.small.soft.concerns {
            a href={ "/games/" (seat_id) "/report" } { "Report" } " · "
            a href={ "/games/" (seat_id) "/block" } { "Never pair again" }
        }
    }
}

/// The warning below texts that strangers will read.
pub(super) fn no_secrets() -> Markup {
    html! {
        p.small.soft {
            "Never give contact details or passwords, yours or anybody's: see the "
            a href="/conduct" { "conduct rules" } "."
        }
    }
}

/// The four phases, and where this game stands.
pub(super) fn phases(now: Phase) -> Markup {
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
