//! Tasks outside games.

use luna_core::skill::Skill;
use luna_store::machine::{Transport, skill};
use luna_store::retention::{self, Retention};
use luna_store::task::{self, Limit, MOST_HOURLY, NewTask, State, TIME_MS};
use luna_store::{Error, Result, Tx, erase};
use luna_testkit::control::DAY;

use crate::house::House;

const RETENTION: Retention = Retention {
    mail_ms: None,
    question_ms: None,
    unconfirmed_ms: None,
    idle_guest_ms: None,
    report_ms: None,
    reading_ms: None,
};

fn put(tx: &mut Tx<'_>, now: i64, id: &str, asked_by: &str) -> Result<Option<Limit>> {
    let new = NewTask { id, machine_id: "robot", asked_by, skill: Skill::Answer, body: "{}" };
    task::put(tx, now, &new, true)
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
                for nth in 0..MOST_HOURLY {
                    assert_eq!(put(tx, now, &format!("n{nth}"), "ann")?, None);
                }
                assert_eq!(put(tx, now, "more", "ann")?, Some(Limit::Hourly));
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
                assert_eq!(task::latest_of(tx, "robot", "ann", 5)?.len(), 1);
                retention::sweep(tx, at, &RETENTION)?;
                assert_eq!(task::latest_of(tx, "robot", "ann", 5)?.len(), 1);
                let mut later = at.clone();
                later.now += 31 * DAY;
                retention::sweep(tx, &later, &RETENTION)?;
                assert_eq!(task::latest_of(tx, "robot", "ann", 5)?.len(), 1, "0 keeps it");
                let week = Retention { question_ms: Some(7 * DAY), ..RETENTION };
                later.now = at.now + 7 * DAY;
                retention::sweep(tx, &later, &week)?;
                assert_eq!(task::latest_of(tx, "robot", "ann", 5)?.len(), 1);
                later.now += 1;
                retention::sweep(tx, &later, &week)?;
                assert!(task::latest_of(tx, "robot", "ann", 5)?.is_empty());
                put(tx, at.now, "again", "ann")?;
                erase::erase(tx, at, "ann")?;
                assert!(matches!(task::find(tx, "again"), Err(Error::NotFound)));
                assert_eq!(skill::state(tx, "robot", Skill::Answer)?.alarm_why, None);
                Ok(())
            })
            .await;
    }
}
