//! The Markov chain over all that is not known.

use super::answer::{MarkedAnswer, Marks, Reading};
use super::covariates::Covariates;
use super::likeness::{Likeness, Parameter};
use super::mark::Mark;
use super::state::{Common, Row, State};
use super::walk::{Walk, log_normal};
use crate::number::float;
use crate::rng::Rng;

pub(super) struct Chain {
    pub(super) state: State,
    rng: Rng,
    likeness: Likeness,
    log_discrimination: Parameter,
    difficulty: Parameter,
    ability: Walk,
    severity: Walk,
    common: Walk,
    covariates: Covariates,
}

/// The deviations that are expected without marks: the usual ones of simulation studies.
const LOG_DISCRIMINATION: f64 = 0.5;
const DIFFICULTY: f64 = 1.0;
/// What is expected of [`Common`]: means and deviations.
const LOG_SPREAD: (f64, f64) = (2.7, 1.0);
const LOG_SEVERITY: (f64, f64) = (-0.7, 0.7);
const MACHINE_MEAN: (f64, f64) = (0.0, 1.5);
const LOG_MACHINE_DEVIATION: (f64, f64) = (0.0, 0.5);

impl Chain {
    pub(super) fn new(marks: Marks<'_>, reading: Reading) -> Chain {
        let read = |(nth, it): (usize, &MarkedAnswer)| {
            let mark = Mark::read(it.mark, reading)?;
            let &MarkedAnswer { question, person, judge, .. } = it;
            Some((nth, Row { question, person, judge, mark, shift: 0.0 }))
        };
        let read = marks.answers.iter().enumerate().filter_map(read);
        let (kept, rows): (Vec<usize>, Vec<Row>) = read.unzip();
        let group = |of: fn(&MarkedAnswer) -> usize, row: fn(&Row) -> usize| {
            let size = marks.answers.iter().map(|it| of(it) + 1).max().unwrap_or(0);
            let mut groups = vec![Vec::new(); size];
            for (nth, it) in rows.iter().enumerate() {
                groups[row(it)].push(nth);
            }
            groups
        };
        let of_question = group(|it| it.question, |row| row.question);
        let of_person = group(|it| it.person, |row| row.person);
        let of_judge = group(|it| it.judge, |row| row.judge);
        let questions = of_question.len();
        let sizes: Vec<usize> = of_question.iter().map(Vec::len).collect();
        let machine = |person| marks.machines.get(person).copied().unwrap_or(false);
        Chain {
            rng: Rng::new(1, 0),
            likeness: Likeness::new(&sizes, marks.words),
            log_discrimination: Parameter::new(questions, LOG_DISCRIMINATION),
            difficulty: Parameter::new(questions, DIFFICULTY),
            ability: Walk::new(of_person.len()),
            severity: Walk::new(of_judge.len()),
            common: Walk::new(6),
            covariates: Covariates::new(marks.covariates, &kept),
            state: State {
                machines: (0..of_person.len()).map(machine).collect(),
                log_discriminations: vec![0.0; questions],
                difficulties: vec![0.0; questions],
                abilities: vec![0.0; of_person.len()],
                severities: vec![0.0; of_judge.len()],
                effects: vec![0.0; marks.covariates.len()],
                common: Common {
                    log_spread: LOG_SPREAD.0,
                    log_severity: LOG_SEVERITY.0,
                    machine_mean: MACHINE_MEAN.0,
                    log_machine_deviation: LOG_MACHINE_DEVIATION.0,
                },
                rows,
                of_question,
                of_person,
                of_judge,
            },
        }
    }

    /// Draws everything once, each given the rest. Steps adapt before the draws count.
    pub(super) fn sweep(&mut self, adapts: bool) {
        self.sweep_questions(adapts);
        self.sweep_abilities(adapts);
        if self.state.of_judge.iter().filter(|rows| !rows.is_empty()).count() > 1 {
            self.sweep_severities(adapts);
        }
        self.sweep_spread(adapts);
        self.sweep_machines(adapts);
        self.covariates.sweep(&mut self.state, &mut self.rng, adapts);
        self.sweep_scale(adapts);
        self.sweep_origin(adapts);
    }

    fn sweep_questions(&mut self, adapts: bool) {
        let Chain { state, rng, likeness, .. } = self;
        let mut logs = std::mem::take(&mut state.log_discriminations);
        let mut difficulties = std::mem::take(&mut state.difficulties);
        self.log_discrimination.sweep(&mut logs, likeness, rng, adapts, |at, log| {
            state.likelihood(at, log, difficulties[at])
        });
        self.difficulty.sweep(&mut difficulties, likeness, rng, adapts, |at, difficulty| {
            state.likelihood(at, logs[at], difficulty)
        });
        state.log_discriminations = logs;
        state.difficulties = difficulties;
    }

    fn sweep_abilities(&mut self, adapts: bool) {
        let Chain { state, rng, .. } = self;
        for person in 0..state.abilities.len() {
            let (mean, deviation) = if state.machines[person] {
                (state.common.machine_mean, state.common.log_machine_deviation.exp())
            } else {
                (0.0, 1.0)
            };
            let log = |ability: f64| {
                let term =
                    |row: &Row| row.mark.value(state.place(row), state.quality(row, ability));
                state.sum(&state.of_person[person], term) + log_normal(ability, mean, deviation)
            };
            let now = state.abilities[person];
            let next = self.ability.step(person, now, rng, adapts, |to| log(to) - log(now));
            state.abilities[person] = next;
        }
    }

