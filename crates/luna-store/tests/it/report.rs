//! Reports: what they are about, how many there may be, and what a moderator hides.

use std::sync::Arc;

use luna_store::disciplines::ALL;
use luna_store::game::{self, Context, HIDDEN};
use luna_store::rebuild::rebuild_ratings;
use luna_store::report::{self, Category, Draft, Passage, Record, Spot};
use luna_store::{erase, export};

use crate::house::{House, answers, questions};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// What a player could report in their place.
async fn passages(house: &House, player: &str, seat: &str) -> Vec<Passage> {
    let (player, seat) = (player.to_owned(), seat.to_owned());
    let read = move |tx: &mut luna_store::Tx<'_>| {
        let place = game::place(tx, &seat, &player)?;
        report::passages(tx, &place, &player)
    };
    house.db.read(read).await.unwrap()
}

async fn opposite(house: &House, player: &str, seat: &str) -> Option<String> {
    let (player, seat) = (player.to_owned(), seat.to_owned());
    let read = move |tx: &mut luna_store::Tx<'_>| {
        let place = game::place(tx, &seat, &player)?;
        report::opposite(tx, &place, &player)
    };
    house.db.read(read).await.unwrap()
}

fn names(passages: &[Passage]) -> Vec<String> {
    passages.iter().map(|it| format!("{} {}: {}", it.author, it.name, it.text)).collect()
}

/// Files a report of ann about bob. Whether it was taken.
pub(crate) async fn files(
    house: &House,
    seat: &str,
    spot: Option<Spot>,
    category: Category,
) -> bool {
    let (at, seat) = (house.at(), seat.to_owned());
    let work = move |tx: &mut luna_store::Tx<'_>| {
        let game_id = game::place(tx, &seat, "ann")?.game_id;
        let draft = Draft {
            reporter: "ann",
            seat_id: &seat,
            game_id: &game_id,
            subject: "bob",
            spot,
            category,
            text: "ann was told by bob",
        };
        report::create(tx, &at, &draft)
    };
    house.db.write(work).await.unwrap()
}

async fn open(house: &House) -> Vec<report::Report> {
    let first = (i64::MIN, i64::MIN, String::new());
    house.db.read(move |tx| report::open(tx, "", &first, 100)).await.unwrap()
}

#[tokio::test]
async fn only_what_a_seat_shows_can_be_reported_and_its_author_is_known() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        let ann = house.opens_and_asks("ann").await;
        assert!(passages(&house, "ann", &ann).await.is_empty());
        assert_eq!(opposite(&house, "ann", &ann).await, None);
        let bob = house.opens_and_asks("bob").await;
        let asked = ["bob q1: bob asks 1?", "bob q2: bob asks 2?"];
        assert_eq!(names(&passages(&house, "ann", &ann).await), asked);
        // Their answers come when both are in.
        house.answer("bob", &bob).await.unwrap();
        assert_eq!(names(&passages(&house, "ann", &ann).await), asked);
        house.answer("ann", &ann).await.unwrap();
        let said = ["bob r1: bob says 1.", "bob r2: bob says 2."];
        assert_eq!(names(&passages(&house, "ann", &ann).await), [asked, said].concat());
        // Bob goes, and his questions stay for the next player.
        house.leave("bob", &bob).await.unwrap();
        assert_eq!(names(&passages(&house, "ann", &ann).await), asked);
        assert_eq!(opposite(&house, "ann", &ann).await.as_deref(), Some("bob"));
        assert!(passages(&house, "bob", &bob).await.is_empty());
        assert_eq!(opposite(&house, "bob", &bob).await.as_deref(), Some("ann"));
        let cat = house.opens_and_asks("cat").await;
        assert_eq!(opposite(&house, "ann", &ann).await.as_deref(), Some("cat"));
        assert_eq!(opposite(&house, "bob", &bob).await.as_deref(), Some("ann"), "not cat");
        house.answer("cat", &cat).await.unwrap();
        let cats = ["cat r1: cat says 1.", "cat r2: cat says 2."];
        assert_eq!(names(&passages(&house, "ann", &ann).await), [asked, cats].concat());
        let left: Vec<String> = names(&passages(&house, "cat", &cat).await);
        assert_eq!(
            left,
            [
                "ann q1: ann asks 1?",
                "ann q2: ann asks 2?",
                "ann r1: ann says 1.",
                "ann r2: ann says 2.",
                "bob i1: bob asks 1?",
                "bob i2: bob asks 2?"
            ]
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_reports_in_an_hour_however_many_come_at_once() {
    for house in House::each().into_iter().map(Arc::new) {
        house.people(&["ann", "bob"]).await;
        let [ann, _] = house.whole_game(("ann", "50"), ("bob", "50")).await;
        let tasks: Vec<_> = (1..=40)
            .map(|part| {
                let (house, ann) = (Arc::clone(&house), ann.clone());
                let spot = Some(Spot { seq: 1, part });
                tokio::spawn(async move { files(&house, &ann, spot, Category::Spam).await })
            })
            .collect();
        let mut taken = 0;
        for task in tasks {
            taken += i64::from(task.await.unwrap());
        }
        assert_eq!(taken, report::PER_HOUR);
        assert_eq!(open(&house).await.len(), 10);
        house.later(3_600_000);
        assert!(files(&house, &ann, None, Category::Spam).await);
        assert!(files(&house, &ann, None, Category::Hate).await, "the same once more");
        assert_eq!(open(&house).await.len(), 11);
    }
}

#[tokio::test]
async fn the_most_urgent_report_comes_first_and_a_decision_is_made_once() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let [ann, _] = house.whole_game(("ann", "50"), ("bob", "50")).await;
        for (part, category) in
            (1..).zip([Category::Other, Category::Hate, Category::Danger, Category::Private])
        {
            files(&house, &ann, Some(Spot { seq: 1, part }), category).await;
        }
        let all = open(&house).await;
        let order: Vec<&str> = all.iter().map(|it| it.category.name()).collect();
        assert_eq!(order, ["danger", "hate", "private", "other"]);
        let after = (all[1].urgency, all[1].at, all[1].id.clone());
        let rest = house.db.read(move |tx| report::open(tx, "", &after, 100)).await.unwrap();
        assert_eq!(rest[0].id, all[2].id);
        for decision in ["dismiss", "warn"] {
            let (at, it) = (house.at(), all[0].clone());
            let work =
                move |tx: &mut luna_store::Tx<'_>| report::decide(tx, &at, &it, "bob", decision);
            assert_eq!(house.db.write(work).await.is_ok(), decision == "dismiss");
        }
        let (at, it) = (house.at(), all[1].clone());
        house.db.write(move |tx| report::decide(tx, &at, &it, "bob", "hide,warn")).await.unwrap();
        assert_eq!(open(&house).await.len(), 2);
        let record = |id: &'static str| house.db.read(move |tx| report::record(tx, "", id));
        let (made, about) = (record("ann").await.unwrap(), record("bob").await.unwrap());
        assert_eq!(made, Record { made: 4, made_upheld: 1, about: 0, about_upheld: 0 });
        assert_eq!(about, Record { made: 0, made_upheld: 0, about: 4, about_upheld: 1 });
        let outcomes = house.db.read(|tx| report::outcomes(tx, "ann")).await.unwrap();
        assert_eq!(outcomes.iter().map(|it| it.upheld).collect::<Vec<_>>(), [true, false]);
    }
}

