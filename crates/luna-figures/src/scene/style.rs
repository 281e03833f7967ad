//! The style of a shape: a class of the stylesheet.
//!
//! Series differ in colour, in the dashes of their line and in their mark, so
//! that each of the three alone is enough.

use std::borrow::Cow;

/// Series that can be told apart; the next looks like the first.
pub(crate) const SERIES: usize = 6;
/// The steps of a scale from little to much.
pub(crate) const HEAT: usize = 9;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Style {
    /// The ground of a file.
    Ground,
    Grid,
    Axis,
    Tick,
    Label,
    Title,
    Empty,
    /// The interval of a mean.
    Error,
    /// The interval of a mean on a bar, from which it stands out by a halo.
    Whisker,
    Halo,
    Fit,
    /// The line where both axes have the same value.
    Identity,
    /// A number from elsewhere.
    Reference,
    /// The line from one such number to the next.
    Course,
    /// One of many dots, behind the line that fits them.
    Cloud,
    Line(Option<usize>),
    Dot(Option<usize>),
    Bar(Option<usize>),
    Band(usize),
    /// Strokes in the colour of the ground.
    Hatch,
    Heat(usize),
    /// Text on a step of the scale.
    HeatText(usize),
}

impl Style {
    pub(crate) fn class(self) -> Cow<'static, str> {
        let of = |name: &str, series: usize| format!("{name} s{}", series % SERIES + 1);
        Cow::Borrowed(match self {
            Style::Ground => "ground",
            Style::Grid => "grid",
            Style::Axis => "axis",
            Style::Tick => "tick",
            Style::Label => "label",
            Style::Title => "title",
            Style::Empty => "empty",
            Style::Error => "error",
            Style::Whisker => "whisker",
            Style::Halo => "halo",
            Style::Fit => "fit",
            Style::Identity => "identity",
            Style::Reference => "reference",
            Style::Course => "reference course",
            Style::Dot(None) => "dot",
            Style::Cloud => "dot cloud",
            Style::Line(None) => "line",
            Style::Bar(None) => "bar",
            Style::Hatch => "hatch",
            // The middle keeps its colour on light pages and on dark ones.
            Style::HeatText(4) => "on-middle",
            Style::HeatText(0..4) => "on-low",
            Style::HeatText(_) => "on-high",
            Style::Line(Some(series)) => return Cow::Owned(of("line", series)),
            Style::Dot(Some(series)) => return Cow::Owned(of("dot", series)),
            Style::Bar(Some(series)) => return Cow::Owned(of("bar", series)),
            Style::Band(series) => return Cow::Owned(of("band", series)),
            Style::Heat(heat) => return Cow::Owned(format!("heat h{}", heat.min(HEAT - 1))),
        })
    }
}
