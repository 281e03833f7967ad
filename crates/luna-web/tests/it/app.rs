//! A whole Luna on a database of its own, at a time that moves when told to.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use luna_app::jobs::{self, Deliver};
use luna_app::machine_calls::client::Calls;
use luna_app::rate_limit::Limits;
use luna_app::{Clock, Instance, Parts, Settings};
use luna_core::game::Rules;
use luna_core::rng::Chance;
use luna_machines::HouseMachines;
use luna_store::game::{Context, Timing};
use luna_store::mail::Mail;
use luna_store::retention::Retention;
use luna_store::{Random, Tx, player};
use tokio::sync::watch;

use crate::fresh::{Fresh, SeatRecord, databases};
use crate::persona::Persona;

pub(crate) const SECOND: i64 = 1_000;
pub(crate) const MINUTE: i64 = 60 * SECOND;
pub(crate) const HOUR: i64 = 60 * MINUTE;
pub(crate) const DAY: i64 = 24 * HOUR;
/// When the clock starts: noon on 4 October 2024.
pub(crate) const START: i64 = 20_000 * DAY + DAY / 2;
/// As `luna serve` has them where nothing else is set, but that nobody here is taken for gone
/// while time is put on.
pub(crate) const TIMING: Timing = Timing {
    phase_ms: 3 * DAY,
    silence_ms: 3 * DAY,
    machine_wait_ms: 2 * MINUTE,
    machine_pace_ms: 2 * MINUTE,
    mail_quiet_ms: HOUR,
    machine_percent: 0,
};
pub(crate) const RETENTION: Retention = Retention {
    mail_ms: Some(30 * DAY),
    unconfirmed_ms: Some(30 * DAY),
    idle_guest_ms: Some(365 * DAY),
    report_ms: Some(730 * DAY),
    reading_ms: Some(730 * DAY),
};
/// What a server that hangs is given.
const CALL_TIMEOUT: Duration = Duration::from_secs(3);
pub(crate) const METRICS_TOKEN: &str = "a token of the tests";
pub(crate) const PASSWORD: &str = "correct horse";

pub(crate) struct TestApp {
    pub(crate) db: Fresh,
    pub(crate) router: Router,
    app: Instance,
    clock: Arc<AtomicI64>,
    stop: watch::Sender<bool>,
    post: Arc<Post>,
}

/// Where mail goes: kept to be read, or refused for a reason.
#[derive(Default)]
struct Post {
    delivered: Mutex<Vec<Mail>>,
    refusing: Mutex<Option<String>>,
    tries: AtomicU64,
}

impl TestApp {
    pub(crate) async fn new() -> TestApp {
        TestApp::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl Fn(&mut Settings)) -> TestApp {
        TestApp::on(Fresh::open(SeatRecord::file()), change).await
    }

    /// One on each kind of database.
    pub(crate) async fn each() -> Vec<TestApp> {
        TestApp::each_with(|_| {}).await
    }

    pub(crate) async fn each_with(change: impl Fn(&mut Settings)) -> Vec<TestApp> {
        let mut all = Vec::new();
        for db in databases() {
            all.push(TestApp::on(db, &change).await);
        }
        all
    }

    async fn on(db: Fresh, change: impl Fn(&mut Settings)) -> TestApp {
        let mut settings = Settings {
            public_url: "http://luna.test".to_owned(),
            timing: TIMING,
            rules: Rules { questions: 5, max_chars: 5_000 },
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
            streams_per_address: 1_000,
            patience: Duration::from_secs(60),
            retention: RETENTION,
            machine_requests_per_minute: 100_000,
            private_machines: true,
            metrics_token: Some(METRICS_TOKEN.into()),
            secret: Some("a secret of the tests".into()),
            panel: None,
        };
        change(&mut settings);
        let private = settings.private_machines;
        let clock = Arc::new(AtomicI64::new(START));
        let read = Arc::clone(&clock);
        let (stop, stopping) = watch::channel(false);
        let app = Instance::new(Parts {
            db: db.clone(),
            clock: Clock(Arc::new(move || read.load(Ordering::Relaxed))),
            random: counted(),
            settings: Arc::new(settings),
            limits: Arc::new(Limits::default()),
            houses: Arc::new(HouseMachines::new().unwrap()),
            jobs: Arc::default(),
            calls: Arc::new(Calls::new(private, Arc::new(key), CALL_TIMEOUT).unwrap()),
            open_streams: Arc::default(),
            presence: Arc::default(),
            stopping,
        });
        jobs::prepare(&app).await.unwrap();
        let router = luna_web::router(app.clone());
        TestApp { db, router, app, clock, stop, post: Arc::default() }
    }

    /// From now on a server that hangs is given so long.
    pub(crate) fn impatient(&mut self, timeout: Duration) {
        let mut parts = Parts::clone(&self.app);
        parts.calls = Arc::new(Calls::new(true, Arc::new(key), timeout).unwrap());
        self.app = Instance::new(parts);
        self.router = luna_web::router(self.app.clone());
    }

    pub(crate) fn app(&self) -> &Instance {
        &self.app
    }

    pub(crate) fn houses(&self) -> &HouseMachines {
        &self.app.houses
    }

    pub(crate) fn moment(&self) -> Context {
        let random = self.app.random.clone();
        Context { now: self.now(), random, timing: self.app.settings.timing }
    }

    /// What a start does on a database that is there already.
    pub(crate) async fn restarts(&self) {
        jobs::prepare(&self.app).await.unwrap();
    }

