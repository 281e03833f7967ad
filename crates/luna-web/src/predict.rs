//! Ratings predicted from answers: learned now and then from the games that are
//! over, by one process, which writes down from which; each process then learns
//! the same for itself, and its house machines guess by it.
//!
//! Nobody is shown a prediction. All it does is the guess of a house machine,
//! which is seen when the game is over, as any guess is.

mod gather;
mod say;

use std::time::Duration;

use luna_machines::House;
use luna_machines::predict::{Asked, Example, MOST, Predictor, Refusal};
use luna_store::job::{self, Claimed, Work};
pub use luna_store::predict::Tried;
use luna_store::predict::{self, HOUSES, Learned, Told};
use luna_store::{self as store, Db, tally};

pub use self::gather::{Answers, of_houses, of_player};
pub use self::say::percent;
pub(crate) use self::say::{guesses_by, tells};
use crate::{App, work};

/// Games that have ended are learned from after so long at the latest, or
const EVERY_MS: i64 = 10 * 60_000;
/// so many times what the learning took.
const TIMES: i64 = 20;
/// What ends at once becomes visible in any order; so much later all of it is.
const SETTLED_MS: i64 = 30_000;
/// So many rated people must have answered.
pub const ENOUGH: usize = 30;
/// Players who ask, at a time.
const PAGE: i64 = 100;
/// Others get to work between two of them.
const BREATH: Duration = Duration::from_millis(1);

/// Learns if a tenth more games are over than the last time, and comes again.
pub(crate) async fn perform(app: &App, mut job: Claimed) -> Result<(), String> {
    let began = app.now();
    let learned = work::holding(app, &mut job, learn(app)).await;
    learned.map_err(|error| error.to_string())?;
    let now = app.now();
    let due_at = now + EVERY_MS.max((now - began).saturating_mul(TIMES));
    app.db
        .write(move |tx| {
            if job::done(tx, &job)? {
                job::schedule(tx, "predict", &Work::Predict, due_at)?;
            }
            Ok::<_, store::Error>(())
        })
        .await
        .map_err(|error| error.to_string())
}

async fn learn(app: &App) -> store::Result<()> {
    let read = |tx: &mut store::Tx<'_>| {
        Ok::<_, store::Error>((tally::finished(tx)?, predict::seq(tx)?, predict::learned(tx)?))
    };
    let (games, seq, last) = app.db.read(read).await?;
    if last.as_ref().is_some_and(|last| last.seq == seq && !is_due(last.games, games)) {
        return Ok(());
    }
    let now = app.now();
    let until = now - SETTLED_MS;
    let answers = of_houses(&app.db, until).await?;
    let questions = asked_by_houses(app);
    let examples = answers.to(&questions);
    let people = heard(&examples);
    let predictor = trained(questions, examples).await?;
    let tried = predictor.as_ref().map(tried);
    let guesses = predictor.is_some_and(|predictor| predictor.beats_constant());
    let since = guesses.then(|| last.and_then(|last| last.since).unwrap_or(now));
    keep_what_questions_tell(&app.db, answers, until, now).await?;
    let learned = Learned { until, seq, games, people, tried, since };
    app.db.write(move |tx| predict::set_learned(tx, &learned)).await
}

/// A tenth more, and at least one.
fn is_due(before: i64, now: i64) -> bool {
    now > before && now.saturating_mul(10) >= before.saturating_mul(11)
}

/// From how many of them is learned.
pub fn heard(examples: &[Example]) -> i64 {
    i64::try_from(examples.len().min(MOST)).unwrap_or(i64::MAX)
}

fn asked_by_houses(app: &App) -> Vec<String> {
    House::Eliza.questions(app.settings.rules.questions)
}

/// Learns, if there are enough people to learn from and something to learn.
pub async fn trained(
    questions: Vec<String>,
    examples: Vec<Example>,
) -> store::Result<Option<Predictor>> {
    if examples.len() < ENOUGH {
        return Ok(None);
    }
    let learned = aside(move || Predictor::train(&asked(questions), &examples)).await?;
    Ok(learned.inspect_err(|why: &Refusal| tracing::info!(%why, "no ratings are predicted")).ok())
}

pub fn tried(predictor: &Predictor) -> Tried {
    let tried = predictor.tried();
    Tried { error: 100.0 * tried.error, constant: 100.0 * tried.constant }
}

fn asked(questions: Vec<String>) -> Vec<Asked> {
    questions.into_iter().map(|text| Asked { text, key: Vec::new() }).collect()
}

/// Where it keeps nothing waiting that is quick.
async fn aside<T: Send + 'static>(sum: impl FnOnce() -> T + Send + 'static) -> store::Result<T> {
    tokio::task::spawn_blocking(sum).await.map_err(|error| store::Error::Database(Box::new(error)))
}

/// How much the answers tell to each question that was asked often enough, by
/// whoever asked it.
async fn keep_what_questions_tell(
    db: &Db,
    houses: Answers,
    until: i64,
    now: i64,
) -> store::Result<()> {
    keep(db, HOUSES.to_owned(), houses, now).await?;
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
    let told = told(answers, now).await?;
    let known = asker.clone();
    if told.is_empty() && db.read(move |tx| predict::of_asker(tx, &known)).await?.is_empty() {
        return Ok(());
    }
    db.write(move |tx| predict::keep(tx, &asker, &told)).await
}

/// How much the answers to each question tell that enough people have answered.
async fn told(answers: Answers, now: i64) -> store::Result<Vec<Told>> {
    aside(move || {
        let each = answers.by_question().into_iter();
        let told = |(text, examples): (String, Vec<Example>)| {
            let people = heard(&examples);
            let shares = Predictor::informativeness(&asked(vec![text.clone()]), &examples);
            let share = shares.first().copied();
            share.map(|share| Told { text, people, share, at: now })
        };
        each.filter_map(told).collect()
    })
    .await
}

/// Which share of how ratings differ the answers to each of these questions
/// foretell, which all of the people have answered.
pub async fn informativeness(
    questions: Vec<String>,
    examples: Vec<Example>,
) -> store::Result<Vec<f64>> {
    aside(move || Predictor::informativeness(&asked(questions), &examples)).await
}

/// What this process has learned, by when and what it was learned from.
#[derive(Debug, Default)]
pub struct Following(Option<(i64, i64)>);

impl Following {
    /// Learns for itself what has been learned since the last time, and has the
    /// house machines guess by it if that is better than not to. Says whether there
    /// was anything new.
    pub async fn on(&mut self, app: &App) -> Result<bool, store::Error> {
        let Some(learned) = app.db.read(predict::learned).await? else { return Ok(false) };
        let from = (learned.until, learned.seq);
        if self.0 == Some(from) {
            return Ok(false);
        }
        let questions = asked_by_houses(app);
        let mut predictor = None;
        if learned.since.is_some() {
            let examples = of_houses(&app.db, learned.until).await?.to(&questions);
            predictor = trained(questions.clone(), examples).await?;
        }
        match predictor.filter(Predictor::beats_constant) {
            Some(predictor) => app.houses.learned.learn(questions, predictor),
            None => app.houses.learned.forget(),
        }
        self.0 = Some(from);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_said_to_have_been_learned_from_who_was_not() {
        let crowd = |many| vec![Example { responses: Vec::new(), rating: 0.5 }; many];
        assert_eq!([0, 999, 1_000, 1_001].map(|many| heard(&crowd(many))), [0, 999, 1_000, 1_000]);
    }
}
