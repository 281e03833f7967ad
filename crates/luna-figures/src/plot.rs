//! The sheet a chart is drawn on: its words, axes and ticks, then its shapes.
//!
//! 640 units wide. On a phone that is about 330 pixels, where the smallest
//! text, 18 units, is still 9 pixels high.

use crate::Frame;
use crate::axis::Axis;
use crate::text::{cut, escape, number};

pub(crate) const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const TOP: f64 = 44.0;
const RIGHT: f64 = 612.0;
const BOTTOM: f64 = 292.0;
pub(crate) const TEXT_SIZE: f64 = 18.0;
/// A generous width for one digit.
const DIGIT: f64 = 11.6;

pub(crate) struct Plot {
    svg: String,
    left: f64,
    /// Free room at both ends of the x axis, so that dots stay off the edges.
    inset: f64,
    x: Axis,
    y: Axis,
}

impl Plot {
    /// Without an x axis there is nothing to show, and the chart says so.
    pub(crate) fn new(frame: &Frame<'_>, x: Option<Axis>, y: Option<Axis>, inset: f64) -> Plot {
        let y_ticks = y.map_or_else(Vec::new, |axis| axis.ticks(5));
        let widest = y_ticks.iter().map(|&tick| width(tick)).fold(DIGIT, f64::max);
        let mut plot = Plot {
            svg: opening(frame, HEIGHT),
            left: widest + 10.0,
            inset,
            x: x.unwrap_or(Axis::UNIT),
            y: y.unwrap_or(Axis::UNIT),
        };
        for tick in y_ticks {
            let height = plot.down(tick);
            plot.rule("grid", [plot.left, height, RIGHT, height]);
            plot.text("tick", "end", [plot.left - 8.0, height + 6.0], &number(tick));
        }
        plot.rule("axis", [plot.left, TOP, plot.left, BOTTOM]);
        plot.rule("axis", [plot.left, BOTTOM, RIGHT, BOTTOM]);
        plot.text("label", "start", [0.0, 20.0], &cut(frame.y_label, 52));
        plot.text("label", "end", [RIGHT, 350.0], &cut(frame.x_label, 60));
        if x.is_some() {
            plot.x_ticks();
        } else {
            let middle = [f64::midpoint(plot.left, RIGHT), f64::midpoint(TOP, BOTTOM)];
            plot.text("empty", "middle", middle, "no data yet");
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
        for tick in ticks.unwrap_or_default() {
            let (place, words) = (self.along(tick), self.under(tick));
            self.rule("axis", [place, BOTTOM, place, BOTTOM + 5.0]);
            self.text("tick", "middle", [words, BOTTOM + 24.0], &number(tick));
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
        BOTTOM - self.y.share(y) * (BOTTOM - TOP)
    }

    pub(crate) fn dots(&mut self, points: impl ExactSizeIterator<Item = (f64, f64)>) {
        let radius = if points.len() > 40 { 3.5 } else { 5.0 };
        for (x, y) in points {
            let place = [("cx", self.along(x)), ("cy", self.down(y)), ("r", radius)];
            self.shape("circle", "dot", &place);
        }
    }

    /// A straight line, given as x1, y1, x2, y2.
    pub(crate) fn rule(&mut self, class: &str, [x1, y1, x2, y2]: [f64; 4]) {
        self.shape("line", class, &[("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)]);
    }

    pub(crate) fn shape(&mut self, name: &str, class: &str, places: &[(&str, f64)]) {
        self.svg.extend(["<", name, " class=\"", class, "\""]);
        for &(key, place) in places {
            self.svg.extend([" ", key, "=\"", &number(place), "\""]);
        }
        self.svg.push_str("/>");
    }

    /// Straight from each point to the next.
    pub(crate) fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let corners = points.iter().map(|&(x, y)| {
            let [x, y] = [self.along(x), self.down(y)].map(number);
            format!("{x},{y}")
        });
        let corners = corners.collect::<Vec<_>>().join(" ");
        let tag = format!("<polyline class=\"{class}\" fill=\"none\" points=\"{corners}\"/>");
        self.svg.push_str(&tag);
    }

    /// A few words in the corner above the chart.
    pub(crate) fn corner(&mut self, words: &str) {
        self.text("label", "end", [RIGHT, 20.0], words);
    }

    fn text(&mut self, class: &str, anchor: &str, [x, y]: [f64; 2], words: &str) {
        let [x, y, size] = [x, y, TEXT_SIZE].map(number);
        let tag = format!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" \
             text-anchor=\"{anchor}\">{}</text>",
            escape(words)
        );
        self.svg.push_str(&tag);
    }

    pub(crate) fn finish(self) -> String {
        self.svg + "</svg>"
    }
}

pub(crate) fn opening(frame: &Frame<'_>, height: f64) -> String {
    let [id, title, description] = [frame.id, frame.title, frame.description].map(escape);
    let height = number(height);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 640 {height}\" \
         role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\
         <title id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{description}</desc>"
    )
}

fn width(tick: f64) -> f64 {
    number(tick).chars().map(|_| DIGIT).sum()
}
