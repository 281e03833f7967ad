//! Histograms: a bar for each bin.

use crate::chart::Chart;
use crate::frame::Frame;
use crate::plot::axis::{Axis, can_show};
use crate::plot::{Plot, Sheet};
use crate::scene::Form;
use crate::scene::style::Style;
use crate::scene::text::count;
use crate::table::{Table, exact};

/// Draws counts; `bins[i]` counts the values from `low + i * width` up to the
/// start of the next bin.
pub fn histogram(frame: &Frame<'_>, low: f64, width: f64, bins: &[u64]) -> Chart {
    let edge = |index: usize| low + width * count(index);
    let ends = [low, edge(bins.len())];
    let most = bins.iter().copied().max().map_or(0.0, count);
    let drawn = most > 0.0 && width > 0.0 && ends.into_iter().all(can_show);
    let whole = width.fract() == 0.0;
    let x = if whole { Axis::over_whole(&ends) } else { Axis::over(&ends) }.filter(|_| drawn);
    let axes = [x, x.map(|_| Axis::counting(most))];
    let draw = |layout| {
        let mut plot = Plot::new(frame, Sheet::plain(layout), axes, 0.0);
        for (index, &bin) in bins.iter().enumerate().filter(|(_, bin)| drawn && **bin > 0) {
            let (left, right) = (plot.along(edge(index)), plot.along(edge(index + 1)));
            // A gap between bars, but not between hairlines.
            let gap = if right - left > 6.0 { 1.0 } else { 0.0 };
            let (top, bottom) = (plot.down(count(bin)), plot.down(0.0));
            let place = [left + gap, top, right - left - 2.0 * gap, bottom - top];
            plot.scene.draw(Style::Bar(None), Form::Block(place));
        }
        plot.scene
    };
    let mut table = Table::new(&["from", "to", frame.y_label]);
    for (index, &bin) in bins.iter().enumerate().filter(|_| drawn) {
        table.row([exact(edge(index)), exact(edge(index + 1)), bin.to_string()]);
    }
    Chart::new(frame, draw, table, 0)
}
