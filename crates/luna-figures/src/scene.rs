//! What a chart is made of: shapes in their places, each with what it means.
//! The page, the file and the pixels are all drawn from this.
//!
//! 640 units wide. On a phone of 390 pixels the smallest text, 20 units, is
//! still 11 pixels high.

use crate::ink::Ink;

pub(crate) const WIDTH: f64 = 640.0;
pub(crate) const TEXT_SIZE: f64 = 20.0;
/// From the middle of a diamond to its corners.
pub(crate) const DIAMOND: f64 = 10.0;

pub(crate) type Place = (f64, f64);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// Straight, as x1, y1, x2, y2.
    Rule([f64; 4]),
    /// Straight from each place to the next.
    Path(Vec<Place>),
    /// What these corners enclose.
    Area(Vec<Place>),
    /// Left, top, width and height.
    Block([f64; 4]),
    Circle(Place, f64),
    Words(Anchor, Place, String),
}

#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) ink: Ink,
    pub(crate) form: Form,
}

#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) height: f64,
    pub(crate) shapes: Vec<Shape>,
}

impl Scene {
    pub(crate) fn new(height: f64) -> Scene {
        Scene { height, shapes: Vec::new() }
    }

    pub(crate) fn draw(&mut self, ink: Ink, form: Form) {
        self.shapes.push(Shape { ink, form });
    }

    pub(crate) fn rule(&mut self, ink: Ink, places: [f64; 4]) {
        self.draw(ink, Form::Rule(places));
    }

    pub(crate) fn words(&mut self, ink: Ink, anchor: Anchor, place: Place, words: &str) {
        if !words.is_empty() {
            self.draw(ink, Form::Words(anchor, place, words.to_owned()));
        }
    }

    /// A circle, or another mark where a series has its own.
    pub(crate) fn dot(&mut self, ink: Ink, (x, y): Place, radius: f64) {
        let form = match ink.mark() {
            [] => Form::Circle((x, y), radius),
            corners => {
                let corner = |&(right, down): &Place| (x + radius * right, y + radius * down);
                Form::Area(corners.iter().map(corner).collect())
            }
        };
        self.draw(ink, form);
    }

    /// An open diamond, which leaves a mark within it in sight.
    pub(crate) fn diamond(&mut self, ink: Ink, (x, y): Place, radius: f64) {
        let corners =
            [(0.0, -radius), (radius, 0.0), (0.0, radius), (-radius, 0.0), (0.0, -radius)];
        let around = corners.iter().map(|&(right, down)| (x + right, y + down)).collect();
        self.draw(ink, Form::Path(around));
    }

    /// From one end of what is known to the other, with a short stroke at each.
    pub(crate) fn whisker(&mut self, ink: Ink, x: f64, [top, bottom]: [f64; 2], half: f64) {
        self.rule(ink, [x, top, x, bottom]);
        self.rule(ink, [x - half, top, x + half, top]);
        self.rule(ink, [x - half, bottom, x + half, bottom]);
    }
}
