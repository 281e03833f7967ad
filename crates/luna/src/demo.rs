//! `luna demo`: fills an empty database with made-up people and some weeks of their games, for trying
//! Luna out and for pictures. Every page of such an instance says so.

mod people;
mod texts;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use clap::Args;
use luna_app::calls::Calls;
use luna_app::jobs::{self, Deliver};
use luna_app::submission::{Submission, submit};
use luna_app::{Clock, Environment, Instance, Settings, consent, disciplines, machine_calls};
use luna_core::game::{Duty, Guess, Kind, Move};
use luna_core::rating::Points;
use luna_core::rng::Chance;
use luna_store::consent::Purpose;
use luna_store::game::{SeatState, Timing};
use luna_store::setting::DEMO;
use luna_store::{Db, Tx, counters, game, participation, player, setting};
use serde_json::json;
use tokio::sync::watch;

use self::people::{PEOPLE, Person};
use self::texts::EXCHANGES;
use crate::config::Config;
use crate::config::environment;
use crate::config::scope::{DATABASE, LOG, Scope};
use crate::database;
use crate::failure::Failure;
use crate::terminal::print::Printer;

pub(crate) const SCOPES: &[Scope] = &[Scope { path: &["demo"], takes: &[LOG, DATABASE] }];

const DAY_MS: i64 = 86_400_000;
const MINUTE_MS: i64 = 60_000;
/// How often on a day somebody begins a game, and
const ROUNDS_A_DAY: i64 = 12;
/// how often everybody looks at theirs before they go.
const ROUNDS: i64 = 4;
/// Once in so many times nobody else begins one, so that a machine comes.
const ALONE: usize = 2;
/// The open games of a person that are played on.
const MOST_OPEN: i64 = 20;

/// Fill an empty database with made-up people and their games, to try Luna out
#[derive(Args)]
pub(crate) struct Demo {
    /// The same number gives the same people, words and guesses
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The days of games, up to now
    #[arg(long, default_value_t = 21, value_parser = clap::value_parser!(u16).range(1..=366))]
    days: u16,
}

impl Demo {
    pub(crate) async fn run(self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let _only = database::lock(config)?;
        let db = database::open(config)?;
        refuse_people(&db).await?;
        let troupe = Troupe::gather(config, db, &self).await?;
        let games = troupe.plays().await?;
        let line = json!({ "people": PEOPLE.len(), "games": games });
        let words = format!(
            "{} made-up people have finished {games} games. Start the server to look at them: luna serve",
            PEOPLE.len()
        );
        Ok(out.result(&line, words)?)
    }
}

/// A database with people in it is somebody's instance.
async fn refuse_people(db: &Db) -> Result<(), Failure> {
    let (people, is_demo) = db
        .read(|tx| {
            Ok::<_, luna_store::Error>((
                participation::registered(tx, i64::MAX)?,
                setting::get(tx, DEMO)?,
            ))
        })
        .await?;
    match (people, is_demo) {
        (_, Some(_)) => Err(Failure::Refused(
            "This database has been filled for a demonstration already. Choose another with --database."
                .to_owned(),
        )),
        (1.., None) => Err(Failure::Refused(
            "There are people in this database, so it is not filled with made-up ones. Choose another with --database."
                .to_owned(),
        )),
        (_, None) => Ok(()),
    }
}

/// The made-up people on their instance, at a time that moves.
struct Troupe {
    app: Instance,
    clock: Arc<AtomicI64>,
    days: i64,
    end: i64,
    seed: String,
}

impl Troupe {
    async fn gather(config: &Config, db: Db, wanted: &Demo) -> Result<Troupe, Failure> {
        let end = environment::now();
        let days = i64::from(wanted.days);
        let clock = Arc::new(AtomicI64::new(end - days * DAY_MS));
        let read = Arc::clone(&clock);
        let (_, stopping) = watch::channel(false);
        let calls = Calls::new(false, environment::keys(), machine_calls::TIMEOUT);
        let app = Instance::new(Environment {
            db,
            clock: Clock(Arc::new(move || read.load(Ordering::Relaxed))),
            random: environment::random(),
            settings: settings(config),
            calls: calls.map_err(|why| Failure::Other(anyhow::anyhow!(why)))?,
            disciplines: disciplines::ALL,
            stored_disciplines: luna_store::disciplines::ALL,
            stopping,
        });
        jobs::prepare(&app).await?;
        let troupe = Troupe { app, clock, days, end, seed: wanted.seed.to_string() };
        troupe.enters().await?;
        Ok(troupe)
    }

