//! Work to do later: claimed by one, done at least once.

use luna_store::job::{self, ClaimedJob, Queue};
use luna_store::{Db, Tx};
use luna_testkit::database::{Database, databases};

use crate::house::kind;

fn mail(id: &str) -> job::Mail {
    job::Mail { mail: id.to_owned() }
}

async fn schedule(db: &Database, id: &'static str, due_at: i64) {
    db.write(move |tx| job::schedule(tx, id, &mail(id), due_at)).await.unwrap();
}

async fn claim(db: &Database, now: i64, limit: i64) -> Vec<ClaimedJob> {
    db.write(move |tx| job::claim(tx, kind, Queue::Work, now, 100, limit)).await.unwrap()
}

fn ids(claimed: &[ClaimedJob]) -> Vec<&str> {
    claimed.iter().map(|job| job.id.as_str()).collect()
}

#[tokio::test]
async fn due_jobs_are_claimed_oldest_first_and_once() {
    for db in databases() {
        for (id, due_at) in [("c", 30), ("a", 20), ("b", 10), ("later", 1_000)] {
            schedule(&db, id, due_at).await;
        }
        assert_eq!(db.read(|tx| job::next_due(tx, Queue::Work)).await.unwrap(), Some(10));
        let first = claim(&db, 50, 2).await;
        assert_eq!(ids(&first), ["b", "a"]);
        assert_eq!((first[0].parse().ok(), first[0].attempts), (Some(mail("b")), 1));
        assert_eq!(ids(&claim(&db, 50, 2).await), ["c"]);
        assert_eq!(ids(&claim(&db, 50, 2).await), Vec::<&str>::new());
        for done in first {
            db.write(move |tx| job::complete(tx, &done)).await.unwrap();
        }
        assert_eq!(db.column("SELECT id FROM job ORDER BY id"), ["c", "later"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_claim_each_job_goes_to_one() {
    for db in databases() {
        for nth in 0..100 {
            let put = move |tx: &mut Tx<'_>| job::schedule(tx, &format!("j{nth}"), &mail(""), nth);
            db.write(put).await.unwrap();
        }
        let claimers: Vec<_> = (0..10)
            .map(|_| {
                let db = Db::clone(&db);
                tokio::spawn(async move {
                    let mut mine = Vec::new();
                    while db.read(|tx| job::next_due(tx, Queue::Work)).await.unwrap() <= Some(500) {
                        mine.extend(
                            db.write(|tx| job::claim(tx, kind, Queue::Work, 500, 100, 7))
                                .await
                                .unwrap(),
                        );
                    }
                    mine
                })
            })
            .collect();
        let mut all = Vec::new();
        for claimer in claimers {
            all.extend(claimer.await.unwrap().into_iter().map(|job| job.id));
        }
        let claimed = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!((claimed, all.len()), (100, 100));
    }
}

#[tokio::test]
async fn a_lease_that_runs_out_sets_the_job_free() {
    for db in databases() {
        schedule(&db, "a", 10).await;
        let lost = claim(&db, 50, 9).await.remove(0);
        assert!(claim(&db, 149, 9).await.is_empty());
        let again = claim(&db, 150, 9).await.remove(0);
        assert_eq!(again.attempts, 2);
        // The process that lost it can no longer end it.
        let late = lost.clone();
        assert!(!db.write(move |tx| job::complete(tx, &late)).await.unwrap());
        db.write(move |tx| job::fail(tx, &lost, None, "late")).await.unwrap();
        assert_eq!(db.raw("SELECT due_at, problem FROM job"), [["250", "NULL"]]);
        assert!(db.write(move |tx| job::complete(tx, &again)).await.unwrap());
        assert!(db.raw("SELECT id FROM job").is_empty());
    }
}

#[tokio::test]
async fn a_lease_is_renewed_only_by_its_holder() {
    for db in databases() {
        let renew = async |job: &ClaimedJob, until: i64| {
            let job = job.clone();
            db.write(move |tx| job::renew(tx, &job, until)).await.unwrap()
        };
        schedule(&db, "a", 10).await;
        let first = claim(&db, 50, 9).await.remove(0);
        let kept = renew(&first, 400).await.unwrap();
        assert!(claim(&db, 399, 9).await.is_empty());
        assert!(renew(&first, 500).await.is_none(), "as it was before it was renewed");
        let second = claim(&db, 400, 9).await.remove(0);
        assert_eq!((kept.attempts, second.attempts), (1, 2));
        assert!(renew(&kept, 900).await.is_none(), "somebody else has it");
        schedule(&db, "a", 500).await;
        assert!(renew(&second, 900).await.is_none(), "it is to be done again");
        assert_eq!(db.raw("SELECT due_at, attempts FROM job"), [["500", "0"]]);
        let third = claim(&db, 500, 9).await.remove(0);
        let kept = renew(&third, 800).await.unwrap();
        assert!(db.write(move |tx| job::complete(tx, &kept)).await.unwrap());
        assert!(renew(&third, 900).await.is_none(), "it is done");
    }
}

#[tokio::test]
async fn what_is_scheduled_again_while_it_is_done_stays() {
    for db in databases() {
        for due_at in [70, 150] {
            // 150 is also when the lease ends.
            schedule(&db, "a", 10).await;
            let taken = claim(&db, 50, 9).await.remove(0);
            schedule(&db, "a", due_at).await;
            db.write(move |tx| job::complete(tx, &taken)).await.unwrap();
            let left = db.raw("SELECT due_at, attempts FROM job");
            assert_eq!(left, [[due_at.to_string(), "0".to_owned()]]);
        }
    }
}

#[tokio::test]
async fn scheduled_once_keeps_its_time_but_is_never_missed() {
    for db in databases() {
        let once = async |due_at: i64| {
            db.write(move |tx| job::schedule_once(tx, "a", &mail("a"), due_at)).await.unwrap();
        };
        let due = || db.column("SELECT due_at FROM job").remove(0);
        once(10).await;
        once(5).await;
        once(90).await;
        assert_eq!(due(), "10");
        // The process that does it may not have seen a request that comes meanwhile.
        let taken = claim(&db, 50, 9).await.remove(0);
        once(60).await;
        db.write(move |tx| job::complete(tx, &taken)).await.unwrap();
        assert_eq!(due(), "60");
        // One that was given up would wait for ever.
        let taken = claim(&db, 60, 9).await.remove(0);
        db.write(move |tx| job::fail(tx, &taken, None, "no")).await.unwrap();
        once(70).await;
        assert_eq!(due(), "70");
    }
}

#[tokio::test]
async fn a_failed_job_is_tried_again_given_up_and_revived() {
    for db in databases() {
        schedule(&db, "a", 10).await;
        let taken = claim(&db, 50, 9).await.remove(0);
        db.write(move |tx| job::fail(tx, &taken, Some(80), "no answer")).await.unwrap();
        assert_eq!(db.raw("SELECT due_at, attempts, problem FROM job"), [["80", "1", "no answer"]]);
        assert!(claim(&db, 79, 9).await.is_empty());
        let taken = claim(&db, 80, 9).await.remove(0);
        assert_eq!(taken.attempts, 2);
        db.write(move |tx| job::fail(tx, &taken, None, "still none")).await.unwrap();
        assert!(claim(&db, 9_999, 9).await.is_empty());
        schedule(&db, "due", 20).await;
        let shown = db.read(|tx| job::list(tx, "", (None, ""), 9)).await.unwrap();
        assert_eq!(shown.iter().map(|job| job.id.as_str()).collect::<Vec<_>>(), ["a", "due"]);
        assert_eq!(shown[0].problem.as_deref(), Some("still none"));
        db.write(|tx| job::revive(tx, "a", 5_000)).await.unwrap();
        db.write(|tx| job::revive(tx, "due", 9)).await.unwrap();
        let claimed = claim(&db, 5_000, 9).await;
        assert_eq!(ids(&claimed), ["due", "a"], "reviving what is not given up changes nothing");
        assert_eq!(claimed[1].attempts, 1);
    }
}

#[tokio::test]
async fn a_job_that_nobody_understands_stands_before_no_other() {
    for db in databases() {
        schedule(&db, "a", 20).await;
        db.raw("INSERT INTO job (id, kind, body, due_at, attempts) VALUES ('x', 'y', '{}', 10, 0)");
        assert_eq!(ids(&claim(&db, 50, 9).await), ["a"]);
        let problem = db.column("SELECT problem FROM job WHERE id = 'x' AND due_at IS NULL");
        assert!(problem[0].starts_with("not understood"), "{problem:?}");
    }
}

#[tokio::test]
async fn calls_and_other_work_do_not_stand_before_each_other() {
    for db in databases() {
        let ready = job::Ready { machine: "m".into() };
        db.write(move |tx| job::schedule(tx, "call", &ready, 5)).await.unwrap();
        assert_eq!(db.read(|tx| job::next_due(tx, Queue::Work)).await.unwrap(), None);
        assert_eq!(db.read(|tx| job::next_due(tx, Queue::Calls)).await.unwrap(), Some(5));
        schedule(&db, "mail", 10).await;
        assert_eq!(ids(&claim(&db, 50, 9).await), ["mail"]);
        let calls = db.write(|tx| job::claim(tx, kind, Queue::Calls, 50, 100, 9)).await.unwrap();
        assert_eq!(ids(&calls), ["call"]);
    }
}

#[tokio::test]
async fn jobs_of_earlier_releases_are_understood() {
    for db in databases() {
        let old = r#"{"work":"machine_turn","game":"g","seat":"A","paced_ms":7}"#;
        db.raw(&format!(
            "INSERT INTO job (id, kind, body, due_at, attempts)
             VALUES ('old', 'machine_turn', '{old}', 10, 0),
                    ('older', 'deadline', '{{\"work\":\"deadline\",\"seat\":\"s\"}}', 20, 0)"
        ));
        let claimed = claim(&db, 50, 9).await;
        let turn: job::MachineTurn = claimed[0].parse().unwrap();
        let deadline: job::Deadline = claimed[1].parse().unwrap();
        assert_eq!((turn.paced_ms, deadline.reminded), (7, false));
        db.write(move |tx| job::schedule(tx, "old", &turn, 90)).await.unwrap();
        let stored = db.raw("SELECT kind, lane, body FROM job WHERE id = 'old'");
        let new = r#"{"game":"g","seat":"A","paced_ms":7}"#;
        assert_eq!(stored, [["machine_turn", "work", new]]);
    }
}
