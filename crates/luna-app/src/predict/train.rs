//! Training, on threads where no request waits for it.

use luna_machines::predict::{
    Example, ExchangePredictor, MOST, Predictor, Question, Refusal, Respondent,
};
use luna_store as store;
use luna_store::predict::{PredictionErrors, QuestionInformativeness};

use super::training_data::{Answers, ENOUGH};

/// The number of people to train on, out of all that there are.
pub fn training_size(people: usize) -> i64 {
    i64::try_from(people.min(MOST)).unwrap_or(i64::MAX)
}

/// Trains on the responses to any questions, if there are enough people and their ratings differ.
pub async fn train_predictor(people: Vec<Respondent>) -> store::Result<Option<ExchangePredictor>> {
    if people.len() < ENOUGH {
        return Ok(None);
    }
    Ok(logged(aside(move || ExchangePredictor::train(&people)).await?))
}

/// Trains on the responses to questions that all of these people were asked.
pub async fn train_on_same_questions(
    questions: Vec<String>,
    examples: Vec<Example>,
) -> store::Result<Option<Predictor>> {
    if examples.len() < ENOUGH {
        return Ok(None);
    }
    Ok(logged(aside(move || Predictor::train(&asked(questions), &examples)).await?))
}

fn logged<T>(found: Result<T, Refusal>) -> Option<T> {
    found.inspect_err(|why| tracing::info!(%why, "no ratings are predicted")).ok()
}

pub fn trial_errors(predictor: &ExchangePredictor) -> PredictionErrors {
    let trial = predictor.trial();
    PredictionErrors { error: 100.0 * trial.error, constant: 100.0 * trial.constant }
}

pub fn cross_validated_errors(predictor: &Predictor) -> PredictionErrors {
    let tried = predictor.cross_validation();
    PredictionErrors { error: 100.0 * tried.error, constant: 100.0 * tried.constant }
}

/// The share of the variance of ratings that the answers to each question explain. All of these
/// people have answered all of the questions.
pub async fn informativeness(
    questions: Vec<String>,
    examples: Vec<Example>,
) -> store::Result<Vec<f64>> {
    aside(move || Predictor::informativeness(&asked(questions), &examples)).await
}

/// The informativeness of each question that enough people have answered.
pub async fn informativeness_of_each(
    answers: Answers,
    now: i64,
) -> store::Result<Vec<QuestionInformativeness>> {
    aside(move || {
        let told = |(text, examples): (String, Vec<Example>)| {
            let people = training_size(examples.len());
            let shares = Predictor::informativeness(&asked(vec![text.clone()]), &examples);
            let share = shares.first().copied();
            share.map(|share| QuestionInformativeness { text, people, share, at: now })
        };
        answers.by_question().filter_map(told).collect()
    })
    .await
}

fn asked(questions: Vec<String>) -> Vec<Question> {
    questions.into_iter().map(|text| Question { text, key: Vec::new() }).collect()
}

/// Runs a long computation on a thread where no request waits for it.
async fn aside<T: Send + 'static>(sum: impl FnOnce() -> T + Send + 'static) -> store::Result<T> {
    tokio::task::spawn_blocking(sum).await.map_err(|error| store::Error::Database(Box::new(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_said_to_have_been_learned_from_who_was_not() {
        assert_eq!([0, 999, 1_000, 1_001].map(training_size), [0, 999, 1_000, 1_000]);
    }
}
