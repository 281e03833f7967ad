//! A rating month by month: the mean of the guesses of each calendar month, which moves when
//! the crowd or the player does, beside the mean of all so far, which hardly does.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use luna_core::interval::Spread;
use luna_core::rating::Rating;
use luna_figures::{Frame, Period, Range, periods};
use luna_store::rating::{Day, beside, days};
use luna_store::{self as store, Tx};
use maud::{Markup, PreEscaped, html};

use super::interval;
use crate::table::Head::{Number, Text};
use crate::table::table;
use crate::words::guesses;

/// One in which people have guessed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Month {
    /// Its first day, in UTC.
    first: Date,
    /// Of the guesses of this month alone.
    pub spread: Spread,
    /// The rating at its end, from the guesses that count now.
    pub so_far: Rating,
}

/// The months of a player, up to the beginning of a day.
pub fn months(tx: &mut Tx<'_>, player_id: &str, until: i64) -> store::Result<Vec<Month>> {
    let usual = beside::usual(tx)?;
    let mut days = days(tx, player_id)?;
    days.retain(|day| day.at < until);
    Ok(by_month(&days, usual))
}

fn by_month(days: &[Day], usual: f64) -> Vec<Month> {
    let dated: Vec<(Date, &Day)> =
        days.iter().filter_map(|day| Some((first_of_month(day.at)?, day))).collect();
    let (mut months, mut sum, mut count) = (Vec::new(), 0, 0);
    for month in dated.chunk_by(|one, next| one.0 == next.0) {
        let of = |part: fn(&Day) -> i64| month.iter().map(|(_, day)| part(day)).sum::<i64>();
        let (alone, guesses, squares) = (of(|it| it.sum), of(|it| it.count), of(|it| it.squares));
        sum += alone;
        count += guesses;
        if let (Some((first, _)), Some(rating), Some(so_far)) =
            (month.first(), Rating::from_sum(alone, guesses), Rating::from_sum(sum, count))
        {
            months.push(Month { first: *first, spread: Spread { rating, squares, usual }, so_far });
        }
    }
    months
}

fn first_of_month(at: i64) -> Option<Date> {
    let at = Timestamp::from_millisecond(at).ok()?;
    Some(at.to_zoned(TimeZone::UTC).date().first_of_month())
}

impl Month {
    /// "2024-10".
    pub fn code(&self) -> String {
        self.first.strftime("%Y-%m").to_string()
    }

    /// "October 2024".
    fn words(&self) -> String {
        self.first.strftime("%B %Y").to_string()
    }
}

/// Months on a chart at most, the latest.
const SHOWN: usize = 36;

/// The chart, and all of it as a table, from the second month on: one alone is the rating.
/// `anchor` is of what stays the same, so that only the crowd can move it.
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
                "Each dot is the mean of what people guessed in that month alone, with its 95 % interval; a month "
                "without guesses is a gap. The dashed line is the rating: all guesses so far."
                @if anchor { " This machine changes with a new version of Luna alone, so a month that stands apart says that the crowd has changed." }
            }
            figure {
                (PreEscaped(chart.page()))
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

/// What is read out in place of the chart: the latest month, and the first.
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
    use super::*;

    const DAY: i64 = 86_400_000;

    fn day(at: i64, points: &[i64]) -> Day {
        let sum = points.iter().sum::<i64>() * 1_000_000;
        let squares = points.iter().map(|it| it * it * 1_000_000).sum();
        Day { at, sum, count: points.len().try_into().unwrap(), squares }
    }

    #[test]
    fn days_come_together_by_the_calendar_and_months_without_guesses_are_gaps() {
        // The last of October 2024, the first of November, the first of February.
        let october = 20_027 * DAY;
        let days = [day(october, &[10, 20]), day(october + DAY, &[60]), day(20_120 * DAY, &[30])];
        let months = by_month(&days, 100.0);
        let shown: Vec<String> = months
            .iter()
            .map(|it| format!("{} {} {}", it.code(), it.spread.rating, it.so_far))
            .collect();
        assert_eq!(shown, ["2024-10 15 15", "2024-11 60 30", "2025-02 30 30"]);
        let (low, high) = months[0].spread.interval().unwrap();
        assert!(low < 15.0 && high > 15.0 && high - low > 5.0, "{low} to {high}");
        assert_eq!(months[1].spread.interval(), None, "of a single guess");
        let all = calendar(&months);
        let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Oct 2024", "Nov 2024", "Dec 2024", "Jan 2025", "Feb 2025"]);
        let gaps = all.iter().map(|it| it.month.is_none()).collect::<Vec<_>>();
        assert_eq!(gaps, [false, false, true, true, false]);
        assert_eq!(all[3].so_far.to_string(), "30", "as it stood before");
    }
}
