//! The job `machine_turn`.

use luna_store::job::{ClaimedJob, MachineTurn};
use luna_store::{Tx, game};

use crate::error::Error;
use crate::game::house_machines;
use crate::instance::Instance;
use crate::job::{Job, Transaction, Worker, in_transaction};

impl Job for MachineTurn {
    async fn run(self, worker: Worker, claimed: ClaimedJob) -> Result<(), String> {
        match house_machines::precompute_guess(&worker.app, &self.game, self.seat).await {
            Ok(()) => in_transaction(&worker.app, claimed, self).await,
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Transaction for MachineTurn {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        let (seat, paced_ms) = (self.seat, self.paced_ms);
        let mut loaded = game::load_locked(tx, &self.game)?;
        match (loaded.game.duty(seat), loaded.occupant(seat)) {
            (Some(duty), Some(machine)) if machine.house() => {
                Ok(house_machines::play(tx, app, &mut loaded, seat, duty, Some(paced_ms))?)
            }
            (_, Some(_)) => Ok(game::release(tx, &app.moment(), &mut loaded, seat, paced_ms)?),
            _ => Ok(()),
        }
    }
}
