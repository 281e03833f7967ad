//! The axes of a chart, with ticks and labels, and the shapes between them.

pub(crate) mod axis;
pub(crate) mod category_labels;
pub(crate) mod legend;

use self::axis::Axis;
use crate::frame::Frame;
use crate::scene::font::room;
use crate::scene::style::Style;
use crate::scene::text::{cut, tick};
use crate::scene::{Anchor, Form, Layout, Point, Scene};

const TOP: f64 = 34.0;
/// Free space to the right of the axes, for half of the last tick label.
const RIGHT_MARGIN: f64 = 18.0;
/// A generous width for one digit.
const DIGIT: f64 = 9.6;
/// The baseline of the label above the chart.
const HEAD: f64 = 14.0;
/// The height below the axis, for ticks and their label.
const FOOT: f64 = 50.0;

/// The place of the axes on the drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet {
    pub(crate) width: f64,
    top: f64,
    bottom: f64,
    foot: f64,
}

impl Sheet {
    /// Wider than high.
    pub(crate) fn plain(layout: Layout) -> Sheet {
        let depth = match layout {
            Layout::Broad => 288.0,
            Layout::Wide => 224.0,
            Layout::Narrow => 200.0,
        };
        Sheet { width: layout.width(), top: TOP, bottom: TOP + depth, foot: FOOT }
    }

    /// Nearly as high as wide. It grows no further than a column of text.
    pub(crate) fn square(layout: Layout) -> Sheet {
        let (layout, depth) = match layout {
            Layout::Broad | Layout::Wide => (Layout::Wide, 440.0),
            Layout::Narrow => (Layout::Narrow, 280.0),
        };
        Sheet { bottom: TOP + depth, ..Sheet::plain(layout) }
    }

    pub(crate) fn right(self) -> f64 {
        self.width - RIGHT_MARGIN
    }

    pub(crate) fn below(self, legend: f64) -> Sheet {
        Sheet { top: self.top + legend, bottom: self.bottom + legend, ..self }
    }

    /// Adds room for one more line of names.
    pub(crate) fn deeper(self, line: f64) -> Sheet {
        Sheet { foot: self.foot + line, ..self }
    }
}

pub(crate) struct Plot {
    pub(crate) scene: Scene,
    left: f64,
    sheet: Sheet,
    /// Free space at both ends of the x axis, so that dots stay off the edges.
    inset: f64,
    x: Axis,
    y: Axis,
}

impl Plot {
    /// Draws both axes with numbers. Without an x axis there is nothing to show,
    /// and the chart says so.
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

    /// Draws both axes, with numbers along the y axis only.
    pub(crate) fn unnumbered(
        frame: &Frame<'_>,
        sheet: Sheet,
        [x, y]: [Option<Axis>; 2],
        inset: f64,
    ) -> Plot {
        let foot = if frame.x_label.is_empty() { sheet.foot - 22.0 } else { sheet.foot };
        let y_ticks = y.map_or_else(Vec::new, |axis| axis.ticks(5));
        let widest = y_ticks.iter().map(|&tick| width(tick)).fold(DIGIT, f64::max);
        let mut plot = Plot {
            scene: Scene::new(sheet.width, sheet.bottom + foot),
            left: widest + 9.0,
            sheet,
            inset,
            x: x.unwrap_or(Axis::UNIT),
            y: y.unwrap_or(Axis::UNIT),
        };
        let (left, right, Sheet { top, bottom, .. }) = (plot.left, sheet.right(), sheet);
        for height in y_ticks {
            let (y, text) = (plot.down(height), tick(height));
            plot.scene.rule(Style::Grid, [left, y, right, y]);
            plot.scene.text(Style::Tick, Anchor::End, (left - 7.0, y + 5.0), &text);
        }
        plot.scene.rule(Style::Axis, [left, top, left, bottom]);
        plot.scene.rule(Style::Axis, [left, bottom, right, bottom]);
        let label = cut(frame.y_label, sheet.width * 0.75);
        plot.scene.text(Style::Label, Anchor::Start, (0.0, HEAD), &label);
        let (below, label) = ((right, bottom + foot - 7.0), cut(frame.x_label, right));
        plot.scene.text(Style::Label, Anchor::End, below, &label);
        if x.is_none() {
            let middle = (f64::midpoint(left, right), f64::midpoint(top, bottom));
            plot.scene.text(Style::Empty, Anchor::Middle, middle, "no data yet");
        }
        plot
    }

    /// Draws as many ticks as fit without touching each other.
    fn x_ticks(&mut self) {
        let clear = |ticks: &Vec<f64>| {
            let apart = |pair: &[f64]| self.under(pair[1]) - self.under(pair[0]);
            let widest = ticks.iter().map(|&tick| width(tick)).fold(0.0, f64::max);
            ticks.windows(2).all(|pair| apart(pair) > widest + DIGIT)
        };
        let ticks = (1..=10).rev().map(|most| self.x.ticks(most)).find(clear);
        let bottom = self.sheet.bottom;
        for place in ticks.unwrap_or_default() {
            let (x, under) = (self.along(place), (self.under(place), bottom + 20.0));
            self.scene.rule(Style::Axis, [x, bottom, x, bottom + 4.0]);
            self.scene.text(Style::Tick, Anchor::Middle, under, &tick(place));
        }
    }

    /// The middle of a tick's number: below its place, and inside the drawing.
    fn under(&self, tick: f64) -> f64 {
        let half = width(tick) / 2.0;
        self.along(tick).min(self.sheet.width - half).max(half)
    }

    pub(crate) fn along(&self, x: f64) -> f64 {
        let (start, end) = (self.left + self.inset, self.sheet.right() - self.inset);
        start + self.x.share(x) * (end - start)
    }

    pub(crate) fn down(&self, y: f64) -> f64 {
        let Sheet { top, bottom, .. } = self.sheet;
        bottom - self.y.share(y) * (bottom - top)
    }

    pub(crate) fn at(&self, (x, y): Point) -> Point {
        (self.along(x), self.down(y))
    }

    /// The height of the x axis.
    pub(crate) fn bottom(&self) -> f64 {
        self.sheet.bottom
    }

    pub(crate) fn dots(&mut self, style: Style, points: &[Point]) {
        let radius = if points.len() > 40 { 2.8 } else { 4.0 };
        for &point in points {
            self.scene.dot(style, self.at(point), radius);
        }
    }

    /// Straight lines from each point to the next.
    pub(crate) fn path(&mut self, style: Style, points: &[Point]) {
        let places = points.iter().map(|&point| self.at(point)).collect();
        self.scene.draw(style, Form::Path(places));
    }

    /// An error bar from low to high.
    pub(crate) fn error(&mut self, style: Style, x: f64, [low, high]: [f64; 2]) {
        let ends = [self.down(high), self.down(low)];
        self.scene.whisker(style, self.along(x), ends, 5.0);
    }

    /// A short text in the corner above the chart.
    pub(crate) fn corner(&mut self, text: &str) {
        self.scene.text(Style::Label, Anchor::End, (self.sheet.right(), HEAD), text);
    }
}

fn width(place: f64) -> f64 {
    let generous = tick(place).chars().map(|_| DIGIT).sum::<f64>();
    generous.max(room(&tick(place)))
}
