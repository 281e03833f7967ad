//! The inner loops of the solvers.

/// Dot product with eight partial sums, which the processor adds in parallel.
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

/// Adds `times` times a vector to another.
pub(crate) fn add(to: &mut [f64], times: f64, what: &[f64]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += times * what;
    }
}

/// Sum of the rows of a matrix, each times a factor.
pub(crate) fn combine(rows: &[Vec<f64>], times: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; rows.first().map_or(0, Vec::len)];
    for (row, times) in rows.iter().zip(times) {
        add(&mut sum, *times, row);
    }
    sum
}
