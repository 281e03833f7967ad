//! The shapes that make up a chart, each with its place and style.

pub(crate) mod font;
pub(crate) mod hatch;
pub(crate) mod outline;
pub(crate) mod png;
pub(crate) mod style;
pub(crate) mod svg;
pub(crate) mod text;

use self::style::{SERIES, Style};

/// Half the width of a diamond.
pub(crate) const DIAMOND: f64 = 7.5;

/// A position in pixels from the upper left corner.
pub(crate) type Point = (f64, f64);

/// The width that a chart is drawn for. A page shows the one that it has room for, so
/// text keeps its size on all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Layout {
    /// The whole width of a page with tables.
    Broad,
    /// A column of text.
    Wide,
    /// A phone.
    Narrow,
}

impl Layout {
    pub(crate) fn width(self) -> f64 {
        match self {
            Layout::Broad => 1056.0,
            Layout::Wide => 576.0,
            Layout::Narrow => 344.0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// A straight line, as x1, y1, x2, y2.
    Rule([f64; 4]),
    /// Straight lines from each place to the next.
    Path(Vec<Point>),
    /// The area between these corners.
    Area(Vec<Point>),
    /// Left, top, width and height.
    Block([f64; 4]),
    Circle(Point, f64),
    Text(Anchor, Point, String),
}

#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) style: Style,
    pub(crate) form: Form,
}

#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) shapes: Vec<Shape>,
}

/// The marks of series, as corners around (0, 0) about as heavy as a circle of
/// radius 1; no corners stand for that circle.
const MARKS: [&[Point]; SERIES] = [
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

impl Scene {
    pub(crate) fn new(width: f64, height: f64) -> Scene {
        Scene { width, height, shapes: Vec::new() }
    }

    pub(crate) fn draw(&mut self, style: Style, form: Form) {
        self.shapes.push(Shape { style, form });
    }

    pub(crate) fn rule(&mut self, style: Style, places: [f64; 4]) {
        self.draw(style, Form::Rule(places));
    }

    pub(crate) fn text(&mut self, style: Style, anchor: Anchor, place: Point, text: &str) {
        if !text.is_empty() {
            self.draw(style, Form::Text(anchor, place, text.to_owned()));
        }
    }

    /// A circle, or the mark of the series.
    pub(crate) fn dot(&mut self, style: Style, (x, y): Point, radius: f64) {
        let corners = match style {
            Style::Dot(Some(series)) => MARKS[series % SERIES],
            _ => &[],
        };
        let form = match corners {
            [] => Form::Circle((x, y), radius),
            corners => {
                let corner = |&(right, down): &Point| (x + radius * right, y + radius * down);
                Form::Area(corners.iter().map(corner).collect())
            }
        };
        self.draw(style, form);
    }

    /// An open diamond, so that a mark inside it stays visible.
    pub(crate) fn diamond(&mut self, style: Style, (x, y): Point, radius: f64) {
        let corners =
            [(0.0, -radius), (radius, 0.0), (0.0, radius), (-radius, 0.0), (0.0, -radius)];
        let around = corners.iter().map(|&(right, down)| (x + right, y + down)).collect();
        self.draw(style, Form::Path(around));
    }

    /// A vertical line with a short stroke at each end.
    pub(crate) fn whisker(&mut self, style: Style, x: f64, [top, bottom]: [f64; 2], half: f64) {
        self.rule(style, [x, top, x, bottom]);
        self.rule(style, [x - half, top, x + half, top]);
        self.rule(style, [x - half, bottom, x + half, bottom]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_series_share_a_mark() {
        for (nth, mark) in MARKS.iter().enumerate() {
            assert!(!MARKS[..nth].contains(mark), "series {nth}");
        }
    }
}
