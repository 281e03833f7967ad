//! Means and how sure they are: a dot with a bar up and down.

use crate::Frame;
use crate::axis::{Axis, can_show};
use crate::chart::Chart;
use crate::ink::Ink;
use crate::lines::ends;
use crate::plot::{Plot, Sheet};
use crate::scene::Place;
use crate::table::{Table, exact};

/// A point is (x, mean, half the height of its error bar). Where the last is
/// no number, nothing is known about the error and the mean stands alone.
pub fn bars_with_error(frame: &Frame<'_>, points: &[(f64, f64, f64)]) -> Chart {
    let shown = points.iter().copied().filter(|&(x, mean, _)| can_show(x) && can_show(mean));
    let shown: Vec<(f64, f64, f64)> = shown.collect();
    let xs: Vec<f64> = shown.iter().map(|point| point.0).collect();
    let means = shown.iter().map(|point| point.1);
    let ys: Vec<f64> = means.chain(shown.iter().filter_map(ends).flatten()).collect();

    let mut plot = Plot::new(frame, Sheet::PLAIN, [Axis::over(&xs), Axis::around(&ys)], 24.0);
    for point in &shown {
        if let Some(ends) = ends(point) {
            plot.error(Ink::Error, point.0, ends);
        }
    }
    let middles: Vec<Place> = shown.iter().map(|point| (point.0, point.1)).collect();
    plot.dots(Ink::Dot(None), &middles);
    let mut table = Table::new(&[frame.x_label, frame.y_label, "±"]);
    for &(x, mean, half) in &shown {
        table.row([x, mean, half].map(exact));
    }
    Chart::new(frame, plot.scene, table, points.len() - shown.len())
}
