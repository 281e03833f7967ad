//! Tasks for machines and their replies, the same for every adapter.
//!
//! A task is one JSON object and so is the reply. [`Task::read`] lets nothing
//! through that the rules would refuse, and describes the fault in a sentence
//! that the machine is sent back.

use std::time::Duration;

use luna_core::game::{Duty, Guess, Move, Phase, Refusal, Rules, View};
use luna_core::rating::{NotPoints, Points};
use luna_core::text;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Task {
    Ask {
        game: String,
        /// The number of questions to write.
        questions: usize,
        max_chars: usize,
        /// The fault of the last reply, if this is asked again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        problem: Option<String>,
    },
    Answer {
        game: String,
        max_chars: usize,
        questions: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        problem: Option<String>,
    },
    Guess {
        game: String,
        /// Those the machine asked, and what it was answered.
        questions: Vec<String>,
        responses: Vec<String>,
        their_questions: Vec<String>,
        my_responses: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        problem: Option<String>,
    },
}

/// Why there is no move, in a sentence for the owner of the machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// Perhaps later.
    #[error("{0}")]
    Unreachable(String),
    /// It was asked, and nothing came in time.
    #[error("{0}")]
    Stalled(String),
    /// There was a reply, also when asked again, and it was no move.
    #[error("{0}")]
    Invalid(String),
    /// Trying again will not help before somebody changes something.
    #[error("{0}")]
    Refused(String),
    /// The budget does not suffice.
    #[error("{0}")]
    Spent(String),
}

/// Why there is no reply, and how long the server says that it is of no use to come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    pub error: CallError,
    pub wait: Option<Duration>,
}

impl From<CallError> for Failed {
    fn from(error: CallError) -> Failed {
        Failed { error, wait: None }
    }
}

impl Task {
    /// The task for a duty, from the view; none if something is missing from it yet.
    pub fn of(game: &str, view: &View, duty: Duty) -> Option<Task> {
        let (game, problem) = (game.to_owned(), None);
        let max_chars = view.rules.max_chars;
        Some(match duty {
            Duty::Ask => Task::Ask { game, questions: view.rules.questions, max_chars, problem },
            Duty::Answer => {
                Task::Answer { game, max_chars, questions: view.their_questions.clone()?, problem }
            }
            Duty::Guess => Task::Guess {
                game,
                questions: view.my_questions.clone()?,
                responses: view.their_answers.clone()?,
                their_questions: view.their_questions.clone()?,
                my_responses: view.my_answers.clone()?,
                problem,
            },
        })
    }

    pub fn duty(&self) -> Duty {
        match self {
            Task::Ask { .. } => Duty::Ask,
            Task::Answer { .. } => Duty::Answer,
            Task::Guess { .. } => Duty::Guess,
        }
    }

    /// As much of a game as the task tells.
    pub(crate) fn view(&self) -> View {
        let duty = self.duty();
        let phase = match duty {
            Duty::Ask => Phase::Interview,
            Duty::Answer => Phase::Response,
            Duty::Guess => Phase::Guess,
        };
        let mut view = View {
            rules: Rules { questions: 0, max_chars: 0 },
            phase,
            duty: Some(duty),
            partner_seated: true,
            partners_lost: 0,
            inherited: false,
            my_questions: None,
            my_answers: None,
            my_guess: None,
            their_questions: None,
            their_answers: None,
            result: None,
        };
        match self {
            Task::Ask { questions, max_chars, .. } => {
                view.rules = Rules { questions: *questions, max_chars: *max_chars };
            }
            Task::Answer { questions, max_chars, .. } => {
                view.rules = Rules { questions: questions.len(), max_chars: *max_chars };
                view.their_questions = Some(questions.clone());
            }
            Task::Guess { questions, responses, .. } => {
                view.rules.questions = responses.len();
                view.my_questions = Some(questions.clone());
                view.their_answers = Some(responses.clone());
            }
        }
        view
    }

