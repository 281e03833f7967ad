//! The monitor of judges: it examines all guesses from time to time and reports judges who seem
//! careless or dishonest to the operators, who get a mail when several act together. It has no other
//! effect; the weights of a brigade's guesses are those of the calibrated rating.

mod blocs;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use luna_learn::calibrated::Brigade;
use luna_learn::judge_review::{Review, review};
use luna_learn::reliability::{Judgment, Kind};
use luna_store::job::{self, ClaimedJob, Watch};
use luna_store::judge::{self, BlocReport, Flag, Guess, Report};
use luna_store::{self as store, place, setting};

use crate::error::Error;
use crate::instance::Instance;
use crate::job::lease::renewing;
use crate::job::{Job, Worker};
use crate::mail::Mailer;

/// The minimum interval between two runs.
const EVERY_MS: i64 = 10 * 60_000;
/// The number of latest guesses that are examined: they show how people judge now.
const MOST: usize = 100_000;
const PAGE: i64 = 1_000;
/// The setting that stores the time up to which all guesses have been examined.
const UNTIL: &str = "judges_watched_until";

impl Job for Watch {
    /// Examines all guesses if there are new ones, and reschedules itself.
    async fn run(self, worker: Worker, mut job: ClaimedJob) -> Result<(), String> {
        let app = &worker.app;
        renewing(app, &mut job, examine(app)).await.map_err(|error| error.to_string())?;
        let next = app.now() + EVERY_MS;
        app.db
            .write(move |tx| {
                job::complete(tx, &job)?;
                job::schedule_once(tx, "watch", &Watch {}, next)
            })
            .await
            .map_err(|error| error.to_string())
    }
}

async fn examine(app: &Instance) -> Result<(), Error> {
    let read = |tx: &mut store::Tx<'_>| {
        let last = judge::last_guess(tx)?.map(|at| at.to_string());
        Ok::<_, store::Error>((last, setting::get(tx, UNTIL)?))
    };
    let (Some(last), until) = app.db.read(read).await? else { return Ok(()) };
    if until.as_ref() == Some(&last) {
        return Ok(());
    }
    let turn = app.turns.take().await;
    let gathered = gather(app).await?;
    let now = app.now();
    let judged = tokio::task::spawn_blocking(move || gathered.examined(now)).await;
    drop(turn);
    let (blocs, mut reports) = judged.map_err(|error| store::Error::Database(error.into()))?;
    let (at, settings) = (app.moment(), Arc::clone(&app.settings));
    let noted = app.db.write(move |tx| {
        let new = judge::note_blocs(tx, &at, &blocs)?;
        Mailer { tx, at: &at, settings: &settings }.blocs(new)
    });
    noted.await?;
    for id in noticed_before(app).await? {
        let seen = reports.remove(&id);
        note(app, id, seen.unwrap_or_default(), now).await?;
    }
    reports.retain(|_, report| !report.flags.is_empty());
    for (id, report) in reports {
        note(app, id, report, now).await?;
    }
    Ok(app.db.write(move |tx| setting::set(tx, UNTIL, &last)).await?)
}

async fn note(app: &Instance, id: String, report: Report, now: i64) -> Result<(), store::Error> {
    app.db.write(move |tx| judge::note(tx, &id, &report, now)).await
}

