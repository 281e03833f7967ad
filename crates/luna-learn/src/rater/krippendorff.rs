//! Krippendorff's alpha: agreement of any number of raters, with gaps.

use crate::number::float;

/// Alpha for interval data (Krippendorff 1970) of units, each with the ratings that it has: 1 less the
/// mean squared difference within units over that between all ratings. Units with one rating tell
/// nothing. None if all ratings are the same.
pub fn interval_alpha(units: &[Vec<f64>]) -> Option<f64> {
    let paired: Vec<&Vec<f64>> = units.iter().filter(|unit| unit.len() > 1).collect();
    let all: Vec<f64> = paired.iter().flat_map(|unit| unit.iter().copied()).collect();
    let count = float(all.len());
    let within: f64 =
        paired.iter().map(|unit| squared_differences(unit) / (float(unit.len()) - 1.0)).sum();
    let between = squared_differences(&all) / (count - 1.0);
    (between > 0.0).then(|| 1.0 - within / between)
}

/// The sum of squared differences over all ordered pairs.
fn squared_differences(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / float(values.len().max(1));
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    2.0 * float(values.len()) * squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alpha_of_the_published_example_is_the_published_one() {
        // Four observers and twelve units, 0 for none (Krippendorff 2011, reliability data E).
        let observers = [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
            [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
        ];
        let unit = |at: usize| {
            let given = observers.iter().map(|it| it[at]).filter(|&value| value > 0);
            given.map(f64::from).collect::<Vec<f64>>()
        };
        let units: Vec<Vec<f64>> = (0..12).map(unit).collect();
        let alpha = interval_alpha(&units).unwrap();
        assert!((alpha - 0.849).abs() < 5e-4, "{alpha}");
    }

    #[test]
    fn constant_ratings_tell_nothing() {
        assert_eq!(interval_alpha(&[]), None);
        assert_eq!(interval_alpha(&[vec![3.0, 3.0], vec![3.0, 3.0]]), None);
        assert_eq!(interval_alpha(&[vec![1.0], vec![5.0]]), None);
        assert_eq!(interval_alpha(&[vec![1.0, 1.0], vec![5.0, 5.0]]), Some(1.0));
    }
}
