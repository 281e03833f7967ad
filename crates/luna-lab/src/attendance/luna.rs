//! Luna while people come and go: its own rules and default settings, from the
//! code that games are played by.

use std::collections::{BTreeSet, BinaryHeap, VecDeque};

use luna_core::arrival::{Arrivals, people_per_ms};
use luna_core::machine_delay::delay_ms;
use luna_core::rng::Chance;
use luna_core::timing::{MACHINE_PACE_MS, MACHINE_PERCENT, MACHINE_WAIT_MS, PHASE_MS, SILENCE_MS};

use super::site::{SeatKey, some};
use super::{Judged, Outcome, Rules, Visits};

const GUESSED: usize = 3;
const MINUTE: f64 = 60_000.0;
/// As many times and asks as an instance goes by.
const TIMES: usize = 512;
const ASKS: usize = 64;

pub(super) struct LunaSite {
    visits: Visits,
    rules: Rules,
    chance: Chance,
    /// In minutes.
    now: f64,
    due: BinaryHeap<super::site::Scheduled<Event>>,
    games: Vec<[Option<Seat>; 2]>,
    /// Games in which a person waits for a partner, the next to be served first.
    queue: VecDeque<usize>,
    /// Games in which a machine does.
    pool: VecDeque<usize>,
    asked_ms: VecDeque<i64>,
    /// The times that people took to respond and to guess.
    times: [Vec<i64>; GUESSED],
    outcome: Outcome,
    judged: Judged,
    /// Games in which a machine has sat.
    met_machine: BTreeSet<usize>,
    epochs: u32,
}

#[derive(Clone, Copy)]
struct Seat {
    /// The person's number; any for a machine.
    person: usize,
    /// A person, who gave an address or not; a machine has none.
    mailed: Option<bool>,
    /// Moves made: asked, responded, guessed.
    moves: usize,
    /// Since when the next is theirs to make.
    owes: Option<f64>,
    /// Since when they wait.
    waits: f64,
    /// Since when no page of theirs is open.
    gone: Option<f64>,
    epoch: u32,
}

#[derive(Clone, Copy)]
pub(super) enum Event {
    Asks {
        person: usize,
        mailed: bool,
    },
    Moves(SeatKey),
    Tires(SeatKey),
    Returns(SeatKey),
    /// Has somebody who owes a move gone, or is the time for it over?
    Look(SeatKey),
    Machine(usize),
}

impl LunaSite {
    pub(super) fn new(visits: Visits, rules: Rules, mut chance: Chance) -> LunaSite {
        let arrivals = super::site::arrivals(&visits, &mut chance);
        let asks = |(person, (time, mailed))| super::site::Scheduled {
            time,
            event: Event::Asks { person, mailed },
        };
        LunaSite {
            visits,
            rules,
            chance,
            now: 0.0,
            due: arrivals.into_iter().enumerate().map(asks).collect(),
            games: Vec::new(),
            queue: VecDeque::new(),
            pool: VecDeque::new(),
            asked_ms: VecDeque::new(),
            times: Default::default(),
            outcome: Outcome::default(),
            judged: Judged::default(),
            met_machine: BTreeSet::new(),
            epochs: 0,
        }
    }

    pub(super) fn run(mut self) -> Outcome {
        while let Some(super::site::Scheduled { time, event }) = self.due.pop() {
            self.now = time;
            match event {
                Event::Asks { person, mailed } => self.asks(person, mailed),
                Event::Moves(key) => self.moves(key),
                Event::Tires(key) => self.tires(key),
                Event::Returns(key) => self.returns(key),
                Event::Look(key) => self.look(key),
                Event::Machine(game) => self.machine(game),
            }
        }
        self.judged.tell(&mut self.outcome);
        self.outcome.begun_with_machine = u32::try_from(self.met_machine.len()).unwrap_or(u32::MAX);
        self.outcome
    }

    fn later(&mut self, minutes: f64, event: Event) {
        self.due.push(super::site::Scheduled { time: self.now + minutes, event });
    }

    fn some(&mut self, mean: f64) -> f64 {
        some(&mut self.chance, mean)
    }

    fn seat(&mut self, key: SeatKey) -> Option<&mut Seat> {
        let seat = self.games[key.game][key.seat].as_mut();
        seat.filter(|seat| seat.epoch == key.epoch)
    }

    /// A seat whose earlier events no longer count.
    fn renew(&mut self, game: usize, seat: usize) -> Option<SeatKey> {
        self.epochs += 1;
        let epoch = self.epochs;
        self.games[game][seat].as_mut()?.epoch = epoch;
        Some(SeatKey { game, seat, epoch })
    }

