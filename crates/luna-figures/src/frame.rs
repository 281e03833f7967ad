//! The words around a chart and the range of its axes.

/// The words around a chart. `id` names the chart on its page and contains no
/// spaces. Screen readers read `title` and `description` instead of the chart.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub description: &'a str,
    pub x_label: &'a str,
    pub y_label: &'a str,
}

/// The least that an axis shows. The axis grows to fit the data, so no value
/// falls off the chart. An end that is not finite is taken from the data.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub low: f64,
    pub high: f64,
}

impl Range {
    /// Exactly the range of the data.
    pub const OPEN: Range = Range { low: f64::NAN, high: f64::NAN };
    /// From zero to the largest value.
    pub const FROM_ZERO: Range = Range { low: 0.0, high: f64::NAN };
}
