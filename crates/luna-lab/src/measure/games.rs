//! The Luna Game: whole games by its rules, against house machines and the other machines of the plan.
//! Nobody judges them here but machines.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use luna_core::game::{Duty, Game, Move, Rules, Seat};
use luna_core::rating::Points;
use luna_core::rng::Chance;
use luna_machines::task::{GameTask, Task as _};
use luna_machines::{HouseMachine, HouseMachines, HouseTask as _};

use super::estimate::Scores;
use super::log::Log;
use super::plan::Plan;
use super::strand::{Asked, Party, Said, Single, Strand, boxed};

/// Games against each house machine, and against each other machine.
const QUICK: usize = 4;
const FULL: usize = 12;

/// Characters of a question or response, at most.
const RULES: Rules = Rules { questions: 5, max_chars: 1_000 };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    Machine(usize),
    House(HouseMachine),
}

/// One game. The first player is in seat A.
struct GameStrand {
    id: String,
    players: [Player; 2],
}

/// A game as it stands: the next task, or nothing more to be done.
struct Standing {
    game: Game,
    next: Option<(Party, Asked)>,
}

/// A game that is over, as seen by the machine that is measured.
pub(super) struct Played {
    pub(super) partner: Partner,
    /// What the machine was asked and replied.
    pub(super) questions: Vec<String>,
    pub(super) responses: Vec<String>,
    /// What it guessed of its partner, and its partner of it.
    pub(super) guess: f64,
    pub(super) guessed: f64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Partner {
    House(HouseMachine),
    Machine(String),
}

pub(super) fn strands(plan: &Plan) -> Vec<Box<dyn Strand>> {
    games(plan).into_iter().map(boxed).collect()
}

fn games(plan: &Plan) -> Vec<GameStrand> {
    let each = if plan.is_quick() { QUICK } else { FULL };
    let mut all = Vec::new();
    let mut add = |name: &str, players: [Player; 2]| {
        for nth in 0..each {
            // Who is in which seat makes no difference to the tasks, but takes turns all the same.
            let players = if nth % 2 == 0 { players } else { [players[1], players[0]] };
            all.push(GameStrand { id: format!("{name}/{nth}"), players });
        }
    };
    for (place, machine) in plan.each() {
        for house in HouseMachine::ALL {
            let players = [Player::Machine(place), Player::House(house)];
            add(&format!("{machine}/game/house-{}", house.name()), players);
        }
        for (other, partner) in plan.each().skip(place + 1) {
            let players = [Player::Machine(place), Player::Machine(other)];
            add(&format!("{machine}/game/with-{partner}"), players);
        }
    }
    all
}

impl Strand for GameStrand {
    fn id(&self) -> &str {
        &self.id
    }

    fn next(&self, said: &[Said]) -> Option<(Party, Asked)> {
        self.standing(said)?.next
    }
}

impl GameStrand {
    /// None where the game broke off, since somebody did not reply.
    fn standing(&self, said: &[Said]) -> Option<Standing> {
        let mut said = said.iter();
        let mut game = Game::new(RULES).play(Seat::B, &Move::Join).ok()?;
        loop {
            let owing = [Seat::A, Seat::B]
                .into_iter()
                .find_map(|seat| game.duty(seat).map(|duty| (seat, duty)));
            let Some((seat, duty)) = owing else { return Some(Standing { game, next: None }) };
            let task = GameTask::of(&self.id, &game.view(seat), duty)?;
            let mv = match self.player(seat) {
                Player::House(house) => house_move(house, &task, duty),
                Player::Machine(place) => {
                    let Some(reply) = said.next() else {
                        let next = Some((Party::Machine(place), Asked::Game(task)));
                        return Some(Standing { game, next });
                    };
                    task.read_value(reply.as_ref().ok()?).ok()?
                }
            };
            game = game.play(seat, &mv).ok()?;
        }
    }

    fn player(&self, seat: Seat) -> Player {
        match seat {
            Seat::A => self.players[0],
            Seat::B => self.players[1],
        }
    }

