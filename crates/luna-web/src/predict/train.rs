//! The learning itself, where it keeps nobody waiting.

use luna_machines::predict::{Asked, Example, Predictor, Refusal};
use luna_store as store;
use luna_store::predict::{Told, Tried};

use super::Answers;

/// So many rated people must have answered.
pub const ENOUGH: usize = 30;

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

/// Which share of how ratings differ the answers to each of these questions
/// foretell, which all of the people have answered.
pub async fn informativeness(
    questions: Vec<String>,
    examples: Vec<Example>,
) -> store::Result<Vec<f64>> {
    aside(move || Predictor::informativeness(&asked(questions), &examples)).await
}

/// How much the answers to each question tell that enough people have answered.
pub(super) async fn told(answers: Answers, now: i64) -> store::Result<Vec<Told>> {
    aside(move || {
        let each = answers.by_question().into_iter();
        let told = |(text, examples): (String, Vec<Example>)| {
            let people = i64::try_from(examples.len()).unwrap_or(i64::MAX);
            let shares = Predictor::informativeness(&asked(vec![text.clone()]), &examples);
            let share = shares.first().copied();
            share.map(|share| Told { text, people, share, at: now })
        };
        each.filter_map(told).collect()
    })
    .await
}

fn asked(questions: Vec<String>) -> Vec<Asked> {
    questions.into_iter().map(|text| Asked { text, key: Vec::new() }).collect()
}

/// Where it keeps nothing waiting that is quick.
async fn aside<T: Send + 'static>(sum: impl FnOnce() -> T + Send + 'static) -> store::Result<T> {
    tokio::task::spawn_blocking(sum).await.map_err(|error| store::Error::Database(Box::new(error)))
}
