//! The two charts of a figure: the mean error and the maximum.

use luna_figures::{Frame, Range, line};

use crate::figures::Drawn;

/// Which of the two errors a chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    Mean,
    Max,
}

pub const BOTH: [Which; 2] = [Which::Mean, Which::Max];

impl Which {
    pub fn name(self) -> &'static str {
        match self {
            Which::Mean => "mean",
            Which::Max => "max",
        }
    }
}

/// SVG for the middle of a page.
pub fn svg(drawn: &Drawn, which: Which) -> String {
    let figure = &drawn.figure;
    let values = || drawn.points.iter().map(|point| (point.x, value(point, which)));
    let (what, error) = match which {
        Which::Mean => ("mean", "mean error in points"),
        Which::Max => ("maximum", "maximum error in points"),
    };
    let ends = values().next().zip(values().next_back());
    let description = ends.map_or_else(String::new, |(first, last)| {
        format!(
            "The {what} error is {:.1} at {} and {:.1} at {} {}.",
            first.1,
            first.0,
            last.1,
            last.0,
            figure.x_label()
        )
    });
    let frame = Frame {
        id: &format!("{}-{}", figure.name, which.name()),
        title: &format!("{}: {what} error", figure.title),
        description: &description,
        x_label: figure.x_label(),
        y_label: error,
    };
    let points: Vec<(f64, f64)> = values().collect();
    let top = points.iter().map(|point| point.1).fold(0.0, f64::max);
    line(&frame, &points, Range { low: 0.0, high: ceiling(top) })
}

fn value(point: &crate::figures::Point, which: Which) -> f64 {
    match which {
        Which::Mean => point.found.mean.value,
        Which::Max => point.found.max.value,
    }
}

/// A round number that is no less.
fn ceiling(top: f64) -> f64 {
    [1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 50.0, 80.0]
        .into_iter()
        .find(|&end| top <= end)
        .unwrap_or(100.0)
}

/// The chart as a file of its own.
pub fn file(drawn: &Drawn, which: Which) -> String {
    svg(drawn, which).replacen("</desc>", &format!("</desc><style>{STYLE}</style>"), 1)
}

/// How charts look where no other stylesheet says so.
pub(crate) const STYLE: &str = "\
    .chart{font-family:sans-serif;background:#fff;max-width:40rem;width:100%;height:auto}\
    .chart .grid{stroke:#ddd}.chart .axis{stroke:#666}.chart .tick,.chart .empty{fill:#555}\
    .chart .label,.chart .dot{fill:#111}.chart .line{stroke:#111;stroke-width:2}";
