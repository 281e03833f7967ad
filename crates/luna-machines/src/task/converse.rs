//! A conversation; the reply is what the machine says next, which may be nothing.

use luna_core::contest::conversation::{Conversation, Keystroke, Speaker};
use luna_core::skill::Skill;
use luna_core::text;
use luna_core::typing::stroke::{Key, Stroke};
use luna_core::typing::utterance::{Limits, Utterance};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::contract::{Task, field, miscounted, object};

/// A conversation so far, and the limits on what the machine says next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "converse")]
pub struct ConverseTask {
    pub id: String,
    /// The id of the conversation, the same in each of its tasks.
    pub conversation: String,
    pub you: Role,
    pub wants: Wants,
    /// The lines of both, oldest first. Of a long conversation, the last ones.
    pub lines: Vec<TaskLine>,
    /// The time since the conversation began.
    pub elapsed_ms: i64,
    pub max_lines: usize,
    pub max_chars: usize,
    pub max_keys: usize,
    /// The fault of the last reply, if this is asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A side of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Judge,
    Entry,
}

/// The units in which a machine receives what the other side types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wants {
    /// Each line when it has ended.
    #[default]
    Lines,
    /// Keys, also of the line that is being typed.
    Characters,
}

/// A line of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskLine {
    pub by: Role,
    pub text: String,
    /// The time of its last key, since the conversation began.
    pub at_ms: i64,
    /// Its speaker is still typing it. Only in tasks with characters.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The keys that it was typed with, with the pause before each. Only in tasks with characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delays_ms: Option<Vec<i64>>,
}

/// The lines, and the characters in them, that a task has of a conversation.
pub const MOST_LINES: usize = 200;
pub const MOST_CHARS: usize = 20_000;

impl ConverseTask {
    /// With the last lines, as far as there is room.
    pub fn new(
        id: &str,
        conversation: &str,
        you: Role,
        wants: Wants,
        elapsed_ms: i64,
        mut lines: Vec<TaskLine>,
    ) -> ConverseTask {
        let mut chars = 0;
        let room = |line: &&TaskLine| {
            let keys = line.keys.as_ref().map_or(0, |keys| keys.chars().count());
            chars += line.text.chars().count() + keys;
            chars <= MOST_CHARS
        };
        let kept = lines.iter().rev().take(MOST_LINES).take_while(room).count();
        let lines = lines.split_off(lines.len() - kept);
        let (id, conversation) = (id.to_owned(), conversation.to_owned());
        let Limits { lines: max_lines, line_characters: max_chars, keys: max_keys, .. } =
            Limits::USUAL;
        ConverseTask {
            id,
            conversation,
            you,
            wants,
            lines,
            elapsed_ms,
            max_lines,
            max_chars,
            max_keys,
            problem: None,
        }
    }

    /// The lines that the other side has ended since the machine last spoke.
    pub fn unanswered(&self) -> impl Iterator<Item = &str> {
        let others = |line: &&TaskLine| line.by != self.you;
        let count = self.lines.iter().rev().take_while(others).count();
        let ended = self.lines.iter().skip(self.lines.len() - count).filter(|line| !line.open);
        ended.map(|line| line.text.as_str())
    }

    /// The machine's own lines, oldest first.
    pub fn own(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.lines.iter().filter(|line| line.by == self.you).map(|line| line.text.as_str())
    }

    fn limits(&self) -> Limits {
        Limits {
            lines: self.max_lines,
            line_characters: self.max_chars,
            keys: self.max_keys,
            ..Limits::USUAL
        }
    }
}

impl TaskLine {
    /// A line that has ended.
    pub fn new(by: Role, text: &str, at_ms: i64) -> TaskLine {
        TaskLine { by, text: text.to_owned(), at_ms, open: false, keys: None, delays_ms: None }
    }
}

impl From<Speaker> for Role {
    fn from(speaker: Speaker) -> Role {
        match speaker {
            Speaker::Judge => Role::Judge,
            Speaker::Party => Role::Entry,
        }
    }
}

