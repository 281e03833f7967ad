//! Tasks outside games.

use luna_core::skill::Skill;
use luna_store::machine::{Transport, skill};
use luna_store::retention::{self, Retention};
use luna_store::task::{self, Limit, MOST_KEPT, NewTask, State, TIME_MS, most_hourly};
use luna_store::{Db, Error, Result, Tx, erase};
use luna_testkit::control::DAY;
use luna_testkit::database::{Database, Location};

use crate::house::House;

/// A question to a machine.
fn of<'a>(id: &'a str, machine_id: &'a str, asked_by: &'a str) -> NewTask<'a> {
    let skill = Skill::Answer;
    NewTask { id, machine_id, asked_by, skill, about: None, body: "{}", counted: true, owner: None }
}

/// A line of a conversation.
fn line(id: &str, counted: bool) -> NewTask<'_> {
    let (skill, about) = (Skill::Converse, Some("talk"));
    NewTask { skill, about, counted, ..of(id, "robot", "ann") }
}

fn put(tx: &mut Tx<'_>, now: i64, id: &str, asked_by: &str) -> Result<Option<Limit>> {
    task::put(tx, now, &of(id, "robot", asked_by), true)
}

async fn houses() -> Vec<House> {
    let mut all = Vec::new();
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.machine("robot", "ann", Transport::Push).await;
        all.push(house);
    }
    all
}

