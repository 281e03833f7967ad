//! Two pieces of work of which one comes while the other is under way.

use luna_store::moderation_log::Act;
use std::sync::Arc;

use luna_core::game::{Ending, Move};
use luna_store::machine::Transport;
use luna_store::{Db, Result, Tx, erase, game, machine, mail};
use luna_testkit::database::{Database, Location, on_postgres};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::house::{House, RULES, questions};
use crate::many::pair_the_waiting;
use crate::pairing::ann_and_bob_wait;

/// Does the work and stops before it is durable, until it is let go.
pub(crate) struct Paused {
    go: std::sync::mpsc::Sender<()>,
    task: JoinHandle<Result<()>>,
}

impl Paused {
    pub(crate) async fn start(
        house: &House,
        work: impl FnOnce(&mut Tx<'_>) -> Result<()> + Send + 'static,
    ) -> Paused {
        let ((go, wait), (tell, told)) = (std::sync::mpsc::channel(), oneshot::channel());
        let db = Db::clone(&house.db);
        let work = move |tx: &mut Tx<'_>| {
            let done = work(tx);
            tell.send(()).unwrap();
            wait.recv().unwrap();
            done
        };
        let task = tokio::spawn(async move { db.write(work).await });
        told.await.unwrap();
        Paused { go, task }
    }

    async fn end(self) {
        self.go.send(()).unwrap();
        self.task.await.unwrap().unwrap();
    }

    /// Lets it go once other work has begun and waits, if it does. Gives what became of that.
    pub(crate) async fn then<T: Send + 'static>(
        self,
        house: &House,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let db = Db::clone(&house.db);
        self.before(house, tokio::spawn(async move { db.write(work).await })).await
    }

    /// The same for work that has begun.
    async fn before<T>(self, house: &House, second: JoinHandle<T>) -> T {
        until_it_waits(house, &second).await;
        self.end().await;
        second.await.unwrap()
    }
}

/// Until a task waits for what another piece of work holds, or is done.
async fn until_it_waits<T>(house: &House, task: &JoinHandle<T>) {
    if house.db.is_postgres() {
        let waiting = "SELECT pid FROM pg_stat_activity
                       WHERE application_name = current_database() AND wait_event_type = 'Lock'";
        while !task.is_finished() && house.db.raw(waiting).is_empty() {
            tokio::task::yield_now().await;
        }
    }
}

