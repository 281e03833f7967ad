//! Simulated raters: how they rate, and how long they take.

use luna_core::rng::Chance;

/// The manner of a simulated rater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RaterType {
    /// Reads, and errs a little.
    Good,
    /// Does not read, and keeps to the middle.
    Lazy,
    /// Clicks anywhere.
    Random,
    /// Knows the rules well, and takes the time.
    Expert,
}

impl RaterType {
    /// The manners of a crowd.
    pub const CROWD: [RaterType; 3] = [RaterType::Good, RaterType::Lazy, RaterType::Random];

    pub fn name(self) -> &'static str {
        match self {
            RaterType::Good => "good",
            RaterType::Lazy => "lazy",
            RaterType::Random => "random",
            RaterType::Expert => "expert",
        }
    }

    /// The rating of a question of this quality.
    pub(super) fn rating(self, quality: f64, chance: &mut Chance) -> u8 {
        let wanted = match self {
            RaterType::Good => quality + GOOD_ERROR * chance.normal(),
            RaterType::Lazy => 3.0 + 0.7 * chance.normal(),
            RaterType::Random => 1.0 + 4.0 * chance.unit(),
            RaterType::Expert => quality + EXPERT_ERROR * chance.normal(),
        };
        // The nearest of five.
        (1..=4_u8).filter(|step| wanted > f64::from(*step) + 0.5).count().try_into().unwrap_or(0)
            + 1
    }

    /// The seconds that a rating takes.
    pub(super) fn seconds(self, chance: &mut Chance) -> f64 {
        let median = match self {
            RaterType::Good => 22.0,
            RaterType::Lazy | RaterType::Random => 5.0,
            RaterType::Expert => 45.0,
        };
        median * (0.4 * chance.normal()).exp()
    }
}

/// The standard deviation of a good rater’s error. With it, the mean of five correlates with an expert as
/// in the paper, by 0.74 to 0.79.
const GOOD_ERROR: f64 = 0.7;
/// That of an expert: with it, two experts correlate as the two of the paper do, by about 0.65.
const EXPERT_ERROR: f64 = 0.55;
