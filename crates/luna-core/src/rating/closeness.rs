//! The second result of a game, which every game has: how close a guess came to what other people
//! think of the same player.

use crate::rating::{Points, Rating};

/// Guesses of others from which on a guess is ripe: more of them hardly move it.
pub const RIPE: i64 = 5;

/// How close a guess came to what other people think of the same player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Closeness {
    /// Nobody else has guessed about them yet.
    First,
    /// The distance from the mean of other people's guesses, in points, and how many there are.
    Off { by: f64, others: i64 },
}

impl Closeness {
    /// Of a guess, with what the others' guesses alone amount to.
    pub fn of(guess: Points, others: Option<Rating>) -> Closeness {
        match others {
            None => Closeness::First,
            Some(others) => Closeness::Off { by: others.distance(guess), others: others.count() },
        }
    }

    /// Returns true if the next guesses may still move it much.
    pub fn is_open(self) -> bool {
        match self {
            Closeness::First => true,
            Closeness::Off { others, .. } => others < RIPE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> Points {
        Points::parse(text).unwrap()
    }

    fn mean_of(guesses: &[&str]) -> Option<Rating> {
        guesses.iter().fold(None, |rating, guess| Some(Rating::after(rating, points(guess))))
    }

    #[test]
    fn it_is_the_distance_from_the_mean_of_the_others() {
        assert_eq!(Closeness::of(points("40"), None), Closeness::First);
        for (guess, others, by) in [
            ("40", &["40"][..], 0.0),
            ("40", &["30", "60"], 5.0),
            ("62.5", &["0", "100", "50"], 12.5),
        ] {
            let count = i64::try_from(others.len()).unwrap();
            let found = Closeness::of(points(guess), mean_of(others));
            assert_eq!(found, Closeness::Off { by, others: count });
        }
    }

    #[test]
    fn my_own_guesses_are_not_among_the_others() {
        let all = mean_of(&["10", "50", "90", "50"]).unwrap();
        assert_eq!(all.without(mean_of(&["50", "50"])), mean_of(&["10", "90"]));
        assert_eq!(all.without(None), Some(all));
        assert_eq!(all.without(Some(all)), None);
    }

    #[test]
    fn it_ripens_with_the_fifth_guess() {
        assert!(Closeness::First.is_open());
        assert!(Closeness::Off { by: 1.0, others: 4 }.is_open());
        assert!(!Closeness::Off { by: 1.0, others: 5 }.is_open());
    }
}
