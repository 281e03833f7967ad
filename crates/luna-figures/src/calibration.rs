//! Calibration charts: the mean outcome over the prediction, next to the line
//! where both are equal.

use crate::chart::Chart;
use crate::correlation::Fit;
use crate::frame::{Frame, Range};
use crate::lines::{ends, table_of, with_means};
use crate::plot::axis::Axis;
use crate::plot::legend::Legend;
use crate::plot::{Plot, Sheet};
use crate::scatter::inside;
use crate::scene::Point;
use crate::scene::style::Style;

/// Draws points of (prediction, mean outcome, half the height of the error bar),
/// the last of which may be unknown and then is not finite. Both axes show the
/// same range, the possible values, and error bars end there. The solid line is
/// the least squares line; a legend explains both lines.
pub fn calibration(frame: &Frame<'_>, points: &[(f64, f64, f64)], both: Range) -> Chart {
    let shown = with_means(points);
    let bar = |point: &(f64, f64, f64)| {
        let [low, high] = ends(point)?;
        Some([low.max(both.low).min(point.1), high.min(both.high).max(point.1)])
    };
    let far = shown.iter().filter_map(bar).flatten();
    let values: Vec<f64> = shown.iter().flat_map(|it| [it.0, it.1]).chain(far).collect();
    let axis = Axis::at_least(both, &values).filter(|_| !shown.is_empty());
    let middles: Vec<Point> = shown.iter().map(|point| (point.0, point.1)).collect();
    let draw = |layout| {
        let (sheet, fit) = (Sheet::square(layout), Fit::of(&middles));
        let mut names = Vec::new();
        if axis.is_some() {
            names.push((Style::Identity, "both equal"));
            names.extend(fit.as_ref().map(|_| (Style::Fit, "least squares")));
        }
        let legend = Legend::of_lines(&names, sheet.right());
        let mut plot = Plot::new(frame, sheet.below(legend.height), [axis, axis], 0.0);
        if let Some(range) = axis.map(Axis::range) {
            plot.path(Style::Identity, &[(range.low, range.low), (range.high, range.high)]);
            if let Some(fit) = &fit {
                plot.path(Style::Fit, &inside(fit, range, range));
            }
        }
        legend.draw(&mut plot.scene);
        for point in &shown {
            if let Some(ends) = bar(point) {
                plot.error(Style::Error, point.0, ends);
            }
        }
        plot.dots(Style::Dot(None), &middles);
        plot.scene
    };
    Chart::new(frame, draw, table_of(frame, &shown), points.len() - shown.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_bar_ends_where_the_range_does() {
        let frame = Frame { id: "a", title: "A", description: "b", x_label: "x", y_label: "y" };
        let range = Range { low: 0.0, high: 100.0 };
        let drawn = |points: &[(f64, f64, f64)]| calibration(&frame, points, range).page();
        let wide = drawn(&[(4.0, 11.0, 30.0), (50.0, 60.0, 45.0)]);
        assert!(!wide.contains(">-") && !wide.contains(">120<"), "{wide}");
        // What lies outside all the same is seen.
        assert!(drawn(&[(4.0, -11.0, 3.0)]).contains(">-"));
    }
}
