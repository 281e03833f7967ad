//! Differences between the marks that one judge gives in one game, by theme.

use std::collections::BTreeMap;

use ndarray::Array2;

use super::mark::ThemeMark;
use crate::guess::additive;
use crate::guess::calibrated::Guess;
use crate::number::float;

/// Noise over what is particular, in marks, that the test looks for.
const LIKELY_RATIO: f64 = 4.0;

/// The differences of one player.
pub(super) struct PlayerContrasts {
    pub(super) player: u32,
    pub(super) level: f64,
    /// Sorted; the fields below are by their places.
    pub(super) themes: Vec<u32>,
    pub(super) marks: Vec<usize>,
    pub(super) games: Vec<GameContrasts>,
    /// What the sums expect of points by theme: a symmetric matrix.
    pub(super) information: Vec<Vec<f64>>,
    /// The weight of each theme in the statistic.
    pub(super) weights: Vec<f64>,
    /// What the statistic expects of the variance across games and within them, and of the noise.
    pub(super) across: f64,
    pub(super) within: f64,
    pub(super) noise: f64,
    /// Independent differences.
    pub(super) free: f64,
}

impl PlayerContrasts {
    pub(super) fn total(&self) -> Vec<f64> {
        self.turned(|| 1.0)
    }

    /// The sums by theme, with a sign for each game.
    pub(super) fn turned(&self, mut sign: impl FnMut() -> f64) -> Vec<f64> {
        let mut total = vec![0.0; self.themes.len()];
        for game in &self.games {
            let sign = sign();
            for (&slot, points) in &game.sums {
                total[slot] += sign * points;
            }
        }
        total
    }

    pub(super) fn matrix(&self) -> Array2<f64> {
        let size = self.themes.len();
        Array2::from_shape_fn((size, size), |(row, at)| self.information[row][at])
    }

    /// The weighted sum of squares of the games.
    pub(super) fn squares(&self) -> f64 {
        let all = self.games.iter().flat_map(|game| &game.sums);
        all.map(|(&slot, points)| self.weights[slot] * points * points).sum()
    }

    /// What the weighted sum of squares of the games loses where points by theme are fitted with
    /// this covariance.
    pub(super) fn leverage(&self, covariance: &[Vec<f64>]) -> f64 {
        self.games.iter().map(|game| game.leverage(covariance, &self.weights)).sum()
    }
}

/// The level of each player above the mean of all marks, in tens of points.
pub(super) fn levels(marks: &[ThemeMark]) -> BTreeMap<u32, f64> {
    let rows: Vec<Guess> = marks
        .iter()
        .map(|it| Guess { judge: it.judge, player: it.player, points: it.points })
        .collect();
    let fitted = additive::fit(&rows).subjects;
    let level = |player: u32| {
        let at = usize::try_from(player).ok();
        at.and_then(|at| fitted.get(at).copied().flatten()).unwrap_or_default()
    };
    let all = float(marks.len().max(1));
    let mean = marks.iter().map(|it| level(it.player)).sum::<f64>() / all;
    marks.iter().map(|it| (it.player, (level(it.player) - mean) / 10.0)).collect()
}

/// The differences of each player.
pub(super) fn contrasts(marks: &[ThemeMark], levels: &BTreeMap<u32, f64>) -> Vec<PlayerContrasts> {
    let mut sorted: Vec<&ThemeMark> = marks.iter().collect();
    sorted.sort_by_key(|it| (it.player, it.game, it.judge, it.theme));
    let players = sorted.chunk_by(|one, next| one.player == next.player);
    players.filter_map(|own| of_player(own, levels)).collect()
}

fn of_player(marks: &[&ThemeMark], levels: &BTreeMap<u32, f64>) -> Option<PlayerContrasts> {
    let player = marks.first()?.player;
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for it in marks {
        *counts.entry(it.theme).or_default() += 1;
    }
    let (themes, counts): (Vec<u32>, Vec<usize>) = counts.into_iter().unzip();
    let size = themes.len();
    let mut found = PlayerContrasts {
        player,
        level: levels.get(&player).copied().unwrap_or_default(),
        themes,
        marks: counts,
        games: Vec::new(),
        information: vec![vec![0.0; size]; size],
        weights: Vec::new(),
        across: 0.0,
        within: 0.0,
        noise: 0.0,
        free: 0.0,
    };
    let games: Vec<GameContrasts> = marks
        .chunk_by(|one, next| one.game == next.game)
        .map(|game| GameContrasts::of(game, &found.themes))
        .collect();
    found.take_up(games);
    Some(found)
}

impl PlayerContrasts {
    fn take_up(&mut self, games: Vec<GameContrasts>) {
        for ((row, at), entry) in games.iter().flat_map(|game| &game.information) {
            self.information[*row][*at] += entry;
        }
        let diagonal = |(at, row): (usize, &Vec<f64>)| 1.0 / (row[at] + LIKELY_RATIO);
        self.weights = self.information.iter().enumerate().map(diagonal).collect();
        let squares = self.information.iter().zip(&self.weights);
        self.across =
            squares.map(|(row, weight)| weight * row.iter().map(|x| x * x).sum::<f64>()).sum();
        for game in &games {
            for ((row, at), entry) in &game.information {
                self.within += self.weights[*row] * entry * entry;
                self.noise += if row == at { self.weights[*row] * entry } else { 0.0 };
            }
            self.free += game.free;
        }
        self.across -= self.within;
        self.games = games;
    }
}

/// The differences of one player in one game, by the place of the theme.
#[derive(Default)]
pub(super) struct GameContrasts {
    /// The sum of a theme's marks less the game's mean.
    sums: BTreeMap<usize, f64>,
    information: BTreeMap<(usize, usize), f64>,
    free: f64,
}

impl GameContrasts {
    fn of(game: &[&ThemeMark], themes: &[u32]) -> GameContrasts {
        let mut found = GameContrasts::default();
        for block in game.chunk_by(|one, next| one.judge == next.judge) {
            found.add(block, themes);
        }
        found
    }

    /// Adds the marks of one judge.
    fn add(&mut self, block: &[&ThemeMark], themes: &[u32]) {
        let size = float(block.len());
        let mean = block.iter().map(|it| it.points).sum::<f64>() / size;
        let of_theme: Vec<(usize, f64, f64)> = block
            .chunk_by(|one, next| one.theme == next.theme)
            .filter_map(|same| {
                let slot = themes.binary_search(&same.first()?.theme).ok()?;
                let sum = same.iter().map(|it| it.points - mean).sum();
                Some((slot, float(same.len()), sum))
            })
            .collect();
        for &(slot, count, sum) in &of_theme {
            *self.sums.entry(slot).or_default() += sum;
            *self.information.entry((slot, slot)).or_default() += count;
            for &(other, others, _) in &of_theme {
                *self.information.entry((slot, other)).or_default() -= count * others / size;
            }
        }
        self.free += float(of_theme.len()) - 1.0;
    }

    fn leverage(&self, covariance: &[Vec<f64>], weights: &[f64]) -> f64 {
        let row = |at: usize| self.information.range((at, 0)..=(at, usize::MAX));
        let of_theme = |&at: &usize| -> f64 {
            let lost = row(at).map(|((_, one), x)| {
                row(at).map(|((_, other), y)| x * covariance[*one][*other] * y).sum::<f64>()
            });
            weights[at] * lost.sum::<f64>()
        };
        self.sums.keys().map(of_theme).sum()
    }
}
