//! The square of a distance, from which Gaussian kernels are made.

/// The sum of squared differences, with eight partial sums, which the processor adds in parallel.
pub fn squared_distance(one: &[f64], other: &[f64]) -> f64 {
    let (ones, last) = one.as_chunks::<8>();
    let (others, other_last) = other.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (one, other) in ones.iter().zip(others) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += (one - other) * (one - other);
        }
    }
    let rest: f64 = last.iter().zip(other_last).map(|(one, other)| (one - other).powi(2)).sum();
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::float;

    #[test]
    fn distances_are_those_of_the_plain_sum() {
        for length in [0, 1, 7, 8, 9, 40] {
            let one: Vec<f64> = (0..length).map(|nth| float(nth * nth % 7)).collect();
            let other: Vec<f64> = (0..length).map(|nth| float(nth * 5 % 11)).collect();
            let plain: f64 = one.iter().zip(&other).map(|(a, b)| (a - b).powi(2)).sum();
            assert!((squared_distance(&one, &other) - plain).abs() < 1e-9, "{length}");
        }
    }
}
