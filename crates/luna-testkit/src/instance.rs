//! An instance on a database of its own, at a time that moves when told to; nothing of it is served.

pub mod blocking;
#[cfg(feature = "called")]
pub mod called;
pub mod contest;
#[cfg(feature = "called")]
pub mod machine_server;
pub mod player;
pub mod recall;
pub mod season;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

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
use luna_store::{Db, Tx, machine, tables};
use tokio::sync::watch;

pub use crate::control::{DAY, HOUR, MINUTE, SECOND};

use crate::control::{START, counted};
use crate::database::{Database, LIMITS, databases};

/// As `luna serve` has them where nothing else is set, but that nobody here is taken for gone
/// while time is put on.
const TIMING: Timing = Timing {
    phase_ms: 3 * DAY,
    silence_ms: 3 * DAY,
    machine_wait_ms: 2 * MINUTE,
    machine_pace_ms: 2 * MINUTE,
    mail_quiet_ms: HOUR,
    machine_percent: 0,
    machines_fill_in: true,
    interview_games: 1,
};
const RETENTION: Retention = Retention {
    mail_ms: Some(30 * DAY),
    question_ms: Some(7 * DAY),
    unconfirmed_ms: Some(30 * DAY),
    idle_guest_ms: Some(365 * DAY),
    report_ms: Some(730 * DAY),
    reading_ms: Some(730 * DAY),
};
pub const METRICS_TOKEN: &str = "a token of the tests";
/// What owners' keys are encrypted with.
pub const SECRET: &str = "a secret of the tests";
/// The time after which a server that hangs is given up.
const CALL_TIMEOUT: Duration = Duration::from_secs(3);

pub struct TestInstance {
    pub db: Database,
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

impl TestInstance {
    pub async fn new() -> TestInstance {
        TestInstance::with(|_| {}).await
    }

    pub async fn with(change: impl Fn(&mut Settings)) -> TestInstance {
        TestInstance::on(Database::in_file(), change).await
    }

    /// One on each kind of database.
    pub async fn each() -> Vec<TestInstance> {
        TestInstance::each_with(|_| {}).await
    }

    pub async fn each_with(change: impl Fn(&mut Settings)) -> Vec<TestInstance> {
        let mut all = Vec::new();
        for db in databases() {
            all.push(TestInstance::on(db, &change).await);
        }
        all
    }

    async fn on(db: Database, change: impl Fn(&mut Settings)) -> TestInstance {
        let mut settings = settings();
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
        TestInstance { db, app, clock, stop, post: Arc::default() }
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

    /// The same instance with other disciplines.
    pub async fn holds(&mut self, disciplines: &'static [&'static Discipline]) {
        self.app = Instance::new(Parts { disciplines, ..Parts::clone(&self.app) });
        jobs::prepare(&self.app).await.unwrap();
    }

    /// From now on a server that hangs is given so long.
    pub fn impatient(&mut self, timeout: Duration) {
        let mut parts = Parts::clone(&self.app);
        parts.calls = Arc::new(Calls::new(true, Arc::new(key), timeout).unwrap());
        self.app = Instance::new(parts);
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
                self.acts(move |tx, at| machine::kill(tx, at, id, "not today")).await;
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

fn settings() -> Settings {
    Settings {
        public_url: "http://luna.test".to_owned(),
        timing: TIMING,
        rules: Rules::STANDARD,
        ladder: Ladder::Rating,
        controller: "The Luna Society".to_owned(),
        controller_address: "1 Moon Road, Reading".to_owned(),
        contact: "luna@example.org".to_owned(),
        help_line: "Call 116 123, day and night.".to_owned(),
        privacy_statement: String::new(),
        is_demo: false,
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
        secret: Some(SECRET.into()),
        panel: None,
        contest_folders: None,
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
