//! Texts that were pasted in, or came faster than anyone types.

use luna_core::game::{Move, Rules};
use luna_store::disciplines::ALL;
use luna_store::game::{self, Kind};
use luna_store::paste_detection::{self, Hint, Mark, Spot, TypingMark};
use luna_store::{Tx, draft, erase};

use crate::house::House;

const RULES: Rules = Rules { questions: 2, max_chars: 400 };

impl House {
    /// Opens a game and, so much later, asks two questions of so many characters.
    async fn types(&self, id: &str, chars: usize, ms: i64, hints: [Hint; 2]) -> String {
        let (player, at) = (id.to_owned(), self.at());
        let start = move |tx: &mut Tx<'_>| {
            let seat = game::start(tx, &at, &player, RULES, Kind::Rated)?;
            draft::take_kept(tx, &player, &seat).map(|()| seat)
        };
        let seat = self.db.write(start).await.unwrap();
        self.later(ms - 1_000);
        let (player, place, at) = (id.to_owned(), seat.clone(), self.at());
        let ask = move |tx: &mut Tx<'_>| {
            let kept = paste_detection::carryover(tx, &place)?;
            let (found, mut loaded) = game::load_for_update(tx, &place, &player)?;
            let texts = vec!["x".repeat(chars); 2];
            let asked = game::ask(tx, &at, &found, &mut loaded, texts.clone())?;
            let Some(made) = asked.played else { return Ok(()) };
            let mv = Move::Ask(texts);
            paste_detection::note(tx, at.now, &loaded.id, made, &mv, &kept, &hints)
        };
        self.db.write(ask).await.unwrap();
        self.game_of(id, &seat).await
    }

    async fn marked(&self, game_id: &str) -> Vec<TypingMark> {
        let id = game_id.to_owned();
        self.db.read(move |tx| paste_detection::of_game(tx, &id)).await.unwrap()
    }
}

const UNKNOWN: Hint = Hint { pasted: None, typed: None, typed_ms: None };

fn pasted(chars: i64) -> Hint {
    Hint { pasted: Some(chars), typed_ms: Some(900), ..UNKNOWN }
}

fn keys(typed: i64, ms: i64) -> Hint {
    Hint { typed: Some(typed), typed_ms: Some(ms), ..UNKNOWN }
}

/// "0 pasted, 1 fast": the parts with their marks; 0 is all of the move.
fn told(marked: &[TypingMark]) -> String {
    let mark = |it: &TypingMark| {
        let marks = [(it.pasted, "pasted"), (it.fast, "fast"), (it.suggested, "suggested")];
        let marks: Vec<&str> = marks.iter().filter(|it| it.0).map(|it| it.1).collect();
        format!("{} {}", it.spot.part, marks.join(" and "))
    };
    marked.iter().map(mark).collect::<Vec<_>>().join(", ")
}

#[tokio::test]
async fn only_what_was_pasted_or_too_fast_is_marked_each_question_by_itself() {
    for house in House::each() {
        let cases = [
            (100, 60_000, [UNKNOWN; 2], ""),
            (100, 60_000, [pasted(89), pasted(89)], ""),
            (100, 60_000, [pasted(90), pasted(89)], "1 pasted"),
            (100, 60_000, [pasted(0), pasted(90)], "2 pasted"),
            (100, 60_000, [pasted(90), pasted(90)], "0 pasted, 1 pasted, 2 pasted"),
            // More than there is cannot have been pasted.
            (100, 60_000, [pasted(9_999), UNKNOWN], "1 pasted"),
            (100, 14_000, [UNKNOWN; 2], ""),
            (100, 13_000, [UNKNOWN; 2], "0 fast"),
            (100, 2_000, [pasted(0), UNKNOWN], "0 fast, 1 fast, 2 fast"),
            // Too short to tell anything, each alone or both together.
            (30, 60_000, [pasted(30), pasted(30)], "0 pasted"),
            (29, 1_000, [pasted(29), pasted(29)], ""),
            // Read for a while, then written by a program.
            (100, 600_000, [keys(100, 6_500), keys(100, 6_500)], "0 fast, 1 fast, 2 fast"),
            (100, 600_000, [keys(100, 60_000), keys(100, 6_500)], "2 fast"),
            (100, 600_000, [keys(100, 7_000), keys(100, 7_000)], ""),
            (100, 600_000, [keys(59, 100), UNKNOWN], ""),
        ];
        for (nth, (chars, ms, hints, expected)) in cases.into_iter().enumerate() {
            let id = format!("p{nth}");
            house.people(&[&id]).await;
            let game = house.types(&id, chars, ms, hints).await;
            let of_them: Vec<TypingMark> =
                house.marked(&game).await.into_iter().filter(|marked| marked.name == id).collect();
            assert_eq!(told(&of_them), expected, "{chars} {ms} {hints:?}");
        }
    }
}

