//! A rating month by month: the mean of the guesses of each calendar month, which moves with the
//! crowd and the player, and the cumulative mean, which hardly moves.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use luna_core::interval::Spread;
use luna_core::rating::Rating;
use luna_store::rating::{Day, days, derived};
use luna_store::{self as store, Tx};

/// A month in which people have guessed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Month {
    /// Its first day, in UTC.
    pub first: Date,
    /// The mean and interval of this month's guesses alone.
    pub spread: Spread,
    /// The rating at its end, from the guesses that count now.
    pub so_far: Rating,
}

/// The months of a player, up to the beginning of a day.
pub fn months(tx: &mut Tx<'_>, player_id: &str, until: i64) -> store::Result<Vec<Month>> {
    let usual = derived::usual(tx)?;
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

/// The first day of the calendar month of a time, in UTC.
pub(crate) fn first_of_month(at: i64) -> Option<Date> {
    let at = Timestamp::from_millisecond(at).ok()?;
    Some(at.to_zoned(TimeZone::UTC).date().first_of_month())
}

impl Month {
    /// "2024-10".
    pub fn code(&self) -> String {
        self.first.strftime("%Y-%m").to_string()
    }

    /// "October 2024".
    pub fn words(&self) -> String {
        self.first.strftime("%B %Y").to_string()
    }
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
    fn days_come_together_by_the_calendar() {
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
    }
}
