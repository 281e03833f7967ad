//! The moon: how much of it is lit is a rating, or how far a game is.

use luna_core::game::Phase;
use maud::{Markup, PreEscaped};

/// A moon lit from the right: 0 new, 0.5 first quarter, 1 full.
pub(crate) fn moon(lit: f64, size: u32, now: bool) -> Markup {
    let class = if now { "moon now" } else { "moon" };
    PreEscaped(format!(
        "<svg class=\"{class}\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 34 34\" aria-hidden=\"true\">\
         <circle class=\"dark\" cx=\"17\" cy=\"17\" r=\"14\"/><path class=\"lit\" d=\"{}\"/></svg>",
        outline(lit)
    ))
}

/// The lit part: half a circle on the right, and back along half an ellipse. The share of the disc that is
/// lit is the number itself.
fn outline(lit: f64) -> String {
    let bend = 1.0 - 2.0 * lit;
    let width = bend.abs() * 14.0;
    let sweep = u8::from(bend <= 0.0);
    format!("M17 3A14 14 0 0 1 17 31A{width:.2} 14 0 0 {sweep} 17 3Z")
}

pub(crate) fn of_phase(phase: Phase) -> f64 {
    match phase {
        Phase::Interview | Phase::Closed => 0.0,
        Phase::Response => 0.5,
        Phase::Guess => 0.7,
        Phase::Final => 1.0,
    }
}

/// The favicon.
pub(crate) fn icon() -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 34 34\">\
         <circle cx=\"17\" cy=\"17\" r=\"14\" fill=\"#1b2136\"/>\
         <path fill=\"#f0cf74\" d=\"{}\"/></svg>",
        outline(0.8)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_moons() {
        assert_eq!(outline(0.0), "M17 3A14 14 0 0 1 17 31A14.00 14 0 0 0 17 3Z", "nothing lit");
        assert_eq!(outline(0.5), "M17 3A14 14 0 0 1 17 31A0.00 14 0 0 1 17 3Z", "half");
        assert_eq!(outline(0.7), "M17 3A14 14 0 0 1 17 31A5.60 14 0 0 1 17 3Z", "gibbous");
        assert_eq!(outline(1.0), "M17 3A14 14 0 0 1 17 31A14.00 14 0 0 1 17 3Z", "full");
    }
}
