//! Luna while people come and go: its games, their consequences, pairing, meetings, absence and the
//! times of machines are those of `luna-core`. What is simulated is the people.

mod effects;
mod partners;
mod people;
mod seen;
mod sightings;

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

use luna_core::game::consequences::{Player, Situation, of_change, of_move};
use luna_core::game::{Duty, Game, Guess, Kind, Move, Reveal, Rules as GameRules, Seat};
use luna_core::rating::Points;
use luna_core::rng::Chance;
use luna_core::timing::{MACHINE_PERCENT, PHASE_MS};
use luna_core::{meeting, pairing};

use self::seen::Seen;
use super::site::{Scheduled, some};
use super::{Judged, Outcome, Rules, Visits};

const MINUTE_MS: f64 = 60_000.0;
/// As many times and asks as an instance goes by.
const TIMES: usize = 512;
const ASKS: usize = 64;
/// Texts do not matter here.
const RULES: GameRules = GameRules { questions: 1, max_chars: 1 };

pub(super) struct LunaSite {
    visits: Visits,
    rules: Rules,
    chance: Chance,
    /// In milliseconds.
    now: i64,
    due: BinaryHeap<Scheduled<Event>>,
    people: Vec<Person>,
    tables: Vec<Table>,
    /// The games in which a person waits, by their places in the queue.
    queue: BTreeSet<(i64, usize)>,
    /// Games in which a machine waits, where machines fill in.
    pool: VecDeque<usize>,
    asked_at: VecDeque<i64>,
    times: BTreeMap<&'static str, Vec<i64>>,
    outcome: Outcome,
    judged: Judged,
    seen: Vec<Seen>,
}

struct Person {
    name: String,
    /// They gave an address.
    mailed: bool,
    /// A page of theirs is open, or the time since when none is.
    away_since: Option<i64>,
    /// They write something.
    busy: bool,
    /// The interview of the latest game, and whether they have decided to play again after it.
    interview: usize,
    decided: usize,
    partners: String,
    seats: Vec<(usize, Seat)>,
    /// They wait at the page since then.
    waits_since: Option<i64>,
    /// Changes with each event, so that events scheduled before are known to be obsolete.
    epoch: u32,
}

struct Table {
    game: Game,
    seats: [Option<Place>; 2],
    /// Somebody waits, at this place in the queue.
    waiting: Option<i64>,
    epoch: [u32; 2],
    met_machine: bool,
    /// Players who have left.
    left: u32,
}

#[derive(Clone, Copy)]
struct Place {
    who: Who,
    opened_at: i64,
    due_at: Option<i64>,
    /// When the player was last known to be there: at their own move, or at that of the person whose
    /// part a machine plays.
    moved_at: i64,
    /// The person whose part a machine plays.
    instead_of: Option<usize>,
    /// A machine that plays somebody who does not come back.
    silent: bool,
    interview: usize,
    /// Players who had left the game before this one came.
    left_before: u32,
    /// When the interview was sent, when the player came to this game, and when they moved here.
    asked_at: i64,
    came_at: i64,
    responded_at: i64,
    guessed_at: i64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Person(usize),
    Machine,
}

#[derive(Clone, Copy)]
pub(super) enum Event {
    /// A person has written an interview.
    Asks {
        person: usize,
    },
    /// A person has written what they owe in a game.
    Acts {
        person: usize,
        game: usize,
        seat: Seat,
        epoch: u32,
    },
    Tires {
        person: usize,
        epoch: u32,
    },
    Returns {
        person: usize,
    },
    MachineActs {
        game: usize,
        seat: Seat,
        epoch: u32,
    },
    MachineComes {
        game: usize,
    },
    /// Has somebody who owes a move gone, or is the time for it over?
    Look {
        game: usize,
        seat: Seat,
        epoch: u32,
    },
}

