//! What a shape means: its class on a page, and its own colours in a file.
//!
//! Series differ in colour, in lightness, in the dashes of their line and in
//! their mark, so that any one of the four is enough. The colours keep at
//! least 3:1 against white and stay apart for the colour-blind.

use std::borrow::Cow;

use crate::scene::Place;

pub(crate) type Colour = [u8; 3];

const INK: Colour = [0x1b, 0x21, 0x36];
const SOFT: Colour = [0x5b, 0x61, 0x78];
const GRID: Colour = [0xdf, 0xe1, 0xe8];
pub(crate) const GROUND: Colour = [0xff, 0xff, 0xff];

/// Blue, orange, green, plum, olive, navy.
pub(crate) const SERIES: [Colour; 6] = [
    [0x05, 0x77, 0xc6],
    [0xc6, 0x6c, 0x03],
    [0x5b, 0x98, 0x7d],
    [0x7b, 0x24, 0x63],
    [0x71, 0x62, 0x30],
    [0x0c, 0x22, 0x8b],
];

/// From little to much, in even steps of lightness and of distance to the eye.
pub(crate) const HEAT: [Colour; 9] = [
    [0xf8, 0xf8, 0xe1],
    [0xcc, 0xe2, 0xc1],
    [0x9a, 0xcd, 0xae],
    [0x68, 0xb6, 0xa4],
    [0x38, 0x9e, 0x9d],
    [0x10, 0x83, 0x92],
    [0x15, 0x68, 0x80],
    [0x26, 0x4e, 0x66],
    [0x2a, 0x35, 0x46],
];

/// Steps of heat that are lighter than dark words on them.
const PALE: usize = 5;

const DASHES: [&[f64]; 6] =
    [&[], &[11.0, 7.0], &[1.0, 6.0], &[13.0, 6.0, 1.0, 6.0], &[5.0, 6.0], &[16.0, 5.0, 5.0, 5.0]];

/// Around (0, 0), about as heavy as a circle of radius 1, which stands for none.
const MARKS: [&[Place]; 6] = [
    &[],
    &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    &[(0.0, -1.25), (1.2, 0.85), (-1.2, 0.85)],
    &[(0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)],
    &[(0.0, 1.25), (-1.2, -0.85), (1.2, -0.85)],
    &[
        (-0.45, -1.3),
        (0.45, -1.3),
        (0.45, -0.45),
        (1.3, -0.45),
        (1.3, 0.45),
        (0.45, 0.45),
        (0.45, 1.3),
        (-0.45, 1.3),
        (-0.45, 0.45),
        (-1.3, 0.45),
        (-1.3, -0.45),
        (-0.45, -0.45),
    ],
];

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ink {
    Grid,
    Axis,
    Tick,
    Label,
    Title,
    Empty,
    /// How sure a mean is.
    Error,
    /// The same across a bar, which it must stand out from: on a halo.
    Whisker,
    Halo,
    Fit,
    /// Where both axes show the same number.
    Same,
    /// The outline of a number from elsewhere.
    Reference,
    /// From one such number to the next.
    Course,
    /// One of many dots, behind what fits them.
    Cloud,
    Line(Option<usize>),
    Dot(Option<usize>),
    Bar(Option<usize>),
    Band(usize),
    /// Strokes in the colour of the ground.
    Hatch,
    Heat(usize),
    /// Words on that heat.
    On(usize),
}