    fn arrivals(&self) -> Arrivals {
        let asked: Vec<i64> = self.asked_ms.iter().rev().copied().collect();
        Arrivals {
            percent: MACHINE_PERCENT,
            people_per_ms: people_per_ms(ms(self.now), &asked),
            longest_ms: MACHINE_WAIT_MS,
        }
    }

    fn asks(&mut self, person: usize, mailed: bool) {
        self.outcome.asked += 1;
        self.judged.asks(person, self.now);
        let seat = Seat::new(person, Some(mailed), self.now);
        if let Some(game) = self.queue.pop_front() {
            self.sit(game, seat);
        } else {
            let game = self.games.len();
            self.games.push([None, None]);
            self.outcome.begun += 1;
            self.sit(game, seat);
            self.vacant(game, false);
        }
        self.asked_ms.push_back(ms(self.now));
        if self.asked_ms.len() > ASKS {
            self.asked_ms.pop_front();
        }
    }

    /// A person waits in this game: nobody else does, or they may not meet.
    fn vacant(&mut self, game: usize, again: bool) {
        if again {
            self.queue.push_front(game);
        } else {
            self.queue.push_back(game);
        }
        if self.rules.machines {
            let arrivals = self.arrivals();
            let wait = match self.queue.len() == 1 && arrivals.at_once(&mut self.chance) {
                true => 0,
                false => arrivals.wait_ms(&mut self.chance),
            };
            self.later(minutes(wait), Event::Machine(game));
        }
    }

    fn sit(&mut self, game: usize, seat: Seat) {
        let at = usize::from(self.games[game][0].is_some());
        self.games[game][at] = Some(seat);
        if self.games[game].iter().flatten().any(|seat| seat.mailed.is_none()) {
            self.met_machine.insert(game);
        }
        if seat.mailed.is_some() && seat.gone.is_none() {
            self.wait(game, at);
        }
        self.go_on(game);
    }

    fn wait(&mut self, game: usize, seat: usize) {
        let patience = self.some(self.visits.patience);
        if let Some(key) = self.renew(game, seat) {
            self.later(patience, Event::Tires(key));
        }
    }

    /// Sends a machine to the player who has waited longest.
    fn machine(&mut self, game: usize) {
        if !self.queue.contains(&game) {
            return;
        }
        let Some(first) = self.queue.pop_front() else { return };
        if first != game {
            self.later(minutes(MACHINE_WAIT_MS / 3), Event::Machine(game));
        }
        let Some(left) = self.pool.pop_front() else {
            return self.sit(first, Seat::new(usize::MAX, None, self.now));
        };
        self.merge(left, first);
    }

    /// Joins two waiting players in one game; the one who has only asked moves over.
    fn merge(&mut self, one: usize, other: usize) {
        let alone = |game: &[Option<Seat>; 2]| game.iter().flatten().next().copied();
        let moves = |game: usize| alone(&self.games[game]).map_or(0, |seat| seat.moves);
        let (into, from) = if moves(one) >= moves(other) { (one, other) } else { (other, one) };
        if let Some(seat) = self.games[from].iter_mut().find_map(Option::take) {
            // Who has responded to somebody who has gone has to respond again at the worst.
            self.sit(into, Seat { moves: 1, ..seat });
        }
    }

    /// Begins whatever has become somebody's to do.
    fn go_on(&mut self, game: usize) {
        let [Some(a), Some(b)] = self.games[game] else { return };
        for (at, seat, other) in [(0, a, b), (1, b, a)] {
            if seat.owes.is_none() && seat.moves <= other.moves && seat.moves < GUESSED {
                self.begin(game, at, seat);
            }
        }
    }

    fn begin(&mut self, game: usize, at: usize, seat: Seat) {
        let Some(key) = self.renew(game, at) else { return };
        let now = self.now;
        if let Some(seat) = self.seat(key) {
            seat.owes = Some(now);
        }
        let silence = self.rules.silence.then_some(SILENCE_MS);
        self.later(minutes(silence.unwrap_or(PHASE_MS)), Event::Look(key));
        match (seat.mailed, seat.gone) {
            (None, _) => {
                let times = &self.times[seat.moves];
                let delay = delay_ms(&mut self.chance, times, MACHINE_PACE_MS, PHASE_MS);
                self.later(minutes(delay), Event::Moves(key));
            }
            (Some(_), None) => {
                self.outcome.waits.push(now - seat.waits);
                self.moves_or_leaves(key);
            }
            (Some(true), Some(_)) => {
                let back = self.some(self.visits.back);
                self.later(back, Event::Returns(key));
            }
            (Some(false), Some(_)) => {}
        }
    }

