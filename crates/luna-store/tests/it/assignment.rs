//! Leases: which item a reviewer gets, how few statements that takes, and who has to wait.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::time::Duration;

use luna_core::assignment::{Item, LEASE_MS, Panel, next};
use luna_core::rng::Chance;
use luna_store::assignment::{self, Desk, Review};
use luna_store::battery::answer;
use luna_store::quiz::question;
use luna_store::{Result, Tx, erase, export, judge};

use crate::house::House;

const QUIZ: &str = "quiz";
const BATTERY: &str = answer::KIND;
const NOW: i64 = 1_000_000_000;

/// Submits questions: an id, a writer, and the time of the submission for each.
fn submit(house: &House, questions: impl IntoIterator<Item = (String, &'static str, i64)>) {
    let rows: Vec<String> = questions
        .into_iter()
        .map(|(id, writer, at)| {
            format!("('{id}', '{writer}', 'submitted', '', '', '', '', '', '', '', '', 1, 1, {at})")
        })
        .collect();
    house.db.raw(&format!(
        "INSERT INTO quiz_question (id, writer_id, state, text, answer_line, page, category,
             difficulty, condition, credit, licence, created_at, changed_at, submitted_at)
         VALUES {}",
        rows.join(", ")
    ));
}

/// Puts answers to scorers: an id, and the time since when it waits for each.
fn wait(house: &House, answers: impl IntoIterator<Item = (String, i64)>) {
    let rows: Vec<String> = answers
        .into_iter()
        .map(|(id, since)| format!("('{id}', 'a', 'dog', '{id}', 0, 0.5, FALSE, FALSE, {since})"))
        .collect();
    house.db.raw(&format!(
        "INSERT INTO battery_answer (id, form, item, text, points, confidence, is_recognized,
             is_unchildlike, waiting_since)
         VALUES {}",
        rows.join(", ")
    ));
}

/// One row of the table, as it was stored.
struct Stored {
    item: String,
    reviewer: String,
    leased_until: i64,
    is_reviewed: bool,
    is_superseded: bool,
}

fn store(house: &House, kind: &str, rows: &[Stored]) {
    if rows.is_empty() {
        return;
    }
    let values: Vec<String> = rows
        .iter()
        .map(|it| {
            let review = if it.is_reviewed { "7, 'accept'" } else { "NULL, NULL" };
            format!(
                "('{kind}', '{}', '{}', {}, {review}, '', '[]', {})",
                it.item, it.reviewer, it.leased_until, it.is_superseded
            )
        })
        .collect();
    house.db.raw(&format!("INSERT INTO assignment VALUES {}", values.join(", ")));
}

fn stored(house: &House, kind: &str) -> Vec<Stored> {
    let rows = house.db.raw(&format!(
        "SELECT item_id, reviewer_id, leased_until,
                CASE WHEN reviewed_at IS NULL THEN 0 ELSE 1 END,
                CASE WHEN superseded THEN 1 ELSE 0 END
         FROM assignment WHERE kind = '{kind}'"
    ));
    let stored = |row: Vec<String>| Stored {
        item: row[0].clone(),
        reviewer: row[1].clone(),
        leased_until: row[2].parse().unwrap(),
        is_reviewed: row[3] == "1",
        is_superseded: row[4] == "1",
    };
    rows.into_iter().map(stored).collect()
}

/// The choice of the rule, with the assignments read item by item.
fn by_the_rule(
    house: &House,
    kind: &str,
    items: &[(String, i64)],
    reviewer: &str,
    now: i64,
) -> Option<String> {
    let all = stored(house, kind);
    let mut candidates = Vec::new();
    for (id, since) in items {
        let of_item: Vec<&Stored> =
            all.iter().filter(|it| it.item == *id && !it.is_superseded).collect();
        match of_item.iter().find(|it| it.reviewer == reviewer) {
            Some(mine) if mine.is_reviewed => continue,
            Some(mine) if mine.leased_until > now => return Some(id.clone()),
            Some(_) | None => {}
        }
        let reviews = of_item.iter().filter(|it| it.is_reviewed).count();
        let is_lease =
            |it: &&&Stored| !it.is_reviewed && it.leased_until > now && it.reviewer != reviewer;
        let leases = of_item.iter().filter(is_lease).count();
        candidates.push(Item { id, since: *since, reviews, leases });
    }
    next(Panel::PAIR, candidates).map(str::to_owned)
}

