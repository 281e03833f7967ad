//! Scatter plots: a dot for each pair of numbers and the line that fits them best.

use crate::chart::Chart;
use crate::correlation::{Fit, pearson};
use crate::frame::{Frame, Range};
use crate::plot::axis::{Axis, can_show};
use crate::plot::{Plot, Sheet};
use crate::scene::style::Style;
use crate::scene::text::number;
use crate::table::{Table, exact};

/// Draws dots, the least squares line if there are two different x, and
/// Pearson's r in the corner if there is one.
pub fn scatter(frame: &Frame<'_>, points: &[(f64, f64)], y: Range) -> Chart {
    let shown = points.iter().copied().filter(|&(x, y)| can_show(x) && can_show(y));
    let shown: Vec<(f64, f64)> = shown.collect();
    let (xs, ys): (Vec<f64>, Vec<f64>) = shown.iter().copied().unzip();
    let (x, y) = (Axis::over(&xs), Axis::at_least(y, &ys));
    let draw = |layout| {
        let mut plot = Plot::new(frame, Sheet::plain(layout), [x, y], 10.0);
        plot.dots(Style::Cloud, &shown);
        if let (Some(fit), Some(x), Some(y)) = (Fit::of(&shown), x, y) {
            plot.path(Style::Fit, &inside(&fit, x.range(), y.range()));
        }
        if let Some(r) = pearson(&shown) {
            plot.corner(&format!("r = {}", number(r)));
        }
        plot.scene
    };
    let mut table = Table::new(&[frame.x_label, frame.y_label]);
    for &(x, y) in &shown {
        table.row([x, y].map(exact));
    }
    Chart::new(frame, draw, table, points.len() - shown.len())
}

/// The ends of the line at the edges of the chart: a side, the top or the bottom.
pub(crate) fn inside(fit: &Fit, x: Range, y: Range) -> [(f64, f64); 2] {
    [x.low, x.high].map(|end| {
        let height = fit.at(end);
        let within = height.clamp(y.low, y.high);
        // Level lines never leave by the top, so there is a slope to divide by.
        let along = if (height - within).abs() > 0.0 { fit.reaches(within) } else { end };
        (along.clamp(x.low, x.high), within)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steep_line_ends_at_the_top_and_the_bottom() {
        let fit = Fit::of(&[(0.0, -10.0), (4.0, 30.0)]).unwrap();
        let ends = inside(&fit, Range { low: 0.0, high: 4.0 }, Range { low: 0.0, high: 20.0 });
        assert_eq!(ends, [(1.0, 0.0), (3.0, 20.0)]);
        let ends = inside(&fit, Range { low: 0.0, high: 4.0 }, Range { low: -10.0, high: 90.0 });
        assert_eq!(ends, [(0.0, -10.0), (4.0, 30.0)]);
    }
}
