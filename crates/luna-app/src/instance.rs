//! A running instance: database, clock, settings, state in memory, and the disciplines that it
//! holds. An instance and what runs in it know each other, so their types are declared together.

pub(crate) mod answering_house;
pub mod budget;
pub mod calls;
pub(crate) mod clock;
pub(crate) mod counts;
pub(crate) mod event_log;
pub(crate) mod memory;
pub(crate) mod presence;
pub mod rate_limit;
pub(crate) mod settings;
pub(crate) mod sightings;
pub mod storage;
pub(crate) mod streams;
pub mod turns;

use std::future::Future;
use std::net::IpAddr;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use luna_core::measure::MeasureKind;
use luna_machines::HouseMachines;
use luna_store::consent::Purpose;
use luna_store::game::Context;
use luna_store::job::{ClaimedJob, Kind};
use luna_store::machine::Machine;
use luna_store::mail::Mail;
use luna_store::measure::OfMachine;
use luna_store::player::Player;
use luna_store::task::Task;
use luna_store::{self as store, Db, Random, Tx};
use tokio::sync::watch;

use self::answering_house::AnsweringHouse;
use self::budget::{Payer, Workshop};
use self::calls::Calls;
use self::clock::Clock;
use self::counts::Counts;
use self::memory::Memory;
use self::presence::Presence;
use self::rate_limit::Limits;
use self::settings::Settings;
use self::sightings::Sightings;
use self::streams::OpenStreams;
use self::turns::Turns;
use crate::error::Error;

