//! Machines, the judges who come to them, and what the judges write down: guesses, and marks of the
//! answers that they read.

use luna_core::rng::Chance;

use crate::judges::people::{Care, Habits, People};

pub(super) const MACHINES: usize = 20;
/// Range of the machines' levels: with it, an even draw needs about 1,440 guesses.
pub(super) const LEVELS: (f64, f64) = (25.0, 75.0);
pub(super) const NOISE: f64 = 18.0;
const HABITS: Habits = Habits { noise: (NOISE, NOISE), offset: 5.0, slope: 0.1 };

/// Number of guesses of a judge, each about another machine, and of those in a sitting.
pub(super) const OF_JUDGE: usize = 10;
pub(super) const SITTING: usize = 5;
pub(super) const PAIR: usize = 2;

/// Number of answers in an interview, all of which the judge marks.
pub(super) const ANSWERS: u32 = 5;
/// Deviation of the machines' levels, which is one unit of ability.
const UNIT: f64 = 14.4;
/// Deviations of the questions' difficulties and of the judges' severity, in logits, as in
/// `luna simulate questions`.
const DIFFICULTY: f64 = 1.0;
const SEVERITY: f64 = 0.5;
/// Half of the range of an answer's quality, in logits, in which it is partly correct.
const PARTLY: f64 = 0.7;

/// What is known about answers beside the guesses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Marking {
    /// Deviation between what marks measure and the level, in points.
    pub(super) apart: f64,
    /// Whether a judge asks all machines the same questions.
    pub(super) same_questions: bool,
}

/// How a judge meets machines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meeting {
    OneByOne,
    /// The share of the noise that two guesses side by side have in common.
    SideBySide(f64),
}

/// A number that a judge gives a machine in a sitting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) machine: usize,
    pub(super) value: f64,
    pub(super) sitting: usize,
}

#[derive(Debug)]
pub(super) struct World {
    pub(super) levels: Vec<f64>,
    /// What marks measure, in units of ability.
    abilities: Vec<f64>,
    people: People,
    marks: Chance,
}

/// What a judge brings to every interview.
#[derive(Debug)]
pub(super) struct Judge {
    number: usize,
    severity: f64,
    questions: Vec<f64>,
}

impl World {
    /// The same words give the same machines and judges.
    pub(super) fn new(words: &[&str], judges: usize, apart: f64) -> World {
        let mut chance = Chance::from_words(words);
        let (low, high) = LEVELS;
        let levels: Vec<f64> = (0..MACHINES).map(|_| low + (high - low) * chance.unit()).collect();
        let ability = |level: &f64| (level - 50.0 + apart * chance.normal()) / UNIT;
        let abilities = levels.iter().map(ability).collect();
        let earnest = std::iter::repeat_n(Care::Earnest, judges);
        let marks = Chance::from_seed(chance.bits());
        World { levels, abilities, people: People::new(&HABITS, earnest, chance), marks }
    }

    pub(super) fn judge(&mut self, number: usize) -> Judge {
        let severity = SEVERITY * self.marks.normal();
        Judge { number, severity, questions: self.questions() }
    }

    fn questions(&mut self) -> Vec<f64> {
        (0..ANSWERS).map(|_| DIFFICULTY * self.marks.normal()).collect()
    }

    /// A judge's guesses about the machines of one sitting.
    pub(super) fn guesses(
        &mut self,
        judge: &Judge,
        meeting: Meeting,
        machines: &[usize],
        sitting: usize,
    ) -> Vec<Entry> {
        let entry = |machine, value| Entry { machine, value, sitting };
        if let (Meeting::SideBySide(shared), &[one, other]) = (meeting, machines) {
            let levels = [one, other].map(|machine| self.levels[machine]);
            let points = self.people.side_by_side(judge.number, levels, shared);
            return vec![entry(one, points[0]), entry(other, points[1])];
        }
        let guess = |&machine: &usize| {
            entry(machine, self.people.guess(judge.number, self.levels[machine]))
        };
        machines.iter().map(guess).collect()
    }

    /// Mean mark of the machine's answers: 1 for a correct one, a half for a partly correct one.
    pub(super) fn mark(&mut self, judge: &Judge, machine: usize, marking: Marking) -> Entry {
        let own = if marking.same_questions { Vec::new() } else { self.questions() };
        let asked = if marking.same_questions { &judge.questions } else { &own };
        let expected = self.abilities[machine] - judge.severity;
        let mark = |difficulty: &f64| {
            let share = self.marks.unit().clamp(1e-12, 1.0 - 1e-12);
            let quality = expected - difficulty + (share / (1.0 - share)).ln();
            if quality > PARTLY {
                1.0
            } else if quality > -PARTLY {
                0.5
            } else {
                0.0
            }
        };
        let value = asked.iter().map(mark).sum::<f64>() / f64::from(ANSWERS);
        Entry { machine, value, sitting: 0 }
    }
}
