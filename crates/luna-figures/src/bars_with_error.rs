//! Means and how sure they are: a dot with a bar up and down.

use crate::Frame;
use crate::axis::{Axis, can_show};
use crate::plot::Plot;

/// A point is (x, mean, half the height of its error bar). Where the last is
/// no number, nothing is known about the error and the mean stands alone.
pub fn bars_with_error(frame: &Frame<'_>, points: &[(f64, f64, f64)]) -> String {
    let shown = points.iter().copied().filter(|&(x, mean, _)| can_show(x) && can_show(mean));
    let shown: Vec<(f64, f64, f64)> = shown.collect();
    let bars = shown.iter().copied().filter(|&(_, mean, half)| can_show(mean.abs() + half.abs()));
    let bars: Vec<(f64, f64, f64)> = bars.collect();
    let xs: Vec<f64> = shown.iter().map(|point| point.0).collect();
    let means = shown.iter().map(|point| point.1);
    let ends = bars.iter().flat_map(|&(_, mean, half)| [mean - half, mean + half]);
    let ys: Vec<f64> = means.chain(ends).collect();

    let mut plot = Plot::new(frame, Axis::over(&xs), Axis::around(&ys), 24.0);
    for (x, mean, half) in bars {
        let (x, top, bottom) = (plot.along(x), plot.down(mean + half), plot.down(mean - half));
        plot.rule("error", [x, top, x, bottom]);
        plot.rule("error", [x - 6.0, top, x + 6.0, top]);
        plot.rule("error", [x - 6.0, bottom, x + 6.0, bottom]);
    }
    plot.dots(shown.iter().map(|&(x, mean, _)| (x, mean)));
    plot.finish()
}
