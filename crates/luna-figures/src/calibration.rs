//! Whether what was said came out: means of what came, over what was said,
//! beside the line where both are the same.

use crate::axis::{Axis, can_show};
use crate::chart::Chart;
use crate::correlation::Fit;
use crate::ink::Ink;
use crate::lines::ends;
use crate::plot::{Plot, Sheet};
use crate::scatter::inside;
use crate::scene::Place;
use crate::table::{Table, exact};
use crate::{Frame, Range};

/// A point is (what was said, the mean of what came, half the height of its
/// error bar); where the last is no number, nothing is known about the error.
/// Both axes show the same range, which is what there can be: an error bar ends
/// where it does. Solid, the least squares line.
pub fn calibration(frame: &Frame<'_>, points: &[(f64, f64, f64)], both: Range) -> Chart {
    let shown = points.iter().copied().filter(|&(x, mean, _)| can_show(x) && can_show(mean));
    let shown: Vec<(f64, f64, f64)> = shown.collect();
    let bar = |point: &(f64, f64, f64)| {
        let [low, high] = ends(point)?;
        Some([low.max(both.low).min(point.1), high.min(both.high).max(point.1)])
    };
    let far = shown.iter().filter_map(bar).flatten();
    let values: Vec<f64> = shown.iter().flat_map(|it| [it.0, it.1]).chain(far).collect();
    let axis = Axis::at_least(both, &values).filter(|_| !shown.is_empty());
    let mut plot = Plot::new(frame, Sheet::SQUARE, [axis, axis], 0.0);
    let middles: Vec<Place> = shown.iter().map(|point| (point.0, point.1)).collect();
    if let Some(range) = axis.map(Axis::range) {
        plot.path(Ink::Same, &[(range.low, range.low), (range.high, range.high)]);
        if let Some(fit) = Fit::of(&middles) {
            plot.path(Ink::Fit, &inside(&fit, range, range));
        }
    }
    for point in &shown {
        if let Some(ends) = bar(point) {
            plot.error(Ink::Error, point.0, ends);
        }
    }
    plot.dots(Ink::Dot(None), &middles);
    let mut table = Table::new(&[frame.x_label, frame.y_label, "±"]);
    for &(x, mean, half) in &shown {
        table.row([x, mean, half].map(exact));
    }
    Chart::new(frame, plot.scene, table, points.len() - shown.len())
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