    /// The same with other settings.
    pub(crate) async fn restarts_with(&self, change: impl Fn(&mut Settings)) {
        let mut parts = Parts::clone(&self.app);
        change(Arc::make_mut(&mut parts.settings));
        jobs::prepare(&Instance::new(parts)).await.unwrap();
    }

    pub(crate) fn now(&self) -> i64 {
        self.clock.load(Ordering::Relaxed)
    }

    pub(crate) fn later(&self, ms: i64) {
        self.clock.fetch_add(ms, Ordering::Relaxed);
    }

    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Does what is due now, and what becomes due by that.
    pub(crate) async fn work(&self) {
        let post = Arc::clone(&self.post);
        let deliver: Deliver = Arc::new(move |mail| {
            let post = Arc::clone(&post);
            Box::pin(async move { post.take(mail) })
        });
        while jobs::run_due(&self.app, &deliver).await.unwrap() > 0 {}
    }

    /// Lets time pass a step at a time, with the work of each.
    pub(crate) async fn passes(&self, ms: i64, step: i64) {
        let end = self.now() + ms;
        self.work().await;
        while self.now() < end {
            self.later(step.min(end - self.now()));
            self.work().await;
        }
    }

    /// The mails since the last look, by address: those that are due at once
    /// are handed on in any order.
    pub(crate) async fn mails(&self) -> Vec<Mail> {
        self.work().await;
        let mut mails = std::mem::take(&mut *self.post.delivered.lock().unwrap());
        mails.sort_by(|a, b| (&a.address, &a.subject).cmp(&(&b.address, &b.subject)));
        mails
    }

    /// From now on mail is refused for this reason, or taken again.
    pub(crate) fn mail_fails(&self, why: Option<&str>) {
        *self.post.refusing.lock().unwrap() = why.map(str::to_owned);
    }

    /// How often somebody has tried to hand a mail on.
    pub(crate) fn mail_tries(&self) -> u64 {
        self.post.tries.load(Ordering::Relaxed)
    }

    pub(crate) fn visitor(&self) -> Persona {
        Persona::new(self.router.clone())
    }

    /// Somebody who plays as a guest, by this name.
    pub(crate) async fn guest(&self, name: &str) -> Persona {
        let mut guest = self.visitor();
        guest.get("/consent").await;
        guest.press("I agree, play as a guest", &[("adult", "yes")]).await.leads_to("/games");
        guest.named(name).await;
        guest
    }

    /// Somebody with an account: `name@example.org` and [`PASSWORD`].
    pub(crate) async fn account(&self, name: &str) -> Persona {
        let mut player = self.unconfirmed(name).await;
        let mails = self.mails().await;
        let mail = mails.iter().find(|mail| mail.kind == "verify").unwrap();
        player.get(&link(mail)).await;
        player.press("Yes, it is mine", &[]).await.leads_to("/settings");
        player
    }

    /// Somebody who has not opened the link in the mail yet.
    pub(crate) async fn unconfirmed(&self, name: &str) -> Persona {
        let mut player = self.guest(name).await;
        player.signs_up(&format!("{name}@example.org"), PASSWORD).await.leads_to("/games");
        player
    }

    /// The operator.
    pub(crate) async fn admin(&self) -> Persona {
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

    /// Does something in the store.
    pub(crate) async fn acts(
        &self,
        work: impl FnOnce(&mut Tx<'_>, &Context) -> luna_store::Result<()> + Send + 'static,
    ) {
        let at = self.moment();
        self.db.write(move |tx| work(tx, &at)).await.unwrap();
    }

    /// Of the house machines, only this one plays; none, if it is none of them.
    pub(crate) async fn only(&self, machine: &str) {
        for id in ["house-gibberish", "house-eliza", "house-recall"] {
            if id != format!("house-{machine}") {
                self.acts(move |tx, at| luna_store::machine::kill(tx, at, id, "not today")).await;
            }
        }
    }

    /// Every row of every table, in order.
    pub(crate) fn dump(&self) -> String {
        let tables = [
            "act",
            "block",
            "consent",
            "consent_text",
            "derived",
            "draft",
            "flag",
            "game",
            "game_rating",
            "guess_rating",
            "held",
            "game_move",
            "guess",
            "job",
            "judge",
            "judge_scale",
            "link",
            "machine",
            "mail",
            "notice",
            "pace",
            "player",
            "question_told",
            "rating_bin",
            "recall_line",
            "reading",
            "report",
            "seat",
            "session",
            "setting",
            "spent",
            "tally",
            "token",
            "topic",
            "typing_mark",
            "warning",
        ];
        let mut dump = String::new();
        for table in tables {
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

/// Where the link in a mail leads, without the host.
pub(crate) fn link(mail: &Mail) -> String {
    let (_, rest) = mail.plain.split_once("http://luna.test").unwrap();
    let rest = rest.split("http://luna.test").last().unwrap();
    rest.lines().next().unwrap().to_owned()
}

/// The keys an operator has put into the environment.
fn key(name: &str) -> Option<String> {
    ["LUNA_KEY_TEST", "LUNA_KEY_PANEL"].contains(&name).then(|| "sk-operator".to_owned())
}

/// The same ids and secrets in each run, and no two alike.
fn counted() -> Random {
    let drawn = AtomicU64::new(0);
    Random(Arc::new(move || {
        let mut chance = Chance::from_seed(drawn.fetch_add(1, Ordering::Relaxed));
        let (high, low) = (chance.bits(), chance.bits());
        (u128::from(high) << 64 | u128::from(low)).to_be_bytes()
    }))
}
