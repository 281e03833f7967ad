//! Charts and tables: pure functions from data to the same bytes every time.
//!
//! A chart is drawn once, as SVG. A page shows it with the colours and fonts of
//! [`STYLESHEET`]; a file carries its own style; PNG is made from that file, with
//! text as the outlines of its letters.

mod axis;
mod bars;
mod bars_with_error;
mod calibration;
mod card;
mod category_labels;
mod chart;
mod correlation;
mod font;
mod frame;
mod hatch;
mod heat_map;
mod histogram;
mod intervals;
mod legend;
mod line;
mod lines;
mod outline;
mod periods;
mod plot;
mod png;
mod scatter;
mod scene;
mod style;
mod stylesheet;
mod svg;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use bars::{Bar, Bars, Interval, bars};
pub use bars_with_error::bars_with_error;
pub use calibration::calibration;
pub use card::Card;
pub use chart::Chart;
pub use correlation::pearson;
pub use frame::{Frame, Range};
pub use heat_map::heat_map;
pub use histogram::histogram;
pub use intervals::{Row, intervals};
pub use line::line;
pub use lines::{Reference, Series, lines, lines_with_reference};
pub use periods::{Period, periods};
pub use png::RasterError;
pub use scatter::scatter;
pub use stylesheet::STYLESHEET;
pub use table::{Table, csv_cell};
