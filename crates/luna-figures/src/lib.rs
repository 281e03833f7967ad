//! Charts and tables: pure functions from data to the same bytes every time.
//!
//! A chart is drawn once, as SVG. A page shows it with the colours and fonts of
//! [`STYLESHEET`]; a file carries its own style; PNG is made from that file, with
//! text as the outlines of its letters.

mod badge;
mod bars;
mod bars_with_error;
mod calibration;
mod card;
mod chart;
mod correlation;
mod frame;
mod heat_map;
mod histogram;
mod intervals;
mod line;
mod lines;
mod periods;
mod plot;
mod scatter;
mod scene;
mod stylesheet;
mod table;
#[cfg(test)]
mod tests;

pub use badge::Badge;
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
pub use scatter::scatter;
pub use scene::png::RasterError;
pub use stylesheet::STYLESHEET;
pub use table::{Table, csv_cell};
