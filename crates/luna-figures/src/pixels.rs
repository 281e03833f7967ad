//! Shapes as pixels: how much of each pixel a shape covers is how much of its
//! colour the pixel takes. Only sums, products and square roots, which are the
//! same on every machine.

use std::iter::zip;

use crate::ink::{Colour, GROUND};
use crate::lettering::strokes;
use crate::scene::{Form, Place, Shape};
use crate::svg::text_size;

/// Pixels for each unit of a chart.
const SCALE: f64 = 2.0;
/// Lines through each row of pixels along which areas are measured.
const LINES: [f64; 4] = [0.125, 0.375, 0.625, 0.875];

pub(crate) struct Canvas {
    /// What lies in the upper left corner.
    origin: Place,
    width: usize,
    rows: Vec<Vec<u8>>,
}

/// How much of each pixel is covered, in rows of so many from a corner on.
struct Cover {
    left: usize,
    top: usize,
    wide: usize,
    shares: Vec<f64>,
}

impl Canvas {
    pub(crate) fn new(origin: Place, [width, height]: [f64; 2]) -> Canvas {
        let (width, height) = (whole(width * SCALE), whole(height * SCALE));
        Canvas { origin, width, rows: vec![GROUND.repeat(width); height] }
    }

    pub(crate) fn width(&self) -> u32 {
        u32::try_from(self.width).unwrap_or(u32::MAX)
    }

    pub(crate) fn rows(&self) -> &[Vec<u8>] {
        &self.rows
    }

    pub(crate) fn draw(&mut self, Shape { ink, form }: &Shape) {
        let at = |place: &Place| self.at(*place);
        let wide = ink.width() * SCALE;
        let cover = match form {
            Form::Rule([x1, y1, x2, y2]) => {
                self.stroked(&[vec![at(&(*x1, *y1)), at(&(*x2, *y2))]], wide)
            }
            Form::Path(places) => {
                let places: Vec<Place> = places.iter().map(at).collect();
                let dashes: Vec<f64> = ink.dashes().iter().map(|dash| dash * SCALE).collect();
                self.stroked(&dashed(places, &dashes), wide)
            }
            Form::Area(places) => self.filled(&places.iter().map(at).collect::<Vec<_>>()),
            Form::Block([x, y, width, height]) => {
                let (right, bottom) = (x + width, y + height);
                let corners = [(*x, *y), (right, *y), (right, bottom), (*x, bottom)];
                self.filled(&corners.each_ref().map(at))
            }
            Form::Circle(middle, radius) => self.stroked(&[vec![at(middle)]], radius * 2.0 * SCALE),
            Form::Words(anchor, place, words) => {
                let strokes = strokes(words, *anchor, *place, text_size(*ink));
                let pieces = strokes.iter().map(|it| it.pieces().iter().map(at).collect());
                self.stroked(&pieces.collect::<Vec<_>>(), wide)
            }
        };
        self.paint(&cover, ink.colour(), ink.opacity());
    }

    fn at(&self, (x, y): Place) -> Place {
        ((x - self.origin.0) * SCALE, (y - self.origin.1) * SCALE)
    }

    /// Nothing covered yet, of the pixels that lie between these places.
    fn cover<'a>(&self, places: impl Iterator<Item = &'a Place>, margin: f64) -> Cover {
        let (mut low, mut high) = ((f64::MAX, f64::MAX), (0.0_f64, 0.0_f64));
        for &(x, y) in places {
            low = (low.0.min(x - margin), low.1.min(y - margin));
            high = (high.0.max(x + margin), high.1.max(y + margin));
        }
        let (left, top) = (whole(low.0).min(self.width), whole(low.1).min(self.rows.len()));
        let right = whole(high.0 + 1.0).clamp(left, self.width);
        let bottom = whole(high.1 + 1.0).clamp(top, self.rows.len());
        let shares = vec![0.0; (right - left) * (bottom - top)];
        Cover { left, top, wide: right - left, shares }
    }

    /// By the round tip of a pen that goes these ways.
    fn stroked(&self, ways: &[Vec<Place>], wide: f64) -> Cover {
        let reach = wide / 2.0 + 0.5;
        let mut cover = self.cover(ways.iter().flatten(), reach);
        for way in ways {
            if let [only] = way.as_slice() {
                cover.stroke(*only, *only, reach);
            }
            for (from, to) in zip(way, way.iter().skip(1)) {
                cover.stroke(*from, *to, reach);
            }
        }
        cover
    }

    fn filled(&self, corners: &[Place]) -> Cover {
        let mut cover = self.cover(corners.iter(), 0.0);
        let (wide, left) = (cover.wide, float(cover.left));
        for (row, shares) in cover.shares.chunks_mut(wide.max(1)).enumerate() {
            for line in LINES {
                let mut crossings = crossings(corners, float(cover.top + row) + line);
                crossings.sort_by(f64::total_cmp);
                for pair in crossings.chunks_exact(2) {
                    let [from, to] = [pair[0] - left, pair[1] - left];
                    let row = shares.iter_mut().enumerate().take(whole(to + 1.0));
                    for (column, share) in row.skip(whole(from)) {
                        let here = float(column);
                        let part = to.min(here + 1.0) - from.max(here);
                        *share += part.max(0.0) * 0.25;
                    }
                }
            }
        }
        cover
    }

    fn paint(&mut self, cover: &Cover, colour: Colour, opacity: f64) {
        let rows = self.rows.iter_mut().skip(cover.top);
        for (row, shares) in zip(rows, cover.shares.chunks(cover.wide.max(1))) {
            let pixels = row.chunks_exact_mut(3).skip(cover.left);
            for (pixel, share) in zip(pixels, shares).filter(|(_, share)| **share > 0.0) {
                for (part, colour) in zip(pixel, colour) {
                    let (from, to) = (f64::from(*part), f64::from(colour));
                    let mixed = from + (to - from) * share.min(1.0) * opacity;
                    *part = u8::try_from(whole(mixed + 0.5)).unwrap_or(u8::MAX);
                }
            }
        }
    }
}

