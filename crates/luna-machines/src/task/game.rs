//! The tasks of the Luna Game: ask, answer, guess.

use luna_core::game::{Duty, Guess, Move, Phase, Refusal, Rules, View};
use luna_core::rating::{NotPoints, Points};
use luna_core::skill::Skill;
use luna_core::text;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::contract::{Task, field, miscounted, object};

/// What a machine owes in the Luna Game; the reply is a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameTask {
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

impl GameTask {
    /// The task for a duty, from the view; none if something is missing from it yet.
    pub fn of(game: &str, view: &View, duty: Duty) -> Option<GameTask> {
        let (game, problem) = (game.to_owned(), None);
        let max_chars = view.rules.max_chars;
        Some(match duty {
            Duty::Ask => {
                GameTask::Ask { game, questions: view.rules.questions, max_chars, problem }
            }
            Duty::Answer => GameTask::Answer {
                game,
                max_chars,
                questions: view.their_questions.clone()?,
                problem,
            },
            Duty::Guess => GameTask::Guess {
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
            GameTask::Ask { .. } => Duty::Ask,
            GameTask::Answer { .. } => Duty::Answer,
            GameTask::Guess { .. } => Duty::Guess,
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
            GameTask::Ask { questions, max_chars, .. } => {
                view.rules = Rules { questions: *questions, max_chars: *max_chars };
            }
            GameTask::Answer { questions, max_chars, .. } => {
                view.rules = Rules { questions: questions.len(), max_chars: *max_chars };
                view.their_questions = Some(questions.clone());
            }
            GameTask::Guess { questions, responses, .. } => {
                view.rules.questions = responses.len();
                view.my_questions = Some(questions.clone());
                view.their_answers = Some(responses.clone());
            }
        }
        view
    }
}

impl Task for GameTask {
    type Reply = Move;

    fn skill(&self) -> Skill {
        match self {
            GameTask::Ask { .. } => Skill::Ask,
            GameTask::Answer { .. } => Skill::Answer,
            GameTask::Guess { .. } => Skill::Guess,
        }
    }

    fn subject(&self) -> &str {
        let (GameTask::Ask { game, .. }
        | GameTask::Answer { game, .. }
        | GameTask::Guess { game, .. }) = self;
        game
    }

    fn kind(&self) -> &'static str {
        self.skill().name()
    }

    fn again(&self, what: &str) -> GameTask {
        let mut task = self.clone();
        let (GameTask::Ask { problem, .. }
        | GameTask::Answer { problem, .. }
        | GameTask::Guess { problem, .. }) = &mut task;
        *problem = Some(what.to_owned());
        task
    }

    fn read_value(&self, reply: &Value) -> Result<Move, String> {
        let reply = object(reply)?;
        match self {
            GameTask::Ask { questions: needed, max_chars, .. } => {
                let texts = texts(reply, "questions", *needed)?;
                let wrong = |(nth, problem)| Refusal::Question { nth, problem }.to_string();
                check(texts, *max_chars).map(Move::Ask).map_err(wrong)
            }
            GameTask::Answer { questions, max_chars, .. } => {
                let texts = texts(reply, "responses", questions.len())?;
                let wrong = |(nth, problem)| Refusal::Response { nth, problem }.to_string();
                check(texts, *max_chars).map(Move::Answer).map_err(wrong)
            }
            GameTask::Guess { responses, .. } => {
                let points = field(reply, "guess")
                    .and_then(|guess| points(guess).map_err(|error| named("guess", error)))?;
                let sliders = sliders(reply, responses.len())?;
                Ok(Move::Guess(Guess { points, sliders }))
            }
        }
    }
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
