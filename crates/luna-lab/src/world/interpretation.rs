//! Interpretations of the paper's text, for each choice that it leaves open. The default is its
//! literal meaning.

mod names;

/// When the noise of an Actual Guess is drawn, or a Random player's guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Once for each judge and player: they think the same at every meeting.
    Pair,
    /// Independently for each guess.
    Guess,
}

/// The ratings that the two guesses of a step are based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Both those before the step.
    Together,
    /// The second sees what the first has changed.
    InTurn,
}

/// The value of an unrated player in the distribution and the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    LeftOut,
    Zero,
    Fifty,
}

impl Unrated {
    pub(crate) fn points(self) -> Option<f64> {
        match self {
            Unrated::LeftOut => None,
            Unrated::Zero => Some(0.0),
            Unrated::Fifty => Some(50.0),
        }
    }
}

/// The definition of a quantile of sorted numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantile {
    /// The least that has at least that share at or below it.
    Inverse,
    /// Between the two around the place, in proportion.
    Linear,
    /// The lower of the two around the place.
    Lower,
    /// The higher of the two.
    Higher,
    /// The nearer of the two.
    Nearest,
    /// Half way between the two.
    Midpoint,
}

impl Quantile {
    pub const ALL: [Quantile; 6] = [
        Quantile::Inverse,
        Quantile::Linear,
        Quantile::Lower,
        Quantile::Higher,
        Quantile::Nearest,
        Quantile::Midpoint,
    ];
}

/// The truth that an error is measured against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intelligence {
    /// The number a player was given at the start.
    Value,
    /// The mean of what all others think of the player.
    Expected,
}

/// Every choice at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interpretation {
    /// Standard deviation of the noise.
    pub noise: f64,
    pub draw: Draw,
    pub turn: Turn,
    pub unrated: Unrated,
    /// A Quantile player's own sample holds the guess being made.
    pub own_includes_current: bool,
    pub quantile: Quantile,
    /// The slip of giving a fraction to a function that wants percent.
    pub fraction_as_percent: bool,
    /// When the guess of a Random player is drawn.
    pub random: Draw,
    /// Guesses are kept within 0 to 100.
    pub clamped: bool,
    pub intelligence: Intelligence,
    /// After how many steps the first point of an axis of time lies.
    pub first_point: u32,
}

impl Interpretation {
    /// Word for word.
    pub fn literal() -> Interpretation {
        Interpretation {
            noise: f64::sqrt(5.0),
            draw: Draw::Pair,
            turn: Turn::Together,
            unrated: Unrated::LeftOut,
            own_includes_current: false,
            quantile: Quantile::Inverse,
            fraction_as_percent: false,
            random: Draw::Guess,
            clamped: false,
            intelligence: Intelligence::Value,
            first_point: 1,
        }
    }

    /// Returns the interpretation that comes nearest to the printed axes.
    pub fn figures() -> Interpretation {
        Interpretation {
            noise: 5.0,
            draw: Draw::Guess,
            fraction_as_percent: true,
            first_point: 100,
            ..Interpretation::literal()
        }
    }
}
