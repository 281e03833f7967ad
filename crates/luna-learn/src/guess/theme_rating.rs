//! A rating by theme, and whether it says more than the one rating.
//!
//! A mark is the sum of the player's level, what the judge and the game add, a line in the level for
//! the theme (its ease, and how much a level counts in it), what is particular to this player in this
//! theme, and noise. Only differences between the marks that one judge gives in one game are compared,
//! so levels, judges and whatever the marks of a game share drop out. A game of one theme alone says
//! nothing.
//!
//! What is particular to a player comes back in other games. The test compares the statistic with its
//! value when the differences of each game are turned around or not, by chance: that keeps everything
//! within a game, such as a judge's noise or answers to follow-up questions that succeed together, and
//! breaks only what games have in common. It assumes that noise is as likely up as down. A judge who
//! marks one player again and again, and is hard on one theme, looks like the player's own.
//!
//! There is one test for all players, as few have enough games for one of their own. It guards against
//! themes that mean nothing. Where they mean something, the estimates of a player with few marks are
//! drawn towards nothing, and their intervals say so.

mod belief;
mod contrast;
mod mark;
mod theme_line;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use ndarray::Array2;

use self::belief::Belief;
use self::contrast::{PlayerContrasts, contrasts, levels};
pub use self::mark::{Particular, ThemeMark};
use self::theme_line::ThemeLines;
use crate::matrix::{Cholesky, dot};
use crate::number::float;
use crate::rng::Rng;

/// What themes say.
#[derive(Clone, Debug, PartialEq)]
pub struct ThemeRatings {
    /// The probability that players who differ by one number alone look as different by theme.
    pub p: f64,
    /// The standard deviation of what is particular to a player in a theme.
    pub deviation: f64,
    /// By player and theme.
    pub particular: BTreeMap<(u32, u32), Particular>,
}

/// The level at which themes say more than the one rating.
pub const LEVEL: f64 = 0.01;
const FLIPS: usize = 999;
/// With fewer independent differences than these, chance decides.
const LEAST_FREE: f64 = 30.0;

impl ThemeRatings {
    /// Estimates what is particular to players in themes. `None` with too few marks. The time is
    /// linear in the number of marks.
    pub fn of(marks: &[ThemeMark], seed: u64) -> Option<ThemeRatings> {
        let Evidence { players, lines, p, noise } = Evidence::of(marks, seed)?;
        let belief = Belief::of(&players, &lines, noise);
        let particular = players.iter().flat_map(|it| belief.particular(it)).collect();
        Some(ThemeRatings { p, deviation: belief.deviation(), particular })
    }

    /// Returns true if themes say more than the one rating. Until then they are not shown.
    pub fn say_more(&self) -> bool {
        self.p <= LEVEL
    }
}

/// The differences, with the result of the test.
struct Evidence {
    players: Vec<PlayerContrasts>,
    lines: ThemeLines,
    p: f64,
    /// The variance of a mark's noise.
    noise: f64,
}

impl Evidence {
    fn of(marks: &[ThemeMark], seed: u64) -> Option<Evidence> {
        let levels = levels(marks);
        let before = contrasts(marks, &levels);
        let test = Test::of(&before);
        let totals: Vec<Vec<f64>> = before.iter().map(PlayerContrasts::total).collect();
        let rest = test.lines.subtracted(marks, &levels, &test.fit(&before, &totals));
        let players = contrasts(&rest, &levels);
        let free = players.iter().map(|it| it.free).sum::<f64>() - test.lines.free();
        let shared: f64 = players.iter().map(|it| it.across).sum();
        if free < LEAST_FREE || shared <= 0.0 {
            return None;
        }
        let statistic = test.statistic(&players, || 1.0);
        let left = test.share_left(&players);
        let (p, mean) = test.by_chance(&players, statistic * left, seed);
        let variance = ((statistic - mean / left) / shared).max(0.0);
        let noise = noise(&players, variance) / left;
        Some(Evidence { players, lines: test.lines, p, noise })
    }
}

/// The test of whether differences come back.
struct Test {
    lines: ThemeLines,
    equations: Cholesky,
}

impl Test {
    fn of(players: &[PlayerContrasts]) -> Test {
        let lines = ThemeLines::of(players);
        let information: Vec<Array2<f64>> = players.iter().map(PlayerContrasts::matrix).collect();
        Test { equations: lines.equations(players, &information), lines }
    }

    fn fit(&self, players: &[PlayerContrasts], totals: &[Vec<f64>]) -> Vec<f64> {
        let mut found = self.lines.right(players, totals);
        self.equations.solve(&mut found);
        found
    }

    /// The weighted sum of squares of players' differences by theme, each game turned around or not.
    fn statistic(&self, players: &[PlayerContrasts], mut sign: impl FnMut() -> f64) -> f64 {
        let totals: Vec<Vec<f64>> = players.iter().map(|it| it.turned(&mut sign)).collect();
        let found = self.fit(players, &totals);
        let of_player = |(player, total): (&PlayerContrasts, &Vec<f64>)| -> f64 {
            let line = self.lines.points(player, &found);
            let rows = player.information.iter().zip(total).zip(&player.weights);
            rows.map(|((row, sum), weight)| weight * (sum - dot(row, &line)).powi(2)).sum()
        };
        players.iter().zip(&totals).map(of_player).sum()
    }

    /// The share of the games' sums of squares that fitted lines leave of noise.
    fn share_left(&self, players: &[PlayerContrasts]) -> f64 {
        let inverse = self.equations.inverse();
        let lost = players.iter().map(|it| it.leverage(&self.lines.covariance(it, &inverse)));
        let noise: f64 = players.iter().map(|it| it.noise).sum();
        (1.0 - lost.sum::<f64>() / noise).max(0.1)
    }

    /// How often the statistic is as large by chance, and its mean then.
    fn by_chance(&self, players: &[PlayerContrasts], actual: f64, seed: u64) -> (f64, f64) {
        let mut rng = Rng::new(seed, 0);
        let mut sign = || if rng.bits() >> 63 == 0 { 1.0 } else { -1.0 };
        let all: Vec<f64> = (0..FLIPS).map(|_| self.statistic(players, &mut sign)).collect();
        let as_large = all.iter().filter(|&&it| it >= actual - 1e-9).count();
        (float(1 + as_large) / float(1 + FLIPS), all.iter().sum::<f64>() / float(FLIPS))
    }
}

/// The variance of a mark's noise, by the differences within games.
fn noise(players: &[PlayerContrasts], variance: f64) -> f64 {
    let squares: f64 = players.iter().map(PlayerContrasts::squares).sum();
    let within: f64 = players.iter().map(|it| it.within).sum();
    let marks: f64 = players.iter().map(|it| it.noise).sum();
    ((squares - variance * within) / marks).max(1e-6)
}
