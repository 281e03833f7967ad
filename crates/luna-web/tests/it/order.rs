//! Jobs and moves take what they hold in one order, so that on PostgreSQL they
//! do not wait for each other in a circle; and who does is not told so.

use luna_store::moderation_log::Act;
use std::sync::Arc;
use std::time::Duration;

use luna_app::jobs::{self, Deliver};
use luna_core::game::{Guess, Move};
use luna_core::rating::Points;
use luna_store::game::Context;
use luna_store::job;
use luna_store::machine::usage::{self, UsageCounts};
use luna_store::{Db, Error, Result, Tx, erase, game, judge, machine, mail, player, setting};
use luna_testkit::app::{DAY, HOUR, MINUTE, SECOND, TestApp};
use luna_testkit::play::answered;
use serde_json::json;
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

/// Where there is more than one writer.
async fn postgres() -> Option<TestApp> {
    TestApp::each().await.into_iter().find(|app| app.db.is_postgres())
}

/// Somebody holds what is held first. When others do what they do, and wait for
/// it, a look is taken; then the first goes on. Gives what became of it and of
/// the others, and what was seen.
async fn amid<T, L>(
    app: &TestApp,
    first: impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + 'static,
    then: impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + 'static,
    others: impl Future<Output = T>,
    look: impl FnOnce() -> L,
) -> (Result<()>, T, L) {
    let (tell, told) = oneshot::channel();
    let (go, wait) = std::sync::mpsc::channel();
    let (db, at) = (Db::clone(&app.db), app.moment());
    let work = move |tx: &mut Tx<'_>| {
        first(tx, &at)?;
        // Writes that nobody waits for are sent before a statement that is waited for.
        setting::get(tx, "")?;
        tell.send(()).unwrap();
        wait.recv().unwrap();
        then(tx, &at)
    };
    let meanwhile = async {
        told.await.unwrap();
        let looking = async {
            let waiting = "SELECT pid FROM pg_stat_activity
                           WHERE application_name = current_database() AND wait_event_type = 'Lock'";
            while app.db.raw(waiting).is_empty() {
                tokio::task::yield_now().await;
            }
            let seen = look();
            go.send(()).unwrap();
            seen
        };
        let looking = async { timeout(Duration::from_secs(30), looking).await.unwrap() };
        tokio::join!(others, looking)
    };
    let (first, (others, seen)) = tokio::join!(db.write(work), meanwhile);
    (first, others, seen)
}

/// A move holds something, and goes on while a job waits for that. The job's
/// row, or whatever is to be free, is the move's if it wants it.
async fn a_job_waits(
    app: &TestApp,
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
fn failed(app: &TestApp) -> Vec<String> {
    app.db.column("SELECT problem FROM job WHERE problem IS NOT NULL")
}

/// The player in that seat leaves.
fn leaves(seat: &str) -> impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + use<> {
    let seat = seat.to_owned();
    move |tx, at| {
        let id = player::by_name(tx, "ann")?.id;
        let (place, mut loaded) = game::load_for_update(tx, &seat, &id)?;
        game::play(tx, at, &mut loaded, place.seat, &Move::Leave, None).map(drop)
    }
}

fn holds(seat: &str) -> impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + use<> {
    let seat = seat.to_owned();
    move |tx, _| {
        let id = player::by_name(tx, "ann")?.id;
        game::load_for_update(tx, &seat, &id).map(drop)
    }
}

fn seat(game: &str) -> String {
    game.strip_prefix("/games/").unwrap().to_owned()
}

#[tokio::test]
async fn pairing_holds_no_locks_while_it_waits_for_a_move() {
    let Some(app) = postgres().await else { return };
    let (_, mut bob, [anns, bobs]) = app.paired().await;
    app.work().await;
    bob.leaves(&bobs).await.leads_to("/games");
    let anns = seat(&anns);
    a_job_waits(&app, "job WHERE kind = 'pair'", holds(&anns), leaves(&anns)).await;
}

#[tokio::test]
async fn a_machine_holds_no_locks_while_it_waits_for_a_move() {
    let Some(app) = postgres().await else { return };
    let mut ann = app.guest("ann").await;
    let anns = seat(&ann.opens("ann").await);
    app.work().await;
    app.later(2 * MINUTE);
    a_job_waits(&app, "job WHERE kind = 'machine_seat'", holds(&anns), leaves(&anns)).await;

    let anns = seat(&ann.opens("ann").await);
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
    let mut ann = app.guest("ann").await;
    let anns = seat(&ann.new_game().await);
    app.work().await;
    app.later(3 * DAY);
    a_job_waits(&app, "job WHERE kind = 'deadline'", holds(&anns), leaves(&anns)).await;
}

#[tokio::test]
async fn a_mail_about_games_holds_no_locks_while_it_waits_for_a_game() {
    let Some(app) = postgres().await else { return };
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let [anns, bobs] = answered(&mut ann, &mut bob).await;
    ann.guesses(&anns, "20").await.leads_to(&anns);
    app.work().await;
    app.later(2 * HOUR);
    app.work().await;
    ann.opens("ann").await;
    bob.opens("bob").await;
    let bobs = seat(&bobs);
    let guesses = move |tx: &mut Tx<'_>, at: &Context| {
        let id = player::by_name(tx, "bob")?.id;
        let (place, mut loaded) = game::load_for_update(tx, &bobs, &id)?;
        let guess = Guess { points: Points::parse("30").unwrap(), sliders: vec![None; 5] };
        game::play(tx, at, &mut loaded, place.seat, &Move::Guess(guess), None).map(drop)
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
    app.guest("ann").await;
    app.work().await;
    app.acts(|tx, at| {
        let id = player::by_name(tx, "ann")?.id;
        judge::exclude(tx, at, Act::of(&id, "no"))
    })
    .await;
    let held = |tx: &mut Tx<'_>, _: &Context| {
        let id = player::by_name(tx, "ann")?.id;
        mail::take_notices(tx, &id).map(drop)
    };
    let restored = |tx: &mut Tx<'_>, at: &Context| {
        let id = player::by_name(tx, "ann")?.id;
        judge::restore(tx, at, Act::of(&id, "yes"))
    };
    a_job_waits(&app, "job WHERE kind = 'follow'", held, restored).await;
    assert!(app.db.column("SELECT id FROM job WHERE kind = 'follow'").is_empty());
}