fn moves(
    house: &House,
    player: &'static str,
    seat: &str,
    mv: Move,
) -> impl FnOnce(&mut Tx<'_>) -> Result<()> + use<> {
    let (at, seat) = (house.at(), seat.to_owned());
    move |tx| {
        let (place, mut loaded) = game::load_for_update(tx, &seat, player)?;
        match mv {
            Move::Ask(texts) => game::ask(tx, &at, &place, &mut loaded, texts).map(drop),
            other => game::play(tx, &at, &mut loaded, place.seat, &other, None).map(drop),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_ask_at_once_meet_soon() {
    for house in House::each().into_iter().map(Arc::new) {
        house.people(&["ann", "bob"]).await;
        let (ann, bob) = (house.open("ann").await, house.open("bob").await);
        let first =
            Paused::start(&house, moves(&house, "ann", &ann, Move::Ask(questions("ann")))).await;
        first.then(&house, moves(&house, "bob", &bob, Move::Ask(questions("bob")))).await.unwrap();
        // Neither waits for the other, who is not to be seen before they commit.
        let met = house.view("bob", &bob).await.partner_seated;
        assert_eq!(met, !house.db.is_postgres());
        pair_the_waiting(&house).await;
        assert!(house.opposite(("ann", &ann), ("bob", &bob)).await);
        assert!(house.jobs().iter().all(|job| !job.starts_with("pair:")), "{:?}", house.jobs());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_asks_as_the_first_in_the_queue_goes_meets_the_next() {
    for house in House::each().into_iter().map(Arc::new) {
        let [ann, bob] = ann_and_bob_wait(&house).await;
        house.people(&["cat"]).await;
        let cat = house.open("cat").await;
        let first = Paused::start(&house, moves(&house, "ann", &ann, Move::Leave)).await;
        first.then(&house, moves(&house, "cat", &cat, Move::Ask(questions("cat")))).await.unwrap();
        assert!(house.opposite(("bob", &bob), ("cat", &cat)).await);
    }
}

/// Each in a schema of its own.
#[tokio::test(flavor = "multi_thread")]
async fn two_instances_in_one_database_do_not_wait_for_each_other() {
    let Some(place) = Location::postgres() else { return };
    let [house, neighbor] = ["one", "two"].map(|schema| {
        on_postgres(&place.url(), format!("CREATE SCHEMA {schema}"));
        let Location::Postgres { server, name } = &place else { unreachable!() };
        let server = format!("{server}?options=-c%20search_path%3D{schema}");
        House::new(Database::open(Location::Postgres { server, name: name.clone() }))
    });
    for house in [&house, &neighbor] {
        house.people(&["ann"]).await;
    }
    let ann = house.open("ann").await;
    let first =
        Paused::start(&house, moves(&house, "ann", &ann, Move::Ask(questions("ann")))).await;
    let meanwhile = neighbor.opens_and_asks("ann");
    tokio::time::timeout(std::time::Duration::from_secs(10), meanwhile).await.unwrap();
    first.end().await;
}

/// From another device, while the seat is moved into another game.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_goes_as_they_are_paired_leaves_the_game_they_are_in_then() {
    for house in House::each().into_iter().map(Arc::new) {
        house.people(&["ann", "bob"]).await;
        let (ann, bob) = (house.opens_and_asks("ann").await, house.open("bob").await);
        let first =
            Paused::start(&house, moves(&house, "bob", &bob, Move::Ask(questions("bob")))).await;
        let (going, seat) = (Arc::clone(&house), bob.clone());
        first
            .before(&house, tokio::spawn(async move { going.leave("bob", &seat).await }))
            .await
            .unwrap();
        let (place, _) = house.load_for_update("bob", &bob).await;
        assert_eq!(place.ending, Some(Ending::Left));
        assert_eq!(house.view("ann", &ann).await.partners_lost, 1);
    }
}

/// A guess of the one while the other's makes the game final.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_last_guesses_one_reveals_both() {
    for house in House::each().into_iter().map(Arc::new) {
        house.people(&["ann", "bob"]).await;
        let [ann, bob] = house.both_answer("ann", "bob").await;
        let (at, seat) = (house.at(), ann.clone());
        let first = Paused::start(&house, move |tx| {
            let (place, mut loaded) = game::load_for_update(tx, &seat, "ann")?;
            let points = luna_core::rating::Points::parse("10").unwrap();
            let guess = luna_core::game::Guess { points, sliders: vec![None; 2] };
            game::play(tx, &at, &mut loaded, place.seat, &Move::Guess(guess), None).map(drop)
        })
        .await;
        let (guessing, seat) = (Arc::clone(&house), bob.clone());
        first
            .before(&house, tokio::spawn(async move { guessing.guess("bob", &seat, "20").await }))
            .await
            .unwrap();
        assert_eq!(house.rating("ann").await.as_deref(), Some("20"));
        assert_eq!(house.rating("bob").await.as_deref(), Some("10"));
    }
}

/// News that comes while a mail is written is neither lost nor told twice.
#[tokio::test(flavor = "multi_thread")]
async fn news_that_comes_while_notices_are_taken_is_told_next_time() {
    for house in House::each().into_iter().map(Arc::new) {
        house.people(&["ann", "bob", "cat"]).await;
        house.verified("ann").await;
        house.opens_and_asks("ann").await;
        house.opens_and_asks("bob").await;
        let waiting = house.opens_and_asks("ann").await;
        let mut claimed = house.claim().await;
        let job = claimed.remove(claimed.iter().position(|job| job.id == "notify:ann").unwrap());
        let first = Paused::start(&house, move |tx| {
            assert_eq!(mail::take_notices(tx, "ann")?.len(), 1);
            luna_store::job::complete(tx, &job)?;
            Ok(())
        })
        .await;
        let asking = Arc::clone(&house);
        first.before(&house, tokio::spawn(async move { asking.opens_and_asks("cat").await })).await;
        let told = house.db.write(|tx| mail::take_notices(tx, "ann")).await.unwrap();
        assert_eq!(told.iter().map(|notice| &notice.subject_id).collect::<Vec<_>>(), [&waiting]);
        assert!(house.jobs().contains(&"notify:ann".to_owned()));
    }
}

/// A piece of work writes all that there is to tell before it has anybody told.
#[tokio::test(flavor = "multi_thread")]
async fn who_takes_notices_waits_for_no_news_that_waits_for_them() {
    for house in House::each().into_iter().map(Arc::new).filter(|house| house.db.is_postgres()) {
        house.people(&["ann", "bob"]).await;
        house.verified("ann").await;
        let mut seats = Vec::new();
        for _ in 0..2 {
            seats.push(house.opens_and_asks("ann").await);
            house.opens_and_asks("bob").await;
        }
        house.db.raw(&format!("INSERT INTO notice VALUES ('ann', '{}', 'again', 0)", seats[1]));
        let first = Paused::start(&house, |tx| mail::take_notices(tx, "ann").map(drop)).await;
        let (db, at) = (Db::clone(&house.db), house.at());
        let banned = move |tx: &mut Tx<'_>| erase::ban(tx, &at, Act::of("bob", "no"));
        let second = tokio::spawn(async move { db.write(banned).await });
        until_it_waits(&house, &second).await;
        let free = "SELECT id FROM job WHERE id = 'notify:ann' FOR UPDATE SKIP LOCKED";
        assert_eq!(house.db.column(free), ["notify:ann"]);
        first.end().await;
        second.await.unwrap().unwrap();
        let told = house.db.write(|tx| mail::take_notices(tx, "ann")).await.unwrap();
        assert_eq!(
            told.iter().map(|notice| &notice.subject_id).collect::<Vec<_>>(),
            [&seats[0], &seats[1]]
        );
    }
}

fn joins(house: &House, machine: &'static str) -> JoinHandle<Result<String>> {
    let (db, at) = (Db::clone(&house.db), house.at());
    let joins = move |tx: &mut Tx<'_>| game::join_or_wait(tx, &at, machine, None, RULES);
    tokio::spawn(async move { db.write(joins).await.map(|(place, _)| place.seat_id) })
}

async fn one_waits_in_the_sandbox(house: &House) -> String {
    house.people(&["owner"]).await;
    house.machine("one", "owner", Transport::Pull).await;
    house.machine("two", "owner", Transport::Pull).await;
    let now = house.now();
    house.db.write(move |tx| machine::note_presence(tx, "one", now)).await.unwrap();
    joins(house, "one").await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_joins_a_machine_that_goes_meanwhile_waits_for_another() {
    for house in House::each().into_iter().map(Arc::new) {
        let one = one_waits_in_the_sandbox(&house).await;
        let first = Paused::start(&house, moves(&house, "one", &one, Move::Leave)).await;
        let two = first.before(&house, joins(&house, "two")).await.unwrap();
        assert!(!house.view("two", &two).await.partner_seated);
        assert_eq!(house.db.column("SELECT player_id FROM sandbox"), ["two"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_joins_a_machine_lets_it_move_first() {
    for house in House::each().into_iter().map(Arc::new).filter(|house| house.db.is_postgres()) {
        let one = one_waits_in_the_sandbox(&house).await;
        let game = house.game_of("one", &one).await;
        let first = Paused::start(&house, move |tx| game::load_locked(tx, &game).map(drop)).await;
        let second = joins(&house, "two");
        until_it_waits(&house, &second).await;
        let free = house.db.column("SELECT player_id FROM sandbox FOR UPDATE SKIP LOCKED");
        assert_eq!(free, ["one"]);
        first.end().await;
        let two = second.await.unwrap().unwrap();
        assert!(house.opposite(("one", &one), ("two", &two)).await);
    }
}