    /// Everybody comes and agrees to publication, as people in a demonstration may.
    async fn enters(&self) -> Result<(), Failure> {
        let at = self.app.moment();
        let work = move |tx: &mut Tx<'_>| {
            setting::set(tx, DEMO, &at.now.to_string())?;
            for (nth, it) in (1..).zip(&PEOPLE) {
                let id = id(nth);
                player::create(tx, &id, false, it.name, at.now)?;
                consent::join(tx, &id, at.now)?;
                consent::give(tx, &id, Purpose::Publication, at.now)?;
            }
            Ok::<_, luna_store::Error>(())
        };
        Ok(self.app.db.write(work).await?)
    }

    /// Plays all the days. Returns the number of games that have ended.
    async fn plays(&self) -> Result<i64, Failure> {
        let mut chance = Chance::from_words(&["demo", &self.seed]);
        for _ in 0..self.days * ROUNDS_A_DAY {
            let first = chance.below(PEOPLE.len());
            let second = (first + 1 + chance.below(PEOPLE.len() - 1)) % PEOPLE.len();
            self.starts(first).await?;
            if chance.below(ALONE) != 0 {
                self.starts(second).await?;
            }
            for _ in 0..ROUNDS {
                self.everybody_moves(&mut chance).await?;
                self.passes(5 * MINUTE_MS).await?;
            }
            self.passes(DAY_MS / ROUNDS_A_DAY - ROUNDS * 5 * MINUTE_MS).await?;
        }
        self.clock.store(self.end, Ordering::Relaxed);
        self.works().await?;
        Ok(self.app.db.read(counters::finished).await?)
    }

    /// Everybody makes the moves that are theirs to make.
    async fn everybody_moves(&self, chance: &mut Chance) -> Result<(), Failure> {
        for nth in 0..PEOPLE.len() {
            let id = id(nth + 1);
            let read = move |tx: &mut Tx<'_>| {
                let end = (i64::MAX, "");
                game::list::of_player(tx, &id, SeatState::Move, end, MOST_OPEN)
            };
            for line in self.app.db.read(read).await? {
                self.moves(nth, &line.seat_id, chance).await?;
            }
        }
        Ok(())
    }

    async fn starts(&self, nth: usize) -> Result<String, Failure> {
        let (at, rules, id) = (self.app.moment(), self.app.settings.rules, id(nth + 1));
        let work = move |tx: &mut Tx<'_>| game::start(tx, &at, &id, rules, Kind::Rated);
        Ok(self.app.db.write_retrying(work).await?)
    }

    /// Makes the move that somebody has to make, if there is one.
    async fn moves(&self, nth: usize, seat: &str, chance: &mut Chance) -> Result<(), Failure> {
        let (app, id, seat) = (self.app.clone(), id(nth + 1), seat.to_owned());
        let (who, mut chance) = (&PEOPLE[nth], Chance::from_seed(chance.bits()));
        let work = move |tx: &mut Tx<'_>| {
            let (place, mut loaded) = game::load_for_update(tx, &seat, &id)?;
            let view = loaded.game.view(place.seat);
            let mv = match view.duty.filter(|_| place.ending.is_none()) {
                None => return Ok(()),
                Some(Duty::Ask) => Move::Ask(asks(view.rules.questions, &mut chance)),
                Some(Duty::Answer) => {
                    let asked = view.their_questions.unwrap_or_default();
                    Move::Answer(asked.iter().map(|it| answers(who, it, &mut chance)).collect())
                }
                Some(Duty::Guess) => {
                    let said = view.their_answers.unwrap_or_default();
                    guesses(who, &said, &mut chance)
                }
            };
            submit(tx, &app, &place, &mut loaded, Submission::new(mv, None))
        };
        Ok(self.app.db.write_retrying(work).await?)
    }

    async fn passes(&self, ms: i64) -> Result<(), Failure> {
        let step = 10 * MINUTE_MS;
        let mut left = ms;
        while left > 0 {
            self.clock.fetch_add(step.min(left), Ordering::Relaxed);
            left -= step;
            self.works().await?;
        }
        Ok(())
    }

    /// Does what is due. Nobody here has an address, so no mail is due.
    async fn works(&self) -> Result<(), Failure> {
        let deliver: Deliver = Arc::new(|_| Box::pin(async { Ok(()) }));
        while jobs::run_due(&self.app, &deliver).await? > 0 {}
        Ok(())
    }
}

