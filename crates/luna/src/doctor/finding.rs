//! Findings: the results of checks.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Good,
    Warning,
    Wrong,
}

/// The result of one check, with the fix.
#[derive(Debug)]
pub(super) struct Finding {
    pub(super) check: &'static str,
    pub(super) level: Level,
    pub(super) words: String,
}

impl Finding {
    pub(super) fn good(check: &'static str, words: impl Into<String>) -> Finding {
        Finding { check, level: Level::Good, words: words.into() }
    }

    pub(super) fn warning(check: &'static str, words: impl Into<String>) -> Finding {
        Finding { check, level: Level::Warning, words: words.into() }
    }

    pub(super) fn wrong(check: &'static str, words: impl Into<String>) -> Finding {
        Finding { check, level: Level::Wrong, words: words.into() }
    }
}

impl Level {
    /// The name in lines for people and in JSON.
    pub(super) fn names(self) -> (&'static str, &'static str) {
        match self {
            Level::Good => ("good", "good"),
            Level::Warning => ("warning", "warning"),
            Level::Wrong => ("WRONG", "wrong"),
        }
    }
}
