//! What a generator tells about a question besides its text.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::question::question_generator::GeneratedQuestion;

/// How a generator came to a question. Kinds, words and steps have the names that
/// `luna question generate` prints; rankers ignore names that they do not know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Derivation {
    pub answer: String,
    pub answer_kind: String,
    /// The word that asks; `None` if the answer is yes or no.
    pub word: Option<String>,
    pub vague: bool,
    /// The statement that was asked about.
    pub statement: String,
    pub transformations: Vec<String>,
}

impl From<&GeneratedQuestion> for Derivation {
    fn from(it: &GeneratedQuestion) -> Derivation {
        let steps = it.transformations.iter();
        Derivation {
            answer: it.answer.clone(),
            answer_kind: name(it.answer_kind),
            word: it.word.map(name),
            vague: it.is_vague,
            statement: it.statement.clone(),
            transformations: steps.copied().map(name).collect(),
        }
    }
}

/// The name of a choice, as files have it.
fn name(choice: impl Serialize) -> String {
    match serde_json::to_value(choice) {
        Ok(Value::String(name)) => name,
        Ok(_) | Err(_) => String::new(),
    }
}
