//! Kernel ridge regression on standardised features, averaged over Gaussian kernels by evidence.

use luna_learn::design::{Design, Refusal};
use luna_learn::float;
use luna_learn::kernel_ridge::{average_kernels, squared_distance};
use serde::{Deserialize, Serialize};

/// Widths of the kernels: distances at which likeness falls to `exp(-1/2)`, where 1 is the root of
/// the number of features.
const WIDTHS: [f64; 3] = [0.5, 1.0, 2.0];
/// Ridge strengths, as shares of the likeness of a question to itself.
const STRENGTHS: [f64; 6] = [0.03, 0.1, 0.3, 1.0, 3.0, 10.0];
/// A value further from the mean, in standard deviations, counts as this far.
const FARTHEST: f64 = 3.0;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct KernelModel {
    /// The columns that differ among the training questions: column, mean, and deviation.
    scales: Vec<(usize, f64, f64)>,
    /// Standardised training questions.
    rows: Vec<Vec<f64>>,
    /// For each width, the weight of the likeness to each training question.
    weights: Vec<Vec<f64>>,
    intercept: f64,
}

impl KernelModel {
    pub(super) fn fit(design: &Design, train: &[usize], target: &[f64]) -> Result<Self, Refusal> {
        let dense: Vec<Vec<f64>> = train.iter().map(|&row| design.dense_row(row)).collect();
        let scales = scales(&dense, design.columns());
        let rows: Vec<Vec<f64>> = dense.iter().map(|row| standardised(&scales, row)).collect();
        let wanted = wanted(train, target)?;
        let squares: Vec<Vec<f64>> = (rows.iter().enumerate())
            .map(|(nth, one)| {
                rows[..=nth].iter().map(|other| squared_distance(one, other)).collect()
            })
            .collect();
        let square = |one: usize, other: usize| squares[one.max(other)][one.min(other)];
        let kernels: Vec<Vec<Vec<f64>>> = WIDTHS
            .iter()
            .map(|&width| {
                let alike = |one| {
                    (0..rows.len())
                        .map(|other| likeness(square(one, other), width, scales.len()))
                        .collect()
                };
                (0..rows.len()).map(alike).collect()
            })
            .collect();
        let fit = average_kernels(&kernels, &wanted, &STRENGTHS)?;
        Ok(KernelModel { scales, rows, weights: fit.weights, intercept: fit.intercept })
    }

    pub(super) fn score(&self, values: &[f64]) -> f64 {
        let own = standardised(&self.scales, values);
        let squares: Vec<f64> = self.rows.iter().map(|row| squared_distance(row, &own)).collect();
        let sum = |(weights, width): (&Vec<f64>, &f64)| {
            let each = weights.iter().zip(&squares);
            each.map(|(weight, square)| weight * likeness(*square, *width, self.scales.len()))
                .sum::<f64>()
        };
        self.intercept + self.weights.iter().zip(&WIDTHS).map(sum).sum::<f64>()
    }

    /// Returns true if the numbers fit together.
    pub(super) fn is_sound(&self, columns: usize) -> bool {
        let scale = |it: &(usize, f64, f64)| it.0 < columns && it.1.is_finite() && it.2 > 0.0;
        self.scales.iter().all(scale)
            && self.rows.iter().all(|row| row.len() == self.scales.len())
            && self.weights.len() == WIDTHS.len()
            && self.weights.iter().all(|weights| weights.len() == self.rows.len())
    }
}

fn wanted(train: &[usize], target: &[f64]) -> Result<Vec<f64>, Refusal> {
    let of = |&row: &usize| {
        target.get(row).copied().ok_or(Refusal::Targets { found: target.len(), rows: row + 1 })
    };
    train.iter().map(of).collect()
}

fn scales(rows: &[Vec<f64>], columns: usize) -> Vec<(usize, f64, f64)> {
    let count = float(rows.len().max(1));
    let scale = |column: usize| {
        let values = rows.iter().filter_map(|row| row.get(column));
        let mean = values.clone().sum::<f64>() / count;
        let square = values.map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        (square > 1e-12 * (1.0 + mean * mean)).then(|| (column, mean, square.sqrt()))
    };
    (0..columns).filter_map(scale).collect()
}

fn standardised(scales: &[(usize, f64, f64)], values: &[f64]) -> Vec<f64> {
    let one = |&(column, mean, deviation): &(usize, f64, f64)| {
        let value = values.get(column).copied().unwrap_or(0.0);
        ((value - mean) / deviation).clamp(-FARTHEST, FARTHEST)
    };
    scales.iter().map(one).collect()
}

fn likeness(square: f64, width: f64, columns: usize) -> f64 {
    (-0.5 * square / (width * width * float(columns.max(1)))).exp()
}
