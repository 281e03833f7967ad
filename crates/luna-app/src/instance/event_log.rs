//! The log lines of what happens on an instance: ids, and nothing that anybody has written.

use luna_store::{Event, EventLog};

/// The log of a server.
pub fn event_log() -> EventLog {
    EventLog::new(|event| match event {
        Event::SignedUp { player_id } => tracing::info!(player = player_id, "signed up"),
        Event::AddressConfirmed { player_id } => {
            tracing::info!(player = player_id, "address confirmed");
        }
        Event::GameBegun { game_id, player_id } => {
            tracing::info!(game = game_id, player = player_id, "game begun");
        }
        Event::GameFinished { game_id } => tracing::info!(game = game_id, "game finished"),
        Event::GameExpired { game_id, player_id } => {
            tracing::info!(game = game_id, player = player_id, "game expired");
        }
        Event::MachineRegistered { machine_id, owner_id } => {
            tracing::info!(machine = machine_id, owner = owner_id, "machine registered");
        }
    })
}
