//! A school: pupils guessed by three judges, whose answers tell, or
//! do not tell, what they are rated.

use luna_core::game::{Guess, Move, Rules};
use luna_core::rating::Points;
use luna_core::rng::Chance;
use luna_store::game::{self, Context, Kind};
use luna_store::{Db, Result, Tx, player};

pub const RULES: Rules = Rules { questions: 5, max_chars: 5_000 };
/// The judges: each guesses of everybody, and asks everybody the same.
pub const JUDGES: [&str; 3] = ["judge1", "judge2", "judge3"];
/// A good pupil's response to each question, and a bad one's; to the last everybody says the
/// same.
const SAID: [[&str; 2]; 5] = [
    ["It looks blue because air scatters short waves", "dunno, green perhaps"],
    ["The ball, which the boy threw", "no idea what that means"],
    ["Because seven ate nine", "numbers are not afraid lol"],
    ["Wealth is shared by those who have it", "people are lazy"],
    ["Albany", "Albany"],
];

#[derive(Clone, Copy)]
pub struct School {
    pub pupils: usize,
    /// Good pupils are rated higher.
    pub fair: bool,
}

impl School {
    /// True for pupils who answer well.
    pub fn good(nth: usize) -> bool {
        nth.is_multiple_of(2)
    }

    /// Around 80 or 20 in a fair school.
    fn rated(self, nth: usize) -> usize {
        let mut chance = Chance::from_words(&["rated", &nth.to_string()]);
        match self.fair {
            true if School::good(nth) => 75 + chance.below(11),
            true => 15 + chance.below(11),
            false => 15 + chance.below(71),
        }
    }

    /// The judges have to be there already. Each of `machines` asks some of the pupils, each
    /// pupil what `questions` gives for its number.
    pub async fn opens(
        self,
        db: &Db,
        at: impl Fn() -> Context,
        machines: [&'static str; 2],
        questions: impl Fn(usize) -> Vec<String>,
    ) {
        for nth in 0..self.pupils {
            let (at, questions) = (at(), questions(nth));
            let work = move |tx: &mut Tx<'_>| {
                let pupil = format!("pupil{nth}");
                player::create(tx, &pupil, false, &pupil, at.now)?;
                for (judge, more) in JUDGES.into_iter().zip(0..) {
                    guessed(tx, &at, judge, (&pupil, nth), self.rated(nth) + more)?;
                }
                let machine = machines[usize::from(nth.is_multiple_of(3))];
                asked(tx, &at, machine, questions, (&pupil, nth))
            };
            db.write(work).await.unwrap();
        }
    }
}

/// The responses of a pupil.
pub fn says(good: bool) -> Vec<String> {
    SAID.iter().map(|said| said[usize::from(!good)].to_owned()).collect()
}

fn asks(who: &str) -> Vec<String> {
    (1..=RULES.questions).map(|nth| format!("{who} asks {nth}?")).collect()
}

fn begins(tx: &mut Tx<'_>, at: &Context, id: &str, name: &str) -> Result<String> {
    let seat = game::start(tx, at, id, RULES, Kind::Rated)?;
    let (place, mut loaded) = game::load_for_update(tx, &seat, id)?;
    game::ask(tx, at, &place, &mut loaded, asks(name))?;
    Ok(seat)
}

fn plays(tx: &mut Tx<'_>, at: &Context, who: &str, seat: &str, mv: &Move) -> Result<()> {
    let (place, mut loaded) = game::load_for_update(tx, seat, who)?;
    game::play(tx, at, &mut loaded, place.seat, mv, None).map(drop)
}

/// The first response is marked as high as the guess, the others not at all.
fn guess(points: usize) -> Move {
    let points = Points::parse(&points.to_string()).unwrap();
    let sliders = (0..RULES.questions).map(|nth| (nth == 0).then_some(points)).collect();
    Move::Guess(Guess { points, sliders })
}

/// A judge asks a pupil, and guesses.
pub fn guessed(
    tx: &mut Tx<'_>,
    at: &Context,
    judge: &str,
    (pupil, nth): (&str, usize),
    points: usize,
) -> Result<()> {
    let id = player::by_name(tx, judge)?.id;
    let theirs = begins(tx, at, &id, judge)?;
    let own = begins(tx, at, pupil, pupil)?;
    plays(tx, at, pupil, &own, &Move::Answer(says(School::good(nth))))?;
    plays(tx, at, &id, &theirs, &Move::Answer(asks(judge)))?;
    plays(tx, at, &id, &theirs, &guess(points))?;
    plays(tx, at, pupil, &own, &guess(50))
}

/// A machine does.
pub fn asked(
    tx: &mut Tx<'_>,
    at: &Context,
    machine: &str,
    questions: Vec<String>,
    (pupil, nth): (&str, usize),
) -> Result<()> {
    let own = begins(tx, at, pupil, pupil)?;
    let (place, mut loaded) = game::load_for_update(tx, &own, pupil)?;
    game::seat_machine(tx, at, &mut loaded, machine, questions)?;
    plays(tx, at, pupil, &own, &Move::Answer(says(School::good(nth))))?;
    let theirs = place.seat.other();
    let mut loaded = game::load_locked(tx, &place.game_id)?;
    game::play(tx, at, &mut loaded, theirs, &Move::Answer(asks(machine)), Some(0))?;
    game::play(tx, at, &mut loaded, theirs, &guess(50), Some(0))?;
    plays(tx, at, pupil, &own, &guess(10))
}