    fn sweep_severities(&mut self, adapts: bool) {
        let Chain { state, rng, .. } = self;
        let (spread, deviation) = (state.spread(), state.common.log_severity.exp());
        for judge in 0..state.severities.len() {
            let log = |severity: f64| {
                let term = |row: &Row| {
                    let place = row.place(spread, severity);
                    row.mark.value(place, state.expected(row))
                };
                state.sum(&state.of_judge[judge], term) + log_normal(severity, 0.0, deviation)
            };
            let now = state.severities[judge];
            let next = self.severity.step(judge, now, rng, adapts, |to| log(to) - log(now));
            state.severities[judge] = next;
        }
        let squares: f64 = state.severities.iter().map(|severity| severity * severity).sum();
        let log = scale(float(state.severities.len()), squares, LOG_SEVERITY);
        let now = state.common.log_severity;
        let next = self.common.step(0, now, rng, adapts, |to| log(to) - log(now));
        state.common.log_severity = next;
    }

    fn sweep_spread(&mut self, adapts: bool) {
        let Chain { state, rng, .. } = self;
        let exact = state.rows.iter().filter(|row| matches!(row.mark, Mark::Exactly(_))).count();
        if exact == 0 {
            return;
        }
        let log = |log_spread: f64| {
            let spread = log_spread.exp();
            let term = |row: &Row| {
                let place = row.place(spread, state.severities[row.judge]);
                row.mark.value(place, state.expected(row))
            };
            let sum: f64 = state.rows.iter().map(term).sum();
            sum - float(exact) * log_spread + log_normal(log_spread, LOG_SPREAD.0, LOG_SPREAD.1)
        };
        let now = state.common.log_spread;
        let next = self.common.step(1, now, rng, adapts, |to| log(to) - log(now));
        state.common.log_spread = next;
    }

    fn sweep_machines(&mut self, adapts: bool) {
        let Chain { state, rng, .. } = self;
        let all = state.abilities.iter().zip(&state.machines);
        let machines: Vec<f64> = all.filter(|(_, is)| **is).map(|(ability, _)| *ability).collect();
        let common = &mut state.common;
        let deviation = common.log_machine_deviation.exp();
        let log = |mean: f64| {
            let each = machines.iter().map(|ability| log_normal(*ability, mean, deviation));
            each.sum::<f64>() + log_normal(mean, MACHINE_MEAN.0, MACHINE_MEAN.1)
        };
        let now = common.machine_mean;
        let mean = self.common.step(2, now, rng, adapts, |to| log(to) - log(now));
        common.machine_mean = mean;
        let squares = machines.iter().map(|ability| (ability - mean).powi(2)).sum();
        let log = scale(float(machines.len()), squares, LOG_MACHINE_DEVIATION);
        let now = common.log_machine_deviation;
        let next = self.common.step(3, now, rng, adapts, |to| log(to) - log(now));
        common.log_machine_deviation = next;
    }
}

impl Chain {
    /// Stretches all abilities and difficulties, and lowers discriminations as much. No mark gets
    /// likelier; without this step the scale would change too slowly.
    fn sweep_scale(&mut self, adapts: bool) {
        let Chain { state, rng, difficulty, log_discrimination, .. } = self;
        let squares = state.squares_of_people();
        let count = float(state.people());
        let common = state.common;
        let log = |by: f64| {
            count * by - 0.5 * squares * (2.0 * by).exp()
                + difficulty.stretched(by)
                + log_discrimination.moved(-by)
                + by
                + log_normal(common.machine_mean * by.exp(), MACHINE_MEAN.0, MACHINE_MEAN.1)
                + log_normal(
                    common.log_machine_deviation + by,
                    LOG_MACHINE_DEVIATION.0,
                    LOG_MACHINE_DEVIATION.1,
                )
        };
        let by = self.common.step(4, 0.0, rng, adapts, |to| log(to) - log(0.0));
        let times = by.exp();
        difficulty.stretch(by);
        log_discrimination.shift(-by);
        state.abilities.iter_mut().chain(&mut state.difficulties).for_each(|it| *it *= times);
        state.log_discriminations.iter_mut().for_each(|it| *it -= by);
        state.common.machine_mean *= times;
        state.common.log_machine_deviation += by;
    }

    /// Moves all abilities and difficulties together, for the same reason.
    fn sweep_origin(&mut self, adapts: bool) {
        let Chain { state, rng, difficulty, .. } = self;
        let (sum, count) = (state.sum_of_people(), float(state.people()));
        let mean = state.common.machine_mean;
        let log = |by: f64| {
            -by * sum - 0.5 * count * by * by
                + difficulty.moved(by)
                + log_normal(mean + by, MACHINE_MEAN.0, MACHINE_MEAN.1)
        };
        let by = self.common.step(5, 0.0, rng, adapts, |to| log(to) - log(0.0));
        difficulty.shift(by);
        state.abilities.iter_mut().chain(&mut state.difficulties).for_each(|it| *it += by);
        state.common.machine_mean += by;
    }
}

/// The log-density of the logarithm of a deviation, given the sum of the squares of so many normal
/// numbers and what is expected.
fn scale(count: f64, squares: f64, (mean, deviation): (f64, f64)) -> impl Fn(f64) -> f64 {
    move |log: f64| {
        -count * log - 0.5 * squares * (-2.0 * log).exp() + log_normal(log, mean, deviation)
    }
}
