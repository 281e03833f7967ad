//! Somebody who plays on an instance without its pages: every move goes through the application.

use luna_app::Instance;
use luna_app::mail::Mailer;
use luna_app::submission::{Submission, submit};
use luna_core::game::{Duty, Ending, Guess, Kind, Move, Phase, View};
use luna_core::rating::Points;
use luna_store::game::{self, GameRecord, SeatRecord};
use luna_store::machine::{self, Transport};
use luna_store::{Result, Tx, draft, erase, player};

use crate::instance::TestInstance;
use crate::machine::declared;

/// `text 1` to `text 5`.
pub fn five(text: &str) -> Vec<String> {
    (1..=5).map(|nth| format!("{text} {nth}")).collect()
}

/// A person, whose id is the name.
#[derive(Clone)]
pub struct TestPlayer {
    app: Instance,
    pub id: String,
}

impl TestInstance {
    /// A guest.
    pub async fn player(&self, name: &str) -> TestPlayer {
        let id = name.to_owned();
        self.acts(move |tx, at| player::create(tx, &id, false, &id, at.now)).await;
        TestPlayer { app: self.app().clone(), id: name.to_owned() }
    }

    /// Somebody who has claimed `name@example.org` and is asked to confirm it.
    pub async fn claimant(&self, name: &str) -> TestPlayer {
        let player = self.player(name).await;
        let (app, id) = (self.app().clone(), player.id.clone());
        let work = move |tx: &mut Tx<'_>| {
            let (at, email) = (app.moment(), format!("{id}@example.org"));
            player::claim_email(tx, &id, &email, "", at.now)?;
            Mailer { tx, at: &at, settings: &app.settings }.send_claim(&id, &email)
        };
        self.db.write(work).await.unwrap();
        player
    }

    /// A machine of this owner that asks for its work.
    pub async fn machine(&self, name: &str, owner: &str) -> TestPlayer {
        let (id, owner) = (name.to_owned(), owner.to_owned());
        let declared = declared(Transport::Pull);
        self.acts(move |tx, at| machine::register(tx, at.now, &id, &id, Some(&owner), &declared))
            .await;
        TestPlayer { app: self.app().clone(), id: name.to_owned() }
    }

    /// Somebody whose address is confirmed: `name@example.org`.
    pub async fn confirmed(&self, name: &str) -> TestPlayer {
        let player = self.player(name).await;
        let id = player.id.clone();
        self.acts(move |tx, _| player::verify_email(tx, &id, &format!("{id}@example.org"))).await;
        player
    }
}

impl TestPlayer {
    /// Starts a game; gives the seat.
    pub async fn starts(&self, kind: Kind) -> String {
        let (at, rules) = (self.app.moment(), self.app.settings.rules);
        self.does(move |tx, id| {
            let seat = game::start(tx, &at, id, rules, kind)?;
            if kind.counts() {
                draft::take_kept(tx, id, &seat)?;
            }
            Ok(seat)
        })
        .await
        .unwrap()
    }

    /// Starts a game and sends the questions `ann asks 1?` to `ann asks 5?`.
    pub async fn opens(&self) -> String {
        let seat = self.starts(Kind::Rated).await;
        self.asks(&seat).await;
        seat
    }

    pub async fn asks(&self, seat: &str) {
        let questions = (1..=5).map(|nth| format!("{} asks {nth}?", self.id)).collect();
        self.submits(seat, Move::Ask(questions)).await.unwrap();
    }

    pub async fn answers(&self, seat: &str) {
        let responses = (1..=5).map(|nth| format!("{} says {nth}.", self.id)).collect();
        self.submits(seat, Move::Answer(responses)).await.unwrap();
    }

    pub async fn guesses(&self, seat: &str, points: &str) {
        self.submits(seat, guess(points)).await.unwrap();
    }

    /// Has a machine ask for its work.
    pub async fn comes(&self) {
        let now = self.app.now();
        self.does(move |tx, id| machine::note_presence(tx, id, now)).await.unwrap();
    }

    /// Erases the player.
    pub async fn is_erased(&self) {
        let at = self.app.moment();
        self.does(move |tx, id| erase::erase(tx, &at, id)).await.unwrap();
    }

    pub async fn wants_mail(&self, wants: bool) {
        self.does(move |tx, id| player::set_wants_mail(tx, id, wants)).await.unwrap();
    }

    /// Sends a move as a form does.
    pub async fn submits(&self, seat: &str, mv: Move) -> Result<()> {
        let app = self.app.clone();
        self.in_game(seat, move |tx, place, loaded| {
            submit(tx, &app, place, loaded, Submission::new(mv, None))
        })
        .await
    }

    /// Leaves the seat for good.
    pub async fn leaves(&self, seat: &str) {
        let at = self.app.moment();
        self.in_game(seat, move |tx, place, loaded| {
            game::play(tx, &at, loaded, place.seat, &Move::Leave, None).map(drop)
        })
        .await
        .unwrap();
    }

    /// What a seat's page is made of.
    pub async fn view(&self, seat: &str) -> View {
        self.in_game(seat, |_, place, loaded| Ok(loaded.game.view(place.seat))).await.unwrap()
    }

    pub async fn duty(&self, seat: &str) -> Option<Duty> {
        self.view(seat).await.duty
    }

    /// Returns true if this player has asked and nobody is opposite yet.
    pub async fn waits(&self, seat: &str) -> bool {
        let view = self.view(seat).await;
        view.phase == Phase::Interview && view.duty.is_none() && view.partners_lost == 0
    }

    /// Returns true if the partner has gone and nobody has come instead.
    pub async fn is_left(&self, seat: &str) -> bool {
        let view = self.view(seat).await;
        view.partners_lost > 0 && !view.partner_seated
    }

    /// How a seat's game has ended for this player.
    pub async fn ending(&self, seat: &str) -> Option<Ending> {
        self.in_game(seat, |_, place, _| Ok(place.ending)).await.unwrap()
    }

    async fn in_game<T: Send + 'static>(
        &self,
        seat: &str,
        work: impl FnOnce(&mut Tx<'_>, &SeatRecord, &mut GameRecord) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let seat = seat.to_owned();
        self.does(move |tx, id| {
            let (place, mut loaded) = game::load_for_update(tx, &seat, id)?;
            work(tx, &place, &mut loaded)
        })
        .await
    }

    async fn does<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>, &str) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let id = self.id.clone();
        self.app.db.write(move |tx| work(tx, &id)).await
    }
}

/// A guess without marks.
pub fn guess(points: &str) -> Move {
    Move::Guess(Guess { points: Points::parse(points).unwrap(), sliders: vec![None; 5] })
}

/// Two who meet at once, up to where both have questions to answer. Gives their seats.
pub async fn paired(ann: &TestPlayer, bob: &TestPlayer) -> [String; 2] {
    [ann.opens().await, bob.opens().await]
}

/// Up to where both have something to guess from.
pub async fn answered(ann: &TestPlayer, bob: &TestPlayer) -> [String; 2] {
    let [anns, bobs] = paired(ann, bob).await;
    ann.answers(&anns).await;
    bob.answers(&bobs).await;
    [anns, bobs]
}

/// A whole game; what Ann guesses of Bob, and Bob of Ann.
pub async fn finished(
    (ann, hers): (&TestPlayer, &str),
    (bob, his): (&TestPlayer, &str),
) -> [String; 2] {
    let [anns, bobs] = answered(ann, bob).await;
    ann.guesses(&anns, hers).await;
    bob.guesses(&bobs, his).await;
    [anns, bobs]
}
