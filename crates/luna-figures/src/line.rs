//! How a number went on: a line from dot to dot.

use crate::axis::{Axis, can_show};
use crate::chart::Chart;
use crate::ink::Ink;
use crate::plot::{Plot, Sheet};
use crate::table::{Table, exact};
use crate::{Frame, Range};

/// A line through the points in the order of x, which has whole ticks.
pub fn line(frame: &Frame<'_>, points: &[(f64, f64)], y: Range) -> Chart {
    let shown = points.iter().copied().filter(|&(x, y)| can_show(x) && can_show(y));
    let mut shown: Vec<(f64, f64)> = shown.collect();
    shown.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (xs, ys): (Vec<f64>, Vec<f64>) = shown.iter().copied().unzip();
    let axes = [Axis::over_whole(&xs), Axis::at_least(y, &ys)];
    let mut plot = Plot::new(frame, Sheet::PLAIN, axes, 14.0);
    if shown.len() > 1 {
        plot.path(Ink::Line(None), &shown);
    }
    plot.dots(Ink::Dot(None), &shown);
    let mut table = Table::new(&[frame.x_label, frame.y_label]);
    for &(x, y) in &shown {
        table.row([x, y].map(exact));
    }
    Chart::new(frame, plot.scene, table, points.len() - shown.len())
}
