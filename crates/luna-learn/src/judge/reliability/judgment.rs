//! Input of the judge monitor.

/// A guess with its context. Mutual favours are only found if a person has one number as judge and
/// player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgment {
    pub judge: u32,
    pub player: u32,
    /// From 0 to 100.
    pub points: f64,
    /// The last guess that the judge had received.
    pub before: Option<f64>,
    /// Response time.
    pub seconds: Option<f64>,
}
