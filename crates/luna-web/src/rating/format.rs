//! Smarts Ratings and their intervals in words.

use luna_app::format::tenths;
use luna_core::interval::Spread;

/// "52.3", or "none yet".
pub(crate) fn rating(spread: Option<Spread>) -> String {
    spread.map_or_else(|| "none yet".to_owned(), |spread| spread.rating.to_string())
}

/// "44.1 to 60.5", of the 95 % interval.
pub(crate) fn interval(spread: Option<Spread>) -> String {
    spread.and_then(Spread::interval).map_or_else(|| "needs two guesses".to_owned(), between)
}

pub(crate) fn between((low, high): (f64, f64)) -> String {
    format!("{} to {}", tenths(low), tenths(high))
}
