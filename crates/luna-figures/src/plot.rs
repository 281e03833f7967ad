//! The sheet a chart is drawn on: its words, axes and ticks, then its shapes.

use crate::Frame;
use crate::axis::Axis;
use crate::ink::Ink;
use crate::scene::{Anchor, Form, Place, Scene, WIDTH};
use crate::text::{cut, reach, tick};

const TOP: f64 = 44.0;
pub(crate) const RIGHT: f64 = 612.0;
const DEEP: f64 = 248.0;
/// A generous width for one digit.
const DIGIT: f64 = 12.8;
/// The baseline of the words above the chart.
const HEAD: f64 = 18.0;

/// Where the axes are: below so many units for a legend, and so high.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet {
    top: f64,
    bottom: f64,
    /// Below the axis, for its numbers and its label.
    foot: f64,
}

const FOOT: f64 = 68.0;

impl Sheet {
    pub(crate) const PLAIN: Sheet = Sheet { top: TOP, bottom: TOP + DEEP, foot: FOOT };
    /// Nearly as high as wide.
    pub(crate) const SQUARE: Sheet = Sheet { top: TOP, bottom: TOP + 500.0, foot: FOOT };

    pub(crate) fn below(self, legend: f64) -> Sheet {
        Sheet { top: self.top + legend, bottom: self.bottom + legend, ..self }
    }

    /// With room for one more line of names.
    pub(crate) fn deeper(self, line: f64) -> Sheet {
        Sheet { foot: self.foot + line, ..self }
    }
}

pub(crate) struct Plot {
    pub(crate) scene: Scene,
    left: f64,
    sheet: Sheet,
    /// Free room at both ends of the x axis, so that dots stay off the edges.
    inset: f64,
    x: Axis,
    y: Axis,
}

impl Plot {
    /// With numbers along both axes. Without an x axis there is nothing to
    /// show, and the chart says so.
    pub(crate) fn new(
        frame: &Frame<'_>,
        sheet: Sheet,
        axes: [Option<Axis>; 2],
        inset: f64,
    ) -> Plot {
        let mut plot = Plot::unnumbered(frame, sheet, axes, inset);
        if axes[0].is_some() {
            plot.x_ticks();
        }
        plot
    }

    /// With numbers along the y axis alone.
    pub(crate) fn unnumbered(
        frame: &Frame<'_>,
        sheet: Sheet,
        [x, y]: [Option<Axis>; 2],
        inset: f64,
    ) -> Plot {
        let foot = if frame.x_label.is_empty() { sheet.foot - 30.0 } else { sheet.foot };
        let y_ticks = y.map_or_else(Vec::new, |axis| axis.ticks(5));
        let widest = y_ticks.iter().map(|&tick| width(tick)).fold(DIGIT, f64::max);
        let mut plot = Plot {
            scene: Scene::new(sheet.bottom + foot),
            left: widest + 10.0,
            sheet,
            inset,
            x: x.unwrap_or(Axis::UNIT),
            y: y.unwrap_or(Axis::UNIT),
        };
        let (left, Sheet { top, bottom, .. }) = (plot.left, sheet);
        for height in y_ticks {
            let (y, words) = (plot.down(height), tick(height));
            plot.scene.rule(Ink::Grid, [left, y, RIGHT, y]);
            plot.scene.words(Ink::Tick, Anchor::End, (left - 8.0, y + 7.0), &words);
        }
        plot.scene.rule(Ink::Axis, [left, top, left, bottom]);
        plot.scene.rule(Ink::Axis, [left, bottom, RIGHT, bottom]);
        plot.scene.words(Ink::Label, Anchor::Start, (0.0, HEAD), &cut(frame.y_label, 520.0));
        let below = (RIGHT, bottom + foot - 10.0);
        plot.scene.words(Ink::Label, Anchor::End, below, &cut(frame.x_label, 600.0));
        if x.is_none() {
            let middle = (f64::midpoint(left, RIGHT), f64::midpoint(top, bottom));
            plot.scene.words(Ink::Empty, Anchor::Middle, middle, "no data yet");
        }
        plot
    }

    /// As many as stand clear of each other.
    fn x_ticks(&mut self) {
        let clear = |ticks: &Vec<f64>| {
            let apart = |pair: &[f64]| self.under(pair[1]) - self.under(pair[0]);
            let widest = ticks.iter().map(|&tick| width(tick)).fold(0.0, f64::max);
            ticks.windows(2).all(|pair| apart(pair) > widest + DIGIT)
        };
        let ticks = (1..=10).rev().map(|most| self.x.ticks(most)).find(clear);
        let bottom = self.sheet.bottom;
        for place in ticks.unwrap_or_default() {
            let (x, under) = (self.along(place), (self.under(place), bottom + 26.0));
            self.scene.rule(Ink::Axis, [x, bottom, x, bottom + 5.0]);
            self.scene.words(Ink::Tick, Anchor::Middle, under, &tick(place));
        }
    }

    /// Where a tick's number stands: below its place, and whole.
    fn under(&self, tick: f64) -> f64 {
        let half = width(tick) / 2.0;
        self.along(tick).min(WIDTH - half).max(half)
    }

    pub(crate) fn along(&self, x: f64) -> f64 {
        let (start, end) = (self.left + self.inset, RIGHT - self.inset);
        start + self.x.share(x) * (end - start)
    }

    pub(crate) fn down(&self, y: f64) -> f64 {
        let Sheet { top, bottom, .. } = self.sheet;
        bottom - self.y.share(y) * (bottom - top)
    }

    pub(crate) fn at(&self, (x, y): Place) -> Place {
        (self.along(x), self.down(y))
    }

    /// Where the x axis lies.
    pub(crate) fn bottom(&self) -> f64 {
        self.sheet.bottom
    }

    pub(crate) fn dots(&mut self, ink: Ink, points: &[Place]) {
        let radius = if points.len() > 40 { 3.5 } else { 5.0 };
        for &point in points {
            self.scene.dot(ink, self.at(point), radius);
        }
    }

    /// Straight from each point to the next.
    pub(crate) fn path(&mut self, ink: Ink, points: &[Place]) {
        let places = points.iter().map(|&point| self.at(point)).collect();
        self.scene.draw(ink, Form::Path(places));
    }

    /// From low to high at each x, as an error bar.
    pub(crate) fn error(&mut self, ink: Ink, x: f64, [low, high]: [f64; 2]) {
        let ends = [self.down(high), self.down(low)];
        self.scene.whisker(ink, self.along(x), ends, 6.0);
    }

    /// A few words in the corner above the chart.
    pub(crate) fn corner(&mut self, words: &str) {
        self.scene.words(Ink::Label, Anchor::End, (RIGHT, HEAD), words);
    }
}

fn width(place: f64) -> f64 {
    let generous = tick(place).chars().map(|_| DIGIT).sum::<f64>();
    generous.max(reach(&tick(place)))
}
