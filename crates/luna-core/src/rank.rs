//! Places among others, as far as intervals can tell.

/// The best and the worst place that somebody may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    pub best: usize,
    pub worst: usize,
}

/// Fewer guesses than these say too little for a rank.
pub const GUESSES_FOR_A_RANK: i64 = 10;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_as_wide_as_the_intervals_that_overlap() {
        let found = places(&[(80.0, 90.0), (40.0, 60.0), (55.0, 70.0), (5.0, 10.0)]);
        let expected = [(1, 1), (2, 3), (2, 3), (4, 4)];
        assert_eq!(found, expected.map(|(best, worst)| Places { best, worst }));
    }

    #[test]
    fn touching_intervals_share_a_place_and_one_alone_is_first() {
        let both = Places { best: 1, worst: 2 };
        assert_eq!(places(&[(0.0, 50.0), (50.0, 100.0)]), [both, both]);
        assert_eq!(places(&[(0.0, 100.0)]), [Places { best: 1, worst: 1 }]);
        assert_eq!(places(&[]), []);
    }
}