    /// The same again, saying what was wrong with the reply.
    pub fn again(&self, what: &str) -> Task {
        let mut task = self.clone();
        let (Task::Ask { problem, .. }
        | Task::Answer { problem, .. }
        | Task::Guess { problem, .. }) = &mut task;
        *problem = Some(what.to_owned());
        task
    }

    /// The move in a reply, or what is wrong with it.
    pub fn read(&self, reply: &str) -> Result<Move, String> {
        let value = serde_json::from_str(reply)
            .map_err(|error| format!("The reply is not JSON: {error}."))?;
        self.read_value(&value)
    }

    pub fn read_value(&self, reply: &Value) -> Result<Move, String> {
        let Value::Object(reply) = reply else {
            return Err("The reply is not a JSON object.".to_owned());
        };
        match self {
            Task::Ask { questions: needed, max_chars, .. } => {
                let texts = texts(reply, "questions", *needed)?;
                let wrong = |(nth, problem)| Refusal::Question { nth, problem }.to_string();
                check(texts, *max_chars).map(Move::Ask).map_err(wrong)
            }
            Task::Answer { questions, max_chars, .. } => {
                let texts = texts(reply, "responses", questions.len())?;
                let wrong = |(nth, problem)| Refusal::Response { nth, problem }.to_string();
                check(texts, *max_chars).map(Move::Answer).map_err(wrong)
            }
            Task::Guess { responses, .. } => {
                let points = field(reply, "guess")
                    .and_then(|guess| points(guess).map_err(|error| named("guess", error)))?;
                let sliders = sliders(reply, responses.len())?;
                Ok(Move::Guess(Guess { points, sliders }))
            }
        }
    }
}

/// The sentence for a list of the wrong length.
pub(crate) fn miscounted(found: usize, what: &str, needed: usize) -> String {
    let is = |n: usize| if n == 1 { "is" } else { "are" };
    let what = if found == 1 { what.trim_end_matches('s') } else { what };
    format!("There {} {found} {what}; {needed} {} needed.", is(found), is(needed))
}

fn field<'a>(reply: &'a Map<String, Value>, name: &str) -> Result<&'a Value, String> {
    reply.get(name).ok_or_else(|| format!("The reply has no “{name}”."))
}

fn texts(reply: &Map<String, Value>, name: &str, needed: usize) -> Result<Vec<String>, String> {
    let not_texts = || format!("“{name}” is not a list of texts.");
    let list = field(reply, name)?.as_array().ok_or_else(not_texts)?;
    if list.len() != needed {
        return Err(miscounted(list.len(), name, needed));
    }
    list.iter().map(|text| text.as_str().map(text::tidy).ok_or_else(not_texts)).collect()
}

fn check(texts: Vec<String>, max_chars: usize) -> Result<Vec<String>, (usize, text::Problem)> {
    for (nth, text) in texts.iter().enumerate() {
        text::check(text, max_chars).map_err(|problem| (nth, problem))?;
    }
    Ok(texts)
}

fn sliders(reply: &Map<String, Value>, needed: usize) -> Result<Vec<Option<Points>>, String> {
    let list = match reply.get("sliders") {
        None | Some(Value::Null) => return Ok(vec![None; needed]),
        Some(Value::Array(list)) => list,
        Some(_) => return Err("“sliders” is not a list of numbers.".to_owned()),
    };
    if list.len() != needed {
        return Err(miscounted(list.len(), "sliders", needed));
    }
    let slider = |(nth, value): (usize, &Value)| match value {
        Value::Null => Ok(None),
        value => {
            points(value).map(Some).map_err(|error| named(&format!("slider {}", nth + 1), error))
        }
    };
    list.iter().enumerate().map(slider).collect()
}

fn points(value: &Value) -> Result<Points, NotPoints> {
    let number = value.as_f64().filter(|_| value.is_number()).ok_or(NotPoints::NotANumber)?;
    Points::parse(&format!("{number:.6}"))
}

fn named(what: &str, error: NotPoints) -> String {
    match error {
        NotPoints::NotANumber => {
            format!("The {what} is not a number; one from 0 to 100 is needed.")
        }
        NotPoints::OutOfRange => format!("The {what} is outside 0 to 100."),
    }
}
