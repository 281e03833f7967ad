//! The machines beside a play that is over: where they would have buzzed, and why.

use luna_app::quiz::analysis::{SEARCH, Target, analyse, assess_learned};
use luna_app::quiz::assessment::{self, Assessment};
use luna_app::quiz::library::library;
use luna_app::quiz::reading_room::view::Ending;
use luna_store::quiz::revision;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::panel::{evidence, guesses};
use crate::http::error::Error;
use crate::http::state::App;

/// What machines make of a question.
pub(super) struct MachineView {
    /// None while it is learning.
    search: Option<Assessment>,
    /// Those that watched the question while it was written here.
    watched: Vec<Assessment>,
    /// It has learned from this very question, and guesses as if it had not.
    has_learned: bool,
}

/// Asks the search machine about the question of a play that is over, and reads what other machines
/// said while it was written; none if no machine knows anything.
pub(super) async fn view(app: &App, end: &Ending) -> Result<Option<MachineView>, Error> {
    if end.tossup.is_withdrawn {
        return Ok(None);
    }
    let id = end.tossup.id.clone();
    let watched = app.db.read(move |tx| watchers(tx, &id)).await?;
    let Some(guesser) = library(app).guesser() else {
        let view = MachineView { search: None, watched, has_learned: false };
        return Ok(Some(view).filter(|view| !view.watched.is_empty()));
    };
    let learned = guesser.place(&end.tossup.id);
    let (text, line) = (end.words.join(" "), end.answer_line.clone());
    let page = end.tossup.page.clone().unwrap_or_default();
    let work = move || {
        let target = Target::new(&page, &line);
        match learned {
            Some(tossup) => Some(assess_learned(&guesser, tossup, &text, &target)),
            None => analyse(&guesser, &text, &target).machines.into_iter().next(),
        }
    };
    let done = tokio::task::spawn_blocking(work).await;
    let search = done.map_err(|error| Error::Store(store::Error::Database(error.into())))?;
    Ok(Some(MachineView { search, watched, has_learned: learned.is_some() }))
}

/// The machines that answered on the published text of a question, for a tossup written here.
fn watchers(tx: &mut Tx<'_>, id: &str) -> Result<Vec<Assessment>, Error> {
    let Some(last) = revision::last(tx, id)? else { return Ok(Vec::new()) };
    let mut watched = assessment::parse(&last.machines)?;
    watched.retain(|it| it.machine != SEARCH && it.silence.is_none());
    Ok(watched)
}

impl MachineView {
    /// The machine that buzzes first, in a question of so many words.
    pub(super) fn first_buzz(&self, words: usize) -> Markup {
        let all = self.search.iter().chain(&self.watched);
        let first = all.filter_map(|it| Some((it.buzz?, &it.name))).min();
        html! {
            @match first {
                Some((buzz, name)) => p { "The machine " bdi { (name) } " would have buzzed after " (buzz) " of " (words) " words." },
                None => p { "No machine here would have buzzed." },
            }
        }
    }

    /// The section about a question of so many words.
    pub(super) fn section(&self, words: usize) -> Markup {
        let all: Vec<&Assessment> = self.search.iter().chain(&self.watched).collect();
        html! {
            h2 { @if all.len() == 1 { "The machine" } @else { "The machines" } }
            @for machine in &all {
                (outcome(machine, words))
                @if machine.machine == SEARCH && self.has_learned {
                    p.soft { "It has learned from this question, but guesses here as if it had not." }
                }
            }
            @if !self.watched.is_empty() {
                p.soft { "All but the search machine were asked at the ends of sentences, while the question was written." }
            }
            @for machine in &all { (guesses(machine, "the answer")) }
            @if let Some(search) = &self.search { (evidence(std::slice::from_ref(search))) }
        }
    }
}

fn outcome(machine: &Assessment, words: usize) -> Markup {
    html! {
        p {
            "The machine " bdi { (machine.name) }
            @match machine.buzz {
                Some(buzz) => { " would have buzzed after " (buzz) " of " (words) " words" },
                None => " would not have buzzed",
            }
            @match machine.guesses.first() {
                None => ". After the whole question, it has no guess.",
                Some(first) if first.is_answer => ". After the whole question, its first guess is right.",
                Some(_) => ". After the whole question, its first guess is wrong.",
            }
        }
    }
}
