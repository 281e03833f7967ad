//! What is wrong with a form, field by field.

use maud::{Markup, html};

/// The problems of a form, each with the name of its field.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<(&'static str, String)>);

impl Problems {
    pub(crate) fn push(&mut self, field: &'static str, why: impl Into<String>) {
        self.0.push((field, why.into()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn of(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == field).map(|(_, why)| why.as_str())
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, why)| why.as_str())
    }

    /// The ids of what describes an input: its problem and its hint.
    pub(crate) fn described(&self, name: &str, hint: &str) -> Option<String> {
        let problem = self.of(name).map(|_| format!("{name}-problem"));
        let hint = (!hint.is_empty()).then(|| format!("{name}-hint"));
        let both: Vec<String> = problem.into_iter().chain(hint).collect();
        (!both.is_empty()).then(|| both.join(" "))
    }

    /// An input with its label, its problem and its hint.
    pub(crate) fn field(&self, name: &str, label: &str, hint: &str, input: &Markup) -> Markup {
        html! {
            div.field {
                label for=(name) { (label) }
                (input)
                @if let Some(why) = self.of(name) {
                    p.problem #{ (name) "-problem" } role="alert" { (why) }
                }
                @if !hint.is_empty() { p.hint #{ (name) "-hint" } { (hint) } }
            }
        }
    }
}

impl From<(&'static str, String)> for Problems {
    fn from(only: (&'static str, String)) -> Problems {
        Problems(vec![only])
    }
}
