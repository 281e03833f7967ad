//! Means one below the other, each with its name and how sure it is.

use crate::axis::{Axis, can_show};
use crate::plot::{TEXT_SIZE, WIDTH, opening};
use crate::text::{cut, escape, number};
use crate::{Frame, Range};

/// One line of the chart.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    pub name: &'a str,
    pub mean: f64,
    /// Where the interval begins and ends; without one the mean stands alone.
    pub ends: Option<(f64, f64)>,
}

const TOP: f64 = 8.0;
const LEFT: f64 = 14.0;
const RIGHT: f64 = WIDTH - 22.0;
/// A name, and its dot below it.
const ROW: f64 = 50.0;

/// As high as it has rows, in the order given.
pub fn intervals(frame: &Frame<'_>, rows: &[Row<'_>], x: Range) -> String {
    let shown: Vec<Row<'_>> = rows.iter().copied().filter(|row| can_show(row.mean)).collect();
    let ends = |row: &Row<'_>| row.ends.filter(|ends| can_show(ends.0) && can_show(ends.1));
    let far = shown.iter().filter_map(ends).flat_map(|(low, high)| [low, high]);
    let values: Vec<f64> = shown.iter().map(|row| row.mean).chain(far).collect();
    let axis = Axis::at_least(x, &values).unwrap_or(Axis::UNIT);
    let along = |value: f64| LEFT + axis.share(value) * (RIGHT - LEFT);
    let bottom = shown.iter().fold(TOP, |y, _| y + ROW);

    let mut svg = opening(frame, bottom + 58.0);
    for tick in axis.ticks(5) {
        let x = along(tick);
        svg.push_str(&rule("grid", [x, TOP, x, bottom]));
        svg.push_str(&text("tick", "middle", [x, bottom + 22.0], &number(tick)));
    }
    svg.push_str(&rule("axis", [LEFT, bottom, RIGHT, bottom]));
    svg.push_str(&text("label", "end", [RIGHT, bottom + 48.0], &cut(frame.x_label, 52)));
    let mut middle = TOP + 36.0;
    for row in &shown {
        svg.push_str(&text("label", "start", [LEFT, middle - 14.0], &cut(row.name, 40)));
        if let Some((low, high)) = ends(row).map(|(low, high)| (along(low), along(high))) {
            svg.push_str(&rule("error", [low, middle, high, middle]));
            svg.push_str(&rule("error", [low, middle - 6.0, low, middle + 6.0]));
            svg.push_str(&rule("error", [high, middle - 6.0, high, middle + 6.0]));
        }
        let [x, y] = [along(row.mean), middle].map(number);
        svg.push_str(&format!("<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"6\"/>"));
        middle += ROW;
    }
    svg + "</svg>"
}

fn rule(class: &str, places: [f64; 4]) -> String {
    let [x1, y1, x2, y2] = places.map(number);
    format!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>")
}

fn text(class: &str, anchor: &str, [x, y]: [f64; 2], words: &str) -> String {
    let [x, y, size] = [x, y, TEXT_SIZE].map(number);
    format!(
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" \
         text-anchor=\"{anchor}\">{}</text>",
        escape(words)
    )
}
