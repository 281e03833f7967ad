//! The original site while people come and go: what happens when, one thing
//! after the other. Nothing is done about an empty seat or a silent player.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

use luna_core::rng::Chance;

use super::{Judged, Outcome, Visits};

pub(super) struct OriginalSite {
    visits: Visits,
    chance: Chance,
    now: f64,
    due: BinaryHeap<Scheduled<Event>>,
    games: Vec<Game>,
    /// Games with an empty seat, the next to be filled first.
    queue: VecDeque<usize>,
    outcome: Outcome,
    judged: Judged,
    epochs: u32,
}

#[derive(Default)]
struct Game {
    seats: [Option<Seat>; 2],
}

#[derive(Clone, Copy)]
struct Seat {
    /// The person's number.
    person: usize,
    /// They gave an address.
    mailed: bool,
    /// Moves made: asked, responded, guessed.
    moves: u8,
    /// The person's state, with the start of a wait.
    activity: Activity,
    /// Changes with every event of the seat, so that events scheduled before it are known to be
    /// obsolete.
    epoch: u32,
}

#[derive(Clone, Copy, PartialEq)]
enum Activity {
    Moving,
    Waiting(f64),
    Gone,
}

const GUESSED: u8 = 3;

/// Something that is going to happen.
pub(super) struct Scheduled<E> {
    pub(super) time: f64,
    pub(super) event: E,
}

#[derive(Clone, Copy)]
enum Event {
    /// A person has sent questions.
    Asks {
        person: usize,
        mailed: bool,
    },
    Moves(SeatKey),
    /// A wait was too long.
    Tires(SeatKey),
}

/// A seat when an event of it was scheduled.
#[derive(Clone, Copy)]
struct SeatKey {
    game: usize,
    seat: usize,
    epoch: u32,
}

impl OriginalSite {
    pub(super) fn new(visits: Visits, mut chance: Chance) -> OriginalSite {
        let arrivals = arrivals(&visits, &mut chance);
        let asks =
            |(person, (time, mailed))| Scheduled { time, event: Event::Asks { person, mailed } };
        OriginalSite {
            visits,
            chance,
            now: 0.0,
            due: arrivals.into_iter().enumerate().map(asks).collect(),
            games: Vec::new(),
            queue: VecDeque::new(),
            outcome: Outcome::default(),
            judged: Judged::default(),
            epochs: 0,
        }
    }

    pub(super) fn run(mut self) -> Outcome {
        while let Some(Scheduled { time, event }) = self.due.pop() {
            self.now = time;
            match event {
                Event::Asks { person, mailed } => {
                    self.outcome.asked += 1;
                    self.judged.asks(person, time);
                    self.ask(Seat::new(person, mailed));
                }
                Event::Moves(key) => self.moves(key),
                Event::Tires(key) => self.tires(key),
            }
        }
        self.judged.tell(&mut self.outcome);
        self.outcome
    }

    fn later(&mut self, minutes: f64, event: Event) {
        self.due.push(Scheduled { time: self.now + minutes, event });
    }

    fn some(&mut self, mean: f64) -> f64 {
        some(&mut self.chance, mean)
    }

    /// Returns the seat if the same person still has it.
    fn seat(&mut self, key: SeatKey) -> Option<&mut Seat> {
        let seat = self.games[key.game].seats[key.seat].as_mut();
        seat.filter(|seat| seat.epoch == key.epoch)
    }

    /// Takes the first empty seat, or opens a game.
    fn ask(&mut self, seat: Seat) {
        if let Some(game) = self.queue.pop_front() {
            self.sit(game, seat);
            return;
        }
        let game = self.games.len();
        self.games.push(Game::default());
        self.outcome.begun += 1;
        self.sit(game, seat);
        self.queue.push_front(game);
    }

    fn sit(&mut self, game: usize, mut seat: Seat) {
        seat.epoch = self.epoch();
        let seats = &mut self.games[game].seats;
        let at = usize::from(seats[0].is_some());
        seats[at] = Some(seat);
        let key = SeatKey { game, seat: at, epoch: seat.epoch };
        match seat.activity {
            Activity::Moving => self.wait(key, self.now),
            Activity::Waiting(since) => self.wait(key, since),
            Activity::Gone => {}
        }
        self.go_on(game);
    }

    fn epoch(&mut self) -> u32 {
        self.epochs += 1;
        self.epochs
    }

    fn wait(&mut self, key: SeatKey, since: f64) {
        let patience = self.some(self.visits.patience);
        if let Some(seat) = self.seat(key) {
            seat.activity = Activity::Waiting(since);
            self.later(patience, Event::Tires(key));
        }
    }