#[tokio::test]
async fn questions_kept_from_another_game_are_nobodys_haste() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let now = house.now();
        let kept = vec!["x".repeat(200); 2];
        house.db.write(move |tx| draft::keep_for_next(tx, "ann", &kept, now)).await.unwrap();
        let game = house.types("ann", 200, 1_000, [UNKNOWN; 2]).await;
        assert!(house.marked(&game).await.is_empty());
        // One of the two was kept; the other is new.
        let kept = vec!["x".repeat(200), String::new()];
        house.db.write(move |tx| draft::keep_for_next(tx, "bob", &kept, now)).await.unwrap();
        let game = house.types("bob", 200, 1_000, [UNKNOWN; 2]).await;
        assert_eq!(told(&house.marked(&game).await), "0 fast, 2 fast");
    }
}

#[tokio::test]
async fn marks_are_listed_by_kind_the_latest_first() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        house.types("ann", 100, 60_000, [pasted(100), pasted(0)]).await;
        house.types("bob", 100, 2_000, [UNKNOWN; 2]).await;
        house.types("cat", 100, 2_000, [pasted(100); 2]).await;
        let list = async |mark, before: Spot, limit| {
            let read = move |tx: &mut Tx<'_>| paste_detection::list(tx, "", mark, &before, limit);
            house.db.read(read).await.unwrap()
        };
        let names = |all: &[TypingMark]| {
            let one = |it: &TypingMark| format!("{}{}", it.name, it.spot.part);
            all.iter().map(one).collect::<Vec<_>>().join(" ")
        };
        let all = list(None, Spot::last(), 99).await;
        assert_eq!(names(&all), "cat2 cat1 cat0 bob2 bob1 bob0 ann1");
        let fast = list(Some(Mark::Fast), Spot::last(), 99).await;
        assert_eq!(names(&fast), "cat2 cat1 cat0 bob2 bob1 bob0");
        let first = list(Some(Mark::Pasted), Spot::last(), 2).await;
        assert_eq!(names(&first), "cat2 cat1");
        let rest = list(Some(Mark::Pasted), first[1].spot.clone(), 2).await;
        assert_eq!(names(&rest), "cat0 ann1");
        assert_eq!((rest[1].player_id.as_str(), rest[1].what), ("ann", "ask"));
    }
}

#[tokio::test]
async fn a_mark_is_in_the_download_of_its_subject_and_goes_with_them() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let hint = Hint { pasted: Some(100), typed: Some(0), typed_ms: Some(0) };
        let game = house.types("ann", 100, 60_000, [hint, UNKNOWN]).await;
        let marked = house.marked(&game).await;
        assert_eq!((marked[0].name.as_str(), marked[0].what), ("ann", "ask"));
        let data = house.db.read(|tx| luna_store::export::of(tx, ALL, "ann")).await.unwrap();
        let expected = serde_json::json!([{
            "part": 1, "at": marked[0].spot.at, "chars": 100, "took_ms": 60_000, "pasted": 100,
            "typed": 0, "typed_ms": 0, "suggested": null, "is_pasted": true, "is_fast": false,
            "is_suggested": false,
        }]);
        assert_eq!(data["games"][0]["moves"][0]["typing"], expected);
        assert!(matches!(
            serde_json::from_value(data["games"][0]["moves"][0]["move"].clone()),
            Ok(Move::Ask(_))
        ));
        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        assert!(house.marked(&game).await.is_empty());
    }
}
