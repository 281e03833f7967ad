//! The two charts of a figure, on one scale: the mean error and the maximum, each with a band
//! of two standard errors, and the paper's own points where its text gives them.

use luna_figures::{Chart, Frame, Range, Reference, Series, lines_with_reference};

use crate::figures::error_kind::{BOTH, ErrorKind};
use crate::figures::printed::printed;
use crate::figures::{FigureData, Point};

pub fn chart(drawn: &FigureData, which: ErrorKind) -> Chart {
    let figure = &drawn.figure;
    let what = match which {
        ErrorKind::Mean => "mean error",
        ErrorKind::Max => "maximum error",
    };
    let points = points(drawn, which);
    let printed = printed(drawn, which);
    let ends = points.first().zip(points.last());
    let mut description = ends.map_or_else(String::new, |(first, last)| {
        let (x, from, to) = (figure.x_label(), first.1, last.1);
        format!("The {what} is {from:.1} at {} and {to:.1} at {} {x}.", first.0, last.0)
    });
    if let Some(printed) = &printed {
        description.push_str(&format!(" Diamonds are the paper's, {}.", printed.source));
    }
    let frame = Frame {
        id: &format!("{}-{}", figure.name, which.name()),
        title: &format!("{}: {what}", figure.title),
        description: &description,
        x_label: figure.x_label(),
        y_label: &format!("{what} in points"),
    };
    let top = BOTH.iter().map(|&which| highest(drawn, which)).fold(0.0, f64::max);
    let series = Series { name: what, points: &points };
    let reference = printed.as_ref().map(|it| Reference {
        name: "the paper",
        points: &it.points,
        joined: it.line,
    });
    lines_with_reference(&frame, &[series], reference, Range { low: 0.0, high: ceiling(top) })
}

/// The errors at each point, with half of their bands. Where nobody is rated there is no error.
fn points(drawn: &FigureData, which: ErrorKind) -> Vec<(f64, f64, f64)> {
    let point = |point: &Point| {
        let found = which.of(point);
        (point.x, found.value, found.half_band())
    };
    drawn.points.iter().map(point).filter(|point| point.1.is_finite()).collect()
}

/// The highest place on one of the charts.
fn highest(drawn: &FigureData, which: ErrorKind) -> f64 {
    let tops = points(drawn, which).into_iter().map(|point| point.1 + point.2);
    let printed = printed(drawn, which);
    let theirs = printed.iter().flat_map(|it| &it.points).map(|point| point.1);
    tops.chain(theirs).fold(0.0, f64::max)
}

/// A round number that is no less.
fn ceiling(top: f64) -> f64 {
    let round = [1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 50.0, 80.0];
    round.into_iter().find(|&end| top <= end).unwrap_or(100.0)
}
