//! Charts as SVG text for the middle of a page: pure functions from data to
//! the same bytes every time. Colours are the page's: a shape carries a class,
//! never a style, so that one stylesheet serves light and dark.

mod axis;
mod bars_with_error;
mod correlation;
mod histogram;
mod intervals;
mod line;
mod plot;
mod scatter;
#[cfg(test)]
mod tests;
mod text;

pub use bars_with_error::bars_with_error;
pub use correlation::pearson;
pub use histogram::histogram;
pub use intervals::{Row, intervals};
pub use line::line;
pub use scatter::scatter;

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
/// value falls off the chart.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub low: f64,
    pub high: f64,
}
