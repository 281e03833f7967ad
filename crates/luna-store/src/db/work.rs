//! A piece of work without its types, so that the drivers are compiled once and not for each
//! caller.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use super::finish::finish;
use crate::tx::Tx;
use crate::tx::erasure_list::ErasureList;
use crate::tx::error::{Error, Result, WorkError};
use crate::tx::event::{Event, EventLog};

/// A piece of work, which keeps its result for its caller.
pub(crate) struct Work {
    run: Box<dyn FnMut(&mut Tx<'_>) -> Result<(), Undone> + Send>,
    erasures: Option<ErasureList>,
    log: Option<EventLog>,
    events: Vec<Event>,
}

/// The reason why nothing of a piece of work is kept.
pub(crate) enum Undone {
    /// It has returned an error of its own.
    Refused,
    Failed(Error),
}

impl From<Error> for Undone {
    fn from(error: Error) -> Undone {
        Undone::Failed(error)
    }
}

/// The result of a piece of work, once it has run.
pub(crate) struct WorkResult<T, E>(Arc<Mutex<Option<Result<T, E>>>>);

impl Work {
    /// Work that can run once.
    pub(crate) fn once<T: Send + 'static, E: WorkError>(
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> (Work, WorkResult<T, E>) {
        let mut work = Some(work);
        Work::new(move |tx| match work.take() {
            Some(work) => work(tx),
            None => Err(Error::Database("the work is done already".into()).into()),
        })
    }

    /// Work that can run again from the start.
    pub(crate) fn repeatable<T: Send + 'static, E: WorkError>(
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
    ) -> (Work, WorkResult<T, E>) {
        Work::new(move |tx| work.clone()(tx))
    }

    fn new<T: Send + 'static, E: WorkError>(
        mut work: impl FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> (Work, WorkResult<T, E>) {
        let place = Arc::new(Mutex::new(None));
        let returned = WorkResult(Arc::clone(&place));
        let run = Box::new(move |tx: &mut Tx<'_>| {
            let result = work(tx);
            let done = if result.is_ok() { Ok(()) } else { Err(Undone::Refused) };
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            done
        });
        (Work { run, erasures: None, log: None, events: Vec::new() }, returned)
    }

    /// The same, with the list that its erasures go to.
    pub(crate) fn with_erasures(self, erasures: Option<ErasureList>) -> Work {
        Work { erasures, ..self }
    }

    /// The same, with the log that its events go to.
    pub(crate) fn with_log(self, log: Option<EventLog>) -> Work {
        Work { log, ..self }
    }

    /// Logs its events, now that they are durable.
    pub(crate) fn log_events(&self) {
        if let Some(log) = &self.log {
            self.events.iter().for_each(|event| log.write(event));
        }
    }

    /// Runs it and writes what it has gathered. Gives the topics that it has changed. A panic in one caller's
    /// work does not take the database thread from all others.
    pub(crate) fn perform(&mut self, tx: &mut Tx<'_>) -> Result<BTreeSet<String>, Undone> {
        tx.erasures.clone_from(&self.erasures);
        let body = || {
            (self.run)(tx)?;
            self.events = std::mem::take(&mut tx.events);
            Ok(finish(tx)?)
        };
        catch_unwind(AssertUnwindSafe(body))
            .unwrap_or_else(|_| Err(Error::Database("the work panicked".into()).into()))
    }
}

impl<T, E: From<Error>> WorkResult<T, E> {
    /// Gives what the caller gets after the driver has ended the work.
    pub(crate) fn after(self, ended: Result<(), Undone>) -> Result<T, E> {
        if let Err(Undone::Failed(error)) = ended {
            return Err(error.into());
        }
        let result = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.unwrap_or_else(|| Err(Error::Database("the work has not run".into()).into()))
    }
}
