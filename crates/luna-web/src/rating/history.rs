//! The chart of a Smarts Rating with its interval, guess by guess.

use luna_app::format::stamp;
use luna_core::rating::Rating;
use luna_figures::{Frame, Range, Series};
use luna_store::rating::Step;
use maud::Markup;

use crate::html::chart;

/// The chart of the last ratings of a player, who has the rating `now`, with its numbers.
pub(crate) fn section(
    title: &str,
    description: &str,
    now: Option<Rating>,
    steps: &[Step],
) -> Markup {
    let first = now.map_or(0, Rating::count) - i64::try_from(steps.len()).unwrap_or(0);
    let numbered = || steps.iter().zip(first + 1..);
    let points: Vec<(f64, f64, f64)> = numbered()
        .map(|(step, nth)| {
            let nth = f64::from(i32::try_from(nth).unwrap_or(i32::MAX));
            (nth, step.rating.mean(), step.margin.unwrap_or(f64::NAN))
        })
        .collect();
    let series = [Series { name: "with its 95 % interval", points: &points }];
    let rows: Vec<(String, String)> = numbered()
        .map(|(step, nth)| (format!("{nth} ({})", stamp(step.at)), step.rating.to_string()))
        .collect();
    let frame =
        Frame { id: "rating", title, description, x_label: "guess", y_label: "Smarts Rating" };
    let range = Range { low: 0.0, high: 100.0 };
    chart::with_table(&luna_figures::lines(&frame, &series, range), &frame, &rows)
}
