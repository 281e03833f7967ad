//! Marks with their themes, and what they tell of a player.

/// A mark of one response, from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThemeMark {
    pub player: u32,
    pub judge: u32,
    pub game: u64,
    pub theme: u32,
    pub points: f64,
}

/// What is particular to a player in a theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particular {
    /// Points above the player's rating, with half of the 95 % interval.
    pub points: f64,
    pub half: f64,
    pub marks: usize,
}

impl Particular {
    /// The rating in this theme of a player with this rating.
    pub fn rating(&self, overall: f64) -> f64 {
        (overall + self.points).clamp(0.0, 100.0)
    }
}
