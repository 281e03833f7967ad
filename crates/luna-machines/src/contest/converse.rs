//! Conversation: a machine that replies to what somebody types, line by line.

use luna_core::typing::utterance::Utterance;

use crate::task::{CallError, ConverseTask, Role, TaskLine, Wants};

/// A partner in one conversation, who remembers it.
pub trait Converser: Send {
    /// What it says to a line of the other side; it may be nothing. `at_ms` is the time since the
    /// conversation began.
    fn reply(
        &mut self,
        line: &str,
        at_ms: i64,
    ) -> impl Future<Output = Result<Utterance, CallError>> + Send;
}

/// A conversation in which a machine is the entry, as it is told in tasks.
pub struct Transcript {
    conversation: String,
    lines: Vec<TaskLine>,
    /// The number of tasks so far, which names the next one.
    asked: u32,
}

impl Transcript {
    pub fn new(conversation: &str) -> Transcript {
        Transcript { conversation: conversation.to_owned(), lines: Vec::new(), asked: 0 }
    }

    /// Adds a line of the judge. Returns the task for the reply to it.
    pub fn hear(&mut self, line: &str, at_ms: i64) -> ConverseTask {
        self.lines.push(TaskLine::new(Role::Judge, line, at_ms));
        self.asked += 1;
        let id = format!("{}-{}", self.conversation, self.asked);
        let lines = self.lines.clone();
        ConverseTask::new(&id, &self.conversation, Role::Entry, Wants::Lines, at_ms, lines)
    }

    /// Adds what the machine says.
    pub fn say(&mut self, said: &Utterance, at_ms: i64) {
        let lines = said.lines().into_iter().filter(|line| !line.trim().is_empty());
        self.lines.extend(lines.map(|line| TaskLine::new(Role::Entry, &line, at_ms)));
    }

    pub fn lines(&self) -> &[TaskLine] {
        &self.lines
    }
}
