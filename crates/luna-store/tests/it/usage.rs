//! What calls to machines have cost.

use luna_store::machine::usage::{self, UsageCounts};
use luna_store::machine::{self, Transport};
use luna_store::{Result, Tx};

use crate::house::House;

const NONE: UsageCounts = UsageCounts {
    calls: 0,
    replies: 0,
    invalid: 0,
    tokens_in: 0,
    tokens_out: 0,
    micros: 0,
    reserved_tokens: 0,
    reserved_micros: 0,
};
const ONE: UsageCounts = UsageCounts {
    calls: 2,
    replies: 1,
    invalid: 0,
    tokens_in: 30,
    tokens_out: 4,
    micros: 7,
    ..NONE
};
const INVALID: UsageCounts = UsageCounts {
    calls: 3,
    replies: 0,
    invalid: 1,
    tokens_in: 5,
    tokens_out: 6,
    micros: 1,
    ..NONE
};

/// Does this in each kind of database, in a house with two machines.
async fn each(work: impl FnOnce(&mut Tx<'_>) -> Result<()> + Send + Copy + 'static) {
    for house in House::each() {
        house.people(&["owner"]).await;
        house.machine("robot", "owner", Transport::Openai).await;
        house.machine("other", "owner", Transport::Push).await;
        house.db.write(work).await.unwrap();
    }
}

#[tokio::test]
async fn what_is_spent_adds_up_by_day_and_by_game() {
    each(|tx| {
        assert_eq!(usage::of_day(tx, "robot", 1)?, UsageCounts::default());
        usage::add(tx, "robot", 1, "a", &ONE, None)?;
        usage::add(tx, "robot", 1, "a", &INVALID, Some("Not JSON."))?;
        usage::add(tx, "robot", 1, "b", &ONE, None)?;
        usage::add(tx, "robot", 2, "a", &ONE, None)?;
        usage::add(tx, "other", 1, "a", &ONE, None)?;
        let a = UsageCounts {
            calls: 5,
            replies: 1,
            invalid: 1,
            tokens_in: 35,
            tokens_out: 10,
            micros: 8,
            ..NONE
        };
        // On the first day in both games, and in the first game on both days.
        let both =
            UsageCounts { calls: 7, replies: 2, tokens_in: 65, tokens_out: 14, micros: 15, ..a };
        assert_eq!(usage::of_day(tx, "robot", 1)?, both);
        assert_eq!(usage::of_subject(tx, "robot", "b")?, ONE);
        assert_eq!(usage::of_subject(tx, "robot", "a")?, both);
        assert_eq!(usage::problem(tx, "robot", "a")?.as_deref(), Some("Not JSON."));
        assert_eq!(usage::problem(tx, "robot", "b")?, None);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn what_is_set_aside_counts_until_it_is_known_what_was_spent() {
    each(|tx| {
        machine::lock(tx, "robot")?;
        usage::reserve(tx, "robot", 1, "a", 500, 20)?;
        usage::reserve(tx, "robot", 1, "b", 300, 10)?;
        let set_aside = |spent: UsageCounts| (spent.reserved_tokens, spent.reserved_micros);
        assert_eq!(set_aside(usage::of_day(tx, "robot", 1)?), (800, 30));
        assert_eq!(set_aside(usage::of_subject(tx, "robot", "a")?), (500, 20));
        usage::release(tx, "robot", "a")?;
        usage::add(tx, "robot", 1, "a", &ONE, None)?;
        assert_eq!(usage::of_subject(tx, "robot", "a")?, ONE);
        // Whatever came of it, it is not given back.
        usage::expire_reservation(tx, "robot", "b")?;
        usage::expire_reservation(tx, "robot", "b")?;
        let lost = UsageCounts { tokens_out: 300, micros: 10, ..NONE };
        assert_eq!(usage::of_subject(tx, "robot", "b")?, lost);
        assert_eq!(set_aside(usage::of_day(tx, "robot", 1)?), (0, 0));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_last_games_are_those_that_count() {
    each(|tx| {
        usage::add(tx, "robot", 1, "a", &INVALID, None)?;
        usage::add(tx, "robot", 2, "b", &ONE, None)?;
        usage::add(tx, "robot", 2, "c", &INVALID, None)?;
        usage::add(tx, "robot", 3, "d", &UsageCounts { calls: 1, ..UsageCounts::default() }, None)?;
        assert_eq!(usage::last_games(tx, "robot", 20)?, (3, 2));
        assert_eq!(usage::last_games(tx, "robot", 3)?, (2, 1));
        // The same game on another day.
        usage::add(tx, "robot", 4, "b", &INVALID, None)?;
        assert_eq!(usage::last_games(tx, "robot", 20)?, (3, 3));
        assert_eq!(usage::last_games(tx, "robot", 2)?, (1, 1));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_day_is_closed_until_it_is_over_or_opened_again() {
    each(|tx| {
        usage::close_day(tx, "robot", 1, "All is spent.")?;
        usage::close_day(tx, "robot", 1, "All is spent.")?;
        assert_eq!(usage::day_closed(tx, "robot", 1)?.as_deref(), Some("All is spent."));
        assert_eq!(usage::day_closed(tx, "robot", 2)?, None);
        assert_eq!(usage::day_closed(tx, "other", 1)?, None);
        assert_eq!(usage::last_games(tx, "robot", 20)?, (0, 0));
        usage::reopen_day(tx, "robot", 1)?;
        assert_eq!(usage::day_closed(tx, "robot", 1)?, None);
        Ok(())
    })
    .await;
}
