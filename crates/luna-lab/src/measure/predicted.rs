//! The predicted rating: machines answer the questions that rated people answered, and a model that
//! learned from these people says what rating the words of the answers go with. No person has judged
//! the machine, so this is no Smarts Rating.

use luna_core::game::Move;
use luna_machines::predict::Predictor;
use luna_machines::task::{GameTask, Task as _};

use super::estimate::Estimate;
use super::log::Log;
use super::plan::{Plan, Survey};
use super::strand::{Asked, Party, Single, Strand, boxed};

/// Questions of one task, as in a game.
const EACH: usize = 5;
const ANSWER_CHARS: usize = 1_000;
const LEVEL: f64 = 0.95;

pub(super) fn strands(plan: &Plan) -> Vec<Box<dyn Strand>> {
    let Some(survey) = &plan.inputs.survey else { return Vec::new() };
    let of_machine = |(place, machine)| singles(survey, place, machine).into_iter().map(boxed);
    plan.each().flat_map(of_machine).collect()
}

fn singles(survey: &Survey, place: usize, machine: &str) -> Vec<Single> {
    let each = survey.questions.chunks(EACH).enumerate().map(|(nth, some)| {
        let id = format!("{machine}/survey/{nth}");
        let task = GameTask::Answer {
            game: id.clone(),
            max_chars: ANSWER_CHARS,
            questions: some.iter().map(|it| it.text.clone()).collect(),
            problem: None,
        };
        Single { id, party: Party::Machine(place), asked: Asked::Game(task) }
    });
    each.collect()
}

/// The responses of a machine, in the order of the questions; empty where there was none.
fn responses(survey: &Survey, log: &Log, place: usize, machine: &str) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for single in singles(survey, place, machine) {
        let said = log.whole(&single)?.into_iter().next()?;
        let Asked::Game(task) = &single.asked else { return None };
        match said.map(|reply| task.read_value(&reply)) {
            Ok(Ok(Move::Answer(texts))) => all.extend(texts),
            _ => all.resize((all.len() + EACH).min(survey.questions.len()), String::new()),
        }
    }
    Some(all)
}

/// The predicted rating of each machine with its interval, and what it was learned from.
pub(super) fn ratings(plan: &Plan, log: &Log) -> Option<(Vec<(String, Option<Estimate>)>, String)> {
    let survey = plan.inputs.survey.as_ref()?;
    let learned = Predictor::train(&survey.questions, &survey.people).ok()?;
    let of_machine = |(place, machine): (usize, &str)| {
        let predicted = responses(survey, log, place, machine).map(|responses| {
            let it = learned.predict(&responses, LEVEL);
            let [value, low, high] = [it.rating, it.low, it.high].map(|it| 100.0 * it);
            Estimate { value, low, high, n: responses.len() }
        });
        (machine.to_owned(), predicted)
    };
    let people = survey.people.len();
    let by = match learned.beats_constant() {
        true => format!("predicted, learned from {people} people"),
        false => {
            format!("predicted, no better than the mean of the {people} people it was learned from")
        }
    };
    Some((plan.each().map(of_machine).collect(), by))
}
