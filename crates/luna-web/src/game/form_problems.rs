//! Problems of a game's form, field by field.

use luna_core::game::Rules;
use luna_core::rating::Points;
use luna_core::text;

/// The field that identifies the partner a form was filled in for.
pub(super) const PARTNERS_LOST: &str = "partners_lost";
/// The field with the guess that the marks suggested when the form was shown.
pub(super) const SUGGESTED: &str = "suggested";

/// The problems of a form that was refused, and the guess that its marks suggest.
#[derive(Debug, Default)]
pub(super) struct FormProblems {
    pub(super) problems: Vec<(String, String)>,
    pub(super) suggestion: Option<Points>,
}

impl FormProblems {
    /// All problems of a list of texts at once, or none.
    pub(super) fn texts(prefix: &str, texts: &[String], rules: Rules) -> Option<FormProblems> {
        let mut refused = FormProblems::default();
        let what = if prefix == "q" { "Question" } else { "Response" };
        for (nth, body) in texts.iter().enumerate() {
            if let Err(problem) = text::check(body, rules.max_chars) {
                refused
                    .add(&format!("{prefix}{}", nth + 1), format!("{what} {} {problem}.", nth + 1));
            }
        }
        Some(refused).filter(|refused| !refused.is_empty())
    }

    pub(super) fn add(&mut self, field: &str, problem: String) {
        self.problems.push((field.to_owned(), problem));
    }

    pub(super) fn suggest(&mut self, points: Points) {
        self.suggestion = Some(points);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.problems.is_empty() && self.suggestion.is_none()
    }

    /// The problem of one field.
    pub(super) fn of(&self, field: &str) -> Option<&str> {
        self.problems.iter().find(|(name, _)| name == field).map(|(_, problem)| problem.as_str())
    }
}
