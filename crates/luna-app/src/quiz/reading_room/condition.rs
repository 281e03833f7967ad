//! The questions that somebody wants to read, and how fast.

use luna_store::quiz::tossup::TossupFilter;
use serde::{Deserialize, Serialize};

/// The questions that somebody wants to read, and how fast: stored with each play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// The time of a word; 0 to ask for the words.
    pub word_ms: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Only questions that the person has missed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub misses: bool,
}

/// 200 words a minute, about the speed of a moderator.
const USUAL_WORD_MS: i64 = 300;

impl Default for Condition {
    fn default() -> Condition {
        Condition {
            word_ms: USUAL_WORD_MS,
            category: None,
            difficulty: None,
            source: None,
            misses: false,
        }
    }
}

impl Condition {
    /// Reads a stored condition. One that cannot be read is the usual one.
    pub fn read(stored: &str) -> Condition {
        serde_json::from_str(stored).unwrap_or_default()
    }

    pub(super) fn stored(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(super) fn wanted(&self) -> TossupFilter<'_> {
        TossupFilter {
            category: self.category.as_deref(),
            difficulty: self.difficulty.as_deref(),
            source: self.source.as_deref(),
        }
    }

    /// Returns true if it leaves any question out.
    pub fn is_narrow(&self) -> bool {
        self.misses || self.wanted() != TossupFilter::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_stored_without_what_is_not_wanted() {
        let usual = Condition::default();
        assert_eq!(usual.stored(), "{\"word_ms\":300}");
        let narrow =
            Condition { category: Some("Science".to_owned()), misses: true, ..usual.clone() };
        assert_eq!(narrow.stored(), "{\"word_ms\":300,\"category\":\"Science\",\"misses\":true}");
        assert!(narrow.is_narrow() && !usual.is_narrow());
        for condition in [usual, narrow] {
            assert_eq!(Condition::read(&condition.stored()), condition);
        }
        assert_eq!(Condition::read("?"), Condition::default());
    }
}
