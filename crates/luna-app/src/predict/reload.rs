//! Training in each process, on the games that one of them has recorded.

use luna_machines::predict::ExchangePredictor;
use luna_store as store;
use luna_store::predict::{self, TrainingState};

use super::train::train_predictor;
use super::training_data::of_houses;
use crate::instance::Instance;

/// Trains on newly recorded data. Returns true if there was any. A model trained on somebody who
/// has been erased since is dropped at once; the job `predict` trains again.
pub async fn follow(app: &Instance) -> store::Result<bool> {
    let read = |tx: &mut store::Tx<'_>| {
        Ok::<_, store::Error>(predict::training_state(tx)?.zip(Some(predict::seq(tx)?)))
    };
    let Some((learned, seq)) = app.db.read(read).await? else { return Ok(false) };
    if learned.seq != seq {
        let dropped = app.houses.learned.is_trained();
        app.houses.learned.replace((learned.until, seq), None);
        return Ok(dropped);
    }
    if app.houses.learned.source() == Some(source(&learned)) {
        return Ok(false);
    }
    let mut predictor = None;
    if learned.since.is_some() {
        let _turn = app.turns.take().await;
        let people = of_houses(&app.db, learned.until).await?.last_respondents();
        predictor = train_predictor(people).await?;
    }
    take(app, &learned, predictor);
    Ok(true)
}

/// Lets the house machines of this process guess with the model if it beats a constant guess.
pub(super) fn take(app: &Instance, learned: &TrainingState, predictor: Option<ExchangePredictor>) {
    let predictor = predictor.filter(ExchangePredictor::beats_constant);
    app.houses.learned.replace(source(learned), predictor);
}

/// The identity of a training run: the same source gives the same model.
fn source(learned: &TrainingState) -> (i64, i64) {
    (learned.until, learned.seq)
}
