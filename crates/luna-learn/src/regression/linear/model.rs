//! The weights and intercept of a linear model.

use crate::regression::columns::Columns;
use crate::regression::design::{Design, Refusal};

#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// One for each column.
    pub weights: Vec<f64>,
    pub intercept: f64,
}

impl Linear {
    /// Predicts each of these rows.
    pub fn predict(&self, design: &Design, rows: &[usize]) -> Vec<f64> {
        rows.iter().map(|&row| self.predict_row(design.row(row))).collect()
    }

    /// Predicts one row from its entries.
    pub fn predict_row(&self, row: &[(usize, f64)]) -> f64 {
        self.intercept + self.contributions(row).map(|(_, points)| points).sum::<f64>()
    }

    /// Contribution of each entry of a row.
    pub fn contributions(&self, row: &[(usize, f64)]) -> impl Iterator<Item = (usize, f64)> {
        let weight = |column: usize| self.weights.get(column).copied().unwrap_or(0.0);
        row.iter().map(move |&(column, value)| (column, value * weight(column)))
    }

    /// Sets the intercept so that the mean prediction equals the mean target.
    pub(super) fn with_mean(
        weights: Vec<f64>,
        columns: &Columns,
        mean: f64,
    ) -> Result<Linear, Refusal> {
        let shift: f64 =
            weights.iter().zip(&columns.means).map(|(weight, mean)| weight * mean).sum();
        Linear { intercept: mean - shift, weights }.checked()
    }

    /// Adds to the intercept.
    pub(super) fn raise_intercept(mut self, by: f64) -> Result<Linear, Refusal> {
        self.intercept += by;
        self.checked()
    }

    pub(super) fn checked(self) -> Result<Linear, Refusal> {
        let finite = self.intercept.is_finite() && self.weights.iter().all(|x| x.is_finite());
        if finite { Ok(self) } else { Err(Refusal::TooLarge) }
    }
}
