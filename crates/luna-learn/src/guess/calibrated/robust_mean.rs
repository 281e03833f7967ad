//! Robust location of weighted values.

/// Tukey's biweight mean, started at the median, and its variance.
pub(super) fn middle(mut weighed: Vec<(f64, f64)>, least: f64) -> (f64, f64) {
    let Some(mut centre) = median(&mut weighed) else { return (0.0, 0.0) };
    let mut variance = 0.0;
    for _ in 0..5 {
        let mut far = weighed.iter().map(|&(v, w)| ((v - centre).abs(), w)).collect::<Vec<_>>();
        let reach = 6.0 * median(&mut far).unwrap_or(0.0).max(least);
        let (mut sum, mut all, mut squares) = (0.0, 1e-9, 0.0);
        for &(value, weight) in &weighed {
            let away = value - centre;
            let near = 1.0 - (away / reach).powi(2);
            let weight = weight * near.max(0.0).powi(2);
            sum += weight * away;
            all += weight;
            squares += (weight * away).powi(2);
        }
        centre += sum / all;
        variance = squares / (all * all);
    }
    (centre, variance)
}

fn median(weighed: &mut [(f64, f64)]) -> Option<f64> {
    weighed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let half = weighed.iter().map(|&(_, weight)| weight).sum::<f64>() / 2.0;
    let mut below = 0.0;
    let reached = |&&(_, weight): &&(f64, f64)| {
        below += weight;
        weight > 0.0 && below >= half
    };
    weighed.iter().find(reached).map(|&(value, _)| value)
}
