//! How often a number fell where: a bar for each bin.

use crate::Frame;
use crate::axis::{Axis, can_show};
use crate::plot::Plot;

/// Bars of counts; `bins[i]` counts what lies from `low + i * width` on, up to
/// where the next begins.
pub fn histogram(frame: &Frame<'_>, low: f64, width: f64, bins: &[u64]) -> String {
    let edge = |index: usize| low + width * count(index);
    let ends = [low, edge(bins.len())];
    let most = bins.iter().copied().max().map_or(0.0, count);
    let drawn = most > 0.0 && width > 0.0 && ends.into_iter().all(can_show);
    let whole = width.fract() == 0.0;
    let x = if whole { Axis::over_whole(&ends) } else { Axis::over(&ends) }.filter(|_| drawn);
    let mut plot = Plot::new(frame, x, x.map(|_| Axis::counting(most)), 0.0);
    let bars = bins.iter().copied().enumerate().filter(|&(_, bin)| drawn && bin > 0);
    for (index, bin) in bars {
        let (left, right) = (plot.along(edge(index)), plot.along(edge(index + 1)));
        // Air between bars, but not between hairlines.
        let gap = if right - left > 6.0 { 1.0 } else { 0.0 };
        let (top, bottom) = (plot.down(count(bin)), plot.down(0.0));
        let (width, height) = (right - left - 2.0 * gap, bottom - top);
        let place = [("x", left + gap), ("y", top), ("width", width), ("height", height)];
        plot.shape("rect", "bar", &place);
    }
    plot.finish()
}

/// As a number to draw with; nothing that people count goes past four thousand million.
fn count(number: impl TryInto<u32>) -> f64 {
    f64::from(number.try_into().unwrap_or(u32::MAX))
}
