//! A whole Luna on a database of its own, at a time that moves when told to.

pub mod registered;
pub mod robot;

use std::borrow::Borrow;
use std::ops::Deref;
use std::time::Duration;

use axum::Router;
use luna_app::{Discipline, Instance, Settings};
use luna_store::{Tx, player};

pub use crate::instance::{DAY, HOUR, METRICS_TOKEN, MINUTE, SECOND, TestInstance, link};

use crate::persona::Persona;
use crate::play::{answered, finished, paired};

pub const PASSWORD: &str = "correct horse";

/// A [`TestInstance`] and the site that serves it.
pub struct TestApp {
    instance: TestInstance,
    pub router: Router,
}

impl Deref for TestApp {
    type Target = TestInstance;

    fn deref(&self) -> &TestInstance {
        &self.instance
    }
}

impl Borrow<TestInstance> for TestApp {
    fn borrow(&self) -> &TestInstance {
        &self.instance
    }
}

impl TestApp {
    pub async fn new() -> TestApp {
        TestApp::with(|_| {}).await
    }

    pub async fn with(change: impl Fn(&mut Settings)) -> TestApp {
        TestApp::of(TestInstance::with(change).await)
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
        TestInstance::each_with(change).await.into_iter().map(TestApp::of).collect()
    }

    fn of(instance: TestInstance) -> TestApp {
        let router = luna_web::router(instance.app().clone());
        TestApp { instance, router }
    }

    /// The same instance with other disciplines, and the site that declares them.
    pub async fn holds(
        &mut self,
        disciplines: &'static [&'static Discipline],
        site: impl FnOnce(Instance) -> Router,
    ) {
        self.instance.holds(disciplines).await;
        self.router = site(self.app().clone());
    }

    /// From now on a server that hangs is given so long.
    pub fn impatient(&mut self, timeout: Duration) {
        self.instance.impatient(timeout);
        self.router = luna_web::router(self.app().clone());
    }

    /// Another process takes over, which knows nothing but the database; the one before is asked to
    /// stop.
    pub fn replace(&mut self) {
        self.instance.replace();
        self.router = luna_web::router(self.app().clone());
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
}