    /// The game as a machine saw it, if it is over.
    fn played(&self, plan: &Plan, log: &Log, place: usize) -> Option<Played> {
        let standing = self.standing(&log.whole(self)?)?;
        let seat = [Seat::A, Seat::B]
            .into_iter()
            .find(|&seat| self.player(seat) == Player::Machine(place))?;
        let view = standing.game.view(seat);
        let guess = |seat: Seat| standing.game.guess(seat).map(Points::number);
        Some(Played {
            partner: match self.player(seat.other()) {
                Player::House(house) => Partner::House(house),
                Player::Machine(other) => Partner::Machine(plan.machines.get(other)?.clone()),
            },
            questions: view.their_questions?,
            responses: view.my_answers?,
            guess: guess(seat)?,
            guessed: guess(seat.other())?,
        })
    }
}

/// The same in each run: chance follows from the task. A game is played again whenever it is read, so
/// moves are remembered.
fn house_move(house: HouseMachine, task: &GameTask, duty: Duty) -> Move {
    static HOUSES: LazyLock<HouseMachines> = LazyLock::new(HouseMachines::default);
    static MOVES: Mutex<BTreeMap<String, Move>> = Mutex::new(BTreeMap::new());
    let key = format!("{} {task:?}", house.name());
    let known = MOVES.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    known.unwrap_or_else(|| {
        let words = ["measure", task.subject(), house.name(), &format!("{duty:?}")];
        let mv = task.house_reply(&HOUSES, house, &mut Chance::from_words(&words));
        MOVES.lock().unwrap_or_else(PoisonError::into_inner).insert(key, mv.clone());
        mv
    })
}

/// The games of a machine that are over, with those that broke off as none.
pub(super) fn played(plan: &Plan, log: &Log, place: usize) -> Vec<(String, Option<Played>)> {
    let own = games(plan).into_iter().filter(|it| it.players.contains(&Player::Machine(place)));
    let complete = own.filter(|it| log.whole(it).is_some());
    complete.map(|it| (it.id.clone(), it.played(plan, log, place))).collect()
}

/// The guesses of those who read its responses: of house machines that guess by the words.
pub(super) fn guessed_by_houses(games: &[(String, Option<Played>)]) -> Scores {
    let by_words = |it: &Played| match it.partner {
        Partner::House(HouseMachine::Gibberish) | Partner::Machine(_) => None,
        Partner::House(_) => Some(it.guessed),
    };
    let each = games.iter().filter_map(|(id, game)| Some((id.clone(), by_words(game.as_ref()?)?)));
    each.collect()
}

/// How often it puts a machine that talks above Gibberish, over all pairs of such games; half for the
/// same guess.
pub(super) fn tells_words_from_noise(games: &[(String, Option<Played>)]) -> Scores {
    let guesses = |is_noise: bool| {
        games.iter().filter_map(move |(id, game)| {
            let game = game.as_ref()?;
            let Partner::House(house) = game.partner else { return None };
            ((house == HouseMachine::Gibberish) == is_noise).then_some((id, game.guess))
        })
    };
    let noise: Vec<f64> = guesses(true).map(|it| it.1).collect();
    let above = |(id, guess): (&String, f64)| {
        let each = noise.iter().map(|&other| match guess.total_cmp(&other) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        });
        let count = luna_learn::float(noise.len());
        (count > 0.0).then(|| (id.clone(), each.sum::<f64>() / count))
    };
    guesses(false).filter_map(above).collect()
}

/// The judge guesses the rating of each machine from each of its games.
pub(super) fn judgments(plan: &Plan, log: &Log) -> Vec<Box<dyn Strand>> {
    let mut all: Vec<Box<dyn Strand>> = Vec::new();
    for (place, machine) in plan.each() {
        for (id, game) in played(plan, log, place) {
            if let Some(game) = game {
                all.push(boxed(judgment(machine, &id, &game)));
            }
        }
    }
    all
}

fn judgment(machine: &str, game: &str, played: &Played) -> Single {
    let id = format!("judge/{machine}/{game}");
    let task = GameTask::Guess {
        game: id.clone(),
        questions: played.questions.clone(),
        responses: played.responses.clone(),
        their_questions: Vec::new(),
        my_responses: Vec::new(),
        problem: None,
    };
    Single { id, party: Party::Judge, asked: Asked::Game(task) }
}

/// The judge's guesses about a machine.
pub(super) fn judged(log: &Log, machine: &str, games: &[(String, Option<Played>)]) -> Scores {
    let each = games.iter().filter_map(|(id, game)| {
        let strand = judgment(machine, id, game.as_ref()?);
        let said = log.whole(&strand)?;
        let Asked::Game(task) = &strand.asked else { return None };
        match task.read_value(said.first()?.as_ref().ok()?).ok()? {
            Move::Guess(guess) => Some((id.clone(), guess.points.number())),
            _ => None,
        }
    });
    each.collect()
}
