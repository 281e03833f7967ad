//! What the marks of finished games tell about the questions that people asked.

mod collected;
mod covariate;
mod marked_question;
pub(crate) mod measures;

use std::collections::BTreeMap;

use luna_learn::item_response::{MachineTest, QuestionFit, Reading};
use luna_store::export::{Response, last_games_since, responses};
use luna_store::predict::fit::{self, QuestionParameters};
use luna_store::{Db, Error, Result};

use self::collected::Collected;
pub use self::covariate::Covariate;
pub use self::marked_question::{MarkedQuestion, MarkedQuestions};
use crate::instance::Instance;
use crate::rating::themes::{self, AskedQuestions};

/// Games in one query.
const PAGE: i64 = 200;
/// The games that the parameters which players see are estimated from: the server has them all in
/// memory meanwhile.
const MOST_GAMES: i64 = 20_000;
/// The level at which a question counts as different for machines. Many questions are tested.
pub const LEVEL: f64 = 0.01;
/// The fewest marks of a question whose parameters are shown to players.
pub const ENOUGH_MARKS: usize = 10;

/// Every question that people asked in rated games that ended within these times.
pub async fn marked_questions(
    db: &Db,
    (since, until): (i64, i64),
    readings: &'static [Reading],
) -> Result<MarkedQuestions> {
    let mut collected = Collected::default();
    each_response(db, (since, until), |response| collected.add(response)).await?;
    fitted(collected, readings).await
}

/// Reads every response of rated games that ended within these times, the first to end first.
async fn each_response(
    db: &Db,
    (since, until): (i64, i64),
    mut read: impl FnMut(Response),
) -> Result<()> {
    let mut after = Some((since, String::new()));
    while let Some((at, id)) = after.take().filter(|(at, _)| *at < until) {
        let (page, more) = db.read(move |tx| responses(tx, (at, &id), PAGE)).await?;
        after = more;
        page.into_iter().filter(|response| response.at < until).for_each(&mut read);
    }
    Ok(())
}

async fn fitted(collected: Collected, readings: &'static [Reading]) -> Result<MarkedQuestions> {
    let fitted = tokio::task::spawn_blocking(move || collected.fitted(readings)).await;
    fitted.map_err(|error| Error::Database(Box::new(error)))
}

/// Stores the parameters of all questions with marks enough, for each player who asked one, and what
/// questions are about, from the last games that ended before a time.
pub(crate) async fn keep_what_marks_tell(app: &Instance, until: i64, now: i64) -> Result<()> {
    let db = &app.db;
    let since = db.read(|tx| last_games_since(tx, MOST_GAMES)).await?.unwrap_or(i64::MIN);
    let (mut collected, mut asked) = (Collected::default(), AskedQuestions::default());
    let read = |response: Response| {
        asked.add(&response);
        collected.add(response);
    };
    each_response(db, (since, until), read).await?;
    keep_parameters(db, fitted(collected, &[Reading::Points]).await?, now).await?;
    themes::keep(app, asked, now).await
}

async fn keep_parameters(db: &Db, found: MarkedQuestions, now: i64) -> Result<()> {
    let mut by_asker: BTreeMap<String, Vec<QuestionParameters>> = BTreeMap::new();
    for it in found.questions {
        let Some(found) = it.points.filter(|fit| fit.answers >= ENOUGH_MARKS) else { continue };
        let parameters = parameters(it.text, &found, now);
        for asker in it.askers {
            by_asker.entry(asker).or_default().push(parameters.clone());
        }
    }
    for (asker, all) in by_asker {
        db.write(move |tx| fit::keep(tx, &asker, &all)).await?;
    }
    db.write(move |tx| fit::delete_older(tx, now)).await
}

fn parameters(text: String, found: &QuestionFit, at: i64) -> QuestionParameters {
    let QuestionFit { answers, difficulty, discrimination, machines } = found;
    QuestionParameters {
        text,
        marks: i64::try_from(*answers).unwrap_or(i64::MAX),
        difficulty: difficulty.value,
        difficulty_low: difficulty.low,
        difficulty_high: difficulty.high,
        discrimination: discrimination.value,
        discrimination_low: discrimination.low,
        discrimination_high: discrimination.high,
        machines: machines.map(|test| match test {
            MachineTest { p, .. } if p >= LEVEL => 0,
            MachineTest { shift, .. } if shift < 0.0 => -1,
            MachineTest { .. } => 1,
        }),
        at,
    }
}