impl Ink {
    pub(crate) fn class(self) -> Cow<'static, str> {
        let of = |name: &str, series: usize| format!("{name} s{}", series % SERIES.len() + 1);
        Cow::Borrowed(match self {
            Ink::Grid => "grid",
            Ink::Axis => "axis",
            Ink::Tick => "tick",
            Ink::Label => "label",
            Ink::Title => "title",
            Ink::Empty => "empty",
            Ink::Error => "error",
            Ink::Whisker => "whisker",
            Ink::Halo => "halo",
            Ink::Fit => "fit",
            Ink::Same => "same",
            Ink::Reference => "reference",
            Ink::Course => "reference course",
            Ink::Dot(None) => "dot",
            Ink::Cloud => "dot cloud",
            Ink::Line(None) => "line",
            Ink::Bar(None) => "bar",
            Ink::Hatch => "hatch",
            // The middle keeps its colour on light pages and on dark ones.
            Ink::On(4) => "on",
            Ink::On(heat) if heat < PALE => "on pale",
            Ink::On(_) => "on deep",
            Ink::Line(Some(series)) => return Cow::Owned(of("line", series)),
            Ink::Dot(Some(series)) => return Cow::Owned(of("dot", series)),
            Ink::Bar(Some(series)) => return Cow::Owned(of("bar", series)),
            Ink::Band(series) => return Cow::Owned(of("band", series)),
            Ink::Heat(heat) => return Cow::Owned(format!("heat h{heat}")),
        })
    }

    pub(crate) fn colour(self) -> Colour {
        match self {
            Ink::Grid => GRID,
            Ink::Axis
            | Ink::Tick
            | Ink::Empty
            | Ink::Error
            | Ink::Same
            | Ink::Cloud
            | Ink::Bar(None) => SOFT,
            Ink::Label
            | Ink::Title
            | Ink::Whisker
            | Ink::Fit
            | Ink::Reference
            | Ink::Course
            | Ink::Line(None)
            | Ink::Dot(None) => INK,
            Ink::Hatch | Ink::Halo => GROUND,
            Ink::Line(Some(series))
            | Ink::Dot(Some(series))
            | Ink::Bar(Some(series))
            | Ink::Band(series) => at(&SERIES, series),
            Ink::Heat(heat) => at(&HEAT, heat),
            Ink::On(heat) => {
                if heat < PALE {
                    INK
                } else {
                    GROUND
                }
            }
        }
    }

    pub(crate) fn opacity(self) -> f64 {
        match self {
            Ink::Band(_) => 0.18,
            Ink::Cloud => 0.7,
            _ => 1.0,
        }
    }

    /// How wide a stroke is.
    pub(crate) fn width(self) -> f64 {
        match self {
            Ink::Fit => 3.0,
            Ink::Line(Some(_)) | Ink::Reference => 2.5,
            Ink::Line(None) | Ink::Error | Ink::Whisker | Ink::Same => 2.0,
            Ink::Halo => 5.0,
            Ink::Hatch | Ink::Course => 1.5,
            Ink::Title => 2.1,
            Ink::Tick | Ink::Label | Ink::Empty | Ink::On(_) => 1.7,
            _ => 1.0,
        }
    }

    /// Lengths of stroke and gap by turns; none for a line without gaps.
    pub(crate) fn dashes(self) -> &'static [f64] {
        match self {
            Ink::Line(Some(series)) => at(&DASHES, series),
            Ink::Same => &[2.0, 6.0],
            Ink::Course => &[7.0, 5.0],
            _ => &[],
        }
    }

    /// The corners of a mark of radius 1; none for a circle.
    pub(crate) fn mark(self) -> &'static [Place] {
        match self {
            Ink::Dot(Some(series)) => at(&MARKS, series),
            _ => &[],
        }
    }
}

/// Beyond the last, from the first again.
fn at<T: Copy, const N: usize>(all: &[T; N], index: usize) -> T {
    all[index % N]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(colour: Colour) -> f64 {
        let [red, green, blue] = colour.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: Colour, other: Colour) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn lightness(colour: Colour) -> f64 {
        116.0 * luminance(colour).cbrt() - 16.0
    }

    #[test]
    fn lines_and_words_stand_out_from_the_ground() {
        for series in 0..SERIES.len() {
            let contrast = contrast(Ink::Line(Some(series)).colour(), GROUND);
            assert!(contrast >= 3.0, "series {series}: {contrast}");
        }
        let shapes = [Ink::Axis, Ink::Error, Ink::Fit, Ink::Same, Ink::Reference, Ink::Bar(None)];
        for ink in shapes {
            assert!(contrast(ink.colour(), GROUND) >= 3.0, "{ink:?}");
        }
        for ink in [Ink::Tick, Ink::Label, Ink::Title, Ink::Empty] {
            assert!(contrast(ink.colour(), GROUND) >= 4.5, "{ink:?}");
        }
    }

    #[test]
    fn no_two_series_share_a_lightness_a_dash_or_a_mark() {
        for one in 0..SERIES.len() {
            for other in 0..one {
                let apart = (lightness(SERIES[one]) - lightness(SERIES[other])).abs();
                assert!(apart >= 2.5, "series {other} and {one}: {apart}");
                assert_ne!(DASHES[one], DASHES[other]);
                assert_ne!(MARKS[one], MARKS[other]);
            }
        }
    }

    #[test]
    fn heat_darkens_in_even_steps_and_carries_its_words() {
        for pair in HEAT.windows(2) {
            let step = lightness(pair[0]) - lightness(pair[1]);
            assert!((9.0..10.0).contains(&step), "{pair:?}: {step}");
        }
        for heat in 0..HEAT.len() {
            let contrast = contrast(Ink::On(heat).colour(), Ink::Heat(heat).colour());
            assert!(contrast >= 4.4, "step {heat}: {contrast}");
        }
    }
}
