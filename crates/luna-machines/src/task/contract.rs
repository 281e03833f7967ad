//! The interface of every task to the adapters, and the reading of replies.

use luna_core::skill::Skill;
use serde::Serialize;
use serde_json::{Map, Value};

/// One thing that a machine is asked, and the reply to it.
pub trait Task: Clone + Serialize + Send + Sync {
    type Reply: Send;

    /// The skill that it takes.
    fn skill(&self) -> Skill;

    /// The id of the game or question that it belongs to.
    fn subject(&self) -> &str;

    /// The name of its kind: the field `type`.
    fn kind(&self) -> &'static str;

    /// The same again, saying what was wrong with the reply.
    fn again(&self, problem: &str) -> Self;

    /// Parses and checks a reply, or says what is wrong with it.
    fn read_value(&self, reply: &Value) -> Result<Self::Reply, String>;

    fn read(&self, reply: &str) -> Result<Self::Reply, String> {
        let value = serde_json::from_str(reply)
            .map_err(|error| format!("The reply is not JSON: {error}."))?;
        self.read_value(&value)
    }

    /// The name of a delivery of this task: the same whenever it is delivered again.
    fn delivery(&self) -> String {
        format!("{}-{}", self.subject(), self.kind())
    }
}

/// The fields of a reply.
pub(super) fn object(reply: &Value) -> Result<&Map<String, Value>, String> {
    reply.as_object().ok_or_else(|| "The reply is not a JSON object.".to_owned())
}

/// The sentence for a list of the wrong length.
pub(crate) fn miscounted(found: usize, what: &str, needed: usize) -> String {
    let is = |n: usize| if n == 1 { "is" } else { "are" };
    let what = if found == 1 { what.trim_end_matches('s') } else { what };
    format!("There {} {found} {what}; {needed} {} needed.", is(found), is(needed))
}

pub(super) fn field<'a>(reply: &'a Map<String, Value>, name: &str) -> Result<&'a Value, String> {
    reply.get(name).ok_or_else(|| format!("The reply has no “{name}”."))
}
