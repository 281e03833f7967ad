//! Smarts Ratings, outcomes and tallies.

use luna_store::game::Kind;
use luna_store::moderation_log::Act;
use luna_store::rebuild::rebuild_ratings;
use luna_store::{counters, judge, player, rating};
use luna_testkit::control::{DAY, START};

use crate::house::House;

async fn tally_of(house: &House, id: &str) -> [i64; 4] {
    let id = id.to_owned();
    let t = house.db.read(move |tx| player::tally(tx, &id)).await.unwrap();
    [t.won, t.lost, t.tied, t.finished]
}

#[tokio::test]
async fn the_first_human_guess_makes_the_rating() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        assert_eq!(house.rating("ann").await, None);
        house.whole_game(("ann", "64"), ("bob", "81")).await;
        assert_eq!(house.rating("ann").await.as_deref(), Some("81"));
        assert_eq!(house.rating("bob").await.as_deref(), Some("64"));
        house.whole_game(("cat", "91"), ("ann", "10")).await;
        assert_eq!(house.rating("ann").await.as_deref(), Some("86"));
        let steps = house.db.read(|tx| rating::history(tx, "ann")).await.unwrap();
        let shown: Vec<String> = steps.iter().map(|step| step.rating.to_string()).collect();
        assert_eq!(shown, ["81", "86"]);
        let bins = house.db.read(|tx| counters::histogram(tx, "human")).await.unwrap();
        // 10, 64 and 86.
        assert_eq!([bins[2], bins[12], bins[16], bins[17]], [1, 1, 0, 1]);
        assert_eq!(bins.iter().sum::<u64>(), 3);
    }
}

#[tokio::test]
async fn the_closer_guess_wins_and_the_unrated_do_not_lose() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        let outcome = async |seat: &str| {
            house.db.column(&format!("SELECT outcome FROM seat WHERE id = '{seat}'")).remove(0)
        };
        let [ann, bob] = house.whole_game(("ann", "80"), ("bob", "20")).await;
        assert_eq!([outcome(&ann).await, outcome(&bob).await], ["tied", "tied"]);
        // Ann is rated 20 now, Bob 80.
        let [cat, ann] = house.whole_game(("cat", "20"), ("ann", "1")).await;
        assert_eq!([outcome(&cat).await, outcome(&ann).await], ["no_loss", "won"]);
        let [bob, ann] = house.whole_game(("bob", "50"), ("ann", "79")).await;
        assert_eq!([outcome(&bob).await, outcome(&ann).await], ["lost", "won"]);
        assert_eq!(tally_of(&house, "ann").await, [2, 0, 1, 3]);
        assert_eq!(tally_of(&house, "bob").await, [0, 1, 1, 2]);
        assert_eq!(tally_of(&house, "cat").await, [0, 0, 0, 1]);
    }
}

#[tokio::test]
async fn what_a_machine_guesses_does_not_count() {
    for house in House::each() {
        house.people(&["ann"]).await;
        house.player("robot", true).await;
        let ann = house.opens_and_asks("ann").await;
        let game_id = house.game_of("ann", &ann).await;
        house.machine_sits("robot", &game_id).await;
        house.answer("ann", &ann).await.unwrap();
        house.machine_moves(&game_id, "0").await;
        house.guess("ann", &ann, "60").await.unwrap();
        house.machine_moves(&game_id, "40").await;
        assert_eq!(house.rating("ann").await, None);
        assert_eq!(house.rating("robot").await.as_deref(), Some("60"));
        assert_eq!(tally_of(&house, "ann").await, [0, 0, 1, 1]);
        let kept = "SELECT by_player, rating_count, answer_chars FROM guess
                    ORDER BY by_player";
        assert_eq!(house.db.raw(kept), [["ann", "1", "30"], ["robot", "0", "22"]]);
        let bins = house.db.read(|tx| counters::histogram(tx, "machine")).await.unwrap();
        assert_eq!(bins[12], 1);
    }
}

#[tokio::test]
async fn practice_leaves_ratings_alone() {
    for house in House::each() {
        house.people(&["ann"]).await;
        house.player("robot", true).await;
        let ann = house.open_kind("ann", Kind::Practice).await;
        house.ask("ann", &ann).await.unwrap();
        let game_id = house.game_of("ann", &ann).await;
        house.machine_sits("robot", &game_id).await;
        // The page has the machine move at once; no job does.
        assert_eq!(house.jobs(), [format!("deadline:{ann}")]);
        house.answer("ann", &ann).await.unwrap();
        house.machine_moves(&game_id, "0").await;
        house.guess("ann", &ann, "60").await.unwrap();
        house.machine_moves(&game_id, "40").await;
        let result = house.view("ann", &ann).await.result.unwrap();
        assert!(!result.their_guess_counts);
        assert_eq!((house.rating("ann").await, house.rating("robot").await), (None, None));
        assert_eq!(tally_of(&house, "ann").await, [0, 0, 0, 0]);
        assert!(house.db.raw("SELECT game_id FROM guess").is_empty());
        assert!(house.db.raw("SELECT took_ms FROM pace").is_empty());
        assert_eq!(house.jobs(), Vec::<String>::new());
        let counts = house.db.read(|tx| counters::days(tx, START, 1)).await.unwrap();
        let today = counts.values().next().unwrap();
        assert_eq!(today.get("practised"), Some(&1));
        assert_eq!(today.get("final"), None);
    }
}