impl LunaSite {
    pub(super) fn new(visits: Visits, rules: Rules, mut chance: Chance) -> LunaSite {
        let arrivals = super::site::arrivals(&visits, &mut chance);
        let people =
            arrivals.iter().enumerate().map(|(nth, &(_, mailed))| Person::new(nth, mailed));
        let people = people.collect();
        let asks = |(person, (time, _))| Scheduled { time, event: Event::Asks { person } };
        LunaSite {
            visits,
            rules,
            chance,
            now: 0,
            due: arrivals.into_iter().enumerate().map(asks).collect(),
            people,
            tables: Vec::new(),
            queue: BTreeSet::new(),
            pool: VecDeque::new(),
            asked_at: VecDeque::new(),
            times: BTreeMap::new(),
            outcome: Outcome::default(),
            judged: Judged::default(),
            seen: Vec::new(),
        }
    }

    pub(super) fn run(mut self) -> Outcome {
        while let Some(Scheduled { time, event }) = self.due.pop() {
            self.now = ms(time);
            match event {
                Event::Asks { person } => self.asks(person),
                Event::Acts { person, game, seat, epoch } => self.acts(person, game, seat, epoch),
                Event::Tires { person, epoch } => self.tires(person, epoch),
                Event::Returns { person } => self.returns(person),
                Event::MachineActs { game, seat, epoch } => {
                    if self.tables[game].epoch[seat.index()] == epoch {
                        self.makes_move(game, seat);
                    }
                }
                Event::MachineComes { game } => self.machine_comes(game),
                Event::Look { game, seat, epoch } => self.look(game, seat, epoch),
            }
        }
        self.judged.tell(&mut self.outcome);
        self.outcome.sightings = self.sightings();
        let met = self.tables.iter().filter(|table| table.met_machine).count();
        self.outcome.begun_with_machine = u32::try_from(met).unwrap_or(u32::MAX);
        self.outcome
    }

    fn later(&mut self, minutes: f64, event: Event) {
        self.due.push(Scheduled { time: in_minutes(self.now) + minutes, event });
    }

    fn in_ms(&mut self, ms: i64, event: Event) {
        self.later(in_minutes(ms), event);
    }

    fn some(&mut self, mean: f64) -> f64 {
        some(&mut self.chance, mean)
    }

    /// What the player in a seat owes is written.
    fn makes_move(&mut self, game: usize, seat: Seat) {
        let mv = match self.tables[game].game.duty(seat) {
            Some(Duty::Ask) => Move::Ask(texts()),
            Some(Duty::Answer) => Move::Answer(texts()),
            Some(Duty::Guess) => {
                Move::Guess(Guess { points: Points::MAX, sliders: vec![None; RULES.questions] })
            }
            None => return,
        };
        self.plays(game, seat, &mv);
        if self.tables[game].game.awaits_reveal() {
            self.reveals(game, seat);
        }
    }

    fn reveals(&mut self, game: usize, seat: Seat) {
        let people = self.tables[game].seats.map(|place| place.and_then(|it| it.who.person()));
        let counts = people.map(|person| person.is_some());
        let mv = Move::Reveal(Reveal { ratings: [None; 2], counts });
        self.sees(game);
        self.plays(game, seat, &mv);
        self.outcome.finished += 1;
        if let [Some(one), Some(other)] = people {
            self.judged.is_guessed_about(one, in_minutes(self.now));
            self.judged.is_guessed_about(other, in_minutes(self.now));
        } else {
            self.outcome.with_machine += 1;
        }
    }

    /// Makes a move and does what follows from it, as the store does.
    fn plays(&mut self, game: usize, by: Seat, mv: &Move) {
        let before = self.tables[game].game.clone();
        self.makes(game, by, mv);
        self.follows(game, by, &before, mv);
    }

