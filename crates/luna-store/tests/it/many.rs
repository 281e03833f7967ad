//! Many at once.

use luna_store::game::SeatRecord;
use luna_store::rebuild::rebuild_ratings;
use luna_store::{Db, Error, Result, game};

use crate::house::{House, RULES, answers, questions};

/// Does the work, again where somebody else was first.
async fn until_done(
    house: &House,
    work: impl Fn(&mut luna_store::Tx<'_>) -> Result<()> + Clone + Send + 'static,
) {
    for _ in 0..100 {
        match house.db.write(work.clone()).await {
            Err(Error::Conflict) => {}
            done => return done.unwrap(),
        }
    }
    panic!("a conflict every time");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_one_player_that_end_at_once_lose_no_guess() {
    const GAMES: usize = 40;
    for house in House::each() {
        house.people(&["ann"]).await;
        let mut seats = Vec::new();
        for nth in 0..GAMES {
            let other = format!("p{nth}");
            house.people(&[&other]).await;
            let (ann, theirs) =
                (house.opens_and_asks("ann").await, house.opens_and_asks(&other).await);
            house.answer("ann", &ann).await.unwrap();
            house.answer(&other, &theirs).await.unwrap();
            house.guess("ann", &ann, "50").await.unwrap();
            seats.push((other, theirs));
        }
        let tasks: Vec<_> = seats
            .into_iter()
            .enumerate()
            .map(|(nth, (other, seat))| {
                let (db, at) = (Db::clone(&house.db), house.at());
                let points = luna_core::rating::Points::parse(&nth.to_string()).unwrap();
                let guess = luna_core::game::Guess { points, sliders: vec![None; RULES.questions] };
                tokio::spawn(async move {
                    db.write(move |tx| {
                        let (place, mut loaded) = game::load_for_update(tx, &seat, &other)?;
                        let mv = luna_core::game::Move::Guess(guess);
                        game::play(tx, &at, &mut loaded, place.seat, &mv, None).map(drop)
                    })
                    .await
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        // The mean of 0 to 39, one by one.
        assert_eq!(house.rating("ann").await.as_deref(), Some("19.5"));
        let counts = house
            .db
            .column("SELECT rating_count FROM guess WHERE of_player = 'ann' ORDER BY rating_count");
        assert_eq!(counts, (1..=GAMES).map(|n| n.to_string()).collect::<Vec<_>>());
        let rebuilt = house.db.write(rebuild_ratings).await.unwrap();
        assert_eq!(rebuilt.different, 0);
    }
}

/// Plays a seat to its end, however long it takes the others.
async fn ask_at_once(house: &House, players: &[String]) -> Vec<(String, String)> {
    let mut seats = Vec::new();
    for player in players {
        seats.push((player.clone(), house.open(player).await));
    }
    let tasks: Vec<_> = seats
        .iter()
        .cloned()
        .map(|(player, seat)| {
            let (db, at) = (Db::clone(&house.db), house.at());
            tokio::spawn(async move {
                db.write(move |tx| {
                    let (place, mut loaded) = game::load_for_update(tx, &seat, &player)?;
                    game::ask(tx, &at, &place, &mut loaded, questions(&player))
                })
                .await
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    seats
}

/// Does the jobs of those who found nobody.
pub(crate) async fn pair_the_waiting(house: &House) {
    for job in house.jobs() {
        if let Some(game) = job.strip_prefix("pair:") {
            house.pair(game).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_ask_at_once_are_all_paired() {
    for house in House::each() {
        let players: Vec<String> = (0..21).map(|nth| format!("p{nth}")).collect();
        for player in &players {
            house.people(&[player]).await;
        }
        for _ in 0..3 {
            let seats = ask_at_once(&house, &players).await;
            pair_the_waiting(&house).await;
            let mut waiting = Vec::new();
            for (player, seat) in &seats {
                let (place, loaded) = house.load_for_update(player, seat).await;
                let me = loaded.occupant(place.seat).unwrap();
                assert_eq!(&me.player_id, player);
                match loaded.occupant(place.seat.other()) {
                    Some(partner) => assert_ne!(&partner.player_id, player),
                    None => waiting.push(player.clone()),
                }
            }
            // Partners of an earlier round wait for others while these play.
            for (one, other) in waiting.iter().zip(waiting.iter().skip(1)) {
                assert!(have_met(&house, one, other), "{one} and {other} could have met");
            }
            let seats_per_game =
                house.db.column("SELECT count(*) FROM seat WHERE here GROUP BY game_id, side");
            assert!(seats_per_game.iter().all(|count| count == "1"));
            // A player who waits is met by somebody in the next round.
        }
    }
}

fn have_met(house: &House, one: &str, other: &str) -> bool {
    let partners = house.db.column(&format!("SELECT partners FROM player WHERE id = '{one}'"));
    partners.iter().any(|list| list.split(' ').any(|id| id == other))
}

/// The one who waits goes at the moment others come.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_paired_with_someone_who_is_leaving() {
    for house in House::each() {
        for round in 0..10 {
            let [goes, x, y] = ["goes", "x", "y"].map(|name| format!("{name}{round}"));
            house.people(&[&goes, &x, &y]).await;
            let seat = house.opens_and_asks(&goes).await;
            let leaving = {
                let (db, at, goes, seat) =
                    (Db::clone(&house.db), house.at(), goes.clone(), seat.clone());
                tokio::spawn(async move {
                    db.write(move |tx| {
                        let (place, mut loaded) = game::load_for_update(tx, &seat, &goes)?;
                        let mv = luna_core::game::Move::Leave;
                        game::play(tx, &at, &mut loaded, place.seat, &mv, None).map(drop)
                    })
                    .await
                })
            };
            let seats = ask_at_once(&house, &[x.clone(), y.clone()]).await;
            leaving.await.unwrap().unwrap();
            // The player who was met by the one who left is first in the queue now;
            // the others have met each other, or wait for the next to come.
            let mut partners = 0;
            for (player, seat) in &seats {
                let (place, loaded) = house.load_for_update(player, seat).await;
                partners += usize::from(loaded.occupant(place.seat.other()).is_some());
            }
            for (player, seat) in &seats {
                house.leave(player, seat).await.unwrap();
            }
            assert!(partners == 0 || partners == 2, "{partners}");
        }
        let corrupt: Vec<_> = house.db.raw("SELECT id FROM game WHERE queue_key IS NOT NULL");
        assert!(corrupt.is_empty(), "{corrupt:?}");
    }
}

/// Both players and both reminders move at the same moment, again and again.
#[tokio::test(flavor = "multi_thread")]
async fn whole_games_run_side_by_side() {
    for house in House::each() {
        let house = std::sync::Arc::new(house);
        for nth in 0..16 {
            house.people(&[&format!("p{nth}")]).await;
        }
        let players: Vec<_> = (0..16)
            .map(|nth| {
                let house = std::sync::Arc::clone(&house);
                tokio::spawn(async move { play_two_games(&house, &format!("p{nth}")).await })
            })
            .collect();
        for player in players {
            player.await.unwrap();
        }
        let open = house.db.raw("SELECT id FROM game WHERE ended_at IS NULL");
        assert!(open.is_empty(), "{open:?}");
        let finished = "SELECT DISTINCT game_id FROM guess";
        assert_eq!(house.db.column(finished).len(), 16);
        assert_eq!(house.db.raw("SELECT points FROM guess").len(), 32);
        assert_eq!(house.db.write(rebuild_ratings).await.unwrap().different, 0);
        assert_eq!(house.jobs(), Vec::<String>::new());
    }
}

async fn play_two_games(house: &House, player: &str) {
    for _ in 0..2 {
        let seat = house.open(player).await;
        let (mut finished, mut tries) = (false, 0);
        while !finished {
            tries += 1;
            assert!(tries < 20_000, "{player} waits for somebody who does not come");
            tokio::task::yield_now().await;
            let (at, player, seat) = (house.at(), player.to_owned(), seat.clone());
            let (tell, told) = std::sync::mpsc::channel();
            until_done(house, move |tx| {
                let (place, mut loaded) = game::load_for_update(tx, &seat, &player)?;
                let SeatRecord { seat: side, .. } = place;
                match loaded.game.duty(side) {
                    Some(luna_core::game::Duty::Ask) => {
                        game::ask(tx, &at, &place, &mut loaded, questions(&player))?;
                    }
                    Some(luna_core::game::Duty::Answer) => {
                        let mv = luna_core::game::Move::Answer(answers(&player));
                        game::play(tx, &at, &mut loaded, side, &mv, None)?;
                    }
                    Some(luna_core::game::Duty::Guess) => {
                        let points = luna_core::rating::Points::parse("50").unwrap();
                        let sliders = vec![None; RULES.questions];
                        let guess = luna_core::game::Guess { points, sliders };
                        let mv = luna_core::game::Move::Guess(guess);
                        game::play(tx, &at, &mut loaded, side, &mv, None)?;
                    }
                    // A machine's time has come; those who wait have met, and meet again.
                    None if tries % 500 == 0 && loaded.waiting_since.is_some() => {
                        game::find_machine(tx, &at, &place.game_id)?;
                    }
                    None => tell.send(loaded.game.result(side).is_some()).unwrap(),
                }
                Ok(())
            })
            .await;
            finished = told.try_iter().any(|over| over);
        }
    }
}
