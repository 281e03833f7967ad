//! Jobs take what they hold in one order, so that on PostgreSQL they do not wait for each other in a
//! circle; and what is in a deadlock is done again.

use std::sync::Arc;

use luna_app::jobs::{self, Deliver};
use luna_core::game::{Duty, Kind, Move};
use luna_store::game::Context;
use luna_store::job;
use luna_store::machine::usage::{self, UsageCounts};
use luna_store::moderation_log::Act;
use luna_store::{Result, Tx, erase, game, judge, machine, mail};
use luna_testkit::blocking::{amid, in_a_circle};
use luna_testkit::instance::{DAY, HOUR, MINUTE, SECOND, TestInstance};
use luna_testkit::player::{answered, guess, paired};
use tokio::sync::Notify;

/// Where there is more than one writer.
async fn postgres() -> Option<TestInstance> {
    TestInstance::each().await.into_iter().find(|app| app.db.is_postgres())
}

/// A move holds something, and goes on while a job waits for that. The job's
/// row, or whatever is to be free, is the move's if it wants it.
async fn a_job_waits(
    app: &TestInstance,
    free: &str,
    first: impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + 'static,
    then: impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + 'static,
) {
    let look = || app.db.column(&format!("SELECT id FROM {free} FOR UPDATE SKIP LOCKED"));
    let (moved, (), found) = amid(app, first, then, app.work(), look).await;
    assert_eq!(found.len(), 1, "{free}");
    moved.unwrap();
    assert_eq!(failed(app), Vec::<String>::new());
}

/// Why jobs are tried again later.
fn failed(app: &TestInstance) -> Vec<String> {
    app.db.column("SELECT problem FROM job WHERE problem IS NOT NULL")
}

/// The player in that seat leaves.
fn leaves(seat: &str) -> impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + use<> {
    let seat = seat.to_owned();
    move |tx, at| {
        let (place, mut loaded) = game::load_for_update(tx, &seat, "ann")?;
        game::play(tx, at, &mut loaded, place.seat, &Move::Leave, None).map(drop)
    }
}

fn holds(seat: &str) -> impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + use<> {
    let seat = seat.to_owned();
    move |tx, _| game::load_for_update(tx, &seat, "ann").map(drop)
}

#[tokio::test]
async fn pairing_holds_no_locks_while_it_waits_for_a_move() {
    let Some(app) = postgres().await else { return };
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let [anns, bobs] = paired(&ann, &bob).await;
    app.work().await;
    bob.leaves(&bobs).await;
    a_job_waits(&app, "job WHERE kind = 'pair'", holds(&anns), leaves(&anns)).await;
}

#[tokio::test]
async fn a_machine_holds_no_locks_while_it_waits_for_a_move() {
    let Some(app) = postgres().await else { return };
    let ann = app.player("ann").await;
    let anns = ann.opens().await;
    app.work().await;
    app.later(2 * MINUTE);
    a_job_waits(&app, "job WHERE kind = 'machine_seat'", holds(&anns), leaves(&anns)).await;

    let anns = ann.opens().await;
    app.passes(2 * MINUTE, SECOND).await;
    while app.db.column("SELECT id FROM job WHERE kind = 'machine_turn'").is_empty() {
        app.passes(SECOND, SECOND).await;
    }
    app.later(HOUR);
    a_job_waits(&app, "job WHERE kind = 'machine_turn'", holds(&anns), leaves(&anns)).await;
}

#[tokio::test]
async fn a_deadline_holds_no_locks_while_it_waits_for_a_move() {
    let Some(app) = postgres().await else { return };
    let ann = app.player("ann").await;
    let anns = ann.starts(Kind::Rated).await;
    app.work().await;
    app.later(3 * DAY);
    a_job_waits(&app, "job WHERE kind = 'deadline'", holds(&anns), leaves(&anns)).await;
}

