//! A house of players with a clock of its own, and what they do in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use luna_core::game::{Guess, Move, Rules, View};
use luna_core::rating::Points;
use luna_store::disciplines::ALL;
use luna_store::game::{self, Context, GameRecord, Overdue, SeatRecord, Timing};
use luna_store::machine::Transport;
use luna_store::{Random, Result, Tx, draft, job, player, rating};
use luna_testkit::control::{DAY, MINUTE, START, counted};
use luna_testkit::database::{Database, databases};

pub(crate) const RULES: Rules = Rules { questions: 2, max_chars: 60 };
pub(crate) const TIMING: Timing = Timing {
    phase_ms: 2 * DAY,
    silence_ms: 15 * MINUTE,
    machine_wait_ms: 10 * MINUTE,
    machine_pace_ms: 2 * MINUTE,
    mail_quiet_ms: 60 * MINUTE,
    machine_percent: 0,
    machines_fill_in: true,
    interview_games: 1,
};

pub(crate) struct House {
    pub(crate) db: Database,
    pub(crate) timing: Timing,
    clock: Arc<AtomicI64>,
    random: Random,
}

impl House {
    pub(crate) fn new(db: Database) -> House {
        let clock = Arc::new(AtomicI64::new(START));
        House { db, timing: TIMING, clock, random: counted() }
    }

    /// One in each kind of database.
    pub(crate) fn each() -> Vec<House> {
        databases().into_iter().map(House::new).collect()
    }

    /// The same with these people, and with machines of an owner that come to Luna.
    pub(crate) async fn each_with(people: &[&str], machines: &[&str]) -> Vec<House> {
        let all = House::each();
        for house in &all {
            house.people(people).await;
            house.people(&["owner"]).await;
            for id in machines {
                house.machine(id, "owner", Transport::Pull).await;
            }
        }
        all
    }

    pub(crate) fn now(&self) -> i64 {
        self.clock.load(Ordering::Relaxed)
    }

    pub(crate) fn later(&self, ms: i64) {
        self.clock.fetch_add(ms, Ordering::Relaxed);
    }

    /// The next moment: each is a second after the one before.
    pub(crate) fn at(&self) -> Context {
        let now = self.clock.fetch_add(1_000, Ordering::Relaxed) + 1_000;
        Context { now, random: self.random.clone(), timing: self.timing, disciplines: ALL }
    }

