//! Whatever people and machines do, what is stored stays in line with the moves.

use luna_core::rng::Chance;
use luna_store::moderation_log::Act;
use luna_store::{Error, Tx, erase, judge};
use luna_testkit::control::{DAY, MINUTE};

use crate::consistent::{check_consistent, check_ratings};
use crate::house::House;
use crate::play::{
    MACHINES, PEOPLE, allowed, leaves, moves, newcomer, play_at_random, toggles, try_jobs,
    work_through_jobs,
};

#[tokio::test]
async fn rebuilt_ratings_are_the_same_whatever_was_played() {
    for seed in 1..=2 {
        for house in House::each() {
            play_at_random(&house, seed, 900).await;
            check_consistent(&house).await;
            let ended = house.db.raw("SELECT game_id FROM guess").len();
            assert!(ended > 30, "only {ended} guesses in finished games");
            check_ratings(&house).await;
        }
    }
}

/// As with several servers: each task has its own mind, and claims jobs too.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_many_do_at_once_stays_in_line() {
    for house in House::each() {
        let house = std::sync::Arc::new(house);
        for machine in MACHINES {
            house.player(machine, true).await;
        }
        let mut people = Vec::new();
        for _ in 0..PEOPLE {
            newcomer(&house, &mut people).await;
        }
        let tasks: Vec<_> = people
            .into_iter()
            .enumerate()
            .map(|(nth, id)| {
                let house = std::sync::Arc::clone(&house);
                tokio::spawn(async move { act(&house, u64::try_from(nth).unwrap(), &id).await })
            })
            .collect();
        let mut conflicts = 0;
        for task in tasks {
            conflicts += task.await.unwrap();
        }
        assert!(conflicts < 60, "{conflicts} conflicts");
        for id in house.db.column("SELECT id FROM player") {
            judge::follow_all(&house.db, &id).await.unwrap();
        }
        check_consistent(&house).await;
        check_ratings(&house).await;
    }
}

async fn act(house: &House, seed: u64, id: &str) -> usize {
    let mut chance = Chance::from_seed(seed);
    let mut conflicts = 0;
    for _ in 0..60 {
        house.later(i64::try_from(chance.below(90)).unwrap() * 1_000);
        let mut done = Vec::new();
        match chance.below(100) {
            0 => house.later(DAY),
            1 => {
                let (at, id) = (house.at(), id.to_owned());
                let ban = move |tx: &mut Tx<'_>| {
                    erase::ban(tx, &at, Act::of(&id, "rude"))?;
                    erase::unban(tx, &at, None, &id)
                };
                done.push(house.db.write(ban).await);
            }
            2 => {
                done.push(toggles(house, id).await);
                done.push(judge::follow_all(&house.db, id).await);
            }
            3..=24 => drop(house.open(id).await),
            25..=30 => done.push(leaves(house, &mut chance, id).await),
            _ => done.push(moves(house, &mut chance, id).await),
        }
        done.extend(try_jobs(house, &mut chance).await);
        for done in done {
            match done {
                Err(Error::Conflict) => conflicts += 1,
                other => allowed(other),
            }
        }
    }
    conflicts
}

/// Time for everything: all that can end ends by deadlines alone.
#[tokio::test]
async fn in_the_end_every_game_ends_and_nothing_is_left_to_do() {
    for house in House::each() {
        play_at_random(&house, 3, 200).await;
        let mut chance = Chance::from_seed(1);
        for _ in 0..40 {
            house.later(DAY + MINUTE);
            work_through_jobs(&house, &mut chance).await;
        }
        check_consistent(&house).await;
        assert!(house.db.raw("SELECT id FROM game WHERE ended_at IS NULL").is_empty());
        assert_eq!(house.jobs(), Vec::<String>::new());
    }
}