#[tokio::test]
async fn a_mail_about_games_holds_no_locks_while_it_waits_for_a_game() {
    let Some(app) = postgres().await else { return };
    let (ann, bob) = (app.confirmed("ann").await, app.player("bob").await);
    let [anns, bobs] = answered(&ann, &bob).await;
    ann.guesses(&anns, "20").await;
    app.work().await;
    app.later(2 * HOUR);
    app.work().await;
    ann.opens().await;
    bob.opens().await;
    let guesses = move |tx: &mut Tx<'_>, at: &Context| {
        let (place, mut loaded) = game::load_for_update(tx, &bobs, "bob")?;
        game::play(tx, at, &mut loaded, place.seat, &guess("30"), None).map(drop)
    };
    a_job_waits(&app, "job WHERE kind = 'notify'", guesses, |_, _| Ok(())).await;
    let mails = app.mails().await;
    assert_eq!(
        mails.iter().map(|mail| &mail.subject).collect::<Vec<_>>(),
        ["News from 2 games on Luna"]
    );
}

#[tokio::test]
async fn recomputing_ratings_holds_no_locks_while_it_waits_for_a_judge() {
    let Some(app) = postgres().await else { return };
    app.player("ann").await;
    app.work().await;
    app.acts(|tx, at| judge::exclude(tx, at, Act::of("ann", "no"))).await;
    let held = |tx: &mut Tx<'_>, _: &Context| mail::take_notices(tx, "ann").map(drop);
    let restored = |tx: &mut Tx<'_>, at: &Context| judge::restore(tx, at, Act::of("ann", "yes"));
    a_job_waits(&app, "job WHERE kind = 'follow'", held, restored).await;
    assert!(app.db.column("SELECT id FROM job WHERE kind = 'follow'").is_empty());
}

#[tokio::test]
async fn a_sent_mail_holds_no_locks_while_it_waits_for_an_erasure() {
    let Some(app) = postgres().await else { return };
    app.work().await;
    app.claimant("ann").await;
    let (sending, canceled) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (tell, wait) = (Arc::clone(&sending), Arc::clone(&canceled));
    let deliver: Deliver = Arc::new(move |_| {
        let (tell, wait) = (Arc::clone(&tell), Arc::clone(&wait));
        Box::pin(async move {
            tell.notify_one();
            wait.notified().await;
            Ok(())
        })
    });
    let working = app.app().clone();
    let working = tokio::spawn(async move { jobs::run_due(&working, &deliver).await });
    sending.notified().await;
    let cancels = |tx: &mut Tx<'_>, _: &Context| {
        let mine = mail::list(tx, "", (i64::MAX, ""), 1)?.remove(0);
        job::cancel(tx, &format!("mail:{}", mine.id))
    };
    let erases = |tx: &mut Tx<'_>, at: &Context| erase::erase(tx, at, "ann");
    let others = async {
        canceled.notify_one();
        working.await.unwrap().unwrap()
    };
    let look = || app.db.column("SELECT id FROM mail FOR UPDATE SKIP LOCKED");
    let (done, _, free) = amid(&app, cancels, erases, others, look).await;
    assert_eq!(free.len(), 1);
    done.unwrap();
    assert_eq!(failed(&app), Vec::<String>::new());
}

#[tokio::test]
async fn probing_a_machine_holds_no_locks_while_it_waits() {
    let Some(app) = postgres().await else { return };
    app.confirmed("ann").await;
    app.machine("polly", "ann").await;
    app.acts(|tx, at| {
        for seat in ["1", "2", "3", "4", "5"] {
            let lost = UsageCounts { invalid: 1, ..UsageCounts::default() };
            usage::add(tx, "polly", at.now / DAY, seat, &lost, None)?;
        }
        let work = job::MachineForfeit { machine: "polly".into(), why: "It left.".into() };
        job::schedule(tx, "lost:polly", &work, at.now)
    })
    .await;
    let held = |tx: &mut Tx<'_>, _: &Context| machine::lock(tx, "polly");
    let killed = |tx: &mut Tx<'_>, at: &Context| machine::kill(tx, at, "polly", "no");
    a_job_waits(&app, "job WHERE kind = 'lost'", held, killed).await;
}

#[tokio::test]
async fn a_job_in_a_deadlock_is_retried() {
    let Some(app) = postgres().await else { return };
    let ann = app.player("ann").await;
    let game = ann.opens().await;
    app.work().await;
    app.later(2 * MINUTE);
    let the_player = |tx: &mut Tx<'_>, _: &Context| mail::take_notices(tx, "ann").map(drop);
    in_a_circle(&app, the_player, app.work()).await;
    assert_eq!(failed(&app), Vec::<String>::new());
    assert_eq!(ann.duty(&game).await, Some(Duty::Answer));
}
