//! A contest on a clock of its own, with people who follow a script and machines.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::Arc;

use luna_app::contest::attendance::{self, HOLD_MS, Sitter};
use luna_app::contest::creation::{self, NewContest, Purpose};
use luna_app::contest::file::ContestFile;
use luna_app::contest::screen::{JudgeScreen, PartyScreen, Screen};
use luna_app::contest::typing::{self, Batch, Receipt};
use luna_app::contest::{console, judging};
use luna_app::jobs::{self, Deliver};
use luna_app::{Error, Instance, Parts};
use luna_core::contest::clock::Command;
use luna_core::contest::conversation::{Keystroke, Speaker};
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::ranking::Rank;
use luna_core::contest::schedule::Schedule;
use luna_store::game::Context;
use luna_store::{Db, Tx, player};

use crate::database::LIMITS;
use crate::instance::TestInstance;

const FILE: &str = "
preset = \"2009\"
seats = [
    { seat = \"E1\", machine = \"eliza\" },
    { seat = \"E2\", machine = \"gibberish\" },
    { seat = \"E3\", machine = \"recall\" },
    { seat = \"E4\", program = \"Elbot\" },
    { seat = \"J1\", person = \"Professor One\" },
]
";

/// A contest with everybody in their seats, on an instance of which there may be a site.
pub struct ContestRun<A> {
    pub app: A,
    /// The process that serves now.
    pub server: Instance,
    pub id: String,
    pub sitters: BTreeMap<Participant, Sitter>,
    pub schedule: Schedule,
}

impl<A: Borrow<TestInstance>> ContestRun<A> {
    pub async fn new(on: A) -> ContestRun<A> {
        let app: &TestInstance = on.borrow();
        let at = app.moment();
        let file = ContestFile::read(FILE.as_bytes()).unwrap();
        let create =
            move |tx: &mut Tx<'_>| creation::create(tx, &at, None, &file, Purpose::Contest);
        let NewContest { id, invitations } = app.db.write(create).await.unwrap();
        let mut sitters = BTreeMap::new();
        for invitation in invitations {
            let seat = invitation.participant;
            let player_id = match seat {
                Participant::Entry(_) => None,
                _ => Some(comes(app, &invitation.token, &id, seat).await),
            };
            let browser = format!("the browser of {seat}");
            let contest_id = id.clone();
            sitters.insert(seat, Sitter { contest_id, participant: seat, player_id, browser });
        }
        let stored = app.db.column("SELECT schedule FROM contest").remove(0);
        let schedule = serde_json::from_str(&stored).unwrap();
        let server = app.app().clone();
        ContestRun { app: on, server, id, sitters, schedule }
    }

    fn instance(&self) -> &TestInstance {
        self.app.borrow()
    }

    /// Another process takes over, which knows nothing but the database.
    pub fn restart(&mut self) {
        let mut parts = Parts::clone(self.instance().app());
        parts.db = Db::open_with(&self.instance().db.url(), LIMITS).unwrap();
        parts.memory = Arc::default();
        self.server = Instance::new(parts);
    }

    /// Lets time pass in steps, with the work of each, while everybody stays in their seats.
    pub async fn passes(&self, ms: i64) {
        let end = self.instance().now() + ms;
        loop {
            self.hold_all().await;
            self.work().await;
            if self.instance().now() >= end {
                return;
            }
            self.instance().later((HOLD_MS / 2).min(end - self.instance().now()));
        }
    }

    pub async fn work(&self) {
        let deliver: Deliver = Arc::new(|_| Box::pin(async { Ok(()) }));
        while jobs::run_due(&self.server, &deliver).await.unwrap() > 0 {}
    }

    pub async fn hold_all(&self) {
        let (now, sitters) = (self.instance().now(), self.sitters.clone());
        let hold = move |tx: &mut Tx<'_>| {
            sitters.values().try_for_each(|sitter| attendance::hold(tx, now, sitter))
        };
        self.server.db.write(hold).await.unwrap();
    }

    pub async fn commands(&self, command: Command) -> Result<(), Error> {
        let id = self.id.clone();
        self.acts(move |tx, at| console::command(tx, at, &id, None, command)).await
    }

    pub async fn acts<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>, &Context) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let at = self.instance().moment();
        self.server.db.write(move |tx| work(tx, &at)).await
    }

    pub async fn screen(&self, seat: Participant) -> Result<Screen, Error> {
        let (sitter, app) = (self.sitters[&seat].clone(), self.server.clone());
        self.server.db.read(move |tx| Screen::read(tx, &app, &sitter)).await
    }

    pub async fn judge(&self, number: usize) -> JudgeScreen {
        match self.screen(Participant::Judge(number)).await.unwrap() {
            Screen::Judge(judge) => judge,
            Screen::Party(_) => panic!("J{number} is no judge"),
        }
    }

    pub async fn party(&self, seat: Participant) -> PartyScreen {
        match self.screen(seat).await.unwrap() {
            Screen::Party(party) => party,
            Screen::Judge(_) => panic!("{seat} is a judge"),
        }
    }

    /// Types at the end of what somebody has typed in their current conversation.
    pub async fn types(&self, seat: Participant, side: Option<Side>, text: &str) -> Receipt {
        let (round, attempt, first) = match self.screen(seat).await.unwrap() {
            Screen::Judge(judge) => {
                let talk = judge.talks.iter().find(|(on, _)| Some(*on) == side);
                let talk = talk.unwrap_or_else(|| panic!("{seat} has no conversation"));
                (talk.1.round, talk.1.attempt, talk.1.next)
            }
            Screen::Party(party) => {
                let talk = party.talk.unwrap_or_else(|| panic!("{seat} has no conversation"));
                (talk.round, talk.attempt, talk.next)
            }
        };
        let batch = Batch { round, attempt, side, first, text: text.to_owned() };
        self.sends(seat, &batch).await.unwrap()
    }

    pub async fn sends(&self, seat: Participant, batch: &Batch) -> Result<Receipt, Error> {
        typing::receive(&self.server, &self.sitters[&seat], batch).await
    }

    pub async fn decides(&self, judge: usize, round: usize, human: Side) -> Result<(), Error> {
        let sitter = self.sitters[&Participant::Judge(judge)].clone();
        let app = self.server.clone();
        self.acts(move |tx, _| judging::verdict(tx, &app, &sitter, round, human)).await
    }

    pub async fn ranks(&self, judge: usize, ranks: Vec<Rank>) -> Result<(), Error> {
        let sitter = self.sitters[&Participant::Judge(judge)].clone();
        let app = self.server.clone();
        self.acts(move |tx, _| judging::rank(tx, &app, &sitter, ranks)).await
    }
}

/// A person who comes by an invitation, reads and agrees. C2 lets nobody read.
async fn comes(app: &TestInstance, token: &str, id: &str, seat: Participant) -> String {
    let (at, token, id) = (app.moment(), token.to_owned(), id.to_owned());
    let player_id = format!("player {seat}");
    let comes = move |tx: &mut Tx<'_>| {
        player::create(tx, &player_id, false, &player_id, at.now)?;
        luna_app::consent::give(tx, &player_id, luna_store::consent::Purpose::Adult, at.now)?;
        assert_eq!(attendance::seat_of_invitation(tx, &token)?.participant, seat);
        attendance::join(tx, &at, &token, &player_id)?;
        attendance::brief(tx, &at, &id, &player_id)?;
        let is_public = seat != Participant::Confederate(2);
        attendance::consent(tx, &at, &id, &player_id, is_public)?;
        Ok::<_, Error>(player_id)
    };
    app.db.write(comes).await.unwrap()
}

/// The text of what a speaker has typed on a screen, with Backspace carried out.
pub fn text(keys: &[Keystroke], by: Speaker) -> String {
    let mut text = String::new();
    for key in keys.iter().filter(|key| key.by == by) {
        match key.stroke.to_char() {
            '\u{8}' => drop(text.pop()),
            c => text.push(c),
        }
    }
    text
}