/// Machines come to everybody who waits, so that they have games to show.
fn settings(config: &Config) -> Settings {
    let timing =
        Timing { machines_fill_in: true, machine_wait_ms: 2 * MINUTE_MS, ..config.settings.timing };
    Settings { timing, smtp: false, neighbours_meet: true, ..config.settings.clone() }
}

fn id(nth: usize) -> String {
    format!("demo{nth:022}")
}

/// Questions of ours, each once.
fn asks(many: usize, chance: &mut Chance) -> Vec<String> {
    let mut left: Vec<&str> = EXCHANGES.iter().map(|it| it.question).collect();
    (0..many.min(left.len()))
        .map(|_| left.swap_remove(chance.below(left.len())).to_owned())
        .collect()
}

/// The smarter somebody seems, the more often they think about an answer.
fn answers(who: &Person, question: &str, chance: &mut Chance) -> String {
    let known = EXCHANGES.iter().find(|it| it.question == question);
    let luck = who.seems + 30.0 * (chance.unit() - 0.5);
    let care = if luck > 65.0 { 0 } else { usize::from(luck < 48.0) + 1 };
    let machine = [
        "I have thought about that more than I should admit, and I still change my mind on Sundays.",
        "It depends, but mostly yes.",
        "ok",
    ];
    known.map_or(machine[care], |it| it.answers[care]).to_owned()
}

/// Somebody guesses from what they read, marks a few responses on the way, and scatters.
fn guesses(who: &Person, said: &[String], chance: &mut Chance) -> Move {
    let marks: Vec<f64> = said.iter().map(|it| seems(it)).collect();
    let mean =
        marks.iter().sum::<f64>() / f64::from(u32::try_from(marks.len()).unwrap_or(1).max(1));
    let mut scattered = |value: f64| {
        let noise = who.scatter * (chance.unit() + chance.unit() + chance.unit() - 1.5);
        Points::parse(&format!("{:.0}", (value + noise).clamp(0.0, 100.0))).ok()
    };
    let sliders = marks.iter().map(|mark| scattered(*mark)).collect();
    Move::Guess(Guess { points: scattered(mean).unwrap_or(Points::MAX), sliders })
}

/// How smart an answer seems.
fn seems(answer: &str) -> f64 {
    let place = EXCHANGES.iter().flat_map(|it| it.answers.iter().zip([86.0, 58.0, 28.0]));
    let known = place.into_iter().find(|(text, _)| **text == answer).map(|(_, mark)| mark);
    let is_words =
        answer.split_whitespace().filter(|it| it.chars().any(char::is_lowercase)).count();
    known.unwrap_or(if is_words > 3 { 42.0 } else { 6.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smarter_somebody_seems_the_better_their_answers_are_marked() {
        let mean = |who: &Person| {
            let mut chance = Chance::from_seed(7);
            let all =
                (0..200).map(|nth| seems(&answers(who, EXCHANGES[nth % 20].question, &mut chance)));
            all.sum::<f64>() / 200.0
        };
        let best = mean(&PEOPLE[10]);
        let worst = mean(&PEOPLE[8]);
        assert!(best > 80.0 && worst < 45.0, "{best} {worst}");
    }
}