impl Cover {
    /// Pixels whose middle is nearer than `reach`; wholly those nearer by a pixel.
    fn stroke(&mut self, from: Place, to: Place, reach: f64) {
        let (left, top) = (float(self.left), float(self.top));
        let (from, to) = ((from.0 - left, from.1 - top), (to.0 - left, to.1 - top));
        let columns = whole(from.0.min(to.0) - reach)..whole(from.0.max(to.0) + reach + 1.0);
        let first = whole(from.1.min(to.1) - reach);
        let last = whole(from.1.max(to.1) + reach + 1.0);
        let rows = self.shares.chunks_mut(self.wide.max(1)).enumerate();
        for (row, shares) in rows.take(last).skip(first) {
            let shares = shares.iter_mut().enumerate().take(columns.end).skip(columns.start);
            for (column, share) in shares {
                let middle = (float(column) + 0.5, float(row) + 0.5);
                *share = share.max((reach - distance(middle, from, to)).clamp(0.0, 1.0));
            }
        }
    }
}

/// From a place to the nearest of a straight line.
fn distance(place: Place, from: Place, to: Place) -> f64 {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let (x, y) = (place.0 - from.0, place.1 - from.1);
    let squared = right * right + down * down;
    let share =
        if squared > 0.0 { ((x * right + y * down) / squared).clamp(0.0, 1.0) } else { 0.0 };
    let (x, y) = (x - share * right, y - share * down);
    (x * x + y * y).sqrt()
}

/// Where the edges between the corners cross a level line.
fn crossings(corners: &[Place], level: f64) -> Vec<f64> {
    let next = corners.iter().cycle().skip(1);
    let crossed = zip(corners, next).filter(|(from, to)| (from.1 <= level) != (to.1 <= level));
    crossed
        .map(|(from, to)| from.0 + (level - from.1) / (to.1 - from.1) * (to.0 - from.0))
        .collect()
}

/// The strokes of a way that has gaps.
fn dashed(way: Vec<Place>, dashes: &[f64]) -> Vec<Vec<Place>> {
    if dashes.is_empty() {
        return vec![way];
    }
    let mut lengths = dashes.iter().copied().cycle();
    let mut left = lengths.next().unwrap_or(f64::MAX);
    let mut drawing = true;
    let mut strokes = vec![way.iter().copied().take(1).collect::<Vec<_>>()];
    for (&from, &to) in zip(&way, way.iter().skip(1)) {
        let length = ((to.0 - from.0).powi(2) + (to.1 - from.1).powi(2)).sqrt();
        let mut gone = 0.0;
        while length - gone > left {
            gone += left;
            let share = gone / length;
            let turn = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            match strokes.last_mut() {
                Some(stroke) if drawing => stroke.push(turn),
                _ => strokes.push(vec![turn]),
            }
            drawing = !drawing;
            left = lengths.next().unwrap_or(f64::MAX);
        }
        left -= length - gone;
        if let Some(stroke) = strokes.last_mut().filter(|_| drawing) {
            stroke.push(to);
        }
    }
    strokes
}

/// Downwards to a whole number that is not negative.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places on a canvas are small; what lies left of it or above counts as its edge"
)]
fn whole(number: f64) -> usize {
    number as usize
}

#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "a canvas has far fewer pixels than a float can tell apart"
)]
fn float(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::Ink;

    /// How dark the pixels are, row by row, from 0 to 9.
    #[track_caller]
    fn check(form: Form, expected: &[&str]) {
        let mut canvas = Canvas::new((0.0, 0.0), [4.0, 2.0]);
        canvas.draw(&Shape { ink: Ink::Fit, form });
        let dark = |pixel: &[u8]| (255 - u32::from(pixel[0])) * 9 / (255 - 0x1b);
        let rows = canvas.rows().iter().map(|row| {
            row.chunks(3).filter_map(|pixel| char::from_digit(dark(pixel), 10)).collect::<String>()
        });
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_covers_pixels_wholly_colours_them_wholly() {
        check(Form::Block([1.0, 0.5, 1.5, 1.0]), &["00000000", "00999000", "00999000", "00000000"]);
    }

    #[test]
    fn what_covers_half_a_pixel_colours_it_half() {
        check(
            Form::Block([1.25, 0.5, 1.0, 1.25]),
            &["00000000", "00494000", "00494000", "00242000"],
        );
        check(
            Form::Area(vec![(0.0, 0.0), (4.0, 0.0), (0.0, 2.0)]),
            &["99999962", "99996200", "99620000", "62000000"],
        );
    }

    #[test]
    fn a_shape_beyond_the_canvas_is_cut_at_its_edge() {
        check(
            Form::Block([-3.0, -3.0, 4.0, 4.0]),
            &["99000000", "99000000", "00000000", "00000000"],
        );
        check(Form::Block([9.0, 9.0, 4.0, 4.0]), &["00000000"; 4]);
    }

    #[test]
    fn dashes_go_on_round_corners() {
        let way = vec![(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)];
        let strokes = dashed(way, &[2.0, 0.5]);
        let expected: [&[Place]; 3] = [
            &[(0.0, 0.0), (2.0, 0.0)],
            &[(2.5, 0.0), (3.0, 0.0), (3.0, 1.5)],
            &[(3.0, 2.0), (3.0, 3.0)],
        ];
        assert_eq!(strokes, expected);
    }
}
