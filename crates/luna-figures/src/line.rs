//! A line from dot to dot, such as a rating over games.

use crate::chart::Chart;
use crate::frame::{Frame, Range};
use crate::plot::axis::{Axis, can_show};
use crate::plot::{Plot, Sheet};
use crate::scene::style::Style;
use crate::table::{Table, exact};

/// Draws a line through the points in the order of x, which has whole ticks.
pub fn line(frame: &Frame<'_>, points: &[(f64, f64)], y: Range) -> Chart {
    let shown = points.iter().copied().filter(|&(x, y)| can_show(x) && can_show(y));
    let mut shown: Vec<(f64, f64)> = shown.collect();
    shown.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (xs, ys): (Vec<f64>, Vec<f64>) = shown.iter().copied().unzip();
    let draw = |layout| {
        let axes = [Axis::over_whole(&xs), Axis::at_least(y, &ys)];
        let mut plot = Plot::new(frame, Sheet::plain(layout), axes, 10.0);
        if shown.len() > 1 {
            plot.path(Style::Line(None), &shown);
        }
        plot.dots(Style::Dot(None), &shown);
        plot.scene
    };
    let mut table = Table::new(&[frame.x_label, frame.y_label]);
    for &(x, y) in &shown {
        table.row([x, y].map(exact));
    }
    Chart::new(frame, draw, table, points.len() - shown.len())
}
