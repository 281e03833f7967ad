//! Asks the machines: so many strands at a time, each task once, every reply in the log before the next.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use luna_lab::measure::{Asked, Entry, Log, Party, Plan, Said, Strand, counts, move_to_json};
use luna_machines::openai::{Budget, Prices, Usage};
use luna_machines::task::CallError;
use serde_json::Value;
use tokio::task::JoinSet;

use super::log_file::LogFile;
use super::subject::Subject;
use crate::bot::machine::Machine;
use crate::failure::Failure;
use crate::terminal::progress::Progress;

/// A machine that has failed so often in a row is not asked any more.
const MOST_FAILURES: usize = 8;

/// What a run may use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    pub(super) tokens: Option<u64>,
    /// Millionths of a dollar.
    pub(super) micros: Option<u64>,
    pub(super) prices: Prices,
}

pub(super) struct Runner(Arc<Shared>);

struct Shared {
    subjects: Vec<Subject>,
    judge: Option<Subject>,
    log: Mutex<Log>,
    file: Mutex<LogFile>,
    limits: Limits,
    tokens_in: AtomicU64,
    tokens_out: AtomicU64,
    /// Failures in a row, and the last one.
    failures: Mutex<BTreeMap<Party, (usize, String)>>,
    /// Why the whole run stops.
    stopped: Mutex<Option<String>>,
    progress: Progress,
}

impl Runner {
    pub(super) fn new(
        subjects: Vec<Subject>,
        judge: Option<Subject>,
        log: Log,
        file: LogFile,
        limits: Limits,
    ) -> Runner {
        Runner(Arc::new(Shared {
            subjects,
            judge,
            log: Mutex::new(log),
            file: Mutex::new(file),
            limits,
            tokens_in: AtomicU64::new(0),
            tokens_out: AtomicU64::new(0),
            failures: Mutex::default(),
            stopped: Mutex::default(),
            progress: Progress::now(),
        }))
    }

    /// Asks everybody, then the judge. Returns what is incomplete, in sentences.
    pub(super) async fn run(
        &self,
        plan: &Plan,
        concurrency: usize,
    ) -> Result<Vec<String>, Failure> {
        self.ask_all(plan.strands(), concurrency).await;
        if self.stopped().is_none() {
            let judgments = plan.judgments(&self.log().clone());
            self.ask_all(judgments, concurrency).await;
        }
        self.0.progress.end();
        Ok(self.problems())
    }

    pub(super) fn into_log(self) -> Log {
        std::mem::take(&mut *self.log())
    }

    fn log(&self) -> std::sync::MutexGuard<'_, Log> {
        self.0.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopped(&self) -> Option<String> {
        self.0.stopped.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn problems(&self) -> Vec<String> {
        let failures = self.0.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let set_aside = failures.iter().filter(|it| it.1.0 >= MOST_FAILURES);
        let set_aside = set_aside.map(|(party, (_, why))| {
            format!(
                "{} was set aside after {MOST_FAILURES} failures in a row: {why}",
                self.0.name(*party)
            )
        });
        let mut all: Vec<String> = set_aside.chain(self.stopped()).collect();
        if !all.is_empty() {
            all.push(
                "The report holds what was complete; --resume goes on with the rest.".to_owned(),
            );
        }
        all
    }

    async fn ask_all(&self, strands: Vec<Box<dyn Strand>>, concurrency: usize) {
        let strands: Arc<Vec<Box<dyn Strand>>> = Arc::new(strands);
        let next = Arc::new(AtomicUsize::new(0));
        let began = self.0.progress.seconds();
        let mut workers = JoinSet::new();
        for _ in 0..concurrency.min(strands.len()) {
            let (shared, strands, next) =
                (Arc::clone(&self.0), Arc::clone(&strands), Arc::clone(&next));
            workers.spawn(async move {
                let mut machines = BTreeMap::new();
                while let Some(strand) = strands.get(next.fetch_add(1, Ordering::Relaxed)) {
                    shared.follow(&**strand, &mut machines).await;
                    shared.tell(next.load(Ordering::Relaxed), strands.len(), began);
                }
            });
        }
        while workers.join_next().await.is_some() {}
    }
}

impl Shared {
    fn subject(&self, party: Party) -> Option<&Subject> {
        match party {
            Party::Machine(place) => self.subjects.get(place),
            Party::Judge => self.judge.as_ref(),
        }
    }

    fn name(&self, party: Party) -> String {
        self.subject(party).map_or_else(String::new, |it| it.name().to_owned())
    }

    /// Asks one task of a strand after another, from the first that is not in the log.
    async fn follow(&self, strand: &dyn Strand, machines: &mut BTreeMap<Party, Machine>) {
        let mut said: Vec<Said> = {
            let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
            log.said(strand)
        };
        while let Some((party, asked)) = strand.next(&said) {
            if self.is_set_aside(party) || self.is_stopped() {
                return;
            }
            let Some(reply) = self.reply(strand.id(), said.len(), party, &asked, machines).await
            else {
                return;
            };
            said.push(reply);
        }
    }

