//! Charts: pure functions from data to the same bytes every time. A chart can
//! be shown in the middle of a page, which has its colours and letters, as an
//! SVG or PNG file that needs neither, and as a table.

mod axis;
mod bars;
mod bars_with_error;
mod calibration;
mod chart;
mod correlation;
mod hatch;
mod heat_map;
mod histogram;
mod ink;
mod intervals;
mod legend;
mod lettering;
mod letters;
mod line;
mod lines;
mod names;
mod periods;
mod pixels;
mod plot;
mod png;
mod scatter;
mod scene;
mod svg;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use bars::{Bars, bars};
pub use bars_with_error::bars_with_error;
pub use calibration::calibration;
pub use chart::Chart;
pub use correlation::pearson;
pub use heat_map::heat_map;
pub use histogram::histogram;
pub use intervals::{Row, intervals};
pub use line::line;
pub use lines::{Reference, Series, lines, lines_beside};
pub use periods::{Period, periods};
pub use scatter::scatter;
pub use table::{Table, csv_cell};

/// The words around a chart. `id` names it on its page and has no spaces.
/// Who cannot see the chart is read `title` and `description` alone.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub description: &'a str,
    pub x_label: &'a str,
    pub y_label: &'a str,
}

/// What an axis shows at least. It grows where the data do not fit, so that no
/// value falls off the chart. An end that is no number is left to the data.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub low: f64,
    pub high: f64,
}

impl Range {
    /// As far as the data reach.
    pub const OPEN: Range = Range { low: f64::NAN, high: f64::NAN };
    /// From zero as far as the data reach.
    pub const FROM_ZERO: Range = Range { low: 0.0, high: f64::NAN };
}