#[tokio::test]
async fn a_hidden_text_is_gone_from_every_view_and_stays_as_written() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let [ann, bob] = house.whole_game(("ann", "50"), ("bob", "60")).await;
        let spot = passages(&house, "ann", &ann).await[3].spot;
        let stored = || house.db.column("SELECT body FROM game_move ORDER BY game_id, seq");
        let before = stored();
        let game_id = house.game_of("ann", &ann).await;
        house.db.write(move |tx| game::hide(tx, &game_id, spot.seq, spot.part)).await.unwrap();
        let shown = vec!["bob says 1.".to_owned(), HIDDEN.to_owned()];
        assert_eq!(house.view("ann", &ann).await.their_answers, Some(shown.clone()));
        assert_eq!(house.view("bob", &bob).await.my_answers, Some(shown));
        assert_eq!(house.view("bob", &bob).await.my_questions, Some(questions("bob")));
        assert_eq!(stored(), before);
        // It is still its author's own.
        let data = |id: &'static str| house.db.read(move |tx| export::of(tx, ALL, id));
        let (hers, his) = (data("ann").await.unwrap(), data("bob").await.unwrap());
        assert!(!hers.to_string().contains(&answers("bob")[1]), "{hers}");
        assert!(his.to_string().contains(&answers("bob")[1]), "{his}");
        let rebuilt = house.db.write(rebuild_ratings).await.unwrap();
        assert_eq!(rebuilt.different, 0);
    }
}

#[tokio::test]
async fn nothing_tells_somebody_who_has_reported_them() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        // A game that never told who the other was.
        let ann = house.opens_and_asks("ann").await;
        house.opens_and_asks("bob").await;
        files(&house, &ann, None, Category::Hate).await;
        house.blocks("ann", "bob", &ann).await;
        let data = |id: &'static str| house.db.read(move |tx| export::of(tx, ALL, id));
        let his = data("bob").await.unwrap();
        assert_eq!(his["reports"]["about_you"], serde_json::json!([]), "before a decision");
        for telling in ["ann was told", "\"reporter\"", "hate", &ann] {
            assert!(!his.to_string().contains(telling), "{telling}: {his}");
        }
        let filed = open(&house).await.remove(0);
        let at = Context { now: 3 * DAY + 5 * HOUR + 7, ..house.at() };
        let decides =
            move |tx: &mut luna_store::Tx<'_>| report::decide(tx, &at, &filed, "bob", "warn");
        house.db.write(decides).await.unwrap();
        let his = data("bob").await.unwrap();
        let expected = serde_json::json!([
            { "category": "hate", "decided_on": 3 * DAY, "decision": "warn" }
        ]);
        assert_eq!(his["reports"]["about_you"], expected, "to the day, and no more");
        for telling in ["ann was told", "\"reporter\"", &ann] {
            assert!(!his.to_string().contains(telling), "{telling}: {his}");
        }
        let hers = data("ann").await.unwrap();
        assert_eq!(hers["reports"]["made"][0]["text"], "ann was told by bob");
        assert_eq!(hers["never_again"][0]["name"], serde_json::Value::Null);
        // What was written in a report is erased with the player it names.
        for id in ["bob", "ann"] {
            house.acts(move |tx, at| erase::erase(tx, at, id)).await;
            assert_eq!(house.db.column("SELECT text FROM report"), [""]);
            assert!(house.db.raw("SELECT id FROM block").is_empty());
        }
    }
}
