//! A whole Luna on a database of its own, at a time that moves when told to.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use luna_app::calls::Calls;
use luna_app::jobs::{self, Deliver};
use luna_app::{Clock, Discipline, Environment, Instance, Parts, Settings, disciplines};
use luna_core::game::Rules;
use luna_core::rank::Ladder;
use luna_machines::HouseMachines;
use luna_store::disciplines::ALL;
use luna_store::game::{Context, Timing};
use luna_store::mail::Mail;
use luna_store::retention::Retention;
use luna_store::tables;
use luna_store::{Db, Tx, player};
use tokio::sync::watch;

pub use crate::control::{DAY, HOUR, MINUTE, SECOND, START};

use crate::control::counted;
use crate::database::{Database, LIMITS, databases};
use crate::persona::Persona;
use crate::play::{answered, finished, paired};

/// As `luna serve` has them where nothing else is set, but that nobody here is taken for gone
/// while time is put on.
pub const TIMING: Timing = Timing {
    phase_ms: 3 * DAY,
    silence_ms: 3 * DAY,
    machine_wait_ms: 2 * MINUTE,
    machine_pace_ms: 2 * MINUTE,
    mail_quiet_ms: HOUR,
    machine_percent: 0,
    machines_fill_in: true,
    interview_games: 1,
};
pub const RETENTION: Retention = Retention {
    mail_ms: Some(30 * DAY),
    question_ms: Some(7 * DAY),
    unconfirmed_ms: Some(30 * DAY),
    idle_guest_ms: Some(365 * DAY),
    report_ms: Some(730 * DAY),
    reading_ms: Some(730 * DAY),
};
/// The time after which a server that hangs is given up.
const CALL_TIMEOUT: Duration = Duration::from_secs(3);
pub const METRICS_TOKEN: &str = "a token of the tests";
pub const PASSWORD: &str = "correct horse";

pub struct TestApp {
    pub db: Database,
    pub router: Router,
    app: Instance,
    clock: Arc<AtomicI64>,
    stop: watch::Sender<bool>,
    post: Arc<Post>,
}

/// The receiver of mail: kept to be read, or refused for a reason.
#[derive(Default)]
struct Post {
    delivered: Mutex<Vec<Mail>>,
    refusing: Mutex<Option<String>>,
    tries: AtomicU64,
}

impl TestApp {
    pub async fn new() -> TestApp {
        TestApp::with(|_| {}).await
    }

    pub async fn with(change: impl Fn(&mut Settings)) -> TestApp {
        TestApp::on(Database::in_file(), change).await
    }

    /// An application, and a guest of it.
    pub async fn with_guest(name: &str) -> (TestApp, Persona) {
        let app = TestApp::new().await;
        let guest = app.guest(name).await;
        (app, guest)
    }

    /// An application, and somebody with an account there.
    pub async fn with_account(name: &str) -> (TestApp, Persona) {
        let app = TestApp::new().await;
        let player = app.account(name).await;
        (app, player)
    }

    /// One on each kind of database.
    pub async fn each() -> Vec<TestApp> {
        TestApp::each_with(|_| {}).await
    }

    pub async fn each_with(change: impl Fn(&mut Settings)) -> Vec<TestApp> {
        let mut all = Vec::new();
        for db in databases() {
            all.push(TestApp::on(db, &change).await);
        }
        all
    }

    async fn on(db: Database, change: impl Fn(&mut Settings)) -> TestApp {
        let mut settings = Settings {
            public_url: "http://luna.test".to_owned(),
            timing: TIMING,
            rules: Rules::STANDARD,
            ladder: Ladder::Rating,
            controller: "The Luna Society".to_owned(),
            controller_address: "1 Moon Road, Reading".to_owned(),
            contact: "luna@example.org".to_owned(),
            help_line: "Call 116 123, day and night.".to_owned(),
            privacy_statement: String::new(),
            smtp: true,
            behind_proxy: false,
            guests_per_hour: 5_000,
            neighbours_meet: true,
            games_per_hour: 5_000,
            work_per_address: 30,
            streams_per_address: 1_000,
            patience: Duration::from_secs(60),
            retention: RETENTION,
            machine_requests_per_minute: 100_000,
            sandbox_games_per_hour: 100_000,
            admin_second_factor: false,
            private_machines: true,
            metrics_token: Some(METRICS_TOKEN.into()),
            secret: Some("a secret of the tests".into()),
            panel: None,
            contest_folders: None,
        };
        change(&mut settings);
        let private = settings.private_machines;
        let clock = Arc::new(AtomicI64::new(START));
        let read = Arc::clone(&clock);
        let (stop, stopping) = watch::channel(false);
        let app = Instance::new(Environment {
            db: db.clone(),
            clock: Clock(Arc::new(move || read.load(Ordering::Relaxed))),
            random: counted(),
            settings,
            calls: Calls::new(private, Arc::new(key), CALL_TIMEOUT).unwrap(),
            disciplines: disciplines::ALL,
            stored_disciplines: ALL,
            stopping,
        });
        jobs::prepare(&app).await.unwrap();
        let router = luna_web::router(app.clone());
        TestApp { db, router, app, clock, stop, post: Arc::default() }
    }