fn lease(tx: &mut Tx<'_>, kind: &str, reviewer: &str, now: i64) -> Result<Option<String>> {
    assignment::lease_from(tx, Desk::pair(kind), reviewer, now, |tx| match kind {
        QUIZ => question::waiting(tx, kind, reviewer, 500),
        _ => answer::waiting(tx, 500),
    })
}

/// What has happened to items so far: reviews, leases, those that ran out, and those of earlier
/// submissions.
fn any_history(chance: &mut Chance, items: &[(String, i64)], reviewers: &[&str]) -> Vec<Stored> {
    let mut all = Vec::new();
    for (id, _) in items {
        for reviewer in reviewers {
            let (leased_until, is_reviewed) = match chance.below(7) {
                0 => (NOW + 1, false),
                1 => (NOW, false),
                2 | 3 => (NOW - 5, true),
                _ => continue,
            };
            let is_superseded = chance.below(5) == 0;
            let (item, reviewer) = (id.clone(), (*reviewer).to_owned());
            all.push(Stored { item, reviewer, leased_until, is_reviewed, is_superseded });
        }
    }
    all
}

#[tokio::test]
async fn one_statement_makes_the_choice_that_the_rule_makes_item_by_item() {
    const REVIEWERS: [&str; 5] = ["eve", "fay", "gus", "hal", "ida"];
    let mut chance = Chance::from_seed(11);
    for house in House::each() {
        house.people(&REVIEWERS).await;
        house.people(&["ann", "bad"]).await;
        house.db.raw("INSERT INTO quiz_block VALUES ('bad', 1, 'Why.')");
        let mut outcomes: BTreeMap<bool, usize> = BTreeMap::new();
        for round in 0..16 {
            let items: Vec<(String, i64)> = (0..=chance.below(4))
                .map(|nth| {
                    let since = i64::try_from(chance.below(4)).unwrap() + 1;
                    (format!("r{round}-{}", (nth * 5) % 8), since)
                })
                .collect();
            let writers: Vec<&'static str> =
                items.iter().map(|_| ["ann", "eve", "bad", "ann"][chance.below(4)]).collect();
            submit(
                &house,
                items.iter().zip(&writers).map(|((id, at), who)| (id.clone(), *who, *at)),
            );
            wait(&house, items.clone());
            for kind in [QUIZ, BATTERY] {
                store(&house, kind, &any_history(&mut chance, &items, &REVIEWERS));
            }
            let mut sorted: Vec<((String, i64), &str)> = items.into_iter().zip(writers).collect();
            sorted.sort_by(|((a, since_a), _), ((b, since_b), _)| (since_a, a).cmp(&(since_b, b)));
            for reviewer in REVIEWERS.iter().chain(&REVIEWERS) {
                for kind in [QUIZ, BATTERY] {
                    let may_see = |writer: &str| writer != "bad" && writer != *reviewer;
                    let open: Vec<(String, i64)> = sorted
                        .iter()
                        .filter(|(_, writer)| kind == BATTERY || may_see(writer))
                        .map(|(item, _)| item.clone())
                        .collect();
                    let expected = by_the_rule(&house, kind, &open, reviewer, NOW);
                    let leased = house.acts(move |tx, _| lease(tx, kind, reviewer, NOW)).await;
                    assert_eq!(leased, expected, "{kind} of round {round} for {reviewer}");
                    *outcomes.entry(leased.is_some()).or_default() += 1;
                }
            }
            house.db.raw("UPDATE quiz_question SET state = 'accepted'");
            house.db.raw("UPDATE battery_answer SET settled_at = 1");
        }
        assert!(outcomes.values().all(|&count| count > 20), "{outcomes:?}");
    }
}