async fn noticed_before(app: &Instance) -> Result<BTreeSet<String>, store::Error> {
    let mut all = BTreeSet::<String>::new();
    loop {
        let after = all.last().cloned().unwrap_or_default();
        let page = app.db.read(move |tx| judge::flagged_after(tx, &after, PAGE)).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}

/// Players by number, and guesses, the latest first.
#[derive(Default)]
struct JudgingData {
    numbers: HashMap<String, u32>,
    /// Each with the partner's guess about the judge in the same game.
    guesses: Vec<(Judgment, Option<f64>)>,
    /// The time of each.
    times: Vec<i64>,
    /// Machines by number.
    machines: HashMap<u32, String>,
    /// The judges of each place.
    places: BTreeMap<String, BTreeSet<u32>>,
}

/// Reads a page at a time, so that no request waits for it.
async fn gather(app: &Instance) -> Result<JudgingData, store::Error> {
    let mut gathered = JudgingData::default();
    let mut before = (i64::MAX, String::new());
    while gathered.guesses.len() < MOST {
        let (at, id) = before.clone();
        let page = app.db.read(move |tx| judge::latest(tx, (at, &id), PAGE)).await?;
        let Some(last) = page.last() else { break };
        before = (last.at, last.game_id.clone());
        for guess in page {
            gathered.add(guess);
        }
    }
    gather_machines(app, &mut gathered).await?;
    gather_places(app, &mut gathered).await?;
    Ok(gathered)
}

async fn gather_machines(app: &Instance, gathered: &mut JudgingData) -> Result<(), store::Error> {
    let mut after = String::new();
    loop {
        let from = after.clone();
        let page = app.db.read(move |tx| judge::machines_after(tx, &from, PAGE)).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after.clone_from(last);
        for id in page {
            if let Some(&number) = gathered.numbers.get(&id) {
                gathered.machines.insert(number, id);
            }
        }
    }
}

async fn gather_places(app: &Instance, gathered: &mut JudgingData) -> Result<(), store::Error> {
    let mut after = (String::new(), String::new());
    loop {
        let (id, code) = after.clone();
        let page = app.db.read(move |tx| place::people_after(tx, (&id, &code), PAGE)).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after.clone_from(last);
        for (id, code) in page {
            if let Some(&number) = gathered.numbers.get(&id) {
                gathered.places.entry(code).or_default().insert(number);
            }
        }
    }
}

impl JudgingData {
    fn add(&mut self, guess: Guess) {
        let (judge, player) = (self.number(guess.judge), self.number(guess.player));
        let (points, back) = (in_points(guess.points), guess.back.map(in_points));
        let seconds = guess.took_ms.map(|ms| number(ms) / 1_000.0);
        self.guesses.push((Judgment { judge, player, points, before: None, seconds }, back));
        self.times.push(guess.at);
    }

    fn number(&mut self, id: String) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(id).or_insert(next)
    }

    /// Blocs of judges, with the ids of their members, and reports on all judges, by id. The time
    /// is linear in the number of guesses: a few calibrations, and the test of attention.
    fn examined(self, now: i64) -> (Vec<(BlocReport, Vec<String>)>, HashMap<String, Report>) {
        let found = review(&self.judgments(), true);
        (self.blocs(&found.calibrated.brigades, now), self.reports(found, now))
    }

    /// The guesses in the order of time, each with the guess that its judge had received last.
    fn judgments(&self) -> Vec<Judgment> {
        let mut received: HashMap<u32, f64> = HashMap::new();
        let judgment = |&(seen, back): &(Judgment, Option<f64>)| {
            let before = received.get(&seen.judge).copied();
            received.extend(back.map(|back| (seen.judge, back)));
            Judgment { before, ..seen }
        };
        self.guesses.iter().rev().map(judgment).collect()
    }

    fn blocs(&self, brigades: &[Brigade], now: i64) -> Vec<(BlocReport, Vec<String>)> {
        let seen = self.guesses.iter().map(|&(seen, _)| seen);
        let all: Vec<(Judgment, i64)> = seen.zip(self.times.iter().copied()).collect();
        let (machines, places) = (&self.machines, &self.places);
        let ids: HashMap<u32, &String> =
            self.numbers.iter().map(|(id, &number)| (number, id)).collect();
        let guesses = blocs::Guesses { all: &all, ids: &ids, machines, places, now };
        let found = guesses.blocs(brigades);
        let named = |judges: Vec<u32>| {
            judges.iter().filter_map(|judge| ids.get(judge).map(|id| (*id).clone())).collect()
        };
        found.into_iter().map(|(report, judges)| (report, named(judges))).collect()
    }

    /// Judges who may be the same person share a code that is valid for this run only.
    fn reports(self, found: Review, now: i64) -> HashMap<String, Report> {
        let mut groups: HashMap<u32, Flag> = HashMap::new();
        for (nth, group) in found.groups.into_iter().enumerate() {
            let flag = Flag {
                kind: "accounts".to_owned(),
                strength: group.strength,
                reason: group.reason(),
                circle: Some(format!("{now}-{nth}")),
            };
            groups.extend(group.judges.into_iter().map(|judge| (judge, flag.clone())));
        }
        let report = |(id, judge)| {
            let at = usize::try_from(judge).ok()?;
            let mut report = stored(found.reports.get(at)?.as_ref()?);
            report.flags.extend(groups.remove(&judge));
            Some((id, report))
        };
        self.numbers.into_iter().filter_map(report).collect()
    }
}

fn stored(report: &luna_learn::reliability::Report) -> Report {
    let flag = |flag: &luna_learn::reliability::Flag| Flag {
        kind: name(flag.kind).to_owned(),
        strength: flag.strength,
        reason: flag.reason.clone(),
        circle: None,
    };
    Report {
        guesses: i64::try_from(report.guesses).unwrap_or(i64::MAX),
        seconds: report.seconds,
        mean: report.mean,
        spread: report.spread,
        correlation: report.correlation,
        flags: report.flags.iter().map(flag).collect(),
    }
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Constant => "constant",
        Kind::Minimum => "minimum",
        Kind::Random => "random",
        Kind::Copying => "copying",
        Kind::Ring => "ring",
        Kind::Inattentive => "inattentive",
    }
}

fn number(whole: i64) -> f64 {
    f64::from(i32::try_from(whole).unwrap_or(i32::MAX))
}

fn in_points(millionths: i64) -> f64 {
    number(millionths) / 1e6
}
