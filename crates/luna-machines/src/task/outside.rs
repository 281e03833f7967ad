//! Tasks outside games: one type over all of them, for what stores, sends or receives any.

use luna_core::answer::Answer;
use luna_core::skill::Skill;
use luna_core::typing::utterance::Utterance;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::contract::Task;
use super::converse::{self, ConverseTask};
use super::question::QuestionTask;

/// What a machine owes outside games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, try_from = "Value")]
pub enum OutsideTask {
    Question(QuestionTask),
    Converse(ConverseTask),
}

#[derive(Clone, Debug, PartialEq)]
pub enum OutsideReply {
    Answers(Vec<Answer>),
    Utterance(Utterance),
}

impl OutsideReply {
    /// The reply as it is sent and stored.
    pub fn to_json(&self) -> Value {
        match self {
            OutsideReply::Answers(answers) => {
                let ranked =
                    |it: &Answer| json!({ "answer": it.text, "confidence": it.confidence });
                json!({ "answers": answers.iter().map(ranked).collect::<Vec<_>>() })
            }
            OutsideReply::Utterance(said) => converse::to_json(said),
        }
    }
}

impl TryFrom<Value> for OutsideTask {
    type Error = String;

    fn try_from(value: Value) -> Result<OutsideTask, String> {
        let kind = value["type"].as_str().unwrap_or_default().to_owned();
        let read = match kind.as_str() {
            "question" => serde_json::from_value(value).map(OutsideTask::Question),
            "converse" => serde_json::from_value(value).map(OutsideTask::Converse),
            _ => return Err(format!("there is no task of the type “{kind}” outside games")),
        };
        read.map_err(|error| error.to_string())
    }
}

impl Task for OutsideTask {
    type Reply = OutsideReply;

    fn skill(&self) -> Skill {
        match self {
            OutsideTask::Question(task) => task.skill(),
            OutsideTask::Converse(task) => task.skill(),
        }
    }

    fn subject(&self) -> &str {
        match self {
            OutsideTask::Question(task) => task.subject(),
            OutsideTask::Converse(task) => task.subject(),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            OutsideTask::Question(task) => task.kind(),
            OutsideTask::Converse(task) => task.kind(),
        }
    }

    fn again(&self, problem: &str) -> OutsideTask {
        match self {
            OutsideTask::Question(task) => OutsideTask::Question(task.again(problem)),
            OutsideTask::Converse(task) => OutsideTask::Converse(task.again(problem)),
        }
    }

    fn read_value(&self, reply: &Value) -> Result<OutsideReply, String> {
        match self {
            OutsideTask::Question(task) => task.read_value(reply).map(OutsideReply::Answers),
            OutsideTask::Converse(task) => task.read_value(reply).map(OutsideReply::Utterance),
        }
    }

    fn delivery(&self) -> String {
        match self {
            OutsideTask::Question(task) => task.delivery(),
            OutsideTask::Converse(task) => task.delivery(),
        }
    }
}
