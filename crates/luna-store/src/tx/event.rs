//! Events that a server logs once they are durable. They hold ids, and nothing that anybody has written.

use std::fmt;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    SignedUp {
        player_id: String,
    },
    AddressConfirmed {
        player_id: String,
    },
    GameBegun {
        game_id: String,
        player_id: String,
    },
    GameFinished {
        game_id: String,
    },
    /// The time of a player was over.
    GameExpired {
        game_id: String,
        player_id: String,
    },
    MachineRegistered {
        machine_id: String,
        owner_id: String,
    },
}

/// Writes events to a log.
#[derive(Clone)]
pub struct EventLog(Arc<dyn Fn(&Event) + Send + Sync>);

impl EventLog {
    pub fn new(write: impl Fn(&Event) + Send + Sync + 'static) -> EventLog {
        EventLog(Arc::new(write))
    }

    pub(crate) fn write(&self, event: &Event) {
        (self.0)(event);
    }
}

impl fmt::Debug for EventLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EventLog")
    }
}
