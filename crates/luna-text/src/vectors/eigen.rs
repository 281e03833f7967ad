//! The largest eigenpairs of a sparse symmetric matrix, by Chebyshev-filtered subspace iteration.

use ndarray::{Array1, Array2, Axis};

use crate::interner::{to_u32, to_usize};

/// Compressed sparse rows.
pub(super) struct SparseSymmetric {
    /// End of each row.
    ends: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
}

/// Additional vectors in the subspace; more of them take fewer rounds.
const SPARE: usize = 40;
/// Relative difference of eigenvalues that counts as a gap.
const GAP: f64 = 1e-4;
/// Relative residual of an eigenpair, |Av - xv|.
const EXACT: f64 = 1e-13;
/// Relative residual of the first pair left out; its eigenvalue is far more accurate.
const NEAR: f64 = 1e-7;
/// Maximum growth of a vector in one round.
const GROWTH: f64 = 1e8;
/// About ten are usual.
const MOST_ROUNDS: usize = 300;

impl SparseSymmetric {
    /// Takes the entries of both halves, sorted by row.
    pub(super) fn new(size: usize, entries: Vec<(u32, u32, f64)>) -> SparseSymmetric {
        let row_end = |row| entries.partition_point(|entry| entry.0 <= row);
        let ends = (0..to_u32(size)).map(row_end).collect();
        let columns = entries.iter().map(|entry| entry.1).collect();
        SparseSymmetric {
            ends,
            columns,
            values: entries.into_iter().map(|entry| entry.2).collect(),
        }
    }

    fn size(&self) -> usize {
        self.ends.len()
    }

    /// Multiplies a block of columns.
    fn times(&self, block: &Array2<f64>) -> Array2<f64> {
        let mut product = Array2::zeros(block.dim());
        let mut from = 0;
        for (mut row, &to) in product.rows_mut().into_iter().zip(&self.ends) {
            for (&column, &value) in self.columns[from..to].iter().zip(&self.values[from..to]) {
                row.scaled_add(value, &block.row(to_usize(column)));
            }
            from = to;
        }
        product
    }

    /// Applies a Chebyshev polynomial of the matrix, scaled so that components with eigenvalues up
    /// to `low` stay small and the others grow.
    fn chebyshev_filter(&self, block: Array2<f64>, low: f64, degree: usize) -> Array2<f64> {
        let mut now = self.times(&block) / low;
        let mut before = block;
        for _ in 1..degree {
            let next = self.times(&now) * (2.0 / low) - &before;
            before = std::mem::replace(&mut now, next);
        }
        now
    }
}

/// Returns up to `wanted` eigenvalues, the largest in magnitude first, with eigenvectors as
/// columns; fewer if the next one is nearly equal.
pub(super) fn largest_eigenpairs(
    matrix: &SparseSymmetric,
    wanted: usize,
) -> (Vec<f64>, Array2<f64>) {
    let size = matrix.size();
    let mut block = pseudorandom_block(size, size.min(wanted.saturating_add(SPARE)));
    let mut rounds = 0;
    loop {
        block = orthonormal_basis(&orthonormal_basis(&block));
        let product = matrix.times(&block);
        let (values, turn) = jacobi_eigen(&block.t().dot(&product));
        block = block.dot(&turn);
        let top = values.first().map_or(0.0, |value| value.abs());
        let left = product.dot(&turn) - &block * &Array1::from(values.clone());
        let kept = spectral_cut(&values, wanted, top);
        let exact = |(nth, column): (usize, ndarray::ArrayView1<f64>)| {
            column.dot(&column).sqrt() <= if nth < kept { EXACT * top } else { NEAR * top }
        };
        rounds += 1;
        let whole = values.len() == size;
        if whole
            || rounds == MOST_ROUNDS
            || left.columns().into_iter().take(kept + 1).enumerate().all(exact)
        {
            let (kept_vectors, _) = block.view().split_at(Axis(1), kept);
            return (values.into_iter().take(kept).collect(), kept_vectors.to_owned());
        }
        let low = values.last().map_or(0.0, |value| value.abs()).max(GAP * top);
        let most = (2.0 * GROWTH).ln() / (top / low).acosh();
        let degree = (1..16).take_while(|&degree| f64::from(degree) < most).count().max(1);
        block = matrix.chebyshev_filter(block, low, degree);
    }
}

/// Number of values up to the last gap.
fn spectral_cut(values: &[f64], wanted: usize, top: f64) -> usize {
    let size = |nth: usize| values.get(nth).map_or(0.0, |value| value.abs());
    let ends = |&count: &usize| size(count - 1) - size(count) > GAP * top;
    (1..=wanted.min(values.len())).rev().find(ends).unwrap_or(0)
}

/// A fixed block of pseudorandom numbers from -1 to 1.
fn pseudorandom_block(rows: usize, columns: usize) -> Array2<f64> {
    let mut state = 1_u64;
    Array2::from_shape_simple_fn((rows, columns), || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        f64::from(u32::try_from(state >> 32).unwrap_or(0)) / f64::from(u32::MAX) * 2.0 - 1.0
    })
}

