//! A labelled field of a form.

use maud::{Markup, html};

/// A required text field with its label and its problem.
pub(crate) fn field(
    id: &str,
    name: &str,
    kind: &str,
    label: &str,
    value: &str,
    complete: &str,
    problem: Option<&str>,
) -> Markup {
    html! {
        div.field {
            label for=(id) { (label) }
            input id=(id) name=(name) type=(kind) value=(value) autocomplete=(complete) required
                dir=[(kind == "text").then_some("auto")]
                aria-describedby=[problem.map(|_| format!("{id}-problem"))]
                aria-invalid=[problem.map(|_| "true")];
            @if let Some(problem) = problem {
                p.problem #{ (id) "-problem" } role="alert" { (problem) }
            }
        }
    }
}
