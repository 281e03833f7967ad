//! Means with error bars: a dot with a bar up and down.

use crate::chart::Chart;
use crate::frame::Frame;
use crate::lines::{ends, table_of, with_means};
use crate::plot::axis::Axis;
use crate::plot::{Plot, Sheet};
use crate::scene::Point;
use crate::scene::style::Style;

/// Draws points of (x, mean, half the height of the error bar). A mean whose
/// last number is not finite stands without an error bar.
pub fn bars_with_error(frame: &Frame<'_>, points: &[(f64, f64, f64)]) -> Chart {
    let shown = with_means(points);
    let xs: Vec<f64> = shown.iter().map(|point| point.0).collect();
    let means = shown.iter().map(|point| point.1);
    let ys: Vec<f64> = means.chain(shown.iter().filter_map(ends).flatten()).collect();
    let middles: Vec<Point> = shown.iter().map(|point| (point.0, point.1)).collect();
    let draw = |layout| {
        let axes = [Axis::over(&xs), Axis::around(&ys)];
        let mut plot = Plot::new(frame, Sheet::plain(layout), axes, 18.0);
        for point in &shown {
            if let Some(ends) = ends(point) {
                plot.error(Style::Error, point.0, ends);
            }
        }
        plot.dots(Style::Dot(None), &middles);
        plot.scene
    };
    Chart::new(frame, draw, table_of(frame, &shown), points.len() - shown.len())
}
