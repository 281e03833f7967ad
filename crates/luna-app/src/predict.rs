//! Ratings predicted from responses. One process regularly selects the finished games to train on
//! and records the selection; each process trains the same model, which its house machines guess
//! with.
//!
//! A prediction is never shown. It only determines the guess of a house machine, which is visible
//! after the game like any guess.

mod reload;
mod train;
mod training_data;

use std::time::Duration;

use luna_machines::predict::ExchangePredictor;
use luna_store::job::{self, ClaimedJob, Predict};
pub use luna_store::predict::PredictionErrors;
use luna_store::predict::{self, HOUSES, TrainingState};
use luna_store::rating::midnight::midnight;
use luna_store::{self as store, Db, counters};

pub use self::reload::follow;
pub use self::train::{
    cross_validated_errors, informativeness, informativeness_of_each, train_on_same_questions,
    train_predictor, training_size, trial_errors,
};
pub use self::training_data::{Answers, ENOUGH, of_houses, of_player};
use crate::instance::Instance;
use crate::job::lease::renewing;
use crate::job::{Job, Worker};
use crate::rating::marked_questions::keep_what_marks_tell;

/// The longest delay before finished games are used for training, unless
const EVERY_MS: i64 = 10 * 60_000;
/// this multiple of the training time is longer.
const TIMES: i64 = 20;
/// The time after which all games that ended at the same moment are visible.
const SETTLED_MS: i64 = 30_000;
/// The number of askers per transaction.
const PAGE: i64 = 100;
/// The pause between two of them, for other work.
const BREATH: Duration = Duration::from_millis(1);

impl Job for Predict {
    /// Trains if there are a tenth more games than the last time, and reschedules itself.
    async fn run(self, worker: Worker, mut job: ClaimedJob) -> Result<(), String> {
        let app = &worker.app;
        let began = app.now();
        let learned = renewing(app, &mut job, learn(app)).await;
        let seq = learned.map_err(|error| error.to_string())?;
        let now = app.now();
        let next = now + EVERY_MS.max((now - began).saturating_mul(TIMES));
        app.db
            .write(move |tx| {
                // Somebody may have been erased since the games were read.
                let due_at = if predict::seq(tx)? == seq { next } else { now };
                if job::complete(tx, &job)? {
                    job::schedule(tx, "predict", &Predict {}, due_at)?;
                }
                Ok::<_, store::Error>(())
            })
            .await
            .map_err(|error| error.to_string())
    }
}

/// Returns the [`predict::seq`] of the training data.
async fn learn(app: &Instance) -> store::Result<i64> {
    let now = app.now();
    let until = now - SETTLED_MS;
    // Games that end too late to be read now are not counted either: the next time, they are more.
    let read = move |tx: &mut store::Tx<'_>| {
        let games = counters::finished_by(tx, until)?;
        Ok::<_, store::Error>((games, predict::seq(tx)?, predict::training_state(tx)?))
    };
    let (games, seq, last) = app.db.read(read).await?;
    if last.as_ref().is_some_and(|last| last.seq == seq && !is_due(last.games, games)) {
        return Ok(seq);
    }
    let _turn = app.turns.take().await;
    let answers = of_houses(&app.db, until).await?;
    let respondents = answers.last_respondents();
    let people = training_size(respondents.len());
    // Training needs as much memory as all these answers: first what needs them, then it.
    keep(&app.db, HOUSES.to_owned(), answers, now).await?;
    let predictor = train_predictor(respondents).await?;
    let tried = predictor.as_ref().map(trial_errors);
    let guesses = predictor.as_ref().is_some_and(ExchangePredictor::beats_constant);
    let since = guesses.then(|| last.and_then(|last| last.since).unwrap_or(now));
    keep_what_questions_tell(&app.db, until, now).await?;
    // Players see these numbers: anything later would tell when somebody has played.
    keep_what_marks_tell(app, midnight(now), now).await?;
    let learned = TrainingState { until, seq, games, people, tried, since };
    let kept = learned.clone();
    app.db.write(move |tx| predict::set_training_state(tx, &kept)).await?;
    reload::take(app, &learned, predictor);
    Ok(seq)
}

/// A tenth more, and at least one.
fn is_due(before: i64, now: i64) -> bool {
    now > before && now.saturating_mul(10) >= before.saturating_mul(11)
}

/// Stores how informative each question is that was asked often enough, for each player who asked
/// it.
async fn keep_what_questions_tell(db: &Db, until: i64, now: i64) -> store::Result<()> {
    let (mut after, games) = (String::new(), i64::try_from(ENOUGH).unwrap_or(i64::MAX));
    loop {
        let page = db.read(move |tx| predict::askers(tx, games, &after, PAGE)).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.clone();
        for asker in page.into_iter().filter(|asker| !asker.starts_with(HOUSES)) {
            let answers = of_player(db, &asker, until).await?;
            keep(db, asker, answers, now).await?;
            tokio::time::sleep(BREATH).await;
        }
    }
}

async fn keep(db: &Db, asker: String, answers: Answers, now: i64) -> store::Result<()> {
    let told = informativeness_of_each(answers, now).await?;
    let known = asker.clone();
    if told.is_empty() && db.read(move |tx| predict::of_asker(tx, &known)).await?.is_empty() {
        return Ok(());
    }
    db.write(move |tx| predict::keep(tx, &asker, &told)).await
}