#[tokio::test]
async fn a_task_ends_once() {
    for house in houses().await {
        house
            .acts(|tx, at| {
                assert_eq!(put(tx, at.now, "one", "ann")?, None);
                assert_eq!(put(tx, at.now + 1, "two", "ann")?, None);
                assert_eq!(task::find(tx, "one")?.state, State::Open);
                let open = task::open_of(tx, "robot", at.now + 2, 10)?;
                assert_eq!(
                    open.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(),
                    ["one", "two"]
                );
                assert!(task::open_of(tx, "robot", at.now + TIME_MS + 1, 10)?.is_empty());
                assert!(task::reply(tx, "one", at.now, "{\"answers\":[]}")?);
                assert!(!task::fail(tx, "one", at.now, "too late")?);
                assert_eq!(task::find(tx, "one")?.state, State::Done("{\"answers\":[]}".into()));
                assert!(task::fail(tx, "two", at.now, "It is away.")?);
                assert!(!task::reply(tx, "two", at.now, "{}")?);
                assert_eq!(task::find(tx, "two")?.state, State::Failed("It is away.".into()));
                assert_eq!(task::last_of(tx, "robot", Skill::Answer, 20)?, (2, 1));
                assert_eq!(task::last_of(tx, "robot", Skill::Ask, 20)?, (0, 0));
                assert_eq!(put(tx, at.now + 2, "three", "ann")?, None);
                assert!(task::decline(tx, "three", at.now)?);
                assert!(!task::fail(tx, "three", at.now, "too late")?);
                assert_eq!(task::find(tx, "three")?.state, State::Declined);
                assert_eq!(task::last_of(tx, "robot", Skill::Answer, 20)?, (2, 1), "no fault");
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn a_skill_takes_so_many_tasks_a_day_and_a_person_puts_so_many_an_hour() {
    for house in houses().await {
        house
            .acts(|tx, at| {
                let now = at.now - at.now.rem_euclid(DAY) + DAY;
                skill::set_limits(tx, "robot", Skill::Answer, Some(2), None)?;
                for id in ["one", "two"] {
                    assert_eq!(put(tx, now, id, "ann")?, None);
                }
                assert_eq!(put(tx, now, "three", "bob")?, Some(Limit::Daily(2)));
                assert_eq!(put(tx, now + DAY, "three", "bob")?, None);
                skill::set_limits(tx, "robot", Skill::Answer, Some(10_000), None)?;
                let now = now + 5 * DAY;
                for nth in 0..most_hourly(Skill::Answer) {
                    assert_eq!(put(tx, now, &format!("n{nth}"), "ann")?, None);
                }
                assert_eq!(put(tx, now, "more", "ann")?, Some(Limit::Hourly(Skill::Answer)));
                assert_eq!(put(tx, now, "more", "bob")?, None);
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn tasks_go_with_the_player_who_put_them_and_with_time() {
    for house in houses().await {
        house
            .acts(|tx, at| {
                put(tx, at.now, "anns", "ann")?;
                put(tx, at.now, "bobs", "bob")?;
                skill::alarm(tx, "robot", Skill::Answer, at.now, "It said “cat”.")?;
                erase::erase(tx, at, "bob")?;
                assert!(matches!(task::find(tx, "bobs"), Err(Error::NotFound)));
                assert_eq!(task::latest_of(tx, "robot", "ann", Skill::Answer, 5)?.len(), 1);
                retention::sweep(tx, at, &Retention::default())?;
                assert_eq!(task::latest_of(tx, "robot", "ann", Skill::Answer, 5)?.len(), 1);
                let mut later = at.clone();
                later.now += 31 * DAY;
                retention::sweep(tx, &later, &Retention::default())?;
                assert_eq!(
                    task::latest_of(tx, "robot", "ann", Skill::Answer, 5)?.len(),
                    1,
                    "0 keeps it"
                );
                let week = Retention { question_ms: Some(7 * DAY), ..Retention::default() };
                later.now = at.now + 7 * DAY;
                retention::sweep(tx, &later, &week)?;
                assert_eq!(task::latest_of(tx, "robot", "ann", Skill::Answer, 5)?.len(), 1);
                later.now += 1;
                retention::sweep(tx, &later, &week)?;
                assert!(task::latest_of(tx, "robot", "ann", Skill::Answer, 5)?.is_empty());
                put(tx, at.now, "again", "ann")?;
                erase::erase(tx, at, "ann")?;
                assert!(matches!(task::find(tx, "again"), Err(Error::NotFound)));
                assert_eq!(skill::state(tx, "robot", Skill::Answer)?.alarm_why, None);
                Ok(())
            })
            .await;
    }
}

const HOUR: i64 = DAY / 24;

/// Puts as many tasks as may be kept of Ann, an hour's worth each hour from then on.
async fn fill(house: &House, from: i64) {
    house
        .acts(move |tx, _| {
            skill::set_limits(tx, "robot", Skill::Answer, Some(10_000), None)?;
            for nth in 0..MOST_KEPT {
                let now = from + nth / most_hourly(Skill::Answer) * 2 * HOUR;
                assert_eq!(put(tx, now, &format!("{nth:04}"), "ann")?, None, "{nth}");
            }
            Ok(())
        })
        .await;
}

fn kept(house: &House) -> Vec<String> {
    house.db.column("SELECT id FROM task WHERE asked_by = 'ann' ORDER BY created_at, id")
}

#[tokio::test]
async fn so_many_tasks_of_a_person_are_kept_and_the_oldest_that_have_ended_go() {
    for house in houses().await {
        let from = house.now() - house.now().rem_euclid(DAY) + DAY;
        fill(&house, from).await;
        house
            .acts(move |tx, _| {
                let evening = from + 23 * HOUR;
                assert_eq!(
                    put(tx, evening, "more", "ann")?,
                    Some(Limit::Kept(Skill::Answer)),
                    "all of today"
                );
                assert_eq!(put(tx, evening, "bobs", "bob")?, None);
                assert_eq!(
                    put(tx, from + DAY, "more", "ann")?,
                    Some(Limit::Kept(Skill::Answer)),
                    "all open"
                );
                for id in ["0001", "0003", "0004"] {
                    task::reply(tx, id, from + DAY, "{}")?;
                }
                assert_eq!(put(tx, from + DAY, "next", "ann")?, None);
                assert_eq!(put(tx, from + DAY, "after", "ann")?, None);
                Ok(())
            })
            .await;
        let kept = kept(&house);
        assert_eq!(kept.len(), usize::try_from(MOST_KEPT).unwrap());
        assert_eq!(kept[..4], ["0000", "0002", "0004", "0005"]);
        assert_eq!(kept[kept.len() - 2..], ["after", "next"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_sixty_tasks_put_at_once_no_more_are_kept() {
    for house in houses().await {
        let from = house.now() - house.now().rem_euclid(DAY) + DAY;
        fill(&house, from).await;
        house.db.raw("UPDATE task SET ended_at = 1 WHERE id < '0030'");
        for nth in 0..60 {
            house.machine(&format!("m{nth}"), "ann", Transport::Push).await;
        }
        let tasks: Vec<_> = (0..60)
            .map(|nth| {
                let db = Db::clone(&house.db);
                tokio::spawn(async move {
                    db.write(move |tx| {
                        let (id, machine_id) = (format!("n{nth}"), format!("m{nth}"));
                        luna_store::machine::lock(tx, &machine_id)?;
                        task::put(tx, from + DAY, &of(&id, &machine_id, "ann"), false)
                    })
                    .await
                })
            })
            .collect();
        let (mut put, mut refused) = (0, 0);
        for task in tasks {
            match task.await.unwrap().unwrap() {
                None => put += 1,
                Some(limit) => {
                    assert_eq!(limit, Limit::Kept(Skill::Answer));
                    refused += 1;
                }
            }
        }
        assert_eq!((put, refused), (30, 30));
        assert_eq!(kept(&house).len(), usize::try_from(MOST_KEPT).unwrap());
    }
}

#[tokio::test]
async fn a_conversation_is_about_its_last_task_and_changes_with_it() {
    for house in houses().await {
        house
            .acts(|tx, at| {
                assert_eq!(task::latest_about(tx, "talk")?, None);
                for (nth, id) in ["one", "two"].into_iter().enumerate() {
                    let now = at.now + i64::try_from(nth).unwrap();
                    assert_eq!(task::put(tx, now, &line(id, true), false)?, None);
                }
                let latest = task::latest_about(tx, "talk")?.unwrap();
                assert_eq!((latest.id.as_str(), latest.about.as_deref()), ("two", Some("talk")));
                assert!(task::latest_of(tx, "robot", "ann", Skill::Answer, 5)?.is_empty());
                Ok(())
            })
            .await;
        let topic = task::conversation_topic("talk");
        let before = house.db.read({
            let topic = topic.clone();
            move |tx| luna_store::topic::seq(tx, &topic)
        });
        let before = before.await.unwrap();
        house.acts(|tx, at| task::reply(tx, "two", at.now, "{}").map(drop)).await;
        let after = house.db.read(move |tx| luna_store::topic::seq(tx, &topic)).await.unwrap();
        assert!(after > before);
    }
}

#[tokio::test]
async fn lines_of_conversations_have_limits_of_their_own_and_a_contest_none_for_the_judge() {
    for house in houses().await {
        house
            .acts(|tx, at| {
                let now = at.now - at.now.rem_euclid(DAY) + DAY;
                for nth in 0..most_hourly(Skill::Converse) {
                    let id = format!("n{nth}");
                    assert_eq!(task::put(tx, now, &line(&id, true), false)?, None);
                }
                let refused = task::put(tx, now, &line("more", true), false)?.unwrap();
                assert_eq!(refused, Limit::Hourly(Skill::Converse));
                let sentence =
                    "You have sent machines 600 lines within an hour, which is the limit.";
                assert_eq!(refused.to_string(), sentence);
                assert_eq!(task::put(tx, now, &of("question", "robot", "ann"), false)?, None);
                assert_eq!(task::put(tx, now, &line("contest", false), false)?, None);
                skill::set_limits(tx, "robot", Skill::Converse, Some(601), None)?;
                let limit = task::put(tx, now, &line("too many", false), false)?;
                assert_eq!(limit, Some(Limit::Daily(601)), "what the owner allows holds");
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn tasks_that_are_not_counted_leave_a_person_the_hour_and_the_room_for_others() {
    for house in houses().await {
        house
            .acts(|tx, at| {
                let now = at.now - at.now.rem_euclid(DAY) + DAY;
                skill::set_limits(tx, "robot", Skill::Answer, Some(10_000), None)?;
                for nth in 0..MOST_KEPT {
                    let id = format!("item{nth}");
                    let item = NewTask { counted: false, ..of(&id, "robot", "ann") };
                    assert_eq!(task::put(tx, now, &item, false)?, None);
                }
                for nth in 0..most_hourly(Skill::Answer) {
                    assert_eq!(put(tx, now, &format!("own{nth}"), "ann")?, None, "{nth}");
                }
                assert_eq!(put(tx, now, "more", "ann")?, Some(Limit::Hourly(Skill::Answer)));
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn open_tasks_from_before_they_had_owners_get_them() {
    let before = crate::backup::migrations_before("0070");
    let header = format!(r#"{{"luna":"backup","version":1,"migrations":{before}}}"#);
    let lines = [
        header.as_str(),
        r#"{"table":"player","columns":["id","kind","name","name_key","created_at","seen_at"]}"#,
        r#"["ann","human","ann","ann",7,7]"#,
        r#"["robot","machine","robot","robot",7,7]"#,
        r#"{"table":"task","columns":["id","machine_id","asked_by","skill","body","created_at","due_at","ended_at","counted"]}"#,
        r#"["item","robot","ann","answer","{}",7,9,null,false]"#,
        r#"["ended","robot","ann","answer","{}",7,9,8,false]"#,
        r#"["own","robot","ann","answer","{}",7,9,null,true]"#,
        r#"{"table":"battery_attempt","columns":["id","player_id","form","asked_by","begun_at"]}"#,
        r#"["a1","robot","a","ann",7]"#,
        r#"{"table":"battery_question","columns":["attempt_id","item","clues","task_id","asked_at","ended_at"]}"#,
        r#"["a1","v1",0,"item",7,null]"#,
        r#"["a1","v2",0,"ended",7,8]"#,
    ];
    for place in Location::all() {
        crate::backup::restore(&place.url(), &crate::backup::sealed(&lines)).unwrap();
        let house = House::new(Database::open(place));
        let owners = |id: &'static str| house.db.read(move |tx| task::find(tx, id));
        assert_eq!(owners("item").await.unwrap().owner.as_deref(), Some("battery"));
        assert_eq!(owners("ended").await.unwrap().owner, None, "nobody is told again");
        assert_eq!(owners("own").await.unwrap().owner, None);
    }
}
