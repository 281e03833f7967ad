//! Quantiles and robust means.

use crate::number::float;

/// Quantile of sorted values, interpolated linearly; `None` of an empty list.
pub fn quantile_of_sorted(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * float(last);
    let below = (0..last).take_while(|&n| float(n + 1) <= place).count();
    let (low, high) = (*sorted.get(below)?, *sorted.get((below + 1).min(last))?);
    let part = place - float(below);
    let between = low * (1.0 - part) + high * part;
    // Interpolation with infinities gives NaN; the nearer value stands for it.
    Some(if between.is_nan() && part < 0.5 || part == 0.0 {
        low
    } else if between.is_nan() {
        high
    } else {
        between
    })
}

/// Median; `None` of an empty list.
pub fn median(points: &[f64]) -> Option<f64> {
    quantile_of_sorted(&sorted(points), 0.5)
}

/// Mean after cutting a share of the values at either end, rounded down to whole values; `None` if
/// nothing is left.
pub fn trimmed_mean(points: &[f64], share: f64) -> Option<f64> {
    let sorted = sorted(points);
    let most = share * float(sorted.len());
    let cut = (0..sorted.len()).take_while(|&n| float(n + 1) <= most).count();
    let kept = sorted.get(cut..sorted.len().checked_sub(cut)?).filter(|kept| !kept.is_empty())?;
    Some(kept.iter().sum::<f64>() / float(kept.len()))
}

fn sorted(points: &[f64]) -> Vec<f64> {
    let mut sorted = points.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_on_lines_between_neighbours() {
        let values = [1.0, 2.0, 4.0, 8.0];
        let at = |share| quantile_of_sorted(&values, share);
        assert_eq!([at(0.0), at(0.5), at(1.0)], [Some(1.0), Some(3.0), Some(8.0)]);
        assert!((at(0.025).unwrap() - 1.075).abs() < 1e-12);
        assert_eq!(quantile_of_sorted(&[], 0.5), None);
    }

    #[test]
    fn infinite_values_stay_infinite() {
        let values = [f64::NEG_INFINITY, 0.0, f64::INFINITY];
        let at = |share| quantile_of_sorted(&values, share);
        assert_eq!(at(0.25), Some(f64::NEG_INFINITY));
        assert_eq!(at(0.5), Some(0.0));
        assert_eq!(at(0.75), Some(f64::INFINITY));
        let both = [f64::NEG_INFINITY, f64::INFINITY];
        assert_eq!(quantile_of_sorted(&both, 0.4), Some(f64::NEG_INFINITY));
        assert_eq!(quantile_of_sorted(&both, 0.6), Some(f64::INFINITY));
    }

    #[test]
    fn middles_bear_wild_values() {
        assert_eq!(median(&[3.0, 100.0, 1.0]), Some(3.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 100.0]), Some(3.0));
        assert_eq!(trimmed_mean(&[0.0, 50.0, 55.0, 60.0, 100.0], 0.2), Some(55.0));
        assert_eq!(trimmed_mean(&[0.0, 50.0, 60.0, 100.0], 0.2), Some(52.5));
        assert_eq!(trimmed_mean(&[7.0], 0.2), Some(7.0));
        assert_eq!((median(&[]), trimmed_mean(&[], 0.2)), (None, None));
        assert_eq!(trimmed_mean(&[1.0, 2.0], 0.5), None);
    }
}