#[tokio::test]
async fn a_lease_takes_two_statements_however_many_items_wait_and_were_decided() {
    for house in House::each() {
        house.people(&["ann", "eve", "fay"]).await;
        submit(&house, (0..500).map(|nth| (format!("q{nth:03}"), "ann", i64::from(nth) / 3 + 1)));
        wait(&house, (0..500).map(|nth| (format!("q{nth:03}"), i64::from(nth) / 3 + 1)));
        let reviewed = |item: String| Stored {
            item,
            reviewer: "fay".to_owned(),
            leased_until: 1,
            is_reviewed: true,
            is_superseded: false,
        };
        let waits = (0..500).filter(|nth| nth % 250 != 9).map(|nth| format!("q{nth:03}"));
        let decided = (0..3_000).map(|nth| format!("old{nth}"));
        let history: Vec<Stored> = waits.chain(decided).map(reviewed).collect();
        for kind in [QUIZ, BATTERY] {
            store(&house, kind, &history);
            let (leased, sent) =
                house.acts(move |tx, _| Ok((lease(tx, kind, "eve", NOW)?, tx.statements()))).await;
            assert_eq!((leased.as_deref(), sent), (Some("q009"), 2), "{kind}");
            let (again, sent) = house
                .acts(move |tx, _| Ok((lease(tx, kind, "eve", NOW + 1)?, tx.statements())))
                .await;
            assert_eq!((again.as_deref(), sent), (Some("q009"), 1), "{kind}, held");
        }
    }
}

#[tokio::test]
async fn reviewers_of_one_kind_do_not_wait_for_those_of_another() {
    for house in House::each().into_iter().filter(|house| house.db.is_postgres()) {
        house.people(&["eve", "fay"]).await;
        let (has_turn, holds) = mpsc::channel();
        let (done, is_done) = mpsc::channel();
        let slow = house.db.write(move |tx| {
            assignment::take_turns(tx, "one")?;
            has_turn.send(()).unwrap();
            Ok::<_, luna_store::Error>(is_done.recv_timeout(Duration::from_secs(20)).is_ok())
        });
        let quick = async {
            tokio::task::spawn_blocking(move || holds.recv().unwrap()).await.unwrap();
            let items = vec![("a".to_owned(), 1)];
            let work = move |tx: &mut Tx<'_>| {
                assignment::lease(tx, Desk::single("two"), "fay", &items, NOW)
            };
            let leased = house.db.write(work).await.unwrap();
            done.send(()).unwrap();
            leased
        };
        let (is_done, leased) = tokio::join!(slow, quick);
        assert!(is_done.unwrap(), "the second kind waited for the first");
        assert_eq!(leased.as_deref(), Some("a"));
    }
}

#[tokio::test]
async fn one_reviewer_has_an_item_until_the_lease_ends_or_it_is_decided() {
    const KIND: &str = "single";
    for house in House::each() {
        house.people(&["eve", "fay"]).await;
        house
            .acts(|tx, _| {
                let lease = |tx: &mut Tx<'_>, who: &str, now: i64| {
                    let items = ["a", "b"].map(str::to_owned);
                    assignment::lease_first(tx, KIND, who, &items, now)
                };
                let some = |id: &str| Some(id.to_owned());
                assert_eq!(lease(tx, "eve", NOW)?, some("a"));
                assert_eq!(lease(tx, "eve", NOW + 1)?, some("a"), "the one that she has");
                assert_eq!(lease(tx, "fay", NOW + 2)?, some("b"));
                let open = assignment::leases(tx, KIND, NOW + 3)?;
                let open: Vec<_> = open.iter().map(|it| (&*it.item_id, &*it.reviewer)).collect();
                assert_eq!(open, [("a", "eve"), ("b", "fay")]);
                assert_eq!(assignment::leases(tx, "another", NOW + 3)?, []);
                // The same time for everybody: a lease that has run out binds nobody.
                let late = NOW + LEASE_MS;
                assert_eq!(assignment::leases(tx, KIND, late)?.len(), 1);
                assert_eq!(lease(tx, "fay", late + 2)?, some("a"), "b has run out as well");
                let data = export::of(tx, luna_store::disciplines::ALL, "eve")?;
                assert_eq!(data["reviews"], serde_json::json!([]), "what she had is forgotten");
                assert_eq!(lease(tx, "eve", late + 2)?, some("b"));
                assignment::end(tx, KIND, "a")?;
                let left = assignment::leases(tx, KIND, late + 3)?;
                assert_eq!(left.iter().map(|it| &*it.item_id).collect::<Vec<_>>(), ["b"]);
                assignment::end(tx, KIND, "b")?;
                Ok(())
            })
            .await;
        assert!(stored(&house, KIND).is_empty(), "nothing is left of what is decided");
    }
}

