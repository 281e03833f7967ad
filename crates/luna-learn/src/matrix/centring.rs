//! Double centring of a symmetric matrix.

use crate::number::float;

/// Subtracts the row and column means of a symmetric matrix and keeps its lower triangle.
pub(crate) fn centre(matrix: &mut [Vec<f64>]) {
    let count = float(matrix.len());
    let means: Vec<f64> = matrix.iter().map(|row| row.iter().sum::<f64>() / count).collect();
    let middle = means.iter().sum::<f64>() / count;
    for (nth, row) in matrix.iter_mut().enumerate() {
        row.truncate(nth + 1);
        for (value, mean) in row.iter_mut().zip(&means) {
            *value -= mean + (means[nth] - middle);
        }
    }
}
