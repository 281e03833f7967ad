//! The ease of each theme, and how much a level counts in it: a line in the level.

use std::collections::{BTreeMap, BTreeSet};

use ndarray::Array2;

use super::contrast::PlayerContrasts;
use super::mark::ThemeMark;
use crate::matrix::Cholesky;
use crate::number::float;

/// Relative to the largest entry: what cannot be told apart counts as 0.
const RIDGE: f64 = 1e-8;
/// Slopes are drawn towards none as if they usually differed by three points in ten, at a noise of
/// fifteen points: where players are alike, the slightest differences of level would tell a lot.
const STEADY: f64 = 25.0;

/// The themes of all players. Lines are the ease of each, then the slope of each.
pub(super) struct ThemeLines {
    themes: Vec<u32>,
    /// The places of each player's themes.
    places: BTreeMap<u32, Vec<usize>>,
}

impl ThemeLines {
    pub(super) fn of(players: &[PlayerContrasts]) -> ThemeLines {
        let themes: BTreeSet<u32> = players.iter().flat_map(|it| it.themes.clone()).collect();
        let themes: Vec<u32> = themes.into_iter().collect();
        let of_player = |it: &PlayerContrasts| {
            let places = it.themes.iter().filter_map(|theme| themes.binary_search(theme).ok());
            (it.player, places.collect())
        };
        let places = players.iter().map(of_player).collect();
        ThemeLines { themes, places }
    }

    /// The number of parameters that differences depend on.
    pub(super) fn free(&self) -> f64 {
        2.0 * (float(self.themes.len()) - 1.0).max(0.0)
    }

    fn places(&self, player: &PlayerContrasts) -> &[usize] {
        self.places.get(&player.player).map_or(&[], Vec::as_slice)
    }

    /// The normal equations, where each player's differences have this information.
    pub(super) fn equations(
        &self,
        players: &[PlayerContrasts],
        information: &[Array2<f64>],
    ) -> Cholesky {
        let size = self.themes.len();
        let mut matrix: Vec<Vec<f64>> = (1..=2 * size).map(|width| vec![0.0; width]).collect();
        for (player, information) in players.iter().zip(information) {
            let places = self.places(player);
            for (row, &at) in information.rows().into_iter().zip(places) {
                for (entry, &other) in row.iter().zip(places) {
                    matrix[size + at][other] += player.level * entry;
                    if other <= at {
                        matrix[at][other] += entry;
                        matrix[size + at][size + other] += player.level.powi(2) * entry;
                    }
                }
            }
        }
        let largest = matrix.iter().flatten().copied().fold(0.0, f64::max);
        for (nth, row) in matrix.iter_mut().enumerate() {
            if let Some(own) = row.last_mut() {
                *own += RIDGE * largest + if nth < size { 0.0 } else { STEADY };
            }
        }
        Cholesky::clamped(matrix)
    }

    /// The right side of the equations, from each player's sums by theme.
    pub(super) fn right(&self, players: &[PlayerContrasts], sums: &[Vec<f64>]) -> Vec<f64> {
        let size = self.themes.len();
        let mut right = vec![0.0; 2 * size];
        for (player, sums) in players.iter().zip(sums) {
            for (&at, sum) in self.places(player).iter().zip(sums) {
                right[at] += sum;
                right[size + at] += player.level * sum;
            }
        }
        right
    }

    fn line(&self, found: &[f64], at: usize, level: f64) -> f64 {
        found[at] + level * found[self.themes.len() + at]
    }

    /// The points by theme that the lines expect of a player.
    pub(super) fn points(&self, player: &PlayerContrasts, found: &[f64]) -> Vec<f64> {
        self.places(player).iter().map(|&at| self.line(found, at, player.level)).collect()
    }

    /// The covariance of these points.
    pub(super) fn covariance(&self, player: &PlayerContrasts, all: &Array2<f64>) -> Vec<Vec<f64>> {
        let (size, level) = (self.themes.len(), player.level);
        let places = self.places(player);
        let entry = |one: usize, other: usize| {
            let mixed = all[(size + one, other)] + all[(one, size + other)];
            all[(one, other)] + level * (mixed + level * all[(size + one, size + other)])
        };
        places.iter().map(|&one| places.iter().map(|&other| entry(one, other)).collect()).collect()
    }

    /// The marks without their themes' lines.
    pub(super) fn subtracted(
        &self,
        marks: &[ThemeMark],
        levels: &BTreeMap<u32, f64>,
        found: &[f64],
    ) -> Vec<ThemeMark> {
        let expected = |it: &ThemeMark| {
            let level = levels.get(&it.player).copied().unwrap_or_default();
            self.themes.binary_search(&it.theme).map_or(0.0, |at| self.line(found, at, level))
        };
        marks.iter().map(|it| ThemeMark { points: it.points - expected(it), ..*it }).collect()
    }
}
