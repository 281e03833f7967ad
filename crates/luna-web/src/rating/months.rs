//! The chart and table of a rating month by month.

use jiff::ToSpan as _;
use jiff::civil::Date;
use luna_app::format::guesses;
use luna_app::rating::months::Month;
use luna_core::interval::Spread;
use luna_core::rating::Rating;
use luna_figures::{Frame, Period, Range, periods};
use maud::{Markup, PreEscaped, html};

use super::format::interval;
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;

/// Months on a chart at most, the latest.
const SHOWN: usize = 36;

/// The chart, and all of it as a table, from the second month on: one alone is the rating. `anchor`
/// marks a machine that stays the same, so only the crowd can move its rating.
pub(crate) fn section(months: &[Month], anchor: bool) -> Markup {
    let description = description(months);
    let frame = Frame {
        id: "months",
        title: "Guesses month by month",
        description: &description,
        x_label: "month (UTC)",
        y_label: "Smarts Rating",
    };
    let all = calendar(months);
    let from = all.len().saturating_sub(SHOWN);
    let shown: Vec<Period<'_>> = all.iter().skip(from).map(CalendarMonth::period).collect();
    let names = ["of the month", "of all so far"];
    let chart = periods(&frame, names, &shown, Range { low: 0.0, high: 100.0 });
    html! {
        @if months.len() > 1 {
            h2 { "Month by month" }
            p.soft {
                "Each dot is the mean of that month's guesses by people, with its 95 % interval; a month "
                "without guesses is a gap. The dashed line is the rating: all guesses so far."
                @if anchor { " This machine changes only with a new version of Luna, so an unusual month means that the crowd has changed." }
            }
            figure {
                (PreEscaped(chart.wide_page()))
                details {
                    summary { "The numbers of “" (frame.title) "”" }
                    (numbers(months))
                }
            }
        }
    }
}

fn numbers(months: &[Month]) -> Markup {
    let heads = [
        Text("Month (UTC)"),
        Number("Guesses"),
        Number("Mean of the month"),
        Number("95 % interval"),
        Number("Mean of all so far"),
    ];
    let rows = html! {
        @for month in months.iter().rev() {
            tr {
                th scope="row" { (month.words()) }
                td.number { (month.spread.rating.count()) }
                td.number { (month.spread.rating) }
                td.number { (interval(Some(month.spread))) }
                td.number { (month.so_far) }
            }
        }
    };
    table("Guesses month by month", &heads, &rows)
}

/// The chart in words: the latest month, and the first.
fn description(months: &[Month]) -> String {
    let one = |month: &Month| {
        let Spread { rating, .. } = month.spread;
        let sure = match month.spread.interval() {
            Some(_) => format!(", 95 % interval {}", interval(Some(month.spread))),
            None => String::new(),
        };
        format!("{}: {rating} from {}{sure}", month.words(), guesses(rating.count()))
    };
    let (Some(first), Some(last)) = (months.first(), months.last()) else { return String::new() };
    format!(
        "The mean guess of each of {} months with guesses. {}. {}; all so far {}.",
        months.len(),
        one(first),
        one(last),
        last.so_far,
    )
}

/// A month of the calendar, with or without guesses.
struct CalendarMonth {
    first: Date,
    name: String,
    month: Option<Month>,
    so_far: Rating,
}

impl CalendarMonth {
    fn of(first: Date, month: Option<Month>, so_far: Rating) -> CalendarMonth {
        CalendarMonth { first, name: first.strftime("%b %Y").to_string(), month, so_far }
    }

    fn period(&self) -> Period<'_> {
        Period {
            name: &self.name,
            mean: self.month.map(|month| month.spread.rating.mean()),
            ends: self.month.and_then(|month| month.spread.interval()),
            so_far: self.so_far.mean(),
        }
    }
}

/// Every month from the first with guesses to the last.
fn calendar(months: &[Month]) -> Vec<CalendarMonth> {
    let mut all: Vec<CalendarMonth> = Vec::new();
    for month in months {
        while let Some((next, so_far)) =
            all.last().and_then(|last| Some((after(last.first)?, last.so_far)))
            && next < month.first
        {
            all.push(CalendarMonth::of(next, None, so_far));
        }
        all.push(CalendarMonth::of(month.first, Some(*month), month.so_far));
    }
    all
}

fn after(first: Date) -> Option<Date> {
    first.checked_add(1.month()).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn months_without_guesses_are_gaps() {
        let month = |year, number, points: i64| {
            let rating = Rating::from_sum(points * 1_000_000, 1).unwrap();
            let spread = Spread { rating, squares: 0, usual: 100.0 };
            Month { first: date(year, number, 1), spread, so_far: rating }
        };
        let all = calendar(&[month(2024, 10, 15), month(2024, 11, 30), month(2025, 2, 40)]);
        let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Oct 2024", "Nov 2024", "Dec 2024", "Jan 2025", "Feb 2025"]);
        let gaps = all.iter().map(|it| it.month.is_none()).collect::<Vec<_>>();
        assert_eq!(gaps, [false, false, true, true, false]);
        assert_eq!(all[3].so_far.to_string(), "30", "as it stood before");
    }
}
