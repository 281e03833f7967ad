//! What stands beside the Smarts Rating: read, replaced, and gone with its player.

use std::collections::BTreeMap;

use luna_store::rating::beside::{self, About, Judge, OfGames, OfGuesses, Recount};
use luna_store::{erase, rating};

use crate::house::House;

const OF_GUESSES: OfGuesses = OfGuesses {
    judges: 5,
    calibrated: 61.25,
    low: 50.5,
    high: 70.0,
    median: 60.0,
    trimmed: 1.0 / 3.0,
};
const JUDGE: Judge = Judge { players: 7, shift: -2.5, scale: 0.75, weight: 1.5 };

fn of_games() -> OfGames {
    let about = |rating, half| About { rating: Some(rating), half };
    OfGames {
        games: 3,
        bradley_terry: About::default(),
        elo: about(1516.0, None),
        glicko: about(1600.25, Some(400.0)),
        trueskill: about(27.5, Some(15.0)),
    }
}

fn recount(ids: &[&str]) -> Recount {
    let each = |id: &&str| (*id).to_owned();
    Recount {
        guesses: ids.iter().map(|id| (each(id), OF_GUESSES)).collect(),
        games: ids.iter().map(|id| (each(id), of_games())).collect(),
        judges: ids.iter().map(|id| (each(id), JUDGE)).collect(),
    }
}

type Kept = (Option<OfGuesses>, Option<OfGames>, Option<Judge>);

async fn kept(house: &House, id: &str) -> Kept {
    let id = id.to_owned();
    let work = move |tx: &mut luna_store::Tx<'_>| {
        let guesses = beside::of_guesses(tx, &id)?;
        Ok::<_, luna_store::Error>((guesses, beside::of_games(tx, &id)?, beside::judge(tx, &id)?))
    };
    house.db.read(work).await.unwrap()
}

#[tokio::test]
async fn every_guess_is_read_in_pages_and_new_ones_are_noticed() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        // That there is nothing may be news too.
        let uncounted = house.db.read(beside::uncounted).await.unwrap();
        assert_eq!(uncounted.as_deref(), Some("none"));
        house.whole_game(("ann", "64"), ("bob", "81")).await;
        house.whole_game(("cat", "91"), ("ann", "10")).await;
        let (mut all, mut after) = (Vec::new(), (String::new(), String::new()));
        loop {
            let page = house.db.read(move |tx| beside::page(tx, (&after.0, &after.1), 3)).await;
            let page = page.unwrap();
            let Some(last) = page.last() else { break };
            after = (last.game_id.clone(), last.side.clone());
            all.extend(page);
        }
        let told: Vec<String> = all
            .iter()
            .map(|one| format!("{} of {}: {} makes {}", one.by, one.of, one.points, one.count))
            .collect();
        assert_eq!(
            told,
            [
                "ann of bob: 64 makes 1",
                "bob of ann: 81 makes 1",
                "cat of ann: 91 makes 2",
                "ann of cat: 10 makes 1",
            ],
        );
        let newest = house.db.read(beside::uncounted).await.unwrap().unwrap();
        let counted = newest.clone();
        let write = move |tx: &mut luna_store::Tx<'_>| beside::replace(tx, &recount(&[]), &counted);
        house.db.write(write).await.unwrap();
        assert_eq!(house.db.read(beside::uncounted).await.unwrap(), None);
        // Ratings made anew may be other ratings.
        house.db.write(rating::rebuild).await.unwrap();
        assert_eq!(house.db.read(beside::uncounted).await.unwrap(), Some(newest));
    }
}

#[tokio::test]
async fn a_count_takes_the_place_of_the_one_before() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        for ids in [["ann", "bob"].as_slice(), &["bob"]] {
            let write =
                move |tx: &mut luna_store::Tx<'_>| beside::replace(tx, &recount(ids), "1 g");
            house.db.write(write).await.unwrap();
            assert_eq!(
                kept(&house, "bob").await,
                (Some(OF_GUESSES), Some(of_games()), Some(JUDGE))
            );
        }
        assert_eq!(kept(&house, "ann").await, (None, None, None));
    }
}

#[tokio::test]
async fn of_the_erased_nothing_is_kept_or_counted_again() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let write = |tx: &mut luna_store::Tx<'_>| beside::replace(tx, &recount(&["ann"]), "1 g");
        house.db.write(write).await.unwrap();
        let at = house.at();
        house.db.write(move |tx| erase::erase(tx, &at, "ann")).await.unwrap();
        assert_eq!(kept(&house, "ann").await, (None, None, None));
        house.db.write(write).await.unwrap();
        assert_eq!(kept(&house, "ann").await, (None, None, None));
    }
}

#[tokio::test]
async fn guesses_are_settled_once_enough_people_have_guessed() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.player("robot", true).await;
        house.whole_game(("ann", "64"), ("bob", "81")).await;
        let write = |tx: &mut luna_store::Tx<'_>| beside::replace(tx, &recount(&["bob"]), "1 g");
        house.db.write(write).await.unwrap();
        let settled = async |least| {
            house.db.read(move |tx| beside::settled(tx, "ann", least, 9)).await.unwrap()
        };
        let [one] = &settled(5).await[..] else { panic!("one guess of Ann's") };
        assert_eq!((one.of.as_str(), one.machine), ("bob", false));
        assert_eq!(one.points.to_string(), "64");
        assert!((one.calibrated - 61.25).abs() < 1e-12);
        assert_eq!(settled(6).await, []);
        assert_eq!(house.db.read(beside::of_machines).await.unwrap(), BTreeMap::new());
    }
}