    pub(crate) async fn acts<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>, &Context) -> Result<T> + Send + 'static,
    ) -> T {
        let at = self.at();
        self.db.write(move |tx| work(tx, &at)).await.unwrap()
    }

    pub(crate) async fn people(&self, ids: &[&str]) {
        for id in ids {
            self.player(id, false).await;
        }
    }

    /// Their name is their id.
    pub(crate) async fn player(&self, id: &str, machine: bool) {
        let (id, at) = (id.to_owned(), self.at());
        let work = move |tx: &mut Tx<'_>| player::create(tx, &id, machine, &id, at.now);
        self.db.write(work).await.unwrap();
    }

    /// Gives a person an address that mail may go to.
    pub(crate) async fn verified(&self, id: &str) {
        let id = id.to_owned();
        let work =
            move |tx: &mut Tx<'_>| player::verify_email(tx, &id, &format!("{id}@example.org"));
        self.db.write(work).await.unwrap();
    }

    pub(crate) async fn open(&self, player: &str) -> String {
        self.open_kind(player, game::Kind::Rated).await
    }

    pub(crate) async fn open_kind(&self, player: &str, kind: game::Kind) -> String {
        let (player, at) = (player.to_owned(), self.at());
        self.db
            .write(move |tx| {
                let seat = game::start(tx, &at, &player, RULES, kind)?;
                draft::take_kept(tx, &player, &seat)?;
                Ok::<_, luna_store::Error>(seat)
            })
            .await
            .unwrap()
    }

    pub(crate) async fn ask(&self, player: &str, seat: &str) -> Result<()> {
        self.ask_texts(player, seat, questions(player)).await
    }

    pub(crate) async fn ask_texts(
        &self,
        player: &str,
        seat: &str,
        texts: Vec<String>,
    ) -> Result<()> {
        let (player, seat, at) = (player.to_owned(), seat.to_owned(), self.at());
        self.db
            .write(move |tx| {
                let (place, mut loaded) = game::load_for_update(tx, &seat, &player)?;
                game::ask(tx, &at, &place, &mut loaded, texts).map(drop)
            })
            .await
    }

    /// Asks, and says whether a machine is to come at once.
    pub(crate) async fn asks_for_machine(&self, player: &str, seat: &str) -> bool {
        let (player, seat, at) = (player.to_owned(), seat.to_owned(), self.at());
        self.db
            .write(move |tx| {
                let (place, mut loaded) = game::load_for_update(tx, &seat, &player)?;
                let texts = questions(&player);
                game::ask(tx, &at, &place, &mut loaded, texts)
            })
            .await
            .unwrap()
            .machine_at_once
    }

    /// Opens a game and asks at once.
    pub(crate) async fn opens_and_asks(&self, player: &str) -> String {
        let seat = self.open(player).await;
        self.ask(player, &seat).await.unwrap();
        seat
    }

    pub(crate) async fn play(&self, player: &str, seat: &str, mv: Move) -> Result<()> {
        let (player, seat, at) = (player.to_owned(), seat.to_owned(), self.at());
        self.db
            .write(move |tx| {
                let (place, mut loaded) = game::load_for_update(tx, &seat, &player)?;
                game::play(tx, &at, &mut loaded, place.seat, &mv, None).map(drop)
            })
            .await
    }

    pub(crate) async fn answer(&self, player: &str, seat: &str) -> Result<()> {
        self.play(player, seat, Move::Answer(answers(player))).await
    }

    pub(crate) async fn guess(&self, player: &str, seat: &str, points: &str) -> Result<()> {
        let sliders = vec![None; RULES.questions];
        let guess = Guess { points: Points::parse(points).unwrap(), sliders };
        self.play(player, seat, Move::Guess(guess)).await
    }

    /// Gives up, as the button on the page does it.
    pub(crate) async fn leave(&self, player: &str, seat: &str) -> Result<()> {
        let (player, seat, at) = (player.to_owned(), seat.to_owned(), self.at());
        self.db
            .write(move |tx| {
                let (place, mut loaded) = game::load_for_update(tx, &seat, &player)?;
                if let Some(occupant) = loaded.occupant(place.seat).cloned() {
                    game::keep_drafts(tx, &at, &loaded, place.seat, &occupant)?;
                }
                game::play(tx, &at, &mut loaded, place.seat, &Move::Leave, None).map(drop)
            })
            .await
    }

    pub(crate) async fn overdue(&self, seat: &str) -> Overdue {
        self.overdue_seen(seat, None).await
    }

    /// The same, where the player was last seen then.
    pub(crate) async fn overdue_seen(&self, seat: &str, then: Option<i64>) -> Overdue {
        let (seat, at) = (seat.to_owned(), self.at());
        let work = move |tx: &mut Tx<'_>| game::overdue(tx, &at, &seat, false, &|_| then);
        self.db.write(work).await.unwrap()
    }

    /// What is done at once when a game has been put back.
    pub(crate) async fn pair(&self, game_id: &str) {
        let (game_id, at) = (game_id.to_owned(), self.at());
        self.db.write(move |tx| game::pair(tx, &at, &game_id, false)).await.unwrap();
    }

    /// The machine sits down in the game of a seat, if there is room.
    pub(crate) async fn machine_sits(&self, machine: &str, game_id: &str) {
        let (machine, game_id, at) = (machine.to_owned(), game_id.to_owned(), self.at());
        self.db
            .write(move |tx| {
                let mut loaded = game::load_locked(tx, &game_id)?;
                game::seat_machine(tx, &at, &mut loaded, &machine, questions(&machine))
            })
            .await
            .unwrap();
    }

    /// The machine in a game does what it owes.
    pub(crate) async fn machine_moves(&self, game_id: &str, points: &str) {
        let (game_id, at) = (game_id.to_owned(), self.at());
        let points = Points::parse(points).unwrap();
        self.db
            .write(move |tx| {
                let mut loaded = game::load_locked(tx, &game_id)?;
                let Some((seat, duty)) = loaded.house_to_move() else {
                    return Ok::<_, luna_store::Error>(());
                };
                let mv = match duty {
                    luna_core::game::Duty::Ask => Move::Ask(questions("machine")),
                    luna_core::game::Duty::Answer => Move::Answer(answers("machine")),
                    luna_core::game::Duty::Guess => {
                        Move::Guess(Guess { points, sliders: vec![None; RULES.questions] })
                    }
                };
                game::play(tx, &at, &mut loaded, seat, &mv, Some(0)).map(drop)
            })
            .await
            .unwrap();
    }

    pub(crate) async fn load_for_update(
        &self,
        player: &str,
        seat: &str,
    ) -> (SeatRecord, GameRecord) {
        let (player, seat) = (player.to_owned(), seat.to_owned());
        self.db
            .read(move |tx| {
                let place = game::place(tx, &seat, &player)?;
                let loaded = game::load(tx, &place.game_id)?;
                Ok::<_, luna_store::Error>((place, loaded))
            })
            .await
            .unwrap()
    }

    pub(crate) async fn game_of(&self, player: &str, seat: &str) -> String {
        self.load_for_update(player, seat).await.0.game_id
    }

    pub(crate) async fn view(&self, player: &str, seat: &str) -> View {
        let (place, loaded) = self.load_for_update(player, seat).await;
        loaded.game.view(place.seat)
    }

    /// Where two people sit opposite each other, or nothing.
    pub(crate) async fn opposite(&self, a: (&str, &str), b: (&str, &str)) -> bool {
        let (a, b) =
            (self.load_for_update(a.0, a.1).await.0, self.load_for_update(b.0, b.1).await.0);
        a.game_id == b.game_id && a.seat != b.seat && a.here && b.here
    }

    /// Two people who meet at once and have each to guess; gives their seats.
    pub(crate) async fn both_answer(&self, a: &str, b: &str) -> [String; 2] {
        let (seat_a, seat_b) = (self.opens_and_asks(a).await, self.opens_and_asks(b).await);
        assert!(self.opposite((a, &seat_a), (b, &seat_b)).await, "others were waiting");
        self.answer(a, &seat_a).await.unwrap();
        self.answer(b, &seat_b).await.unwrap();
        [seat_a, seat_b]
    }

    /// A whole game of two people who meet at once; gives their seats.
    pub(crate) async fn whole_game(&self, a: (&str, &str), b: (&str, &str)) -> [String; 2] {
        let [seat_a, seat_b] = self.both_answer(a.0, b.0).await;
        self.guess(a.0, &seat_a, a.1).await.unwrap();
        self.guess(b.0, &seat_b, b.1).await.unwrap();
        [seat_a, seat_b]
    }

    pub(crate) async fn rating(&self, player: &str) -> Option<String> {
        let player = player.to_owned();
        let rating = self.db.read(move |tx| rating::of(tx, &player)).await.unwrap();
        rating.map(|rating| rating.to_string())
    }

    /// Ids of all jobs that have not been given up.
    pub(crate) fn jobs(&self) -> Vec<String> {
        self.db.column("SELECT id FROM job WHERE due_at IS NOT NULL ORDER BY id")
    }

    pub(crate) async fn claim(&self) -> Vec<job::ClaimedJob> {
        let now = self.now();
        self.db
            .write(move |tx| job::claim(tx, kind, job::Queue::Work, now, MINUTE, 100))
            .await
            .unwrap()
    }
}

/// The kinds of jobs that are claimed here.
pub(crate) fn kind(name: &str) -> Option<job::Kind> {
    const ALL: [job::Kind; 12] = [
        job::Kind::of::<job::MachineSeat>(),
        job::Kind::of::<job::Pair>(),
        job::Kind::of::<job::Call>(),
        job::Kind::of::<job::Task>(),
        job::Kind::of::<job::Ready>(),
        job::Kind::of::<job::Leave>(),
        job::Kind::of::<job::MachineForfeit>(),
        job::Kind::of::<job::MachineTurn>(),
        job::Kind::of::<job::Deadline>(),
        job::Kind::of::<job::Notify>(),
        job::Kind::of::<job::Mail>(),
        job::Kind::of::<job::Follow>(),
    ];
    ALL.into_iter().find(|kind| kind.name == name)
}

pub(crate) fn questions(player: &str) -> Vec<String> {
    (1..=RULES.questions).map(|nth| format!("{player} asks {nth}?")).collect()
}

pub(crate) fn answers(player: &str) -> Vec<String> {
    (1..=RULES.questions).map(|nth| format!("{player} says {nth}.")).collect()
}
