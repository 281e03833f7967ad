//! Machines that people have registered on the site, and the people who meet them.

use luna_store::machine::{self, Transport};
use serde_json::Value;

use crate::app::{DAY, HOUR, MINUTE, SECOND, TestApp};
use crate::instance::machine_server::{Behaviour, MachineServer};
use crate::persona::{Answer, Persona};

/// Ann, who has entered a machine, and where its settings are.
pub async fn polly() -> (TestApp, Persona, String) {
    let app = TestApp::new().await;
    let mut ann = app.account("ann").await;
    let settings = ann.has_machine("polly").await;
    (app, ann, settings)
}

/// The page everybody sees of a machine whose settings are there.
pub fn public(settings: &str) -> String {
    settings.replace("/settings", "")
}

impl TestApp {
    /// A machine of Ann's that Luna posts its tasks to.
    pub async fn service(&self) -> MachineServer {
        let far = MachineServer::start().await;
        self.called(Transport::Push, far.push()).await;
        far
    }

    /// A machine of Ann's that is a language model, with limits by the names of its setup.
    pub async fn language_model(&self, limits: &[(&str, u64)]) -> MachineServer {
        let far = MachineServer::start().await;
        self.called(Transport::Openai, far.model_with(limits)).await;
        far
    }

    /// Ann, with a machine that has everything it needs and plays from now on.
    pub async fn called(&self, way: Transport, setup: Value) {
        self.account("ann").await;
        self.calls(way, setup).await;
    }

    /// Ann, with a machine whose secret is stored as this.
    pub async fn registered(&self, way: Transport, setup: Value, sealed: Option<String>) {
        self.account("ann").await;
        self.declares(way, setup, sealed).await;
    }

    /// Bob, in a game with the machine, has five questions to answer.
    pub async fn meets(&self) -> (Persona, String) {
        let mut bob = self.guest("bob").await;
        let game = bob.opens("bob").await;
        self.passes(2 * MINUTE, 10 * SECOND).await;
        assert_eq!(bob.get(&game).await.lines("# "), "# Answer five questions");
        (bob, game)
    }

    /// Bob has answered a machine that plays no other game, and that makes its guess when the
    /// test says so.
    pub async fn awaits_a_guess(&self, far: &MachineServer) -> (Persona, String) {
        self.called(Transport::Push, far.push()).await;
        let (mut bob, game) = self.meets().await;
        self.acts(|tx, at| machine::stop(tx, at, "far")).await;
        far.requests();
        far.plays(Behaviour::InPairs);
        bob.answers(&game, "bob").await.leads_to(&game);
        (bob, game)
    }

    /// Somebody's partner gives up, which comes out when it might have moved.
    pub async fn parts(&self, who: &mut Persona, game: &str) {
        for _ in 0..360 {
            if who.get(game).await.lines("# ") == "# Your partner has left" {
                return;
            }
            self.passes(10 * SECOND, 10 * SECOND).await;
        }
        panic!("the partner is still there");
    }
}

/// From Bob's answers to the end.
pub async fn plays_on(app: &TestApp, bob: &mut Persona, game: &str) -> String {
    bob.answers(game, "bob").await.leads_to(game);
    app.work().await;
    assert!(!bob.reads(game).await.contains("it says"), "held back");
    app.passes(2 * DAY, HOUR).await;
    assert!(bob.reads(game).await.contains("it says 5"));
    bob.guesses(game, "30").await.leads_to(game);
    app.passes(2 * DAY, HOUR).await;
    bob.reads(game).await
}

impl Persona {
    /// Saves the skills of a machine.
    pub async fn declares(&mut self, settings: &str, fields: &[(&str, &str)]) -> Answer {
        self.get(settings).await;
        let token = self.token();
        let fields = [fields, &[("csrf", token.as_str())]].concat();
        self.post(&format!("{settings}/skills"), &fields).await
    }

    /// Says a line to a machine on its page, or in a conversation; gives the address of the latter.
    pub async fn says(&mut self, page: &str, line: &str) -> String {
        self.get(page).await;
        self.press("Say it", &[("line", line)]).await.leads_to("/machines/")
    }

    /// Asks a machine on its page; gives the address of the answer.
    pub async fn puts(&mut self, machine: &str, fields: &[(&str, &str)]) -> String {
        self.get(machine).await;
        self.press("Ask", fields).await.leads_to(&format!("{machine}/questions/"))
    }
}
