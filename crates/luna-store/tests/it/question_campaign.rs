//! Campaigns of ratings: panels that never overshoot, and the erasure of a rater.

use luna_core::assignment::{LEASE_MS, Panel};
use luna_core::question_rating::QuestionRating;
use luna_store::assignment::{self, Desk, Review};
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::imported::{self, Article, Import, MachineQuestion};
use luna_store::question_campaign::item::{self, Item};
use luna_store::question_campaign::rater::{self, Rater};
use luna_store::question_campaign::rating::{self, Rating};
use luna_store::{Error, Result, Tx, erase};

use crate::house::House;

const KIND: &str = "question:c";

fn desk(size: usize) -> Desk<'static> {
    Desk { kind: KIND, panel: Panel::of(size) }
}

fn waiting(ids: &[&str]) -> Vec<(String, i64)> {
    ids.iter().zip(1..).map(|(id, since)| ((*id).to_owned(), since)).collect()
}

fn review(item: &str, who: &str, at: i64) -> Review {
    Review {
        item_id: item.to_owned(),
        reviewer_id: who.to_owned(),
        reviewed_at: at,
        verdict: "4".to_owned(),
        comment: String::new(),
        marks: Vec::new(),
    }
}

#[tokio::test]
async fn raters_who_ask_at_once_never_overshoot_a_panel() {
    for house in House::each() {
        let names: Vec<String> = (0..12).map(|number| format!("rater-{number}")).collect();
        for name in &names {
            house.player(name, false).await;
        }
        let asking: Vec<_> = names
            .into_iter()
            .map(|name| {
                let (db, items) = (house.db.clone(), waiting(&["a", "b"]));
                tokio::spawn(async move {
                    let work =
                        move |tx: &mut Tx<'_>| assignment::lease(tx, desk(5), &name, &items, 10);
                    db.write_retrying(work).await.unwrap()
                })
            })
            .collect();
        let mut given = Vec::new();
        for it in asking {
            given.push(it.await.unwrap());
        }
        let count = |id: Option<&str>| given.iter().filter(|it| it.as_deref() == id).count();
        assert_eq!((count(Some("a")), count(Some("b")), count(None)), (5, 5, 2), "{given:?}");
    }
}

#[tokio::test]
async fn a_late_rater_is_taken_while_there_is_room_and_a_rejected_one_makes_room() {
    for house in House::each() {
        for name in ["ann", "bob", "cy", "dan"] {
            house.player(name, false).await;
        }
        house
            .db
            .write(|tx| {
                let items = waiting(&["a"]);
                let some = Some("a".to_owned());
                for name in ["ann", "bob"] {
                    assert_eq!(assignment::lease(tx, desk(2), name, &items, 10)?, some);
                }
                assert!(!assignment::is_any(tx, desk(2), "cy", &items, 10)?);
                let late = 10 + LEASE_MS;
                assert_eq!(assignment::leased_item(tx, KIND, "ann", late)?, None);
                assert_eq!(assignment::lease(tx, desk(2), "cy", &items, late)?, some);
                assert!(assignment::review(tx, KIND, &review("a", "cy", late))?);
                assert!(!assignment::review(tx, KIND, &review("a", "ann", late))?);
                assert_eq!(assignment::leased_at(tx, KIND, "a", "ann")?, Some(10));
                assert!(assignment::renew(tx, desk(2), "a", "ann", late)?);
                assert!(assignment::review(tx, KIND, &review("a", "ann", late))?);
                assert!(!assignment::renew(tx, desk(2), "a", "bob", late)?, "it has two");
                assert!(!assignment::renew(tx, desk(2), "a", "dan", late)?, "he had none");
                assignment::set_aside(tx, KIND, "a", "cy")?;
                assert_eq!(assignment::reviews(tx, KIND, "a")?.len(), 1);
                assert_eq!(assignment::lease(tx, desk(2), "dan", &items, late)?, some);
                Ok::<_, Error>(())
            })
            .await
            .unwrap();
    }
}

