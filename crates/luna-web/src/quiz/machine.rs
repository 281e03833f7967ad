//! The search machine beside a play that is over: where it would have buzzed, and why.

use luna_app::quiz::analysis::{Target, analyse};
use luna_app::quiz::assessment::Assessment;
use luna_app::quiz::reading_room::view::Ending;
use luna_store as store;
use maud::{Markup, html};

use super::panel::{evidence, guesses};
use crate::error::Error;
use crate::state::App;

/// What the search machine makes of a question.
pub(super) enum MachineView {
    /// It has learned from this very question, so its buzz would say nothing.
    Learned,
    Guessed(Box<Assessment>),
}

/// Asks the search machine about the question of a play; none while it is learning.
pub(super) async fn view(app: &App, end: &Ending) -> Result<Option<MachineView>, Error> {
    let Some(guesser) = app.quiz.guesser().filter(|_| !end.tossup.is_withdrawn) else {
        return Ok(None);
    };
    if guesser.has_learned(&end.tossup.id) {
        return Ok(Some(MachineView::Learned));
    }
    let (text, line) = (end.words.join(" "), end.answer_line.clone());
    let page = end.tossup.page.clone().unwrap_or_default();
    let work = move || analyse(&guesser, &text, &Target::new(&page, &line)).machines;
    let done = tokio::task::spawn_blocking(work).await;
    let machines = done.map_err(|error| Error::Store(store::Error::Database(error.into())))?;
    let first = machines.into_iter().next();
    Ok(first.map(|machine| MachineView::Guessed(Box::new(machine))))
}

impl MachineView {
    /// The section about a question of so many words.
    pub(super) fn section(&self, words: usize) -> Markup {
        html! {
            h2 { "The machine" }
            @match self {
                MachineView::Learned => p.soft {
                    "The search machine has learned from this question, so it would know it from the first words. "
                    "It has never read those that people write here."
                },
                MachineView::Guessed(machine) => {
                    p {
                        @match machine.buzz {
                            Some(buzz) => { (machine.name) " would have buzzed after " (buzz) " of " (words) " words" },
                            None => { (machine.name) " would not have buzzed" },
                        }
                        @if machine.tricked { "; its first guess on the whole question is wrong." }
                        @else { "; its first guess on the whole question is right." }
                    }
                    (guesses(machine))
                    (evidence(std::slice::from_ref(machine)))
                }
            }
        }
    }
}
