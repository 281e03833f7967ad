//! One question outside a game; the reply is up to five answers, best first.

use luna_core::answer::{Answer, MOST_ANSWERS, Question};
use luna_core::skill::Skill;
use luna_core::text;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::contract::{Task, field, object};

/// A question and the limits on its answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "question")]
pub struct QuestionTask {
    pub id: String,
    pub question: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// The only answers allowed, if there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    pub max_answers: usize,
    pub max_chars: usize,
    /// The fault of the last reply, if this is asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl QuestionTask {
    pub fn new(id: &str, question: Question, max_chars: usize) -> QuestionTask {
        let Question { text: question, context, choices } = question;
        let (id, max_answers) = (id.to_owned(), MOST_ANSWERS);
        QuestionTask { id, question, context, choices, max_answers, max_chars, problem: None }
    }

    pub fn question(&self) -> Question {
        Question {
            text: self.question.clone(),
            context: self.context.clone(),
            choices: self.choices.clone(),
        }
    }
}

impl Task for QuestionTask {
    type Reply = Vec<Answer>;

    fn skill(&self) -> Skill {
        Skill::Answer
    }

    fn subject(&self) -> &str {
        &self.id
    }

    fn kind(&self) -> &'static str {
        "question"
    }

    fn again(&self, problem: &str) -> QuestionTask {
        QuestionTask { problem: Some(problem.to_owned()), ..self.clone() }
    }

    fn read_value(&self, reply: &Value) -> Result<Vec<Answer>, String> {
        let list = field(object(reply)?, "answers")?;
        let list = list.as_array().ok_or("“answers” is not a list.")?;
        let answers = list.iter().enumerate().map(|(nth, answer)| read_answer(nth, answer));
        let answers: Vec<Answer> = answers.collect::<Result<_, _>>()?;
        let checked = self.question().check_answers(&answers, self.max_chars);
        checked.map(|()| answers).map_err(|problem| problem.to_string())
    }
}

fn read_answer(nth: usize, value: &Value) -> Result<Answer, String> {
    let nth = nth + 1;
    let fields = value
        .as_object()
        .ok_or_else(|| format!("Answer {nth} is not an object with “answer” and “confidence”."))?;
    let text = fields.get("answer").and_then(Value::as_str);
    let text = text.ok_or_else(|| format!("Answer {nth} has no text “answer”."))?;
    let confidence = fields.get("confidence").and_then(Value::as_f64);
    let confidence =
        confidence.ok_or_else(|| format!("Answer {nth} has no number “confidence”."))?;
    Ok(Answer { text: text::tidy(text), confidence })
}
