//! Lines for several series, each with a band for its uncertainty.

use crate::chart::Chart;
use crate::frame::{Frame, Range};
use crate::plot::axis::{Axis, can_show};
use crate::plot::legend::{Legend, Sample};
use crate::plot::{Plot, Sheet};
use crate::scene::style::Style;
use crate::scene::{DIAMOND, Form, Layout, Point, Scene};
use crate::table::{Table, exact};

/// One line of a chart. A point is (x, mean, half the height of its band); the
/// last is not finite if the error is unknown.
#[derive(Clone, Copy, Debug)]
pub struct Series<'a> {
    pub name: &'a str,
    pub points: &'a [(f64, f64, f64)],
}

/// Numbers from elsewhere to compare lines with, drawn as open diamonds.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    pub name: &'a str,
    pub points: &'a [(f64, f64)],
    /// Draws a thin line from each to the next.
    pub joined: bool,
}

/// The marks on a line: on all of its points up to this number, else on so many.
const MARKS: usize = 12;

/// Draws lines through the points in the order of x. Six series can be told
/// apart; the seventh looks like the first.
pub fn lines(frame: &Frame<'_>, series: &[Series<'_>], y: Range) -> Chart {
    lines_with_reference(frame, series, None, y)
}

/// Draws lines as [`lines`] does, with numbers from elsewhere on top.
pub fn lines_with_reference(
    frame: &Frame<'_>,
    series: &[Series<'_>],
    reference: Option<Reference<'_>>,
    y: Range,
) -> Chart {
    let shown: Vec<Vec<(f64, f64, f64)>> = series.iter().map(|it| shown(it.points)).collect();
    let given: Vec<Point> = reference.map_or_else(Vec::new, |it| known(it.points));
    let mut table = table(frame, series, &shown);
    for &(x, y) in &given {
        let name = reference.map_or("", |it| it.name);
        table.row([name.to_owned(), exact(x), exact(y), String::new()]);
    }
    let all: usize = series.iter().map(|it| it.points.len()).sum();
    let all = all + reference.map_or(0, |it| it.points.len());
    let left_out = all - shown.iter().map(Vec::len).sum::<usize>() - given.len();
    let lines = Lines { series, shown, reference, given };
    Chart::new(frame, |layout| lines.draw(frame, y, layout), table, left_out)
}

/// The points that can be drawn, in the order of x.
struct Lines<'a> {
    series: &'a [Series<'a>],
    shown: Vec<Vec<(f64, f64, f64)>>,
    reference: Option<Reference<'a>>,
    given: Vec<Point>,
}

impl Lines<'_> {
    fn draw(&self, frame: &Frame<'_>, y: Range, layout: Layout) -> Scene {
        let all = || self.shown.iter().flatten();
        let xs = all().map(|point| point.0).chain(self.given.iter().map(|it| it.0));
        let xs: Vec<f64> = xs.collect();
        let means = all().map(|point| point.1).chain(self.given.iter().map(|it| it.1));
        let ys: Vec<f64> = means.chain(all().filter_map(ends).flatten()).collect();
        let sheet = Sheet::plain(layout);
        let legend = self.legend(sheet.right());
        let axes = [Axis::over(&xs), Axis::at_least(y, &ys)];
        // A diamond at the left end stays clear of the numbers along the axis.
        let inset = if self.given.is_empty() { 6.0 } else { 10.0 };
        let mut plot = Plot::new(frame, sheet.below(legend.height), axes, inset);
        for (index, points) in self.shown.iter().enumerate() {
            band(&mut plot, index, points);
        }
        for (index, points) in self.shown.iter().enumerate() {
            let points: Vec<Point> = points.iter().map(|point| (point.0, point.1)).collect();
            if points.len() > 1 {
                plot.path(Style::Line(Some(index)), &points);
            }
            for point in marked(index, self.series.len(), &points) {
                plot.scene.dot(Style::Dot(Some(index)), plot.at(point), 4.0);
            }
        }
        if self.reference.is_some_and(|it| it.joined) && self.given.len() > 1 {
            plot.path(Style::Course, &self.given);
        }
        for &point in &self.given {
            plot.scene.diamond(Style::Reference, plot.at(point), DIAMOND);
        }
        legend.draw(&mut plot.scene);
        plot.scene
    }

    fn legend(&self, width: f64) -> Legend {
        let is_band = |points: &Vec<(f64, f64, f64)>| bands(points).next().is_some();
        let sample = if self.shown.iter().any(is_band) { Sample::Band } else { Sample::Line };
        let names = self.series.iter().map(|it| it.name);
        let reference = self.reference.map(|it| (it.name, it.joined));
        Legend::with_reference(sample, names, reference, width)
    }
}

