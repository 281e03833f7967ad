//! The battery: sittings, answers that scorers settle, and their erasure.

use luna_core::battery::{HumanScore, KeyScore};
use luna_store::assignment::{self, Review};
use luna_store::battery::answer::{self, BatteryAnswer, KIND};
use luna_store::battery::attempt::{self, Attempt, Question};
use luna_store::battery::sitting::{self, ClueReply, Reply, Sitting};
use luna_store::machine::Transport;
use luna_store::{Error, Result, Tx, battery, erase, topic};

use crate::house::House;

const ANN: &str = "01hannannannannannannannan";
const ROBOT: &str = "01hrobotrobotrobotrobotrob";

fn said(text: &str, waiting_since: Option<i64>) -> BatteryAnswer {
    BatteryAnswer {
        id: format!("dog {text}"),
        form: "a".to_owned(),
        item: "dog".to_owned(),
        text: text.to_owned(),
        by_key: KeyScore {
            points: 1,
            confidence: 0.25,
            is_recognized: true,
            is_unchildlike: false,
        },
        waiting_since,
        by_people: None,
    }
}

/// A sitting with these answers to one item, the best first.
fn sits(tx: &mut Tx<'_>, id: &str, player: &str, at: i64, answers: &[BatteryAnswer]) -> Result<()> {
    let sitting = Sitting {
        id: id.to_owned(),
        player_id: player.to_owned(),
        form: "a".to_owned(),
        knowledge: "books".to_owned(),
        taken_at: at,
    };
    let mut replies = Vec::new();
    for (answer, rank) in answers.iter().zip(1..) {
        answer::keep(tx, answer)?;
        replies.push(Reply { item: "dog".to_owned(), rank, answer: answer.clone() });
    }
    let by_clue = answers.first().map(|answer| ClueReply {
        item: "dog".to_owned(),
        clues: 1,
        answer: answer.clone(),
    });
    sitting::add(tx, &sitting, &replies, &Vec::from_iter(by_clue))
}

