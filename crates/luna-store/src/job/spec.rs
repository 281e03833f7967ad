//! Kinds of jobs, and the queues they wait in.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// A kind of job: what is stored of one, and what it locks.
pub trait JobSpec: Serialize + DeserializeOwned + Clone + Send + Sync + 'static {
    const KIND: &str;
    const QUEUE: Queue = Queue::Work;

    /// Takes the row locks that those who cancel such a job take before its row; otherwise the
    /// two would deadlock.
    fn lock(&self, _tx: &mut Tx<'_>) -> Result<()> {
        Ok(())
    }
}

/// A kind of job by its name, whatever its type.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    pub(super) check: fn(&str) -> serde_json::Result<()>,
    pub(super) lock: fn(&mut Tx<'_>, &ClaimedJob) -> Result<()>,
}

impl Kind {
    pub const fn of<J: JobSpec>() -> Kind {
        Kind {
            name: J::KIND,
            check: |body| serde_json::from_str::<J>(body).map(drop),
            lock: |tx, job| job.parse::<J>()?.lock(tx),
        }
    }
}

/// Jobs of one lane never wait for those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// Done here, at once.
    Work,
    /// Waited for outside of any piece of work: machines elsewhere, long sums.
    Calls,
}

impl Queue {
    pub fn name(self) -> &'static str {
        match self {
            Queue::Work => "work",
            Queue::Calls => "calls",
        }
    }
}

/// A job in the hands of one process until `leased_until`.
#[derive(Clone, Debug)]
pub struct ClaimedJob {
    pub id: String,
    pub kind: Kind,
    pub(super) body: String,
    pub attempts: i64,
    pub(super) leased_until: i64,
}

impl ClaimedJob {
    pub fn parse<J: JobSpec>(&self) -> Result<J> {
        serde_json::from_str(&self.body).map_err(Error::corrupt)
    }
}
