//! Places among others, as far as intervals can tell, and how little would change them.

use crate::rating::{Points, Rating};

/// The best and the worst place that somebody may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    pub best: usize,
    pub worst: usize,
}

/// By what machines are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ladder {
    /// The Smarts Rating, the mean of all guesses.
    #[default]
    Rating,
    /// The calibrated rating.
    Calibrated,
}

/// Fewer guesses than these say too little for a rank.
pub const GUESSES_FOR_A_RANK: i64 = 10;

/// Returns true for a rating by fewer guesses than a rank takes.
pub fn is_provisional(rating: Rating) -> bool {
    rating.count() < GUESSES_FOR_A_RANK
}

/// The places that each interval allows: behind those that lie wholly above
/// it, and before those that lie wholly below.
pub fn places(intervals: &[(f64, f64)]) -> Vec<Places> {
    let count = |test: &dyn Fn(&(f64, f64)) -> bool| intervals.iter().filter(|it| test(it)).count();
    let of = |&(low, high): &(f64, f64)| Places {
        best: 1 + count(&|other| other.0 > high),
        worst: intervals.len() - count(&|other| other.1 < low),
    };
    intervals.iter().map(of).collect()
}

/// The fewest guesses, as low or as high as guesses can be, that would move each rating past a
/// neighbour; none of a rating that stands alone. The ratings are in order, the highest first.
pub fn fragility(ratings: &[Rating]) -> Vec<Option<i64>> {
    let swaps: Vec<Option<i64>> = ratings
        .iter()
        .zip(ratings.iter().skip(1))
        .map(|(upper, lower)| {
            [sink(*upper, *lower), rise(*upper, *lower)].into_iter().flatten().min()
        })
        .collect();
    let beside = |at: Option<usize>| at.and_then(|at| swaps.get(at).copied().flatten());
    (0..ratings.len())
        .map(|at| [beside(at.checked_sub(1)), beside(Some(at))].into_iter().flatten().min())
        .collect()
}

/// The fewest guesses of 0 about the upper one that take it below the lower one.
fn sink(upper: Rating, lower: Rating) -> Option<i64> {
    let floor = i128::from(upper.sum()) * i128::from(lower.count());
    let most = floor.checked_div(i128::from(lower.sum()))?;
    i64::try_from(most - i128::from(upper.count()) + 1).ok()
}

/// The fewest guesses of 100 about the lower one that take it above the upper one.
fn rise(upper: Rating, lower: Rating) -> Option<i64> {
    let (sum, count) = (i128::from(upper.sum()), i128::from(upper.count()));
    let behind = sum * i128::from(lower.count()) - count * i128::from(lower.sum());
    let gained = count * i128::from(Points::MAX.millionths()) - sum;
    i64::try_from(behind.checked_div(gained)? + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts guess by guess.
    fn tried(upper: Rating, lower: Rating) -> i64 {
        let (mut sinks, mut rises) = (upper, lower);
        for guesses in 1.. {
            sinks = Rating::after(Some(sinks), Points::from_millionths(0).unwrap());
            rises = Rating::after(Some(rises), Points::MAX);
            if sinks.mean() < lower.mean() || rises.mean() > upper.mean() {
                return guesses;
            }
        }
        0
    }

    #[test]
    fn a_rank_is_as_fragile_as_its_nearest_neighbour_makes_it() {
        let rating = |mean: i64, count| Rating::from_sum(mean * 1_000_000 * count, count).unwrap();
        let ratings =
            [rating(80, 40), rating(61, 10), rating(60, 12), rating(30, 300), rating(5, 10)];
        let pairs: Vec<i64> = ratings.windows(2).map(|two| tried(two[0], two[1])).collect();
        let expected: Vec<Option<i64>> = (0..5)
            .map(|at| {
                let above = (at > 0).then(|| pairs[at - 1]);
                let below = pairs.get(at).copied();
                [above, below].into_iter().flatten().min()
            })
            .collect();
        assert_eq!(fragility(&ratings), expected);
        assert_eq!(fragility(&ratings)[1], Some(1));
        assert_eq!(fragility(&ratings[..1]), [None]);
        assert_eq!(fragility(&[]), []);
    }

    #[test]
    fn equal_ratings_change_places_with_one_guess() {
        let same = Rating::from_sum(50_000_000, 1).unwrap();
        assert_eq!(fragility(&[same, same]), [Some(1), Some(1)]);
        let (best, worst) = (Rating::from_sum(100_000_000, 1), Rating::from_sum(0, 1));
        assert_eq!(fragility(&[best.unwrap(), worst.unwrap()]), [None, None], "never past it");
    }

    #[test]
    fn a_place_is_as_wide_as_the_intervals_that_overlap() {
        let found = places(&[(80.0, 90.0), (40.0, 60.0), (55.0, 70.0), (5.0, 10.0)]);
        let expected = [(1, 1), (2, 3), (2, 3), (4, 4)];
        assert_eq!(found, expected.map(|(best, worst)| Places { best, worst }));
    }

    #[test]
    fn a_rating_is_provisional_up_to_nine_guesses() {
        let of = |count| Rating::from_sum(50_000_000 * count, count).unwrap();
        assert!(is_provisional(of(1)) && is_provisional(of(9)));
        assert!(!is_provisional(of(10)) && !is_provisional(of(11)));
    }

    #[test]
    fn touching_intervals_share_a_place_and_one_alone_is_first() {
        let both = Places { best: 1, worst: 2 };
        assert_eq!(places(&[(0.0, 50.0), (50.0, 100.0)]), [both, both]);
        assert_eq!(places(&[(0.0, 100.0)]), [Places { best: 1, worst: 1 }]);
        assert_eq!(places(&[]), []);
    }
}
