//! What processes on one database tell each other: which topics have changed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use postgres::fallible_iterator::FallibleIterator as _;
use postgres::{Client, Config, NoTls, Statement};

use crate::db::watch::{Waiters, WeakWaiters};
use crate::tx::error::Result;

/// Tells other processes of topics that have changed, without making anybody wait. All have been
/// told once the last clone is dropped: a command may end with its last change.
#[derive(Clone, Debug)]
pub(super) struct Signals(Arc<SpeakerThread>);

#[derive(Debug)]
struct SpeakerThread {
    topics: Option<Sender<BTreeSet<String>>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for SpeakerThread {
    fn drop(&mut self) {
        drop(self.topics.take());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// So much is gathered before others are told: each time costs a statement, and wakes them all.
const GATHERING: Duration = Duration::from_millis(2);

/// In place of a topic: any may have changed.
const EVERYTHING: &str = "";

/// The connection by which this process tells others.
struct Speaker {
    client: Client,
    notify: Statement,
}

/// The database's number of the connection that speaks for this process, whose listener hears it
/// as well.
type OwnConnection = Arc<AtomicI32>;

/// Listens from now on, and gives the way to tell others.
pub(super) fn start(config: &Config, waiters: &Waiters) -> Result<Signals> {
    let own = OwnConnection::default();
    let (listener, speaker) = (listener(config)?, Speaker::connect(config, &own)?);
    let (signals, waiting) = unbounded();
    let (place, ours) = (config.clone(), Arc::clone(&own));
    let thread = spawn("signal", move || speak(&place, speaker, &waiting, &ours));
    let (place, waiters) = (config.clone(), waiters.downgrade());
    drop(spawn("listen", move || listen(&place, listener, &waiters, &own)));
    Ok(Signals(Arc::new(SpeakerThread { topics: Some(signals), thread })))
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(body).ok()
}

impl Signals {
    /// For a process that changes nothing.
    pub(super) fn to_nobody() -> Signals {
        Signals(Arc::new(SpeakerThread { topics: None, thread: None }))
    }

    pub(super) fn send(&self, topics: BTreeSet<String>) {
        if let Some(thread) = self.0.topics.as_ref().filter(|_| !topics.is_empty()) {
            // This fails only if the thread has failed.
            drop(thread.send(topics));
        }
    }
}

impl Speaker {
    fn connect(config: &Config, own: &OwnConnection) -> Result<Speaker> {
        const NOTIFY: &str =
            "SELECT pg_notify('luna', name) FROM unnest($1::TEXT[]) AS topic (name)";
        let mut client = config.connect(NoTls)?;
        let number = client.query_one("SELECT pg_backend_pid()", &[])?.try_get(0)?;
        own.store(number, Ordering::Release);
        let notify = client.prepare(NOTIFY)?;
        let mut speaker = Speaker { client, notify };
        // An earlier process or connection may have ended with something to tell.
        speaker.tell(&[EVERYTHING.to_owned()])?;
        Ok(speaker)
    }

    fn tell(&mut self, topics: &[String]) -> Result<()> {
        Ok(self.client.execute(&self.notify, &[&topics]).map(drop)?)
    }
}

/// Tells others of topics until nobody can change any. What gathers while it speaks, it tells at
/// once.
fn speak(
    config: &Config,
    mut speaker: Speaker,
    waiting: &Receiver<BTreeSet<String>>,
    own: &OwnConnection,
) {
    while let Ok(mut topics) = waiting.recv() {
        thread::park_timeout(GATHERING);
        topics.extend(waiting.try_iter().flatten());
        let topics: Vec<String> = topics.into_iter().collect();
        if speaker.tell(&topics).is_err()
            && let Ok(fresh) = Speaker::connect(config, own)
        {
            speaker = fresh;
            // Waiters also look for themselves now and then.
            drop(speaker.tell(&topics));
        }
    }
}

/// Passes on what other processes have changed, for as long as anybody here could be waiting for it.
fn listen(config: &Config, mut client: Client, waiters: &WeakWaiters, own: &OwnConnection) {
    pass_on(&mut client, waiters, own);
    while let Some(all) = waiters.upgrade() {
        if let Ok(mut client) = listener(config) {
            // Something may have been missed meanwhile.
            all.notify_all();
            drop(all);
            pass_on(&mut client, waiters, own);
        }
        thread::park_timeout(Duration::from_secs(1));
    }
}

fn listener(config: &Config) -> Result<Client> {
    let mut client = config.connect(NoTls)?;
    client.batch_execute("LISTEN luna")?;
    Ok(client)
}

/// Until the connection is gone, also where nothing says that it is.
fn pass_on(client: &mut Client, waiters: &WeakWaiters, own: &OwnConnection) {
    const SILENCE: Duration = Duration::from_secs(5);
    while client.is_valid(SILENCE).is_ok() {
        let mut notifications = client.notifications();
        let mut told = notifications.timeout_iter(SILENCE);
        while let Ok(Some(notification)) = told.next() {
            let is_own = notification.process_id() == own.load(Ordering::Acquire);
            match waiters.upgrade() {
                Some(_) if is_own => {}
                Some(all) if notification.payload() == EVERYTHING => all.notify_all(),
                Some(all) => all.notify(notification.payload()),
                None => return,
            }
        }
        if waiters.upgrade().is_none() {
            return;
        }
    }
}