    /// Starts the next move of each player who has nothing to wait for.
    fn go_on(&mut self, game: usize) {
        for at in [0, 1, 0] {
            let seats = self.games[game].seats;
            let (Some(seat), Some(other)) = (seats[at], seats[1 - at]) else { return };
            if seat.moves > other.moves || seat.moves >= GUESSED {
                continue;
            }
            let key = SeatKey { game, seat: at, epoch: seat.epoch };
            match (seat.mailed, seat.activity) {
                (_, Activity::Waiting(since)) => self.begin(key, since),
                // A mail has gone out.
                (true, Activity::Gone) => {
                    let back = self.some(self.visits.back);
                    self.begin_after(key, back);
                }
                (false, Activity::Gone) | (_, Activity::Moving) => {}
            }
        }
    }

    fn begin(&mut self, key: SeatKey, since: f64) {
        self.outcome.waits.push(self.now - since);
        if let Some(seat) = self.games[key.game].seats[key.seat] {
            self.judged.has_work(seat.person, self.now);
        }
        self.begin_after(key, 0.0);
    }

    /// The next move is made, or its maker has gone for good.
    fn begin_after(&mut self, key: SeatKey, minutes: f64) {
        let leaves = self.chance.unit() < self.visits.leave;
        let takes = self.some(self.visits.pace);
        let epoch = self.epoch();
        let Some(seat) = self.seat(key) else { return };
        (seat.epoch, seat.activity) = (epoch, Activity::Moving);
        let key = SeatKey { epoch, ..key };
        if !leaves {
            self.later(minutes + takes, Event::Moves(key));
        }
    }

    fn moves(&mut self, key: SeatKey) {
        let (now, epoch) = (self.now, self.epoch());
        let Some(seat) = self.seat(key) else { return };
        seat.moves += 1;
        seat.epoch = epoch;
        let (person, mailed, key) = (seat.person, seat.mailed, SeatKey { epoch, ..key });
        if seat.moves < GUESSED {
            self.wait(key, now);
            self.go_on(key.game);
            return;
        }
        self.finish(key.game);
        self.go_on(key.game);
        self.again(person, mailed);
    }

    fn finish(&mut self, game: usize) {
        let seats = self.games[game].seats;
        if seats.iter().flatten().filter(|seat| seat.moves == GUESSED).count() == 2 {
            self.outcome.finished += 1;
            for seat in seats.iter().flatten() {
                self.judged.is_guessed_about(seat.person, self.now);
            }
        }
    }

    fn again(&mut self, person: usize, mailed: bool) {
        if self.chance.unit() < self.visits.again {
            let takes = self.some(self.visits.pace);
            self.later(takes, Event::Asks { person, mailed });
        }
    }

    fn tires(&mut self, key: SeatKey) {
        let Some(seat) = self.seat(key) else { return };
        if let Activity::Waiting(_) = seat.activity {
            seat.activity = Activity::Gone;
            let (person, guest) = (seat.person, !seat.mailed);
            self.outcome.given_up += 1;
            // Who gave an address is told when it is their turn.
            if guest {
                self.again(person, false);
            }
        }
    }
}

impl Seat {
    fn new(person: usize, mailed: bool) -> Seat {
        Seat { person, mailed, moves: 1, activity: Activity::Moving, epoch: 0 }
    }
}

/// When people come who ask, and which of them gave an address.
pub(super) fn arrivals(visits: &Visits, chance: &mut Chance) -> Vec<(f64, bool)> {
    let minutes = visits.days * 24.0 * 60.0;
    let mut all = Vec::new();
    for _ in 0..visits.registered {
        let arrives = match visits.half_life {
            Some(days) => {
                let half_life = days * 24.0 * 60.0 / std::f64::consts::LN_2;
                let come = 1.0 - (-minutes / half_life).exp();
                -half_life * (1.0 - come * chance.unit()).ln()
            }
            None => minutes * chance.unit(),
        };
        let mailed = chance.unit() < visits.mailed;
        if chance.unit() < visits.ask {
            all.push((arrives + some(chance, visits.pace), mailed));
        }
    }
    all
}

/// An exponential number.
pub(super) fn some(chance: &mut Chance, mean: f64) -> f64 {
    -mean * (1.0 - chance.unit()).ln()
}

/// The earliest is the greatest.
impl<E> Ord for Scheduled<E> {
    fn cmp(&self, other: &Scheduled<E>) -> Ordering {
        other.time.total_cmp(&self.time)
    }
}

impl<E> PartialOrd for Scheduled<E> {
    fn partial_cmp(&self, other: &Scheduled<E>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> PartialEq for Scheduled<E> {
    fn eq(&self, other: &Scheduled<E>) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<E> Eq for Scheduled<E> {}
