//! The log of a measurement: every task with its reply, a line of JSON each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::strand::{Asked, Said, Strand};

/// A task and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub strand: String,
    /// Its place in the strand, from 0.
    pub step: usize,
    pub task: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<Value>,
    /// Why there is no reply that can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    #[serde(default)]
    pub tokens_in: u64,
    #[serde(default)]
    pub tokens_out: u64,
    /// Only for the reader of the log: no result depends on it.
    #[serde(default)]
    pub took_ms: u64,
}

/// All entries by strand and step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log(BTreeMap<String, BTreeMap<usize, Entry>>);

impl Entry {
    fn said(&self) -> Said {
        match (&self.reply, &self.problem) {
            (Some(reply), _) => Ok(reply.clone()),
            (None, problem) => Err(problem.clone().unwrap_or_default()),
        }
    }
}

impl Log {
    /// Adds an entry. A task that was done again replaces what it was before.
    pub fn add(&mut self, entry: Entry) {
        self.0.entry(entry.strand.clone()).or_default().insert(entry.step, entry);
    }

    /// What was replied in a strand, as far as each task is the one that the strand puts. A reply to
    /// another task, perhaps by another version of the program, is none.
    pub fn said(&self, strand: &dyn Strand) -> Vec<Said> {
        let mut said = Vec::new();
        let Some(entries) = self.0.get(strand.id()) else { return said };
        while let Some((_, asked)) = strand.next(&said)
            && let Some(entry) = entries.get(&said.len())
            && entry.task == asked.to_json()
        {
            said.push(checked(&asked, entry));
        }
        said
    }

    /// All replies of a strand, if it is complete.
    pub fn whole(&self, strand: &dyn Strand) -> Option<Vec<Said>> {
        let said = self.said(strand);
        strand.next(&said).is_none().then_some(said)
    }

    pub fn len(&self) -> usize {
        self.0.values().map(BTreeMap::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tokens of all entries, in and out.
    pub fn tokens(&self) -> (u64, u64) {
        let entries = self.0.values().flat_map(BTreeMap::values);
        entries.fold((0, 0), |all, it| (all.0 + it.tokens_in, all.1 + it.tokens_out))
    }
}

/// A log is a file, and somebody may have changed it.
fn checked(asked: &Asked, entry: &Entry) -> Said {
    let reply = entry.said()?;
    asked.check(&reply).map(|()| reply)
}
