//! How several numbers went on: a line for each, and a band around it for how
//! sure it is.

use crate::axis::{Axis, can_show};
use crate::chart::Chart;
use crate::ink::Ink;
use crate::legend::{Legend, Sample};
use crate::plot::{Plot, Sheet};
use crate::scene::{DIAMOND, Form, Place};
use crate::table::{Table, exact};
use crate::{Frame, Range};

/// One line of a chart, or the bars of one colour. A point is (x, mean, half
/// the height of its band); where the last is no number, nothing is known
/// about the error.
#[derive(Clone, Copy, Debug)]
pub struct Series<'a> {
    pub name: &'a str,
    pub points: &'a [(f64, f64, f64)],
}

/// Numbers from elsewhere that lines are compared with: open diamonds.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    pub name: &'a str,
    pub points: &'a [(f64, f64)],
    /// With a thin line from each to the next.
    pub joined: bool,
}

/// Up to so many points a line has all its marks; beyond that, so many.
const MARKS: usize = 12;

/// Lines through the points in the order of x. Six series can be told apart;
/// the seventh looks like the first.
pub fn lines(frame: &Frame<'_>, series: &[Series<'_>], y: Range) -> Chart {
    lines_beside(frame, series, None, y)
}

/// The same with numbers from elsewhere on top, where they are known.
pub fn lines_beside(
    frame: &Frame<'_>,
    series: &[Series<'_>],
    reference: Option<Reference<'_>>,
    y: Range,
) -> Chart {
    let shown: Vec<Vec<(f64, f64, f64)>> = series.iter().map(|it| shown(it.points)).collect();
    let all = || shown.iter().flatten();
    let beside: Vec<Place> = reference.map_or_else(Vec::new, |it| known(it.points));
    let drawn = all().count();
    let xs: Vec<f64> = all().map(|point| point.0).chain(beside.iter().map(|it| it.0)).collect();
    let bands = all().filter_map(ends).flatten();
    let means = all().map(|point| point.1).chain(beside.iter().map(|it| it.1));
    let ys: Vec<f64> = means.chain(bands).collect();
    let named = reference.map(|it| (it.name, it.joined));
    let legend = Legend::beside(Sample::Line, series.iter().map(|it| it.name), named);
    let axes = [Axis::over(&xs), Axis::at_least(y, &ys)];
    // A diamond at the left end stays clear of the numbers along the axis.
    let inset = if beside.is_empty() { 8.0 } else { 14.0 };
    let mut plot = Plot::new(frame, Sheet::PLAIN.below(legend.height), axes, inset);
    for (index, points) in shown.iter().enumerate() {
        band(&mut plot, index, points);
    }
    for (index, points) in shown.iter().enumerate() {
        let points: Vec<Place> = points.iter().map(|point| (point.0, point.1)).collect();
        if points.len() > 1 {
            plot.path(Ink::Line(Some(index)), &points);
        }
        for point in marked(index, series.len(), &points) {
            plot.scene.dot(Ink::Dot(Some(index)), plot.at(point), 5.0);
        }
    }
    if reference.is_some_and(|it| it.joined) && beside.len() > 1 {
        plot.path(Ink::Course, &beside);
    }
    for &point in &beside {
        plot.scene.diamond(Ink::Reference, plot.at(point), DIAMOND);
    }
    legend.draw(&mut plot.scene);
    let mut table = table(frame, series, &shown);
    for &(x, y) in &beside {
        let name = reference.map_or("", |it| it.name);
        table.row([name.to_owned(), exact(x), exact(y), String::new()]);
    }
    let given: usize = series.iter().map(|it| it.points.len()).sum();
    let given = given + reference.map_or(0, |it| it.points.len());
    Chart::new(frame, plot.scene, table, given - drawn - beside.len())
}

/// Those that are numbers, in the order of x.
fn known(points: &[Place]) -> Vec<Place> {
    let known = points.iter().copied().filter(|&(x, y)| can_show(x) && can_show(y));
    let mut known: Vec<Place> = known.collect();
    known.sort_by(|one, other| one.0.total_cmp(&other.0));
    known
}

/// Those that are numbers, in the order of x.
fn shown(points: &[(f64, f64, f64)]) -> Vec<(f64, f64, f64)> {
    let shown = points.iter().copied().filter(|&(x, mean, _)| can_show(x) && can_show(mean));
    let mut shown: Vec<_> = shown.collect();
    shown.sort_by(|one, other| one.0.total_cmp(&other.0));
    shown
}

/// Where the band around a mean begins and ends, if that is known.
pub(crate) fn ends(&(_, mean, half): &(f64, f64, f64)) -> Option<[f64; 2]> {
    let half = half.abs();
    can_show(mean.abs() + half).then_some([mean - half, mean + half])
}

/// A band for each stretch of points whose error is known.
fn band(plot: &mut Plot, index: usize, points: &[(f64, f64, f64)]) {
    for stretch in points.split(|point| ends(point).is_none()).filter(|it| it.len() > 1) {
        let edge = |end: usize| {
            stretch.iter().filter_map(move |point| Some((point.0, *ends(point)?.get(end)?)))
        };
        let around = edge(1).chain(edge(0).rev()).map(|point| plot.at(point)).collect();
        plot.scene.draw(Ink::Band(index), Form::Area(around));
    }
}

/// All of a few points; of many, some, not where another series has its own.
pub(crate) fn marked(index: usize, series: usize, points: &[Place]) -> Vec<Place> {
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
        let points: Vec<Place> = (0..100).map(|x| (f64::from(x), 0.0)).collect();
        let (one, other) = (marked(0, 2, &points), marked(1, 2, &points));
        assert!((8..=12).contains(&one.len()), "{one:?}");
        assert!(one.iter().all(|point| !other.contains(point)));
        assert_eq!(marked(1, 2, &points[..12]), points[..12]);
    }
}
