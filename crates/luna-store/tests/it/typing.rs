//! Texts that were pasted in, or came faster than anyone types.

use luna_core::game::{Move, Rules};
use luna_store::game::{self, Kind};
use luna_store::typing::{self, Hint, Marked};
use luna_store::{Tx, draft, erase};

use crate::house::House;

const RULES: Rules = Rules { questions: 2, max_chars: 400 };

impl House {
    /// Opens a game and, so much later, asks two questions of so many characters.
    async fn types(&self, id: &str, chars: usize, ms: i64, hint: Hint) -> String {
        let (player, at) = (id.to_owned(), self.at());
        let start = move |tx: &mut Tx<'_>| {
            let seat = game::start(tx, &at, &player, RULES, Kind::Rated)?;
            draft::take_kept(tx, &player, &seat).map(|()| seat)
        };
        let seat = self.db.write(start).await.unwrap();
        self.later(ms - 1_000);
        let (player, place, at) = (id.to_owned(), seat.clone(), self.at());
        let ask = move |tx: &mut Tx<'_>| {
            let kept = typing::kept_chars(tx, &place)?;
            let (found, loaded) = game::seated(tx, &place, &player)?;
            game::ask(tx, &at, &found, loaded, &player, vec!["x".repeat(chars); 2])?;
            typing::note(tx, at.now, &place, kept, hint)
        };
        self.db.write(ask).await.unwrap();
        self.game_of(id, &seat).await
    }

    async fn marked(&self, game_id: &str) -> Vec<Marked> {
        let id = game_id.to_owned();
        self.db.read(move |tx| typing::of_game(tx, &id)).await.unwrap()
    }
}

const UNKNOWN: Hint = Hint { pasted: None, typed: None, typed_ms: None };

#[tokio::test]
async fn only_what_was_pasted_or_too_fast_is_marked() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let pasted = |chars| Hint { pasted: Some(chars), typed_ms: Some(900), ..UNKNOWN };
        let keys = |typed, ms| Hint { typed: Some(typed), typed_ms: Some(ms), ..UNKNOWN };
        let cases = [
            (100, 60_000, UNKNOWN, None),
            (100, 60_000, pasted(179), None),
            (100, 60_000, pasted(180), Some((true, false))),
            // More than there is cannot have been pasted.
            (100, 60_000, pasted(9_999), Some((true, false))),
            (100, 14_000, UNKNOWN, None),
            (100, 13_000, UNKNOWN, Some((false, true))),
            (100, 2_000, pasted(0), Some((false, true))),
            (29, 1_000, pasted(58), None),
            // Read for a while, then written by a program.
            (100, 600_000, keys(200, 13_000), Some((false, true))),
            (100, 600_000, keys(200, 14_000), None),
            (100, 600_000, keys(59, 100), None),
        ];
        for (chars, ms, hint, expected) in cases {
            house.people(&[&format!("p{chars}-{ms}-{hint:?}")]).await;
            let id = format!("p{chars}-{ms}-{hint:?}");
            let game = house.types(&id, chars, ms, hint).await;
            let of_them = house.marked(&game).await.into_iter().find(|marked| marked.name == id);
            let found = of_them.map(|marked| (marked.typing.is_pasted(), marked.typing.is_fast()));
            assert_eq!(found, expected, "{chars} {ms} {hint:?}");
        }
    }
}

#[tokio::test]
async fn questions_kept_from_another_game_are_nobodys_haste() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let now = house.now();
        let kept = vec!["x".repeat(200); 2];
        house.db.write(move |tx| draft::keep_for_next(tx, "ann", &kept, now)).await.unwrap();
        let game = house.types("ann", 200, 1_000, UNKNOWN).await;
        assert!(house.marked(&game).await.is_empty());
    }
}

#[tokio::test]
async fn a_mark_is_in_the_download_of_whom_it_is_about_and_goes_with_them() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let hint = Hint { pasted: Some(200), typed: Some(0), typed_ms: Some(0) };
        let game = house.types("ann", 100, 60_000, hint).await;
        let marked = house.marked(&game).await;
        assert_eq!((marked[0].name.as_str(), marked[0].what), ("ann", "ask"));
        let data = house.db.read(|tx| luna_store::export::of(tx, "ann")).await.unwrap();
        let expected =
            serde_json::json!({ "chars": 200, "pasted": 200, "typed": 0, "typed_ms": 0 });
        assert_eq!(data["games"][0]["moves"][0]["typing"], expected);
        assert!(matches!(
            serde_json::from_value(data["games"][0]["moves"][0]["move"].clone()),
            Ok(Move::Ask(_))
        ));
        let at = house.at();
        house.db.write(move |tx| erase::erase(tx, &at, "ann")).await.unwrap();
        assert!(house.marked(&game).await.is_empty());
    }
}