#[tokio::test]
async fn the_end_of_an_item_leaves_its_reviews() {
    for house in House::each() {
        house.people(&["eve", "fay"]).await;
        house
            .acts(|tx, _| {
                let items = vec![("a".to_owned(), 1)];
                for who in ["eve", "fay"] {
                    assignment::lease(tx, Desk::pair(QUIZ), who, &items, NOW)?;
                }
                let review = Review {
                    item_id: "a".to_owned(),
                    reviewer_id: "eve".to_owned(),
                    reviewed_at: NOW,
                    verdict: "accept".to_owned(),
                    comment: String::new(),
                    marks: Vec::new(),
                };
                assert!(assignment::review(tx, QUIZ, &review)?);
                assignment::end(tx, QUIZ, "a")?;
                assert_eq!(assignment::reviews(tx, QUIZ, "a")?, [review]);
                assert_eq!(assignment::leases(tx, QUIZ, NOW)?, []);
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn the_erasure_of_a_judge_takes_the_lease_about_them() {
    for house in House::each() {
        house.people(&["ann", "bob", "eve"]).await;
        house
            .acts(|tx, _| {
                for judge in ["ann", "bob"] {
                    let items = [judge.to_owned()];
                    assignment::lease_first(tx, judge::KIND, "eve", &items, NOW)?;
                }
                Ok(())
            })
            .await;
        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        let left: Vec<String> = stored(&house, judge::KIND).into_iter().map(|it| it.item).collect();
        assert_eq!(left, ["bob"]);
    }
}

#[tokio::test]
async fn a_review_that_is_kept_elsewhere_counts_as_one_and_is_told_once() {
    for house in House::each() {
        house.people(&["eve", "fay", "gus"]).await;
        house
            .acts(|tx, _| {
                let items = vec![("a".to_owned(), 1)];
                let lease = |tx: &mut Tx<'_>, who: &str, now: i64| {
                    assignment::lease(tx, Desk::pair("rating"), who, &items, now)
                };
                let some = Some("a".to_owned());
                assert!(!assignment::finish(tx, "rating", "a", "eve", NOW)?, "without a lease");
                assert_eq!(lease(tx, "eve", NOW)?, some);
                assert!(!assignment::finish(tx, "rating", "a", "eve", NOW + LEASE_MS)?, "too late");
                assert!(assignment::finish(tx, "rating", "a", "eve", NOW + 1)?);
                assert!(!assignment::finish(tx, "rating", "a", "eve", NOW + 2)?, "once");
                assert_eq!(lease(tx, "eve", NOW + 3)?, None, "never twice to the same person");
                assert_eq!(lease(tx, "fay", NOW + 3)?, some);
                assert_eq!(lease(tx, "gus", NOW + 3)?, None, "a review and a lease fill the pair");
                assert_eq!(assignment::reviews(tx, "rating", "a")?, []);
                assert_eq!(assignment::all_reviews(tx, "rating")?, []);
                Ok(())
            })
            .await;
    }
}