#[tokio::test]
async fn a_sent_mail_holds_no_locks_while_it_waits_for_an_erasure() {
    let Some(app) = postgres().await else { return };
    app.work().await;
    app.unconfirmed("ann").await;
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
    let erases = |tx: &mut Tx<'_>, at: &Context| {
        let id = player::by_name(tx, "ann")?.id;
        erase::erase(tx, at, &id)
    };
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
    app.account("ann").await;
    app.robot("polly", "ann").await;
    app.acts(|tx, at| {
        for seat in ["1", "2", "3", "4", "5"] {
            let lost = UsageCounts { invalid: 1, ..UsageCounts::default() };
            usage::add(tx, "idpolly", at.now / DAY, seat, &lost, None)?;
        }
        let work = job::MachineForfeit { machine: "idpolly".into(), why: "It left.".into() };
        job::schedule(tx, "lost:idpolly", &work, at.now)
    })
    .await;
    let held = |tx: &mut Tx<'_>, _: &Context| machine::lock(tx, "idpolly");
    let killed = |tx: &mut Tx<'_>, at: &Context| machine::kill(tx, at, "idpolly", "no");
    a_job_waits(&app, "job WHERE kind = 'lost'", held, killed).await;
}

/// Takes what moves in a game take after it, then the game, as nothing does.
async fn in_a_circle<T>(
    app: &TestApp,
    first: impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + 'static,
    others: impl Future<Output = T>,
) -> T {
    let game = app.db.column("SELECT game_id FROM seat WHERE here").remove(0);
    let then = move |tx: &mut Tx<'_>, _: &Context| {
        game::load_locked(tx, &game)?;
        Err(Error::NotFound)
    };
    let (undone, others, ()) = amid(app, first, then, others, || {}).await;
    // A transaction that has waited for a second gives way; on a slow computer it is this one.
    assert!(matches!(undone, Err(Error::NotFound | Error::Conflict)), "{undone:?}");
    others
}

fn the_deadline(app: &TestApp) -> impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + use<> {
    let id = app.db.column("SELECT id FROM job WHERE kind = 'deadline'").remove(0);
    move |tx, _| job::cancel(tx, &id)
}

#[tokio::test]
async fn a_move_in_a_deadlock_is_retried() {
    let Some(app) = postgres().await else { return };
    let mut ann = app.guest("ann").await;
    let game = ann.new_game().await;
    app.work().await;
    in_a_circle(&app, the_deadline(&app), ann.leaves(&game)).await.leads_to("/games");
    assert_eq!(app.db.column("SELECT ending FROM seat"), ["left"]);
}

#[tokio::test]
async fn a_form_in_a_deadlock_is_retried() {
    let Some(app) = postgres().await else { return };
    let mut ann = app.guest("ann").await;
    let game = ann.new_game().await;
    app.work().await;
    in_a_circle(&app, the_deadline(&app), ann.asks(&game, "ann")).await.leads_to(&game);
    assert_eq!(ann.get(&game).await.lines("# "), "# Your questions are in");
}

#[tokio::test]
async fn a_request_in_a_deadlock_is_retried() {
    let Some(app) = postgres().await else { return };
    app.account("ann").await;
    let polly = app.robot("polly", "ann").await;
    let game = polly.waits().await;
    app.db.raw(&format!(
        "INSERT INTO job (id, kind, body, due_at, lane, attempts)
         VALUES ('deadline:{game}', 'deadline', '{{\"work\":\"deadline\",\"seat\":\"{game}\"}}',
                 NULL, 'work', 0) ON CONFLICT DO NOTHING"
    ));
    let path = format!("/games/{game}/abort");
    in_a_circle(&app, the_deadline(&app), polly.post(&path, &json!({}))).await.ok();
}

#[tokio::test]
async fn a_job_in_a_deadlock_is_retried() {
    let Some(app) = postgres().await else { return };
    let mut ann = app.guest("ann").await;
    let game = ann.opens("ann").await;
    app.work().await;
    app.later(2 * MINUTE);
    let the_player = |tx: &mut Tx<'_>, _: &Context| {
        let id = player::by_name(tx, "ann")?.id;
        mail::take_notices(tx, &id).map(drop)
    };
    in_a_circle(&app, the_player, app.work()).await;
    assert_eq!(failed(&app), Vec::<String>::new());
    assert_eq!(ann.get(&game).await.lines("# "), "# Answer five questions");
}
