//! Agreement of predictions with outcomes. `None` for empty lists or different lengths.

use crate::distribution::normal;
use crate::number::float;

/// Root mean squared error.
pub fn rmse(found: &[f64], wanted: &[f64]) -> Option<f64> {
    mean_of(found, wanted, |off| off * off).map(f64::sqrt)
}

/// Mean absolute error.
pub fn mae(found: &[f64], wanted: &[f64]) -> Option<f64> {
    mean_of(found, wanted, f64::abs)
}

/// Pearson's r; `None` if either side is constant.
pub fn pearson(one: &[f64], other: &[f64]) -> Option<f64> {
    let (ones, others) = (centred(one)?, centred(other)?);
    let product: f64 = ones.iter().zip(&others).map(|(one, other)| one * other).sum();
    let r = product / float(ones.len());
    (one.len() == other.len() && r.is_finite()).then_some(r.clamp(-1.0, 1.0))
}

/// Spearman's rank correlation, with mean ranks for ties.
pub fn spearman(one: &[f64], other: &[f64]) -> Option<f64> {
    pearson(&ranks(one)?, &ranks(other)?)
}

/// A rank correlation and the ends of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankCorrelation {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// Spearman's rank correlation with its interval: Fisher's transformation, with the variance of Bonett and
/// Wright (2000). `None` with fewer than four pairs.
pub fn rank_correlation(one: &[f64], other: &[f64]) -> Option<RankCorrelation> {
    let value = spearman(one, other)?;
    let count = float(one.len());
    if one.len() < 4 {
        return None;
    }
    // The transformation ends if all ranks agree: the nearest other order takes their place.
    let most = 1.0 - 12.0 / (count * (count * count - 1.0));
    let middle = value.clamp(-most, most);
    let error = ((1.0 + middle * middle / 2.0) / (count - 3.0)).sqrt();
    let margin = normal::quantile(0.975) * error;
    let low = (middle.atanh() - margin).tanh().min(value);
    let high = (middle.atanh() + margin).tanh().max(value);
    Some(RankCorrelation { value, low, high })
}

fn mean_of(found: &[f64], wanted: &[f64], of: impl Fn(f64) -> f64) -> Option<f64> {
    let sum: f64 = found.iter().zip(wanted).map(|(found, wanted)| of(found - wanted)).sum();
    let mean = sum / float(found.len());
    (found.len() == wanted.len() && mean.is_finite()).then_some(mean)
}

/// Standardises the values, scaled first to avoid overflow; `None` if they are constant.
fn centred(values: &[f64]) -> Option<Vec<f64>> {
    let largest = values.iter().map(|x| x.abs()).fold(0.0, f64::max);
    let small: Vec<f64> = values.iter().map(|x| x / largest).collect();
    let mean = crate::regression::design::mean(&small);
    let squares: f64 = small.iter().map(|x| (x - mean).powi(2)).sum();
    let deviation = (squares / float(values.len())).sqrt();
    (deviation > 0.0).then(|| small.iter().map(|x| (x - mean) / deviation).collect())
}

fn ranks(values: &[f64]) -> Option<Vec<f64>> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let rank = |value: &f64| {
        let below = sorted.partition_point(|other| other < value);
        let up_to = sorted.partition_point(|other| other <= value);
        float(below + up_to) / 2.0
    };
    let told = values.iter().all(|value| !value.is_nan());
    told.then(|| values.iter().map(rank).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// As `SciPy` 1.17 and `NumPy` 2.3 give them.
    #[test]
    fn numbers_are_known_ones() {
        let (one, other) = ([1.0, 2.0, 2.0, 4.0, 7.0], [1.5, 1.0, 3.0, 3.0, 5.0]);
        let near = |found: Option<f64>, known: f64| (found.unwrap() - known).abs() < 1e-12;
        assert!(near(rmse(&one, &other), 1.204_159_457_879_229_6));
        assert!(near(mae(&one, &other), 1.1));
        assert!(
            near(pearson(&one, &other), 0.889_756_521_002_609_5),
            "{:?}",
            pearson(&one, &other)
        );
        assert!(
            near(spearman(&one, &other), 0.763_157_894_736_842_1),
            "{:?}",
            spearman(&one, &other)
        );
    }

    #[test]
    fn a_rank_correlation_has_the_interval_of_the_formula() {
        // 0.6 from 20 pairs: tanh(0.6931 ± 1.96 √(1.18 / 17)).
        let one: Vec<f64> = (0..20).map(f64::from).collect();
        let other = [
            3.0, 6.0, 0.0, 14.0, 1.0, 9.0, 2.0, 4.0, 16.0, 5.0, 7.0, 19.0, 8.0, 10.0, 11.0, 18.0,
            12.0, 13.0, 15.0, 17.0,
        ];
        let found = rank_correlation(&one, &other).unwrap();
        let z = found.value.atanh();
        let margin = 1.959_964 * ((1.0 + found.value.powi(2) / 2.0) / 17.0).sqrt();
        assert!((found.low - (z - margin).tanh()).abs() < 1e-6, "{found:?}");
        assert!((found.high - (z + margin).tanh()).abs() < 1e-6, "{found:?}");
        let same = rank_correlation(&one, &one).unwrap();
        assert!(
            (same.value, same.high) == (1.0, 1.0) && (0.9..1.0).contains(&same.low),
            "{same:?}"
        );
        assert_eq!(rank_correlation(&one[..3], &one[..3]), None);
    }

    /// Of normal pairs with a correlation of r, the rank correlation is 6/π asin(r/2).
    #[test]
    fn intervals_of_rank_correlations_hold_as_often_as_they_say() {
        for (r, count) in [(0.0_f64, 10), (0.5, 10), (0.5, 40), (-0.8, 25)] {
            let truth = 6.0 / std::f64::consts::PI * (r / 2.0).asin();
            let mut held = 0;
            for round in 0..2_000 {
                let mut rng = Rng::new(1904, round);
                let pairs = (0..count).map(|_| {
                    let (x, y) = (rng.normal(), rng.normal());
                    (x, r * x + (1.0 - r * r).sqrt() * y)
                });
                let (one, other): (Vec<f64>, Vec<f64>) = pairs.unzip();
                let found = rank_correlation(&one, &other).unwrap();
                held += i32::from(found.low <= truth && truth <= found.high);
            }
            assert!((1_860..=1_960).contains(&held), "{r} from {count}: {held} of 2000");
        }
    }

    #[test]
    fn huge_numbers_and_small_ones_go_together_all_the_same() {
        let one = [1e300, 2e300, 3e300, -4e300];
        let other = [1e-300, 2e-300, 3e-300, -4e-300];
        assert!((pearson(&one, &other).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(rmse(&one, &other), None);
    }

    #[test]
    fn nothing_is_said_of_nothing() {
        assert_eq!((rmse(&[], &[]), mae(&[], &[])), (None, None));
        assert_eq!((rmse(&[1.0], &[]), pearson(&[1.0, 2.0], &[1.0])), (None, None));
        assert_eq!((pearson(&[], &[]), spearman(&[], &[])), (None, None));
        assert_eq!(pearson(&[0.1, 0.1, 0.1], &[1.0, 2.0, 3.0]), None);
        assert_eq!(pearson(&[0.0, 0.0], &[1.0, 2.0]), None);
        assert_eq!(spearman(&[1.0, f64::NAN], &[1.0, 2.0]), None);
    }
}