    /// The reply to a task, in the log; none if it is still to be done.
    async fn reply(
        &self,
        strand: &str,
        step: usize,
        party: Party,
        asked: &Asked,
        machines: &mut BTreeMap<Party, Machine>,
    ) -> Option<Said> {
        let began = self.progress.seconds();
        let (said, usage) = self.call(party, asked, machines).await;
        self.tokens_in.fetch_add(usage.tokens_in, Ordering::Relaxed);
        self.tokens_out.fetch_add(usage.tokens_out, Ordering::Relaxed);
        let said = match said {
            Ok(reply) => Ok(reply),
            Err(error) if counts(&error) => Err(error.to_string()),
            Err(CallError::Spent(why)) => {
                self.stop(format!("The budget is spent. {why}"));
                return None;
            }
            Err(error) => {
                // A program that has failed is started again.
                machines.remove(&party);
                self.fail(party, error.to_string());
                return None;
            }
        };
        self.succeed(party);
        let took_ms = ((self.progress.seconds() - began) * 1000.0).round();
        let entry = Entry {
            strand: strand.to_owned(),
            step,
            task: asked.to_json(),
            reply: said.as_ref().ok().cloned(),
            problem: said.as_ref().err().cloned(),
            tokens_in: usage.tokens_in,
            tokens_out: usage.tokens_out,
            took_ms: format!("{took_ms:.0}").parse().unwrap_or(0),
        };
        self.keep(entry);
        Some(said)
    }

    async fn call(
        &self,
        party: Party,
        asked: &Asked,
        machines: &mut BTreeMap<Party, Machine>,
    ) -> (Result<Value, CallError>, Usage) {
        let budget = match self.budget() {
            Ok(budget) => budget,
            Err(why) => return (Err(CallError::Spent(why)), Usage::default()),
        };
        let machine = match machines.entry(party) {
            std::collections::btree_map::Entry::Occupied(there) => there.into_mut(),
            std::collections::btree_map::Entry::Vacant(place) => {
                let Some(subject) = self.subject(party) else {
                    let why = "There is no such machine.".to_owned();
                    return (Err(CallError::Refused(why)), Usage::default());
                };
                match subject.source.start(subject.name()).await {
                    Ok(machine) => place.insert(machine),
                    Err(error) => return (Err(error), Usage::default()),
                }
            }
        };
        match asked {
            Asked::Game(task) => {
                let (reply, usage) = machine.metered(task, &budget).await;
                (reply.map(|mv| move_to_json(&mv)), usage)
            }
            Asked::Outside(task) => {
                let (reply, usage) = machine.metered(task, &budget).await;
                (reply.map(|it| it.to_json()), usage)
            }
        }
    }

    /// Shows how far it is, the time that is left at this pace, and what has been spent.
    fn tell(&self, done: usize, of: usize, began: f64) {
        let words = || {
            let share = luna_learn::float(done) / luna_learn::float(of.max(1));
            let left = (self.progress.seconds() - began) * (1.0 - share).max(0.0) / share;
            let spent = dollars(self.used(), self.limits.prices);
            let money = if spent > 0.0 { format!(", {spent:.2} dollars") } else { String::new() };
            format!("  {:.0} min {:02.0} s left{money}", (left / 60.0).floor(), left % 60.0)
        };
        self.progress.tell_with(done.min(of), of, words);
    }

    fn used(&self) -> Usage {
        Usage {
            calls: 0,
            tokens_in: self.tokens_in.load(Ordering::Relaxed),
            tokens_out: self.tokens_out.load(Ordering::Relaxed),
        }
    }

    /// The tokens that are left.
    fn budget(&self) -> Result<Budget, String> {
        let used = self.used();
        if let Some(most) = self.limits.micros
            && used.micros(&self.limits.prices) >= most
        {
            return Err(format!(
                "This run has cost {:.2} dollars.",
                dollars(used, self.limits.prices)
            ));
        }
        let all = used.tokens_in.saturating_add(used.tokens_out);
        Ok(Budget { tokens_left: self.limits.tokens.map(|most| most.saturating_sub(all)) })
    }

    fn keep(&self, entry: Entry) {
        let written = {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.add(&entry)
        };
        match written {
            Ok(()) => self.log.lock().unwrap_or_else(PoisonError::into_inner).add(entry),
            Err(error) => self.stop(format!("The log cannot be written: {error}.")),
        }
    }

    fn stop(&self, why: String) {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
    }

    fn is_stopped(&self) -> bool {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn fail(&self, party: Party, why: String) {
        let mut all = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let before = all.get(&party).map_or(0, |it| it.0);
        all.insert(party, (before + 1, why));
    }

    /// A machine that was set aside stays so until the next run.
    fn succeed(&self, party: Party) {
        let mut all = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        if all.get(&party).is_some_and(|it| it.0 < MOST_FAILURES) {
            all.remove(&party);
        }
    }

    fn is_set_aside(&self, party: Party) -> bool {
        let all = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&party).is_some_and(|it| it.0 >= MOST_FAILURES)
    }
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "far below 2^53")]
fn dollars(used: Usage, prices: Prices) -> f64 {
    used.micros(&prices) as f64 / 1e6
}