    /// Somebody at the page makes the move, or closes the page for good.
    fn moves_or_leaves(&mut self, key: SeatKey) {
        let takes = self.some(self.visits.pace);
        let (now, leaves) = (self.now, self.chance.unit() < self.visits.leave);
        if let Some(seat) = self.seat(key) {
            seat.gone = leaves.then_some(now);
            if !leaves {
                self.later(takes, Event::Moves(key));
            }
        }
    }

    fn returns(&mut self, key: SeatKey) {
        if self.seat(key).is_some() {
            self.moves_or_leaves(key);
        }
    }

    fn moves(&mut self, key: SeatKey) {
        let now = self.now;
        let Some(seat) = self.seat(key) else { return };
        let took = seat.owes.take().map_or(0.0, |since| now - since);
        let (phase, person, mailed) = (seat.moves, seat.person, seat.mailed);
        seat.moves += 1;
        seat.waits = now;
        let done = seat.moves == GUESSED;
        // Nobody stays to see what comes of it, unless it is over at once.
        seat.gone = (done && mailed.is_some()).then_some(now);
        if mailed.is_some() {
            let times = &mut self.times[phase];
            if times.len() < TIMES {
                times.push(ms(took));
            } else {
                times[self.chance.below(TIMES)] = ms(took);
            }
            if !done {
                self.wait(key.game, key.seat);
            }
        }
        self.finish(key.game);
        self.go_on(key.game);
        if let Some(mailed) = mailed.filter(|_| done) {
            self.again(person, mailed);
        }
    }

    fn finish(&mut self, game: usize) {
        let [Some(a), Some(b)] = self.games[game] else { return };
        if a.moves == GUESSED && b.moves == GUESSED {
            self.outcome.finished += 1;
            if a.mailed.is_none() || b.mailed.is_none() {
                self.outcome.with_machine += 1;
            } else {
                self.judged.is_guessed_about(a.person, self.now);
                self.judged.is_guessed_about(b.person, self.now);
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
        let now = self.now;
        let Some(seat) = self.seat(key).filter(|seat| seat.owes.is_none()) else { return };
        seat.gone = Some(now);
        let (person, guest) = (seat.person, seat.mailed == Some(false));
        self.outcome.given_up += 1;
        if guest {
            self.again(person, false);
        }
    }

    fn look(&mut self, key: SeatKey) {
        let (now, silence) = (self.now, minutes(SILENCE_MS));
        let Some(seat) = self.seat(key).copied() else { return };
        let Some(opened) = seat.owes else { return };
        let last = opened + minutes(PHASE_MS);
        let other = self.games[key.game][1 - key.seat];
        let waited_for = other.is_some_and(|other| other.owes.is_none());
        let gone_at = seat.gone.map(|gone| gone.max(opened) + silence);
        if now >= last || self.rules.silence && waited_for && gone_at.is_some_and(|at| now >= at) {
            return self.expire(key);
        }
        let next = match gone_at.filter(|&at| at > now) {
            _ if !self.rules.silence => last,
            Some(at) => at.min(last),
            None => (now + silence / 3.0).min(last),
        };
        self.later(next - now, Event::Look(key));
    }

    /// The seat is empty; the other player keeps all but a guess.
    fn expire(&mut self, key: SeatKey) {
        self.games[key.game][key.seat] = None;
        let Some(stays) = self.games[key.game][1 - key.seat].as_mut() else { return };
        stays.moves = stays.moves.min(GUESSED - 1);
        stays.owes = None;
        let machine = stays.mailed.is_none();
        self.renew(key.game, 1 - key.seat);
        if machine && self.chance.below(100) < MACHINE_PERCENT {
            // Its next partner would have been a machine.
            self.games[key.game] = [None, None];
        } else if machine {
            self.pool.push_back(key.game);
        } else if let Some(waiting) = self.queue.pop_front() {
            self.merge(key.game, waiting);
        } else {
            self.vacant(key.game, true);
        }
    }
}

impl Seat {
    fn new(person: usize, mailed: Option<bool>, now: f64) -> Seat {
        Seat { person, mailed, moves: 1, owes: None, waits: now, gone: None, epoch: 0 }
    }
}

fn minutes(ms: i64) -> f64 {
    let whole = i32::try_from(ms / 1_000).unwrap_or(i32::MAX);
    f64::from(whole) * 1_000.0 / MINUTE
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "weeks in milliseconds"
)]
fn ms(minutes: f64) -> i64 {
    (minutes * MINUTE) as i64
}