#[tokio::test]
async fn what_happens_is_counted_by_day() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.whole_game(("ann", "1"), ("bob", "2")).await;
        let ann = house.opens_and_asks("ann").await;
        house.leave("ann", &ann).await.unwrap();
        let counts = house.db.read(|tx| counters::days(tx, START, 1)).await.unwrap();
        let today: Vec<(&str, i64)> =
            counts.values().next().unwrap().iter().map(|(what, n)| (what.as_str(), *n)).collect();
        assert_eq!(
            today,
            [
                ("asked", 3),
                ("closed", 1),
                ("final", 1),
                ("left", 1),
                ("opened", 3),
                ("paired", 1),
                ("question", 6),
                ("response", 4),
            ],
        );
    }
}

#[tokio::test]
async fn rebuilt_ratings_are_the_same() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        house.whole_game(("ann", "64"), ("bob", "81")).await;
        house.whole_game(("cat", "33.333333"), ("ann", "10")).await;
        let rebuilt = house.db.write(rebuild_ratings).await.unwrap();
        assert_eq!((rebuilt.games, rebuilt.players, rebuilt.different), (2, 3, 0));
        // And what has gone wrong is found and put right.
        house.db.raw("UPDATE player SET guess_sum = guess_sum + 1 WHERE id = 'ann'");
        let rebuilt = house.db.write(rebuild_ratings).await.unwrap();
        assert_eq!(rebuilt.different, 1);
        assert_eq!(house.rating("bob").await.as_deref(), Some("64"));
    }
}

#[tokio::test]
async fn the_best_rating_there_is_lies_in_the_last_bin() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.whole_game(("ann", "0"), ("bob", "100")).await;
        let bins = house.db.read(|tx| counters::histogram(tx, "human")).await.unwrap();
        assert_eq!((bins[0], bins[counters::BINS - 1]), (1, 1));
    }
}

#[tokio::test]
async fn a_rating_has_an_order_even_within_one_moment() {
    for house in House::each() {
        house.people(&["ann", "b1", "b2", "b3", "b4"]).await;
        let mut last = Vec::new();
        for other in ["b1", "b2", "b3", "b4"] {
            let ann = house.opens_and_asks("ann").await;
            let theirs = house.opens_and_asks(other).await;
            house.answer("ann", &ann).await.unwrap();
            house.answer(other, &theirs).await.unwrap();
            house.guess("ann", &ann, "5").await.unwrap();
            last.push((other, theirs));
        }
        for (other, seat) in last.iter().rev() {
            house.guess(other, seat, "50").await.unwrap();
            house.later(-1_000);
        }
        let steps = house.db.read(|tx| rating::history(tx, "ann")).await.unwrap();
        let counts: Vec<i64> = steps.iter().map(|step| step.rating.count()).collect();
        assert_eq!(counts, [1, 2, 3, 4]);
        assert!(steps.iter().all(|step| step.at == steps[0].at));
    }
}

#[tokio::test]
async fn guesses_are_summed_by_the_day_and_only_those_that_count() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        house.whole_game(("bob", "64"), ("ann", "1")).await;
        house.whole_game(("cat", "20.25"), ("ann", "1")).await;
        house.later(40 * DAY);
        house.whole_game(("bob", "10"), ("ann", "1")).await;
        let days = async || house.db.read(|tx| rating::days(tx, "ann")).await.unwrap();
        let midnight = START / DAY * DAY;
        let day = |at, sum, count, squares| rating::Day { at, sum, count, squares };
        let both = day(midnight, 84_250_000, 2, 64_000 * 64_000 + 20_250 * 20_250);
        let last = day(midnight + 40 * DAY, 10_000_000, 1, 10_000 * 10_000);
        assert_eq!(days().await, [both, last]);
        let at = house.at();
        let work =
            move |tx: &mut luna_store::Tx<'_>| judge::exclude(tx, &at, Act::of("cat", "chance"));
        house.db.write(work).await.unwrap();
        judge::follow_all(&house.db, "cat").await.unwrap();
        assert_eq!(days().await, [day(midnight, 64_000_000, 1, 64_000 * 64_000), last]);
    }
}
