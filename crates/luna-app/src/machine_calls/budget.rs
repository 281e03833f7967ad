//! What a machine may still spend, and what is set aside while it is called, so
//! that calls at the same time do not count on the same money.

use luna_machines::openai::{self, Need, Prices};
use luna_store::job::{self, Claimed};
use luna_store::machine::spent::{self, Spent};
use luna_store::{self as store, Tx, machine};

use super::adapter::{LARGEST, WayIn};
use super::adapter_config::OpenaiSetup;
use super::{BUSY_MS, DAY_MS, Owed};
use crate::Error;
use crate::Instance;

/// What its owner lets a machine spend; 0 is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Caps {
    tokens_per_game: u64,
    tokens_per_day: u64,
    micros_per_game: u64,
    micros_per_day: u64,
    /// Of a million tokens, as if all of them were of the dearer kind.
    price: u64,
}

/// What is left to spend; none: no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    game: Option<u64>,
    day: Option<u64>,
    /// Of that, what has been set aside for a call.
    granted: Option<u64>,
    /// Nothing has been spent in this game.
    pub(super) untouched: bool,
}

impl Budget {
    pub(super) fn tokens(self) -> openai::Budget {
        let left = self.game.into_iter().chain(self.day).min();
        openai::Budget { tokens_left: self.granted.or(left) }
    }

    /// Whether it is the day's that is too small, rather than the game's.
    pub(super) fn day_is_spent(self) -> bool {
        self.day.is_some_and(|day| self.game.is_none_or(|game| day <= game))
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

    fn left(&self, game: &Spent, today: &Spent) -> Budget {
        let limit = |most: u64, spent: u64| (most > 0).then(|| most.saturating_sub(spent));
        let paid = |most: u64, spent: &Spent| {
            let micros = limit(most, count(spent.micros)).filter(|_| self.price > 0)?;
            let tokens = u128::from(micros) * 1_000_000 / u128::from(self.price);
            Some(u64::try_from(tokens).unwrap_or(u64::MAX))
        };
        let least = |tokens: Option<u64>, paid: Option<u64>| tokens.into_iter().chain(paid).min();
        let of = |tokens, micros, spent: &Spent| {
            least(limit(tokens, tokens_of(spent)), paid(micros, spent))
        };
        Budget {
            game: of(self.tokens_per_game, self.micros_per_game, game),
            day: of(self.tokens_per_day, self.micros_per_day, today),
            granted: None,
            untouched: tokens_of(game) == 0,
        }
    }

    fn micros(&self, tokens: u64) -> u64 {
        let prices = Prices { in_micros_per_million: self.price, ..Prices::default() };
        openai::Usage { tokens_in: tokens, ..openai::Usage::default() }.micros(&prices)
    }
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

pub fn tokens_of(spent: &Spent) -> u64 {
    count(spent.tokens_in.saturating_add(spent.tokens_out))
}

/// As if every call under way cost the most that it may.
fn at_most(spent: &Spent) -> Spent {
    Spent {
        tokens_out: spent.tokens_out.saturating_add(spent.reserved_tokens),
        micros: spent.micros.saturating_add(spent.reserved_micros),
        ..*spent
    }
}

/// Sets aside what the call may cost. False: calls under way may need what is
/// left, so this one has been put off until that is known.
pub(super) async fn set_aside(
    app: &Instance,
    job: &Claimed,
    owed: &mut Owed,
) -> Result<bool, Error> {
    let Ok(WayIn::Model { model, caps, .. }) = &owed.way_in else { return Ok(true) };
    if owed.questions.is_some() {
        return Ok(true);
    }
    let (need, caps, now) = (model.need(&owed.task), *caps, app.now());
    let (id, seat_id, job) = (owed.machine.player_id.clone(), owed.seat_id.clone(), job.clone());
    let found = app
        .db
        .write(move |tx| {
            let found = reserve(tx, &caps, need, (&id, &seat_id), now.div_euclid(DAY_MS))?;
            if found.is_none() {
                job::put_off(tx, &job, now + BUSY_MS)?;
            }
            Ok::<_, Error>(found)
        })
        .await?;
    owed.budget = found.unwrap_or_default();
    Ok(found.is_some())
}

fn reserve(
    tx: &mut Tx<'_>,
    caps: &Caps,
    need: Need,
    (id, seat_id): (&str, &str),
    today: i64,
) -> store::Result<Option<Budget>> {
    machine::hold(tx, id)?;
    spent::lapse(tx, id, seat_id)?;
    let (of_game, of_day) = (spent::of_game(tx, id, seat_id)?, spent::of_day(tx, id, today)?);
    let budget = caps.left(&of_game, &of_day);
    let Some(left) = budget.tokens().tokens_left else { return Ok(Some(budget)) };
    let wanted = need.whole.min(left);
    if wanted < need.once {
        // Not even one exchange: this is said without a call.
        return Ok(Some(budget));
    }
    let free = caps.left(&at_most(&of_game), &at_most(&of_day)).tokens().tokens_left;
    if free.is_some_and(|free| free < wanted) {
        return Ok(None);
    }
    let row = |number: u64| i64::try_from(number).map_or(LARGEST, |number| number.min(LARGEST));
    spent::reserve(tx, id, today, seat_id, row(wanted), row(caps.micros(wanted)))?;
    Ok(Some(Budget { granted: Some(wanted), ..budget }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_the_least_of_what_each_limit_leaves() {
        let spent = |tokens_in, micros| Spent { tokens_in, micros, ..Spent::default() };
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
        assert!(of(0, 0, 0).untouched && !of(0, 0, 0).day_is_spent());
        assert_eq!(of(30, 30, 0).tokens().tokens_left, Some(70));
        assert_eq!(of(30, 990, 0).tokens().tokens_left, Some(10));
        assert!(of(30, 990, 0).day_is_spent());
        assert_eq!(of(0, 0, 49).tokens().tokens_left, Some(10), "for a millionth");
        assert_eq!(of(0, 0, 60).tokens().tokens_left, Some(0));
    }
}