/// Gram-Schmidt orthonormalisation in column order; dependent columns are dropped. Columns close to
/// eigenvectors stay so.
fn orthonormal_basis(block: &Array2<f64>) -> Array2<f64> {
    let lengths = block.map_axis(Axis(0), |column| column.dot(&column).sqrt());
    let scale = lengths.mapv(|length| if length > 0.0 { 1.0 / length } else { 0.0 });
    let scaled = block * &scale;
    let products = scaled.t().dot(&scaled);
    // Coefficients of each basis vector, and their products with the Gram matrix.
    let mut parts: Vec<(Array1<f64>, Array1<f64>)> = Vec::new();
    for nth in 0..products.nrows() {
        let mut part = Array1::zeros(products.nrows());
        part[nth] = 1.0;
        for (known, along) in &parts {
            let held = along.dot(&part);
            part.scaled_add(-held, known);
        }
        let along = products.dot(&part);
        let square = part.dot(&along);
        if square > 1e-14 {
            let root = square.sqrt();
            parts.push((part / root, along / root));
        }
    }
    let size = (products.nrows(), parts.len());
    scaled.dot(&Array2::from_shape_fn(size, |(row, column)| parts[column].0[row]))
}

/// All eigenpairs of a small symmetric matrix by Jacobi rotations, the largest in magnitude first,
/// with eigenvectors as columns.
fn jacobi_eigen(matrix: &Array2<f64>) -> (Vec<f64>, Array2<f64>) {
    let size = matrix.nrows();
    let mut rows: Vec<Vec<f64>> = matrix.rows().into_iter().map(|row| row.to_vec()).collect();
    let mut vectors: Vec<Vec<f64>> =
        Array2::eye(size).rows().into_iter().map(|row| row.to_vec()).collect();
    let least = 0.1 * f64::EPSILON * matrix.iter().map(|x| x * x).sum::<f64>().sqrt();
    let pairs = || (0..size).flat_map(|one| (one + 1..size).map(move |other| [one, other]));
    for _ in 0..MOST_ROUNDS {
        let mut turns = 0;
        for pair in pairs() {
            turns += usize::from(rotate(&mut rows, &mut vectors, pair, least));
        }
        if turns == 0 {
            break;
        }
    }
    let mut order: Vec<usize> = (0..size).collect();
    order.sort_by(|&one, &other| rows[other][other].abs().total_cmp(&rows[one][one].abs()));
    let sorted = Array2::from_shape_fn((size, size), |(row, column)| vectors[order[column]][row]);
    (order.iter().map(|&nth| rows[nth][nth]).collect(), sorted)
}

/// Rotates two axes to annihilate the entry between them, unless it is at most `least`. The vectors
/// are rows here.
fn rotate(
    rows: &mut [Vec<f64>],
    vectors: &mut [Vec<f64>],
    [one, other]: [usize; 2],
    least: f64,
) -> bool {
    let between = rows[one][other];
    if between.abs() <= least {
        return false;
    }
    let ratio = (rows[other][other] - rows[one][one]) / (2.0 * between);
    let tangent = ratio.signum() / (ratio.abs() + ratio.hypot(1.0));
    let cosine = tangent.hypot(1.0).recip();
    let sine = tangent * cosine;
    let turn = |x: &mut f64, y: &mut f64| {
        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
    };
    for lines in [&mut *rows, vectors] {
        if let Ok([upper, lower]) = lines.get_disjoint_mut([one, other]) {
            upper.iter_mut().zip(lower).for_each(|(x, y)| turn(x, y));
        }
    }
    for row in rows.iter_mut() {
        if let Ok([left, right]) = row.get_disjoint_mut([one, other]) {
            turn(left, right);
        }
    }
    rows[one][other] = 0.0;
    rows[other][one] = 0.0;
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::float;
    use crate::tests::Draw;

    /// A sparse matrix with some ten entries in a row, and its dense copy.
    fn sparse(size: usize, draw: &mut Draw) -> (SparseSymmetric, Array2<f64>) {
        let mut full = Array2::zeros((size, size));
        for _ in 0..size * 5 {
            let (one, other) = (draw.below(size), draw.below(size));
            let value = float(draw.below(1000)) / 100.0;
            full[[one, other]] = value;
            full[[other, one]] = value;
        }
        let entries = full.indexed_iter().filter(|&(_, &value)| value > 0.0);
        let entries = entries.map(|((row, column), &value)| (to_u32(row), to_u32(column), value));
        (SparseSymmetric::new(size, entries.collect()), full)
    }

    #[test]
    fn the_largest_are_those_that_the_whole_matrix_has() {
        let mut draw = Draw(8);
        let (matrix, full) = sparse(70, &mut draw);
        let (all, directions) = jacobi_eigen(&full);
        let (values, vectors) = largest_eigenpairs(&matrix, 10);
        assert!((8..=10).contains(&values.len()));
        for (nth, value) in values.iter().enumerate() {
            assert!((value - all[nth]).abs() < 1e-12 * all[0]);
            let along = vectors.column(nth).dot(&directions.column(nth)).abs();
            assert!((along - 1.0).abs() < 1e-10, "{along}");
        }
    }

    #[test]
    fn a_matrix_of_low_rank_has_few() {
        // All ones among the first words, all twos among the next, and nothing after.
        let square = |from: u32, to: u32, value: f64| {
            (from..to).flat_map(move |row| (from..to).map(move |column| (row, column, value)))
        };
        let entries = square(0, 20, 1.0).chain(square(20, 60, 2.0)).collect();
        let (values, vectors) = largest_eigenpairs(&SparseSymmetric::new(100, entries), 10);
        assert_eq!(values.len(), 2);
        assert!((values[0] - 80.0).abs() < 1e-11 && (values[1] - 20.0).abs() < 1e-11);
        assert!((vectors[[30, 0]].abs() - 40.0_f64.sqrt().recip()).abs() < 1e-13);
        assert!(vectors[[90, 0]].abs() < 1e-13);
    }
}