impl Wants {
    /// The lines of a conversation as a machine receives them: all that have ended and, in
    /// characters, all keys.
    pub fn lines(self, conversation: &Conversation) -> Vec<TaskLine> {
        let all = conversation.keystrokes();
        let began_at = all.first().map_or(0, |key| key.at);
        let line = |it: luna_core::contest::conversation::ConversationLine| {
            let mut line = TaskLine::new(it.by.into(), &it.text, it.ended_at - began_at);
            line.open = !it.complete;
            line
        };
        let mut lines: Vec<TaskLine> = conversation.lines().into_iter().map(line).collect();
        match self {
            Wants::Lines => lines.retain(|line| !line.open && !line.text.trim().is_empty()),
            Wants::Characters => add_keys(&mut lines, all),
        }
        lines
    }
}

/// Adds the keys of each speaker to their lines. Keys of a line that was taken back entirely go to
/// the next one.
fn add_keys(lines: &mut [TaskLine], all: &[Keystroke]) {
    for by in Speaker::BOTH {
        let mut keys = all.iter().filter(|key| key.by == by);
        let mut before = None;
        for line in lines.iter_mut().filter(|line| line.by == Role::from(by)) {
            let (mut typed, mut delays_ms) = (String::new(), Vec::new());
            for key in keys.by_ref() {
                typed.push(key.stroke.to_char());
                delays_ms.push(key.at - before.unwrap_or(key.at));
                before = Some(key.at);
                if key.stroke == Stroke::Return {
                    break;
                }
            }
            (line.keys, line.delays_ms) = (Some(typed), Some(delays_ms));
        }
    }
}

impl Task for ConverseTask {
    type Reply = Utterance;

    fn skill(&self) -> Skill {
        Skill::Converse
    }

    fn subject(&self) -> &str {
        &self.conversation
    }

    fn kind(&self) -> &'static str {
        "converse"
    }

    fn again(&self, problem: &str) -> ConverseTask {
        ConverseTask { problem: Some(problem.to_owned()), ..self.clone() }
    }

    fn read_value(&self, reply: &Value) -> Result<Utterance, String> {
        let reply = object(reply)?;
        let said = match (reply.get("lines"), reply.get("keys")) {
            (Some(_), Some(_)) => {
                return Err("The reply has both “lines” and “keys”; send one of them.".to_owned());
            }
            (None, Some(keys)) => Utterance::Keys(read_keys(keys, field(reply, "delays_ms")?)?),
            (_, None) => Utterance::Lines(read_lines(field(reply, "lines")?)?),
        };
        said.check(&self.limits()).map_err(|problem| problem.to_string())?;
        Ok(said)
    }

    fn delivery(&self) -> String {
        format!("{}-{}", self.id, self.kind())
    }
}

fn read_lines(lines: &Value) -> Result<Vec<String>, String> {
    let not_texts = || "“lines” is not a list of texts.".to_owned();
    let lines = lines.as_array().ok_or_else(not_texts)?;
    lines.iter().map(|line| line.as_str().map(text::tidy).ok_or_else(not_texts)).collect()
}

fn read_keys(keys: &Value, delays: &Value) -> Result<Vec<Key>, String> {
    let keys = keys.as_str().ok_or("“keys” is not a text.")?;
    let delays = delays.as_array().ok_or("“delays_ms” is not a list of numbers.")?;
    let needed = keys.chars().count();
    if delays.len() != needed {
        return Err(miscounted(delays.len(), "delays", needed));
    }
    let key = |(nth, (c, delay)): (usize, (char, &Value))| {
        let stroke =
            Stroke::from_char(c).map_err(|problem| format!("Key {}: {problem}", nth + 1))?;
        let delay_ms = delay.as_u64().ok_or_else(|| {
            format!("Delay {} is not a whole number of milliseconds, 0 or more.", nth + 1)
        })?;
        Ok(Key { delay_ms: u32::try_from(delay_ms).unwrap_or(u32::MAX), stroke })
    };
    keys.chars().zip(delays).enumerate().map(key).collect()
}

/// An utterance as it is sent and stored.
pub(super) fn to_json(said: &Utterance) -> Value {
    match said {
        Utterance::Lines(lines) => json!({ "lines": lines }),
        Utterance::Keys(keys) => {
            let typed: String = keys.iter().map(|key| key.stroke.to_char()).collect();
            let delays: Vec<u32> = keys.iter().map(|key| key.delay_ms).collect();
            json!({ "keys": typed, "delays_ms": delays })
        }
    }
}

#[cfg(test)]
mod tests;
