//! How well the calibrated rating, the intervals and the monitor of judges do in worlds
//! whose truth is known.

pub mod calibration;
pub mod intervals;
pub mod watching;

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// How large an experiment is. The defaults are the paper's: 100 players, 1000 steps and
/// 100 trials.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub players: usize,
    pub steps: u32,
    pub trials: u32,
    pub threads: NonZero<usize>,
}

/// Numbers as they are printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub title: String,
    pub headers: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn new(title: String, headers: &[&str]) -> Table {
        let headers = headers.iter().map(|&header| header.to_owned()).collect();
        Table { title, headers, rows: Vec::new() }
    }

    /// As Markdown has it, with the title above.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule: Vec<String> = self.headers.iter().map(|_| "---".to_owned()).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}\n\n{}{}{rows}", self.title, line(&self.headers), line(&rule))
    }
}

/// Everything that `docs/ratings.md` shows.
pub fn tables(size: Size, seed: u64) -> Vec<Table> {
    let mut all = calibration::tables(size, seed);
    all.extend(intervals::tables(size, seed));
    all.extend(watching::tables(size, seed));
    all
}

/// What each trial gives, in the order of trials.
fn each_trial<T: Send>(size: Size, trial: impl Fn(u32) -> T + Sync) -> Vec<T> {
    let (next, found) = (AtomicU32::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= size.trials {
                return;
            }
            let one = trial(nth);
            found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((nth, one));
        }
    };
    thread::scope(|scope| (0..size.threads.get()).for_each(|_| drop(scope.spawn(work))));
    let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.sort_by_key(|&(nth, _)| nth);
    found.into_iter().map(|(_, one)| one).collect()
}

/// Percent with one digit; a dash of nothing.
fn percent(part: f64, of: f64) -> String {
    if of > 0.0 { format!("{:.1}", 100.0 * part / of) } else { "–".to_owned() }
}
