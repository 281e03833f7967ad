//! Eigenvalues of a symmetric tridiagonal matrix by the implicit QL algorithm.

/// Rotations for one eigenvalue, at most; two or three are usual.
const MOST_ROUNDS: usize = 60;

/// Turns the diagonal into the eigenvalues, in no order, and applies the same rotations to the
/// columns of a matrix: those of the identity become the eigenvectors. There is one off-diagonal
/// entry less than diagonal ones.
pub(crate) fn eigen(diagonal: &mut [f64], off_diagonal: &[f64], columns: &mut [Vec<f64>]) {
    let size = diagonal.len();
    let mut off: Vec<f64> = off_diagonal.iter().copied().chain([0.0]).collect();
    for first in 0..size {
        for _ in 0..MOST_ROUNDS {
            let small = |nth: &usize| {
                let around = diagonal[*nth].abs() + diagonal[*nth + 1].abs();
                off[*nth].abs() <= f64::EPSILON * around
            };
            let last = (first..size - 1).find(small).unwrap_or(size - 1);
            if last == first {
                break;
            }
            rotate(diagonal, &mut off, columns, first, last);
        }
    }
}

/// One QL step with Wilkinson's shift on an unreduced block.
fn rotate(
    diagonal: &mut [f64],
    off: &mut [f64],
    columns: &mut [Vec<f64>],
    first: usize,
    last: usize,
) {
    let half = (diagonal[first + 1] - diagonal[first]) / (2.0 * off[first]);
    let root = half.hypot(1.0).copysign(half);
    let mut bulge = diagonal[last] - diagonal[first] + off[first] / (half + root);
    let (mut sine, mut cosine, mut shift) = (1.0, 1.0, 0.0);
    for nth in (first..last).rev() {
        let (along, across) = (sine * off[nth], cosine * off[nth]);
        let length = along.hypot(bulge);
        off[nth + 1] = length;
        if length == 0.0 {
            // The block has come apart.
            diagonal[nth + 1] -= shift;
            off[last] = 0.0;
            return;
        }
        (sine, cosine) = (along / length, bulge / length);
        let lower = diagonal[nth + 1] - shift;
        let moved = (diagonal[nth] - lower) * sine + 2.0 * cosine * across;
        shift = sine * moved;
        diagonal[nth + 1] = lower + shift;
        bulge = cosine * moved - across;
        if let Ok([left, right]) = columns.get_disjoint_mut([nth, nth + 1]) {
            for (one, other) in left.iter_mut().zip(right) {
                (*one, *other) = (cosine * *one - sine * *other, sine * *one + cosine * *other);
            }
        }
    }
    diagonal[first] -= shift;
    off[first] = bulge;
    off[last] = 0.0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::float;
    use crate::rng::Rng;

    fn identity(size: usize) -> Vec<Vec<f64>> {
        let column = |nth: usize| (0..size).map(|row| f64::from(u8::from(row == nth))).collect();
        (0..size).map(column).collect()
    }

    #[test]
    fn second_differences_have_the_known_eigenvalues() {
        let size = 40;
        let mut values = vec![2.0; size];
        eigen(&mut values, &vec![-1.0; size - 1], &mut []);
        values.sort_by(f64::total_cmp);
        for (nth, value) in (1..).zip(values) {
            let angle = float(nth) * std::f64::consts::PI / float(size + 1);
            assert!((value - (2.0 - 2.0 * angle.cos())).abs() < 1e-13);
        }
    }

    #[test]
    fn vectors_belong_to_their_values() {
        let (size, mut rng) = (30, Rng::new(3, 1));
        let mut numbers =
            |count: usize| -> Vec<f64> { (0..count).map(|_| rng.unit() * 2.0 - 1.0).collect() };
        let (diagonal, mut off) = (numbers(size), numbers(size - 1));
        off[11] = 0.0;
        let (mut values, mut vectors) = (diagonal.clone(), identity(size));
        eigen(&mut values, &off, &mut vectors);
        for (value, vector) in values.iter().zip(&vectors) {
            for row in 0..size {
                let mut image = diagonal[row] * vector[row];
                if row > 0 {
                    image += off[row - 1] * vector[row - 1];
                }
                if row + 1 < size {
                    image += off[row] * vector[row + 1];
                }
                assert!((image - value * vector[row]).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn small_and_degenerate_matrices_are_solved() {
        eigen(&mut [], &[], &mut []);
        let mut one = [3.0];
        eigen(&mut one, &[], &mut [vec![1.0]]);
        let mut zeros = [0.0; 5];
        eigen(&mut zeros, &[0.0; 4], &mut identity(5));
        assert_eq!((one, zeros), ([3.0], [0.0; 5]));
    }
}
