//! Participation in figures, to the last midnight.

use luna_store::Tx;
use luna_store::participation::{self, Participation, Start};
use luna_testkit::control::{DAY, START};

use crate::house::House;

async fn until(house: &House, until: i64, games: i64) -> (i64, Participation) {
    let read = move |tx: &mut Tx<'_>| {
        let (mut found, mut after): (Participation, Option<Start>) =
            (Participation::default(), Some((i64::MIN, String::new())));
        while let Some(start) = after {
            after = participation::add(tx, &mut found, (&start, until), games)?;
        }
        Ok::<_, luna_store::Error>((participation::registered(tx, until)?, found))
    };
    house.db.read(read).await.unwrap()
}

#[tokio::test]
async fn people_games_texts_and_ratings_are_counted_to_midnight() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat", "dan"]).await;
        house.player("robot", true).await;
        house.whole_game(("ann", "60"), ("bob", "80")).await;
        house.open_kind("dan", luna_store::game::Kind::Practice).await;
        let first = (START / DAY + 1) * DAY;
        house.later(first - house.now());
        house.whole_game(("ann", "90"), ("cat", "20")).await;
        let second = first + DAY;
        for games in [1, 100] {
            let (people, found) = until(&house, first, games).await;
            assert_eq!((people, found.people(), found.returning()), (4, 2, 0));
            assert_eq!((found.games, found.finished, found.responses), (1, 1, 4));
            let (people, found) = until(&house, second, games).await;
            // Ann came back; her questions are the same each day.
            assert_eq!((people, found.people(), found.returning()), (4, 3, 1));
            assert_eq!((found.games, found.finished, found.responses), (2, 2, 8));
            assert_eq!((found.unique_questions(), found.rated()), (6, 3));
            // Ann 80 and 20, Bob 60, Cat 90.
            let (mean, median) = found.mean_and_median().unwrap().unwrap();
            assert_eq!((mean.to_string(), median.to_string()), ("66.666666".into(), "60".into()));
        }
        let (people, found) = until(&house, START - DAY, 100).await;
        assert_eq!((people, found.clone()), (0, Participation::default()));
        assert_eq!(found.mean_and_median().unwrap(), None);
    }
}
