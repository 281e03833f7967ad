//! All tasks of a plan, of every test.

use super::log::Log;
use super::plan::Plan;
use super::strand::Strand;
use super::{common_sense, conversations, fresh_items, games, predicted, questions, trivia};

impl Plan {
    /// All that machines are asked. What a judge is asked follows from their replies.
    pub fn strands(&self) -> Vec<Box<dyn Strand>> {
        let parts = [
            common_sense::strands(self),
            fresh_items::strands(self),
            trivia::strands(self),
            games::strands(self),
            predicted::strands(self),
            conversations::strands(self),
            questions::strands(self),
        ];
        parts.into_iter().flatten().collect()
    }

    /// What the judge is asked about complete strands.
    pub fn judgments(&self, log: &Log) -> Vec<Box<dyn Strand>> {
        if self.judge.is_none() {
            return Vec::new();
        }
        let parts = [
            games::judgments(self, log),
            conversations::judgments(self, log),
            questions::judgments(self, log),
        ];
        parts.into_iter().flatten().collect()
    }
}
