//! Worlds of marked answers.

use luna_core::rng::Chance;
use luna_learn::item_response::MarkedAnswer;

/// What the marks of a world are like, beyond the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    /// Questions in families of four, which share half of the variance.
    Families,
    /// The same where no question is like another.
    Single,
    /// Families, and judges who use the scale more or less widely; one in ten marks by chance.
    CarelessJudges,
}

pub const WORLDS: [World; 3] = [World::Families, World::Single, World::CarelessJudges];

impl World {
    pub fn name(self) -> &'static str {
        match self {
            World::Families => "questions in families of four",
            World::Single => "no question like another",
            World::CarelessJudges => "families, a tenth of the judges by chance",
        }
    }
}

pub(super) struct Truth {
    pub(super) marks: Vec<MarkedAnswer>,
    pub(super) machines: Vec<bool>,
    pub(super) words: Vec<Vec<(u32, f64)>>,
    pub(super) questions: Vec<Question>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) difficulty: f64,
    pub(super) discrimination: f64,
    /// Harder for machines than for people of the same ability.
    pub(super) is_harder: bool,
}

/// The number of questions is a multiple of this, for families and whole games.
const MULTIPLE: usize = 20;
const FAMILY: usize = 4;
/// Questions of a game, games of a person, and machines, which answer in each fourth game.
const ASKED: usize = 5;
const GAMES: usize = 4;
const MACHINES: usize = 12;
const MACHINE_SHARE: usize = 4;
/// The deviation of the logarithm of discriminations, as is usual in simulation studies.
const LOG_DISCRIMINATION: f64 = 0.5;
/// The deviation of the judges' severity in logits, and the points of a logit.
const SEVERITY: f64 = 0.5;
const SPREAD: f64 = 15.0;
/// The deviation of the logarithm of a careless judge's scale.
const WIDTH: f64 = 0.4;
/// One question in this number is harder for machines, by so many logits.
const HARDER: usize = 10;
const SHIFT: f64 = 1.5;

#[derive(Clone, Copy)]
struct Judge {
    severity: f64,
    width: f64,
    by_chance: bool,
}

/// The number of questions of a world, for about so many.
pub(super) fn size(about: usize) -> usize {
    MULTIPLE * (about / MULTIPLE).max(1)
}

/// Draws a world of so many questions, each with this number of answers.
pub(super) fn draw(world: World, size: usize, answers: usize, seed: &str) -> Truth {
    let mut chance = Chance::from_words(&["marks", world.name(), &answers.to_string(), seed]);
    let questions = questions(world, size, &mut chance);
    let games = size / ASKED * answers;
    let people = (games - games / MACHINE_SHARE).div_ceil(GAMES);
    let abilities: Vec<f64> = (0..people + MACHINES)
        .map(|nth| chance.normal() - if nth < people { 0.0 } else { 1.0 })
        .collect();
    let careless = world == World::CarelessJudges;
    let judges: Vec<Judge> = (0..people)
        .map(|_| Judge {
            severity: SEVERITY * chance.normal(),
            width: if careless { (WIDTH * chance.normal()).exp() } else { 1.0 },
            by_chance: careless && chance.below(10) == 0,
        })
        .collect();
    let mut marks = Vec::with_capacity(games * ASKED);
    let mut deck: Vec<usize> = Vec::new();
    for game in 0..games {
        if deck.is_empty() {
            deck = shuffled(size, &mut chance);
        }
        let person = if game % MACHINE_SHARE == 0 {
            people + chance.below(MACHINES)
        } else {
            (game - game.div_ceil(MACHINE_SHARE)) % people
        };
        let judge = chance.below(judges.len());
        for question in deck.split_off(deck.len() - ASKED) {
            let it = questions[question];
            let harder = if it.is_harder && person >= people { SHIFT } else { 0.0 };
            let expected = it.discrimination * (abilities[person] - it.difficulty) - harder;
            let mark = judges[judge].mark(expected, &mut chance);
            marks.push(MarkedAnswer { person, question, judge, mark });
        }
    }
    let machines = (0..people + MACHINES).map(|nth| nth >= people).collect();
    let words = (0..size).map(|nth| words(world, size, nth)).collect();
    Truth { marks, machines, words, questions }
}

fn questions(world: World, size: usize, chance: &mut Chance) -> Vec<Question> {
    let (mut family, mut all) = ((0.0, 0.0), Vec::new());
    for nth in 0..size {
        if world == World::Single || nth % FAMILY == 0 {
            family = (chance.normal(), chance.normal());
        }
        let own = (chance.normal(), chance.normal());
        let both = |family: f64, own: f64| match world {
            World::Single => family,
            World::Families | World::CarelessJudges => (family + own) * 0.5_f64.sqrt(),
        };
        all.push(Question {
            difficulty: both(family.0, own.0),
            discrimination: (LOG_DISCRIMINATION * both(family.1, own.1)).exp(),
            is_harder: nth % HARDER == 0,
        });
    }
    all
}

/// The words of a question: those of its family, and its own. Half of it is like the others.
fn words(world: World, size: usize, nth: usize) -> Vec<(u32, f64)> {
    let number = |nth: usize| u32::try_from(nth).unwrap_or(u32::MAX);
    let half = 0.5_f64.sqrt();
    match world {
        World::Single => vec![(number(nth), 1.0)],
        World::Families | World::CarelessJudges => {
            vec![(number(nth), half), (number(size + nth / FAMILY), half)]
        }
    }
}

impl Judge {
    fn mark(self, expected: f64, chance: &mut Chance) -> f64 {
        if self.by_chance {
            return (100.0 * chance.unit()).round();
        }
        let share = chance.unit().clamp(1e-12, 1.0 - 1e-12);
        let quality = expected - self.severity + (share / (1.0 - share)).ln();
        (50.0 + SPREAD * self.width * quality).round().clamp(0.0, 100.0)
    }
}

fn shuffled(count: usize, chance: &mut Chance) -> Vec<usize> {
    let mut all: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        all.swap(last, chance.below(last + 1));
    }
    all
}