/// A test that an instance holds, such as trivia: everything of it that this crate does not call by
/// name. The type is not called `Test`, which is what the code's own tests are.
pub struct Discipline {
    pub jobs: &'static [JobHandler],
    /// What it does when a task of its own has ended.
    pub tasks: &'static [TaskOwner],
    /// The machines of the house that answer questions for it.
    pub answering: &'static [AnsweringHouse],
    /// Begins what every instance has of it, whenever a process starts.
    pub prepare: fn(&mut Tx<'_>, &Instance) -> store::Result<()>,
    /// Ends what has lapsed, once an hour or more often.
    pub sweep: fn(&mut Tx<'_>, i64) -> Result<(), Error>,
    /// Does what must be done before the first visitor comes.
    pub open: fn(Instance) -> Opening,
    /// The consents that people give to something of this discipline, such as a contest,
    pub purposes: &'static [Purpose],
    /// how they give them and withdraw them,
    pub change_consents: ChangeConsents,
    /// and the name of what has an id.
    pub name: fn(&mut Tx<'_>, &str) -> store::Result<Option<String>>,
    /// Takes questions that players have from elsewhere.
    pub drafts: Option<Drafts>,
    /// What it measures of machines, in the order in which it is shown.
    pub measures: &'static [MeasureKind],
    /// Reads what measures are computed from.
    pub measure: fn(&mut Tx<'_>, &[Machine], i64) -> Result<Computation, Error>,
    /// Runs beside the server until it stops.
    pub background: &'static [fn(Instance) -> Background],
}

/// Where players work on questions of their own.
pub struct Drafts {
    /// The page on which they find them.
    pub page: &'static str,
    /// Begins one, with a question and its answer.
    pub begin: fn(&mut Tx<'_>, &Instance, &Player, &str, &str) -> Result<(), Error>,
}

/// Changes the consents of a player to what has an id.
pub type ChangeConsents =
    fn(&mut Tx<'_>, &Context, &str, &str, &[(Purpose, bool)]) -> Result<(), Error>;

/// The rest of a measurement, which needs no database.
pub type Computation = Box<dyn FnOnce() -> Result<Vec<OfMachine>, Error> + Send>;

/// Work before the first visitor comes.
pub type Opening = Pin<Box<dyn Future<Output = store::Result<()>> + Send>>;

/// Work that ends with the server.
pub type Background = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Discipline {
    /// The discipline that does nothing, for the fields that another one does not need.
    pub const IDLE: Discipline = Discipline {
        jobs: &[],
        tasks: &[],
        answering: &[],
        prepare: |_, _| Ok(()),
        sweep: |_, _| Ok(()),
        open: |_| Box::pin(async { Ok(()) }),
        purposes: &[],
        change_consents: |_, _, _, _, _| Ok(()),
        name: |_, _| Ok(None),
        drafts: None,
        measures: &[],
        measure: |_, _, _| Ok(Box::new(|| Ok(Vec::new()))),
        background: &[],
    };
}

/// Who puts tasks, by the name that is stored with them, and what follows when one has ended. The
/// machine is locked then.
pub struct TaskOwner {
    pub name: &'static str,
    pub end: fn(&mut Tx<'_>, &Task) -> store::Result<()>,
}

/// A kind of job and the function that runs it.
pub struct JobHandler {
    pub(crate) kind: Kind,
    pub(crate) run: fn(Worker, ClaimedJob) -> Attempt,
}

/// A job that is being done.
pub(crate) type Attempt = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;

/// The instance of the jobs, and its mail transport.
#[derive(Clone)]
pub(crate) struct Worker {
    pub(crate) app: Instance,
    pub(crate) deliver: Deliver,
}

/// Hands a mail on, or says why it could not.
pub type Deliver =
    Arc<dyn Fn(Mail) -> Pin<Box<dyn Future<Output = Result<(), String>> + Send>> + Send + Sync>;

/// A running instance; cheap to clone.
#[derive(Clone)]
pub struct Instance(Arc<Parts>);

/// Everything an [`Instance`] is made of.
#[derive(Clone)]
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
    pub settings: Arc<Settings>,
    pub limits: Arc<Limits>,
    pub houses: Arc<HouseMachines>,
    /// The tests that this instance holds,
    pub disciplines: &'static [&'static Discipline],
    /// and what the store knows of them.
    pub stored_disciplines: &'static [&'static store::discipline::Discipline],
    /// What the disciplines keep in memory.
    pub memory: Arc<Memory>,
    /// Clients, keys and permits for calls to machines elsewhere.
    pub calls: Arc<Calls>,
    pub jobs: Arc<Counts>,
    pub open_streams: Arc<OpenStreams>,
    pub presence: Arc<Presence>,
    pub sightings: Arc<Sightings>,
    /// For long computations.
    pub turns: Arc<Turns>,
    /// For computations of visitors.
    pub workshop: Arc<Workshop>,
    /// Becomes true when the server stops; streams end then.
    pub stopping: watch::Receiver<bool>,
}

/// The surroundings of an [`Instance`]; its other parts begin empty.
pub struct Environment {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
    pub settings: Settings,
    pub calls: Calls,
    pub disciplines: &'static [&'static Discipline],
    pub stored_disciplines: &'static [&'static store::discipline::Discipline],
    pub stopping: watch::Receiver<bool>,
}

impl From<Environment> for Parts {
    fn from(given: Environment) -> Parts {
        let Environment {
            db,
            clock,
            random,
            settings,
            calls,
            disciplines,
            stored_disciplines,
            stopping,
        } = given;
        Parts {
            db,
            clock,
            random,
            settings: Arc::new(settings),
            limits: Arc::default(),
            houses: Arc::default(),
            disciplines,
            stored_disciplines,
            memory: Arc::default(),
            calls: Arc::new(calls),
            jobs: Arc::default(),
            open_streams: Arc::default(),
            presence: Arc::default(),
            sightings: Arc::default(),
            turns: Arc::default(),
            workshop: Arc::default(),
            stopping,
        }
    }
}

impl Deref for Instance {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Instance {
    pub fn new(parts: impl Into<Parts>) -> Instance {
        Instance(Arc::new(parts.into()))
    }

    pub fn moment(&self) -> Context {
        Context {
            now: self.now(),
            random: self.random.clone(),
            timing: self.settings.timing,
            disciplines: self.stored_disciplines,
        }
    }

    /// The random text that this instance salts passwords and signs cookies with.
    pub async fn key(&self) -> store::Result<String> {
        let name = store::setting::KEY;
        if let Some(key) = self.db.read(move |tx| store::setting::get(tx, name)).await? {
            return Ok(key);
        }
        let fresh = self.random.secret();
        self.db.write(move |tx| store::setting::keep_first(tx, name, &fresh)).await
    }

    /// The account that a request from a network is put down to; `grows` says that it has something
    /// stored.
    pub fn payer(&self, network: IpAddr, grows: bool) -> Payer {
        let seconds = self.settings.work_per_address;
        Payer::new(Arc::clone(&self.limits), self.clock.clone(), seconds, (network, grows))
    }

    /// The time in Unix milliseconds.
    pub fn now(&self) -> i64 {
        (self.clock.0)()
    }
}
