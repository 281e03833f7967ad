//! The two loops in which solving equations spends its time.

/// The sum of products, in eight sums side by side, which the processor adds at once.
pub(crate) fn dot(one: &[f64], other: &[f64]) -> f64 {
    let (ones, last) = one.as_chunks::<8>();
    let (others, other_last) = other.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (one, other) in ones.iter().zip(others) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    let rest: f64 = last.iter().zip(other_last).map(|(one, other)| one * other).sum();
    sums.iter().sum::<f64>() + rest
}

/// Adds so many times the one to the other.
pub(crate) fn add(to: &mut [f64], times: f64, what: &[f64]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += times * what;
    }
}