/// The points that can be drawn, in the order of x.
fn known(points: &[Point]) -> Vec<Point> {
    let known = points.iter().copied().filter(|&(x, y)| can_show(x) && can_show(y));
    let mut known: Vec<Point> = known.collect();
    known.sort_by(|one, other| one.0.total_cmp(&other.0));
    known
}

/// The points that can be drawn, in the order of x.
fn shown(points: &[(f64, f64, f64)]) -> Vec<(f64, f64, f64)> {
    let shown = points.iter().copied().filter(|&(x, mean, _)| can_show(x) && can_show(mean));
    let mut shown: Vec<_> = shown.collect();
    shown.sort_by(|one, other| one.0.total_cmp(&other.0));
    shown
}

/// The points of (x, mean, half the height of the error bar) that can be drawn.
pub(crate) fn with_means(points: &[(f64, f64, f64)]) -> Vec<(f64, f64, f64)> {
    points.iter().copied().filter(|&(x, mean, _)| can_show(x) && can_show(mean)).collect()
}

/// The same points as numbers.
pub(crate) fn table_of(frame: &Frame<'_>, points: &[(f64, f64, f64)]) -> Table {
    let mut table = Table::new(&[frame.x_label, frame.y_label, "±"]);
    for &(x, mean, half) in points {
        table.row([x, mean, half].map(exact));
    }
    table
}

/// The ends of the interval around a mean, if they are known.
pub(crate) fn ends(&(_, mean, half): &(f64, f64, f64)) -> Option<[f64; 2]> {
    let half = half.abs();
    can_show(mean.abs() + half).then_some([mean - half, mean + half])
}

/// The stretches of points with a known error, from two points on.
fn bands(points: &[(f64, f64, f64)]) -> impl Iterator<Item = &[(f64, f64, f64)]> {
    points.split(|point| ends(point).is_none()).filter(|it| it.len() > 1)
}

/// Draws a band for each stretch of points with a known error.
fn band(plot: &mut Plot, index: usize, points: &[(f64, f64, f64)]) {
    for stretch in bands(points) {
        let edge = |end: usize| {
            stretch.iter().filter_map(move |point| Some((point.0, *ends(point)?.get(end)?)))
        };
        let around = edge(1).chain(edge(0).rev()).map(|point| plot.at(point)).collect();
        plot.scene.draw(Style::Band(index), Form::Area(around));
    }
}

/// The points that carry a mark: all of a few; of many, some, away from the
/// marks of other series.
pub(crate) fn marked(index: usize, series: usize, points: &[Point]) -> Vec<Point> {
    if points.len() <= MARKS {
        return points.to_vec();
    }
    let apart = points.len().div_ceil(MARKS - 3);
    let first = (apart * index / series.max(1) + apart / 2) % apart;
    points.iter().copied().skip(first).step_by(apart).collect()
}

fn table(frame: &Frame<'_>, series: &[Series<'_>], shown: &[Vec<(f64, f64, f64)>]) -> Table {
    let mut table = Table::new(&["series", frame.x_label, frame.y_label, "±"]);
    for (series, points) in series.iter().zip(shown) {
        for &(x, mean, half) in points {
            table.row([series.name.to_owned(), exact(x), exact(mean), exact(half)]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_different_series_stand_apart() {
        let points: Vec<Point> = (0..100).map(|x| (f64::from(x), 0.0)).collect();
        let (one, other) = (marked(0, 2, &points), marked(1, 2, &points));
        assert!((8..=12).contains(&one.len()), "{one:?}");
        assert!(one.iter().all(|point| !other.contains(point)));
        assert_eq!(marked(1, 2, &points[..12]), points[..12]);
    }
}
