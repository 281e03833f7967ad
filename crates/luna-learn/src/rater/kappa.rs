//! Agreement of two raters beyond chance.

use crate::number::float;

/// Cohen's kappa with quadratic weights (1968) of pairs of ratings of the same things: 1 less the mean
/// squared difference within pairs over that between all ratings of one rater and all of the other.
/// None if chance alone would make no difference.
pub fn weighted_kappa(pairs: &[(f64, f64)]) -> Option<f64> {
    let squared = |one: f64, other: f64| (one - other).powi(2);
    let within: f64 = pairs.iter().map(|&(one, other)| squared(one, other)).sum();
    let between: f64 = pairs
        .iter()
        .map(|&(one, _)| pairs.iter().map(|&(_, other)| squared(one, other)).sum::<f64>())
        .sum();
    let expected = between / float(pairs.len());
    (expected > 0.0).then(|| 1.0 - within / expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs by a table of counts: a row for each rating of the first rater.
    fn pairs(table: [[usize; 3]; 3]) -> Vec<(f64, f64)> {
        let cells = table.iter().enumerate().flat_map(|(row, counts)| {
            counts.iter().enumerate().flat_map(move |(column, &count)| {
                std::iter::repeat_n((float(row), float(column)), count)
            })
        });
        cells.collect()
    }

    #[test]
    fn kappa_is_what_the_definition_gives_by_hand() {
        let close = |table, expected: f64| {
            let found = weighted_kappa(&pairs(table)).unwrap();
            assert!((found - expected).abs() < 1e-12, "{found}, and not {expected}");
        };
        close([[3, 0, 0], [0, 4, 0], [0, 0, 2]], 1.0);
        // As chance would have it.
        close([[1, 0, 1], [0, 0, 0], [1, 0, 1]], 0.0);
        close([[0, 0, 2], [0, 0, 0], [2, 0, 0]], -1.0);
        // Within pairs 2 · 4; by chance 10 · (1.1 + 1.1 − 2 · 0.7 · 0.7).
        close([[4, 0, 1], [0, 3, 0], [1, 0, 1]], 1.0 - 8.0 / 12.2);
    }

    #[test]
    fn equal_ratings_throughout_tell_nothing() {
        assert_eq!(weighted_kappa(&[]), None);
        assert_eq!(weighted_kappa(&[(1.0, 1.0), (1.0, 1.0)]), None);
    }
}
