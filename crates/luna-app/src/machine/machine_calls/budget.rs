//! The tokens and money that a machine may still spend.

use luna_machines::openai::{self, Prices};
use luna_store::machine::usage::UsageCounts;

use super::adapter_config::OpenaiSetup;

/// The limits that an owner sets to a machine's spending; 0 is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Caps {
    tokens_per_game: u64,
    tokens_per_day: u64,
    micros_per_game: u64,
    micros_per_day: u64,
    /// The price of a million tokens, assuming the more expensive kind.
    price: u64,
}

/// The tokens that a limit leaves, and its name in the machine's settings.
pub(super) type Left = (u64, &'static str);

/// The remaining budget; none: no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    game: Option<Left>,
    day: Option<Left>,
    /// The part of it that is reserved for a call.
    granted: Option<u64>,
    /// Nothing has been spent in this game.
    pub(super) untouched: bool,
}

impl Budget {
    pub(super) fn tokens(self) -> openai::Budget {
        let left = self.least().map(|(tokens, _)| tokens);
        openai::Budget { tokens_left: self.granted.or(left) }
    }

    /// The name of the limit that leaves the least.
    pub(super) fn limit(self) -> Option<&'static str> {
        self.least().map(|(_, name)| name)
    }

    fn least(self) -> Option<Left> {
        self.game.into_iter().chain(self.day).min()
    }

    /// The budget of a call for which this number of tokens is reserved.
    pub(super) fn granting(self, tokens: u64) -> Budget {
        Budget { granted: Some(tokens), ..self }
    }

    /// The same with a different daily limit, if there is one.
    pub(super) fn at_most(self, left: Option<Left>) -> Budget {
        Budget { day: self.day.into_iter().chain(left).min(), ..self }
    }

    /// Returns true if the day's limit is the smaller one, rather than the game's.
    pub(super) fn day_is_spent(self) -> bool {
        self.day.is_some_and(|(day, _)| self.game.is_none_or(|(game, _)| day <= game))
    }
}

impl Caps {
    pub(super) fn of(setup: &OpenaiSetup) -> Caps {
        Caps {
            tokens_per_game: setup.tokens_per_game,
            tokens_per_day: setup.tokens_per_day,
            micros_per_game: setup.micros_per_game,
            micros_per_day: setup.micros_per_day,
            price: setup.micros_in_per_million.max(setup.micros_out_per_million),
        }
    }

    pub(super) fn left(&self, game: &UsageCounts, today: &UsageCounts) -> Budget {
        let limit = |most: u64, spent: u64| (most > 0).then(|| most.saturating_sub(spent));
        let paid = |most: u64, spent: &UsageCounts| {
            let micros = limit(most, count(spent.micros)).filter(|_| self.price > 0)?;
            let tokens = u128::from(micros) * 1_000_000 / u128::from(self.price);
            Some(u64::try_from(tokens).unwrap_or(u64::MAX))
        };
        let of = |tokens, micros, spent: &UsageCounts, names: [&'static str; 2]| {
            let left = [limit(tokens, tokens_of(spent)), paid(micros, spent)];
            left.into_iter().zip(names).filter_map(|(left, name)| Some((left?, name))).min()
        };
        let [game_names, day_names] =
            [["Tokens per game", "Money per game"], ["Tokens per day", "Money per day"]];
        Budget {
            game: of(self.tokens_per_game, self.micros_per_game, game, game_names),
            day: of(self.tokens_per_day, self.micros_per_day, today, day_names),
            granted: None,
            untouched: tokens_of(game) == 0,
        }
    }

    pub(super) fn micros(&self, tokens: u64) -> u64 {
        let prices = Prices { in_micros_per_million: self.price, ..Prices::default() };
        openai::Usage { tokens_in: tokens, ..openai::Usage::default() }.micros(&prices)
    }
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

pub fn tokens_of(spent: &UsageCounts) -> u64 {
    count(spent.tokens_in.saturating_add(spent.tokens_out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_the_least_of_what_each_limit_leaves() {
        let spent = |tokens_in, micros| UsageCounts { tokens_in, micros, ..UsageCounts::default() };
        let none = OpenaiSetup::default();
        assert_eq!(Caps::of(&none).left(&spent(9, 9), &spent(9, 9)).tokens().tokens_left, None);
        let setup = OpenaiSetup {
            tokens_per_game: 100,
            tokens_per_day: 1_000,
            micros_per_day: 50,
            micros_in_per_million: 20_000,
            micros_out_per_million: 100_000,
            ..none
        };
        let of = |game, day, micros| Caps::of(&setup).left(&spent(game, 0), &spent(day, micros));
        assert_eq!(of(0, 0, 0).tokens().tokens_left, Some(100));
        assert_eq!(of(0, 0, 0).limit(), Some("Tokens per game"));
        assert!(of(0, 0, 0).untouched && !of(0, 0, 0).day_is_spent());
        assert_eq!(of(30, 30, 0).tokens().tokens_left, Some(70));
        assert_eq!(of(30, 990, 0).tokens().tokens_left, Some(10));
        assert!(of(30, 990, 0).day_is_spent());
        assert_eq!(of(0, 0, 49).tokens().tokens_left, Some(10), "for a millionth");
        assert_eq!(of(0, 0, 60).tokens().tokens_left, Some(0));
        assert_eq!(of(0, 0, 60).limit(), Some("Money per day"));
        assert_eq!(of(0, 990, 0).at_most(Some((9, "mine"))).limit(), Some("mine"));
    }
}