fn campaign_of_two(tx: &mut Tx<'_>) -> Result<()> {
    let import = Import {
        id: "i".to_owned(),
        name: "moon".to_owned(),
        format: "csv".to_owned(),
        checksum: "sum".to_owned(),
        licence: String::new(),
        questions: 2,
        imported_at: 1,
    };
    assert!(imported::add(tx, &import)?);
    assert!(!imported::add(tx, &Import { id: "j".to_owned(), ..import.clone() })?, "known");
    let article = Article {
        id: "a".to_owned(),
        import_id: "i".to_owned(),
        name: "Moon".to_owned(),
        text: "It shines.".to_owned(),
    };
    imported::add_article(tx, &article)?;
    for (id, gold) in [("one", None), ("two", Some(QuestionRating::Good))] {
        let question = MachineQuestion {
            id: id.to_owned(),
            import_id: "i".to_owned(),
            article_id: "a".to_owned(),
            number: 1,
            sentence: "It shines.".to_owned(),
            question: "What shines?".to_owned(),
            answer: String::new(),
            generator: String::new(),
            gold,
        };
        imported::add_question(tx, &question)?;
        assert_eq!(imported::question(tx, id)?, question);
    }
    let new = Campaign {
        id: "c".to_owned(),
        name: "Moon".to_owned(),
        plan: luna_core::question_campaign::Plan::default(),
        code: "CODE".to_owned(),
        checks: None,
        created_at: 1,
        opened_at: Some(1),
        batches: 1,
        opened: 1,
        closed_at: None,
        published_at: None,
        salt: String::new(),
    };
    campaign::add(tx, &new)?;
    assert_eq!(campaign::open(tx, 9)?, [new]);
    item::add(tx, "c", &Item { question_id: "two".to_owned(), batch: 0, place: 1 })?;
    item::add(tx, "c", &Item { question_id: "one".to_owned(), batch: 1, place: 2 })
}

fn rates(tx: &mut Tx<'_>, who: &str) -> Result<()> {
    let new = Rater {
        campaign_id: "c".to_owned(),
        player_id: who.to_owned(),
        platform: "prolific".to_owned(),
        worker: format!("worker of {who}"),
        joined_at: 1,
        ..Rater::default()
    };
    assert!(rater::join(tx, &new)?);
    assert!(!rater::join(tx, &new)?, "twice");
    let rating = Rating {
        campaign_id: "c".to_owned(),
        question_id: "one".to_owned(),
        player_id: who.to_owned(),
        rating: QuestionRating::Acceptable,
        comment: String::new(),
        began_at: 1,
        rated_at: 2,
        rejected_at: None,
        rejected_why: None,
    };
    assert!(rating::add(tx, &rating)?);
    assert!(!rating::add(tx, &Rating { rating: QuestionRating::Bad, ..rating })?, "twice");
    Ok(())
}

#[tokio::test]
async fn an_erased_rater_leaves_the_question_to_somebody_else() {
    for house in House::each() {
        for name in ["ann", "bob"] {
            house.player(name, false).await;
        }
        house
            .acts(move |tx, at| {
                campaign_of_two(tx)?;
                rates(tx, "ann")?;
                rates(tx, "bob")?;
                assert_eq!(item::unrated(tx, "c", 1, "ann")?.len(), 1);
                assert!(rater::is_taken(tx, "c", "prolific", "worker of ann", "bob")?);
                assert_eq!(imported::gold_of_campaign(tx, "c")?.len(), 1);
                let page = rating::page(tx, "c", ("", ""), 1)?;
                assert_eq!(page[0].player_id, "ann");
                assert_eq!(rating::page(tx, "c", ("one", "ann"), 9)?[0].player_id, "bob");
                assert!(rating::reject(tx, ("c", "one", "bob"), "random", 3)?);
                assert!(!rating::reject(tx, ("c", "one", "bob"), "again", 4)?);
                assert_eq!(rating::elsewhere(tx, "d", "bob")?, (1, 1));
                assert_eq!(rating::elsewhere(tx, "c", "bob")?, (0, 0));
                erase::erase(tx, at, "ann")?;
                assert_eq!(rating::of_campaign(tx, "c")?.len(), 1);
                assert_eq!(rater::find(tx, "c", "ann")?, None);
                Ok::<_, Error>(())
            })
            .await;
    }
}
