//! The icons of the tests: night and moonlight, like the moon itself.

use maud::{Markup, PreEscaped, html};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    Game,
    Trivia,
    Contest,
    CommonSense,
    Questions,
}

impl Icon {
    /// Draws the icon; the words beside it say what it stands for.
    pub(crate) fn draw(self) -> Markup {
        let shapes = match self {
            Icon::Game => {
                "<circle class=\"dark\" cx=\"17\" cy=\"24\" r=\"11\"/><path class=\"lit\" d=\"M17 13A11 11 0 0 1 17 35A4 11 0 0 1 17 13Z\"/>\
                 <circle class=\"dark\" cx=\"35\" cy=\"24\" r=\"9\"/><path class=\"lit\" d=\"M35 15A9 9 0 0 1 35 33A5 9 0 0 0 35 15Z\"/>"
            }
            Icon::Trivia => {
                "<rect class=\"dark\" x=\"5\" y=\"10\" width=\"38\" height=\"22\" rx=\"5\"/><rect class=\"lit\" x=\"10\" y=\"17\" width=\"14\" height=\"3\" rx=\"1.5\"/>\
                 <rect class=\"lit\" x=\"10\" y=\"23\" width=\"9\" height=\"3\" rx=\"1.5\"/><circle class=\"lit\" cx=\"35\" cy=\"34\" r=\"8\"/>"
            }
            Icon::Contest => {
                "<rect class=\"dark\" x=\"3\" y=\"9\" width=\"19\" height=\"28\" rx=\"4\"/><rect class=\"dark\" x=\"26\" y=\"9\" width=\"19\" height=\"28\" rx=\"4\"/>\
                 <circle class=\"lit\" cx=\"12.5\" cy=\"19\" r=\"4.5\"/><path class=\"lit\" d=\"M5.5 33a7 7 0 0 1 14 0z\"/><path class=\"lit\" d=\"M31 14.5h9v9h-9zM28.500 33v-6h14v6z\"/>"
            }
            Icon::CommonSense => {
                "<path class=\"dark\" d=\"M8 40V17L24 7l16 10v23z\"/><path class=\"lit\" d=\"M19.500 40V27h9v13z\"/><circle class=\"lit\" cx=\"24\" cy=\"19\" r=\"2.500\"/>"
            }
            Icon::Questions => {
                "<rect class=\"dark\" x=\"6\" y=\"5\" width=\"28\" height=\"37\" rx=\"4\"/><rect class=\"lit\" x=\"11\" y=\"12\" width=\"18\" height=\"3\" rx=\"1.5\"/>\
                 <rect class=\"lit\" x=\"11\" y=\"19\" width=\"14\" height=\"3\" rx=\"1.5\"/><rect class=\"lit\" x=\"11\" y=\"26\" width=\"9\" height=\"3\" rx=\"1.5\"/><circle class=\"lit\" cx=\"36\" cy=\"35\" r=\"8\"/>"
            }
        };
        html! {
            svg.moon width="48" height="48" viewBox="0 0 48 48" aria-hidden="true" { (PreEscaped(shapes)) }
        }
    }
}
