//! A guess as the judge monitor sees it.

/// A guess, and what the judge had been given. For mutual favours to be seen, whoever is
/// both judge and player has one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    pub judge: u32,
    pub player: u32,
    /// From 0 to 100.
    pub points: f64,
    /// What the judge had last been given before.
    pub before: Option<f64>,
    /// How long the judge took.
    pub seconds: Option<f64>,
}
