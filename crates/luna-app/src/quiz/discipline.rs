//! What an instance does for trivia.

use super::review::Publish;
use super::{learning, machine_guesses, measures, reading_room, search_machine, seed, writing};
use crate::instance::{Discipline, Drafts, JobHandler, TaskOwner};

pub(crate) static DISCIPLINE: Discipline = Discipline {
    jobs: &[JobHandler::transaction::<Publish>()],
    tasks: &[TaskOwner { name: machine_guesses::OWNER, end: machine_guesses::handle_end }],
    answering: &[search_machine::HOUSE],
    sweep: reading_room::lapse_all,
    open: |app| Box::pin(async move { seed::plant(&app.db, app.moment(), seed::CONTENT).await }),
    drafts: Some(Drafts { page: "/quiz/write", begin: writing::begin_with }),
    measures: &[measures::ACCURACY],
    measure: |tx, _, until| {
        let found = measures::measures(tx, until)?;
        Ok(Box::new(|| Ok(found)))
    },
    background: &[|app| Box::pin(learning::keep_learning(app))],
    ..Discipline::IDLE
};