    fn makes(&mut self, game: usize, by: Seat, mv: &Move) {
        let table = &mut self.tables[game];
        let Ok(next) = table.game.clone().play(by, mv) else { return };
        let before = std::mem::replace(&mut table.game, next);
        if let Some(place) = &mut table.seats[by.index()] {
            match mv {
                Move::Answer(_) => place.responded_at = self.now,
                Move::Guess(_) => place.guessed_at = self.now,
                _ => {}
            }
        }
        let situation = self.situation(game);
        for effect in of_move(&before, by, mv, &situation) {
            self.carry_out(game, effect);
        }
        // Those who ask and join are there at once, or play somebody who is not.
        if let (Move::Answer(_) | Move::Guess(_), Some(place)) =
            (mv, &mut self.tables[game].seats[by.index()])
        {
            place.moved_at = self.now;
        }
        if matches!(mv, Move::Leave | Move::Expire | Move::Remove) {
            self.vacates(game, by);
            let table = &self.tables[game];
            let fill_in = self.rules.fill_in;
            if table.seats[by.other().index()].is_some_and(|it| it.who == Who::Machine)
                && meeting::machine_leaves(&mut self.chance, &table.game, fill_in, MACHINE_PERCENT)
            {
                self.makes(game, by.other(), &Move::Remove);
            }
        }
    }

    fn vacates(&mut self, game: usize, seat: Seat) {
        let table = &mut self.tables[game];
        table.epoch[seat.index()] += 1;
        table.left += 1;
        let gone = table.seats[seat.index()].take();
        if let Some(Who::Person(person)) = gone.map(|place| place.who) {
            self.people[person].seats.retain(|&it| it != (game, seat));
        }
    }

    fn follows(&mut self, game: usize, by: Seat, before: &Game, mv: &Move) {
        let situation = self.situation(game);
        let after = self.tables[game].game.clone();
        for effect in of_change(before, &after, by, mv, &situation) {
            self.carry_out(game, effect);
        }
        let people = self.tables[game].seats.map(|place| place.and_then(|it| it.who.person()));
        for person in people.into_iter().flatten() {
            self.attend(person);
        }
    }

    fn situation(&self, game: usize) -> Situation {
        let player = |place: Place| Player {
            machine: place.who == Who::Machine,
            house: false,
            leaving: false,
            opened_at: place.opened_at,
            time_ms: PHASE_MS,
        };
        let table = &self.tables[game];
        Situation {
            now: self.now,
            kind: Kind::Rated,
            players: table.seats.map(|place| place.map(player)),
            waiting: table.waiting.is_some(),
            repeats_interview: false,
        }
    }
}

impl Person {
    fn new(nth: usize, mailed: bool) -> Person {
        Person {
            name: format!("p{nth}"),
            mailed,
            away_since: None,
            busy: true,
            interview: 0,
            decided: 0,
            partners: String::new(),
            seats: Vec::new(),
            waits_since: None,
            epoch: 0,
        }
    }

    fn waiting(&self) -> pairing::Waiting<'_> {
        pairing::Waiting { player: &self.name, partners: &self.partners }
    }
}

impl Place {
    fn new(who: Who, now: i64, moved_at: i64) -> Place {
        let (opened_at, asked_at, came_at) = (now, now, now);
        let (responded_at, guessed_at) = (now, now);
        Place {
            who,
            opened_at,
            due_at: None,
            moved_at,
            instead_of: None,
            silent: false,
            interview: 0,
            left_before: 0,
            asked_at,
            came_at,
            responded_at,
            guessed_at,
        }
    }
}

impl Who {
    fn person(self) -> Option<usize> {
        match self {
            Who::Person(person) => Some(person),
            Who::Machine => None,
        }
    }
}

fn texts() -> Vec<String> {
    vec!["x".to_owned(); RULES.questions]
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "weeks in milliseconds")]
fn in_minutes(ms: i64) -> f64 {
    ms as f64 / MINUTE_MS
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "weeks in milliseconds"
)]
fn ms(minutes: f64) -> i64 {
    (minutes * MINUTE_MS).round() as i64
}
