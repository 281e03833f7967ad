//! What stands beside the Smarts Rating: read, replaced, and gone with its player.

use luna_core::interval;
use luna_store::moderation_log::Act;
use luna_store::rating::derived::{
    self, Estimate, GameRatings, GuessRatings, Judge, PlayerRatings,
};
use luna_store::rebuild::rebuild_ratings;
use luna_store::{Tx, erase, judge, setting};
use tokio::runtime::Handle;
use tokio::task::block_in_place;

use crate::house::House;

const OF_GUESSES: GuessRatings = GuessRatings {
    judges: 5,
    calibrated: 61.25,
    low: 50.5,
    high: 70.0,
    median: 60.0,
    trimmed: 1.0 / 3.0,
    even: Some(58.5),
    even_low: Some(49.0),
    even_high: Some(68.0),
    adaptive: Some(63.5),
    adaptive_low: Some(55.0),
    adaptive_high: Some(72.0),
};

fn a_judge() -> Judge {
    let mark = Some("{\"players\":6}".to_owned());
    Judge { players: 7, shift: -2.5, scale: 0.75, weight: 1.5, settled: 6, mark, scatter: 1.25 }
}

fn of_games() -> GameRatings {
    let about = |rating, half| Estimate { rating: Some(rating), half };
    GameRatings {
        games: 3,
        bradley_terry: Estimate::default(),
        elo: about(1516.0, None),
        glicko: about(1600.25, Some(400.0)),
        trueskill: about(27.5, Some(15.0)),
    }
}

fn everything() -> PlayerRatings {
    PlayerRatings { guesses: Some(OF_GUESSES), games: Some(of_games()), judge: Some(a_judge()) }
}

async fn kept(house: &House, id: &str) -> PlayerRatings {
    let id = id.to_owned();
    let work = move |tx: &mut Tx<'_>| {
        Ok::<_, luna_store::Error>(PlayerRatings {
            guesses: derived::of_guesses(tx, &id)?,
            games: derived::of_games(tx, &id)?,
            judge: derived::judge(tx, &id)?,
        })
    };
    house.db.read(work).await.unwrap()
}

async fn uncounted(house: &House) -> Option<String> {
    let now = house.now();
    house.db.read(move |tx| derived::uncounted(tx, now)).await.unwrap()
}

async fn replace(house: &House, ids: &[&str], state: &str) {
    let players = ids.iter().map(|id| ((*id).to_owned(), everything()));
    let counted = |id: &str| ids.contains(&id);
    derived::replace(&house.db, players, counted, 30.25, state.to_owned()).await.unwrap();
}

#[tokio::test]
async fn every_guess_is_read_in_pages_and_new_ones_are_noticed() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        // That there is nothing may be news too.
        assert_eq!(uncounted(&house).await.as_deref(), Some("none 0 1728000000000"));
        house.whole_game(("ann", "64"), ("bob", "81")).await;
        house.whole_game(("cat", "91"), ("ann", "10")).await;
        let (mut all, mut after) = (Vec::new(), (String::new(), String::new()));
        loop {
            let page = house.db.read(move |tx| derived::page(tx, (&after.0, &after.1), 3)).await;
            let page = page.unwrap();
            let Some(last) = page.last() else { break };
            after = (last.game_id.clone(), last.side.clone());
            all.extend(page);
        }
        let told: Vec<String> =
            all.iter().map(|one| format!("{} of {}: {}", one.by, one.of, one.points)).collect();
        assert_eq!(told, ["ann of bob: 64", "bob of ann: 81", "cat of ann: 91", "ann of cat: 10",],);
        let state = uncounted(&house).await.unwrap();
        replace(&house, &[], &state).await;
        assert_eq!(uncounted(&house).await, None);
        // Rebuilt ratings may differ.
        house.db.write(rebuild_ratings).await.unwrap();
        assert!(uncounted(&house).await.is_some_and(|now| now != state));
    }
}

#[tokio::test]
async fn a_count_takes_the_place_of_the_one_before() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        for ids in [["ann", "bob"].as_slice(), &["bob"]] {
            replace(&house, ids, "1 g 0").await;
            assert_eq!(kept(&house, "bob").await, everything());
        }
        assert_eq!(kept(&house, "ann").await, PlayerRatings::default());
        let usual = house.db.read(derived::usual).await.unwrap();
        assert!((usual - 30.25).abs() < 1e-12);
    }
}

#[tokio::test]
async fn before_the_first_count_guesses_could_be_anything() {
    for house in House::each() {
        let usual = house.db.read(derived::usual).await.unwrap();
        assert!((usual - interval::usual(0.0, 0.0)).abs() < 1e-12);
    }
}

#[tokio::test]
async fn who_is_left_out_while_a_count_goes_on_is_left_out_of_the_next() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        house.whole_game(("ann", "64"), ("bob", "81")).await;
        house.whole_game(("cat", "50"), ("bob", "40")).await;
        // Twice, since the first time there is no count before.
        for judge in ["ann", "cat"] {
            let state = uncounted(&house).await.unwrap();
            let at = house.at();
            let exclude = move |tx: &mut Tx<'_>| judge::exclude(tx, &at, Act::of(judge, "By lot."));
            house.db.write(exclude).await.unwrap();
            judge::follow_all(&house.db, judge).await.unwrap();
            replace(&house, &["ann", "bob"], &state).await;
            assert!(uncounted(&house).await.is_some(), "{judge}");
        }
        let state = uncounted(&house).await.unwrap();
        replace(&house, &["bob"], &state).await;
        assert_eq!(uncounted(&house).await, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_count_stops_where_another_is_begun() {
    for house in House::each() {
        let names: Vec<String> = (0..250).map(|nth| format!("player {nth}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        house.people(&names).await;
        let another_begins = || {
            let claim = |tx: &mut Tx<'_>| setting::set(tx, "recounting", "another");
            let begun = house.db.write(claim);
            block_in_place(|| Handle::current().block_on(begun)).unwrap();
        };
        // The second page is being gathered then, and the first is written.
        let players = names.iter().enumerate().map(|(nth, id)| {
            if nth == 60 {
                another_begins();
            }
            ((*id).to_owned(), everything())
        });
        derived::replace(&house.db, players, |_| true, 30.25, "1 g 0".to_owned()).await.unwrap();
        assert_eq!(house.db.column("SELECT COUNT(*) FROM guess_rating"), ["50"]);
        assert!(house.db.column("SELECT value FROM setting WHERE name = 'recounted'").is_empty());
        replace(&house, &names, "1 g 0").await;
        assert_eq!(house.db.column("SELECT COUNT(*) FROM guess_rating"), ["250"]);
    }
}

#[tokio::test]
async fn of_the_erased_nothing_is_kept_or_counted_again() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        replace(&house, &["ann"], "1 g 0").await;
        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        assert_eq!(kept(&house, "ann").await, PlayerRatings::default());
        replace(&house, &["ann"], "1 g 0").await;
        assert_eq!(kept(&house, "ann").await, PlayerRatings::default());
    }
}
