//! What one process has learned and written down, each of the others learns for
//! itself.

use luna_machines::House;
use luna_machines::predict::Predictor;
use luna_store as store;
use luna_store::predict::{self, Learned};

use super::{of_houses, trained};
use crate::App;

/// Learns what has been learned since the last time, here or elsewhere. Says
/// whether there was anything new. What was learned from somebody who has been
/// erased since is dropped at once; the job `predict` learns again.
pub async fn follow(app: &App) -> store::Result<bool> {
    let read = |tx: &mut store::Tx<'_>| {
        Ok::<_, store::Error>(predict::learned(tx)?.zip(Some(predict::seq(tx)?)))
    };
    let Some((learned, seq)) = app.db.read(read).await? else { return Ok(false) };
    if learned.seq != seq {
        let dropped = app.houses.learned.knows();
        app.houses.learned.learn((learned.until, seq), None);
        return Ok(dropped);
    }
    if app.houses.learned.source() == Some(source(&learned)) {
        return Ok(false);
    }
    let mut predictor = None;
    if learned.since.is_some() {
        let questions = asked_by_houses(app);
        let examples = of_houses(&app.db, learned.until).await?.to(&questions);
        predictor = trained(questions, examples).await?;
    }
    take(app, &learned, predictor);
    Ok(true)
}

/// Has the house machines of this process guess by it if that is better than not
/// to.
pub(super) fn take(app: &App, learned: &Learned, predictor: Option<Predictor>) {
    let predictor = predictor.filter(Predictor::beats_constant);
    let lesson = predictor.map(|predictor| (asked_by_houses(app), predictor));
    app.houses.learned.learn(source(learned), lesson);
}

/// Who learns from the same comes to the same.
fn source(learned: &Learned) -> (i64, i64) {
    (learned.until, learned.seq)
}

pub(super) fn asked_by_houses(app: &App) -> Vec<String> {
    House::Eliza.questions(app.settings.rules.questions)
}