    /// The same instance with other disciplines, and the site that declares them.
    pub async fn holds(
        &mut self,
        disciplines: &'static [&'static Discipline],
        site: impl FnOnce(Instance) -> Router,
    ) {
        self.app = Instance::new(Parts { disciplines, ..Parts::clone(&self.app) });
        self.router = site(self.app.clone());
        jobs::prepare(&self.app).await.unwrap();
    }

    /// From now on a server that hangs is given so long.
    pub fn impatient(&mut self, timeout: Duration) {
        let mut parts = Parts::clone(&self.app);
        parts.calls = Arc::new(Calls::new(true, Arc::new(key), timeout).unwrap());
        self.app = Instance::new(parts);
        self.router = luna_web::router(self.app.clone());
    }

    pub fn app(&self) -> &Instance {
        &self.app
    }

    pub fn houses(&self) -> &HouseMachines {
        &self.app.houses
    }

    pub fn moment(&self) -> Context {
        let random = self.app.random.clone();
        Context { now: self.now(), random, timing: self.app.settings.timing, disciplines: ALL }
    }

    /// Another process takes over, which knows nothing but the database; the one before is asked to
    /// stop.
    pub fn replace(&mut self) {
        let mut parts = Parts::clone(&self.app);
        self.stop();
        let (stop, stopping) = watch::channel(false);
        parts.db = Db::open_with(&self.db.url(), LIMITS).unwrap();
        parts.memory = Arc::default();
        parts.open_streams = Arc::default();
        parts.jobs = Arc::default();
        parts.stopping = stopping;
        self.stop = stop;
        self.app = Instance::new(parts);
        self.router = luna_web::router(self.app.clone());
    }

    /// Does again what a start does on a database that is there already.
    pub async fn restarts(&self) {
        jobs::prepare(&self.app).await.unwrap();
    }

    /// The same with other settings.
    pub async fn restarts_with(&self, change: impl Fn(&mut Settings)) {
        let mut parts = Parts::clone(&self.app);
        change(Arc::make_mut(&mut parts.settings));
        jobs::prepare(&Instance::new(parts)).await.unwrap();
    }

    pub fn now(&self) -> i64 {
        self.clock.load(Ordering::Relaxed)
    }

    pub fn later(&self, ms: i64) {
        self.clock.fetch_add(ms, Ordering::Relaxed);
    }

    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Does what is due now, and what becomes due by that.
    pub async fn work(&self) {
        let post = Arc::clone(&self.post);
        let deliver: Deliver = Arc::new(move |mail| {
            let post = Arc::clone(&post);
            Box::pin(async move { post.take(mail) })
        });
        while jobs::run_due(&self.app, &deliver).await.unwrap() > 0 {}
    }

    /// Lets time pass a step at a time, with the work of each.
    pub async fn passes(&self, ms: i64, step: i64) {
        let end = self.now() + ms;
        self.work().await;
        while self.now() < end {
            self.later(step.min(end - self.now()));
            self.work().await;
        }
    }

    /// The mails since the last look, by address: those that are due at once
    /// are handed on in any order.
    pub async fn mails(&self) -> Vec<Mail> {
        self.work().await;
        let mut mails = std::mem::take(&mut *self.post.delivered.lock().unwrap());
        mails.sort_by(|a, b| (&a.address, &a.subject).cmp(&(&b.address, &b.subject)));
        mails
    }

    /// From now on mail is refused for this reason, or taken again.
    pub fn mail_fails(&self, why: Option<&str>) {
        *self.post.refusing.lock().unwrap() = why.map(str::to_owned);
    }

    /// The number of times that somebody has tried to hand a mail on.
    pub fn mail_tries(&self) -> u64 {
        self.post.tries.load(Ordering::Relaxed)
    }

    pub fn visitor(&self) -> Persona {
        Persona::new(self.router.clone())
    }

    /// Somebody who plays as a guest, by this name.
    pub async fn guest(&self, name: &str) -> Persona {
        let mut guest = self.visitor();
        guest.get("/consent").await;
        guest.press("I agree, play as a guest", &[("adult", "yes")]).await.leads_to("/games");
        guest.named(name).await;
        guest
    }

    /// A guest at the first page of a new game, and where it is.
    pub async fn at_new_game(&self, name: &str) -> (Persona, String) {
        let mut guest = self.guest(name).await;
        let game = guest.new_game().await;
        guest.get(&game).await;
        (guest, game)
    }

    /// A guest who is to guess what Bob is rated, and where.
    pub async fn at_guess(&self, name: &str) -> (Persona, String) {
        let (mut guest, mut bob) = (self.guest(name).await, self.guest("bob").await);
        let [game, _] = answered(&mut guest, &mut bob).await;
        guest.get(&game).await;
        (guest, game)
    }

    /// Two guests in one game, who both have questions to answer, and the addresses of their seats.
    pub async fn paired(&self) -> (Persona, Persona, [String; 2]) {
        let (mut ann, mut bob) = (self.guest("ann").await, self.guest("bob").await);
        let seats = paired(&mut ann, &mut bob).await;
        (ann, bob, seats)
    }

    /// Two guests in one game, who both have responses to guess from, and the addresses of their
    /// seats.
    pub async fn answered(&self) -> (Persona, Persona, [String; 2]) {
        let (mut ann, mut bob) = (self.guest("ann").await, self.guest("bob").await);
        let seats = answered(&mut ann, &mut bob).await;
        (ann, bob, seats)
    }

    /// Two guests who have finished a game, with a guess of Ann's and one of Bob's, and the
    /// addresses of their seats.
    pub async fn finished(&self, anns: &str, bobs: &str) -> (Persona, Persona, [String; 2]) {
        let (mut ann, mut bob) = (self.guest("ann").await, self.guest("bob").await);
        let seats = finished((&mut ann, anns), (&mut bob, bobs)).await;
        (ann, bob, seats)
    }

    /// Somebody with an account: `name@example.org` and [`PASSWORD`].
    pub async fn account(&self, name: &str) -> Persona {
        let mut player = self.unconfirmed(name).await;
        let mails = self.mails().await;
        let mail = mails.iter().find(|mail| mail.kind == "verify").unwrap();
        player.get(&link(mail)).await;
        player.press("Yes, it is mine", &[]).await.leads_to("/settings");
        player
    }

    /// Somebody who has not opened the link in the mail yet.
    pub async fn unconfirmed(&self, name: &str) -> Persona {
        let mut player = self.guest(name).await;
        player.signs_up(&format!("{name}@example.org"), PASSWORD).await.leads_to("/games");
        player
    }

    /// Somebody with an account, at another browser.
    pub async fn logged_in(&self, name: &str) -> Persona {
        let mut player = self.visitor();
        player.logs_in(&format!("{name}@example.org"), PASSWORD).await.leads_to("/games");
        player
    }

    /// The operator.
    pub async fn admin(&self) -> Persona {
        // Nobody can choose this name.
        let admin = self.guest("the-boss").await;
        let work = |tx: &mut Tx<'_>| {
            let id = player::by_name(tx, "the-boss")?.id;
            player::rename(tx, &id, "operator")?;
            player::verify_email(tx, &id, "operator@example.org")?;
            player::make_admin(tx, &id)
        };
        self.db.write(work).await.unwrap();
        admin
    }

    /// The application behind its pages.
    pub fn instance(&self) -> Instance {
        self.app.clone()
    }

    /// Does something in the store.
    pub async fn acts(
        &self,
        work: impl FnOnce(&mut Tx<'_>, &Context) -> luna_store::Result<()> + Send + 'static,
    ) {
        let at = self.moment();
        self.db.write(move |tx| work(tx, &at)).await.unwrap();
    }

    /// Lets only this house machine play; none, if it is none of them.
    pub async fn only(&self, machine: &str) {
        for id in ["house-gibberish", "house-eliza", "house-recall"] {
            if id != format!("house-{machine}") {
                self.acts(move |tx, at| luna_store::machine::kill(tx, at, id, "not today")).await;
            }
        }
    }

    /// Every row of every table, in order.
    pub fn dump(&self) -> String {
        let mut dump = String::new();
        for table in tables::all(ALL).map(|table| table.name) {
            let mut rows: Vec<String> = self
                .db
                .raw(&format!("SELECT * FROM {table}"))
                .iter()
                .map(|row| format!("{table}: {}\n", row.join(" | ")))
                .collect();
            rows.sort_unstable();
            dump.push_str(&rows.concat());
        }
        dump
    }
}

impl Post {
    fn take(&self, mail: Mail) -> Result<(), String> {
        self.tries.fetch_add(1, Ordering::Relaxed);
        if let Some(why) = &*self.refusing.lock().unwrap() {
            return Err(why.clone());
        }
        self.delivered.lock().unwrap().push(mail);
        Ok(())
    }
}

/// The path that the link in a mail leads to.
pub fn link(mail: &Mail) -> String {
    let (_, rest) = mail.plain.split_once("http://luna.test").unwrap();
    let rest = rest.split("http://luna.test").last().unwrap();
    rest.lines().next().unwrap().to_owned()
}

/// The keys an operator has put into the environment.
fn key(name: &str) -> Option<String> {
    ["LUNA_KEY_TEST", "LUNA_KEY_PANEL"].contains(&name).then(|| "sk-operator".to_owned())
}