async fn two_have_sat(house: &House) {
    for id in [ANN, "bob"] {
        house.player(id, false).await;
    }
    house.machine(ROBOT, "bob", Transport::Pull).await;
    house
        .db
        .write(|tx| {
            sits(tx, "one", ANN, 1, &[said("woof", Some(7)), said("an animal", None)])?;
            sits(tx, "two", ROBOT, 2, &[said("woof", Some(9)), said("a fish", Some(8))])
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn the_same_answer_of_two_sittings_waits_once() {
    for house in House::each() {
        two_have_sat(&house).await;
        house
            .db
            .read(|tx| {
                let mut waits: Vec<(String, i64)> =
                    answer::waiting(tx, 9)?.into_iter().map(|it| (it.item_id, it.since)).collect();
                waits.sort_by_key(|(_, since)| *since);
                assert_eq!(waits, [("dog woof".to_owned(), 7), ("dog a fish".to_owned(), 8)]);
                assert_eq!((answer::count_waiting(tx)?, answer::waiting(tx, 1)?.len()), (2, 1));
                let of_form: Vec<String> =
                    sitting::of_form(tx, "a", 9)?.into_iter().map(|it| it.id).collect();
                assert_eq!(of_form, ["two", "one"]);
                assert_eq!(sitting::of_form(tx, "b", 9)?, []);
                let replies = sitting::replies(tx, "two")?;
                let found: Vec<_> = replies.iter().map(|it| (it.rank, &*it.answer.text)).collect();
                assert_eq!(found, [(1, "woof"), (2, "a fish")]);
                assert_eq!(replies[0].answer, said("woof", Some(7)));
                let by_clue = sitting::clue_replies(tx, "two")?;
                assert_eq!((by_clue.len(), by_clue[0].clues), (1, 1));
                assert_eq!(by_clue[0].answer, replies[0].answer);
                Ok::<_, Error>(())
            })
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn what_people_settle_waits_no_longer_and_outlasts_a_second_sitting() {
    let score = HumanScore { points: 0, is_nonsense: true, is_unchildlike: false };
    for house in House::each() {
        two_have_sat(&house).await;
        house
            .db
            .write(move |tx| {
                answer::find_for_update(tx, "dog woof")?;
                answer::settle(tx, "dog woof", score, 20)?;
                let again = BatteryAnswer {
                    by_key: KeyScore { points: 2, ..said("", None).by_key },
                    ..said("woof", Some(30))
                };
                sits(tx, "three", ANN, 30, &[again])?;
                let kept = answer::find(tx, "dog woof")?;
                assert_eq!((kept.by_people, kept.by_key.points), (Some(score), 2));
                assert_eq!(kept.waiting_since, Some(7));
                assert_eq!(answer::count_waiting(tx)?, 1);
                assert_eq!(answer::settled(tx, 9)?, [kept]);
                Ok::<_, Error>(())
            })
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn all_reviews_are_given_by_item_and_time() {
    for house in House::each() {
        two_have_sat(&house).await;
        let review = |item: &str, reviewer: &str, at| Review {
            item_id: item.to_owned(),
            reviewer_id: reviewer.to_owned(),
            reviewed_at: at,
            verdict: "1".to_owned(),
            comment: String::new(),
            marks: Vec::new(),
        };
        let all = [review("dog woof", "bob", 12), review("dog woof", ANN, 13)];
        let given = all.clone();
        house
            .db
            .write(move |tx| {
                let items = [("dog woof".to_owned(), 7)];
                for it in &given {
                    let leased = assignment::lease(
                        tx,
                        assignment::Desk::pair(KIND),
                        &it.reviewer_id,
                        &items,
                        10,
                    )?;
                    assert_eq!(leased.as_deref(), Some("dog woof"));
                    assert!(assignment::review(tx, KIND, it)?);
                }
                assert_eq!(assignment::all_reviews(tx, KIND)?, given);
                assert_eq!(assignment::all_reviews(tx, "quiz")?, []);
                Ok::<_, Error>(())
            })
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn erasure_takes_the_sittings_and_the_answers_that_nobody_else_has_given() {
    for house in House::each() {
        two_have_sat(&house).await;
        let seq = async || house.db.read(|tx| topic::seq(tx, battery::RESULTS)).await.unwrap();
        let (at, before) = (house.at(), seq().await);
        house.db.write(move |tx| erase::erase(tx, &at, ANN)).await.unwrap();
        assert!(seq().await > before, "results are computed again");
        let left = |sql: &str| house.db.column(sql);
        assert_eq!(left("SELECT id FROM battery_sitting"), ["two"]);
        assert_eq!(left("SELECT id FROM battery_answer ORDER BY id"), ["dog a fish", "dog woof"]);
        // A machine's words go with its owner.
        house.acts(|tx, at| erase::erase(tx, at, "bob")).await;
        assert_eq!(left("SELECT id FROM battery_sitting"), [""; 0]);
        assert_eq!(left("SELECT id FROM battery_answer"), [""; 0]);
    }
}

fn attempt(id: &str, asked_by: &str) -> Attempt {
    Attempt {
        id: id.to_owned(),
        player_id: ROBOT.to_owned(),
        form: "a".to_owned(),
        asked_by: asked_by.to_owned(),
        begun_at: 5,
        paused_why: None,
    }
}

fn asked(item: &str, task: &str, at: i64) -> Question {
    Question {
        item: item.to_owned(),
        clues: 0,
        task_id: task.to_owned(),
        asked_at: at,
        ended_at: None,
        reply: None,
    }
}

#[tokio::test]
async fn a_machine_is_in_one_attempt_at_a_time_and_its_questions_end_once() {
    for house in House::each() {
        two_have_sat(&house).await;
        house
            .db
            .write(|tx| {
                assert!(attempt::begin(tx, &attempt("first", "bob"))?);
                assert!(!attempt::begin(tx, &attempt("second", ANN))?);
                attempt::ask(tx, "first", &asked("dog", "t1", 6))?;
                attempt::ask(tx, "first", &asked("cat", "t2", 7))?;
                assert_eq!(attempt::end(tx, "t1", 8, Some("{}"))?, Some(attempt("first", "bob")));
                assert_eq!(attempt::end(tx, "t1", 9, None)?, None, "it has ended");
                assert_eq!(attempt::end(tx, "of a game", 9, None)?, None);
                let dog = Question {
                    ended_at: Some(8),
                    reply: Some("{}".to_owned()),
                    ..asked("dog", "t1", 6)
                };
                assert_eq!(attempt::questions(tx, "first")?, [dog, asked("cat", "t2", 7)]);
                attempt::pause(tx, "first", Some("Enough for today."))?;
                let paused = attempt::of_player(tx, ROBOT)?.and_then(|it| it.paused_why);
                assert_eq!(paused.as_deref(), Some("Enough for today."));
                attempt::delete(tx, "first")?;
                assert_eq!(attempt::of_player(tx, ROBOT)?, None);
                assert!(attempt::begin(tx, &attempt("second", ANN))?);
                Ok::<_, Error>(())
            })
            .await
            .unwrap();
        house.acts(|tx, at| erase::erase(tx, at, ANN)).await;
        assert_eq!(house.db.column("SELECT id FROM battery_attempt"), [""; 0]);
    }
}
