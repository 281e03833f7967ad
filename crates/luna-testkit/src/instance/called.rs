//! Ann's machine elsewhere, which the instance calls.

use luna_app::readiness;
use luna_machines::encryption::Cipher;
use luna_store::machine::{self, MachineConfig, Transport};
use luna_store::{Tx, player};
use serde_json::Value;

use crate::instance::machine_server::SIGNING;
use crate::instance::{SECRET, TestInstance};
use crate::machine::declared;

impl TestInstance {
    /// Gives Ann a machine with everything it needs, which plays from now on.
    pub async fn calls(&self, way: Transport, setup: Value) {
        let plain = if way == Transport::Push { SIGNING } else { "sk-of-ann" };
        let sealed = Cipher::new(SECRET).seal([7; 12], "far", plain);
        self.declares(way, setup, Some(sealed)).await;
        self.work().await;
    }

    /// Gives Ann a machine whose secret is stored as this. No other machine plays.
    pub async fn declares(&self, way: Transport, setup: Value, sealed: Option<String>) {
        let declared =
            MachineConfig { model: "brain 2".into(), setup: setup.to_string(), ..declared(way) };
        self.only("nobody").await;
        self.acts(move |tx, at| {
            let ann = player::by_name(tx, "ann")?.id;
            machine::register(tx, at.now, "far", "far away", Some(&ann), &declared)?;
            machine::set_secret(tx, "far", sealed.as_deref())?;
            readiness::schedule_probe(tx, at, "far")
        })
        .await;
    }

    pub async fn standing(&self) -> machine::Lifecycle {
        let find = |tx: &mut Tx<'_>| machine::find(tx, "far");
        self.db.read(find).await.unwrap().standing
    }

    /// Replies, games given up, and tokens of both kinds.
    pub fn spent(&self) -> Vec<String> {
        let sums = "SELECT sum(replies), sum(invalid), sum(tokens_in), sum(tokens_out) FROM spent";
        self.db.raw(sums).remove(0)
    }

    /// The number of games that the machine has begun, and of those that wait for a person.
    pub fn games(&self) -> [String; 2] {
        let all = "SELECT count(*) FROM seat WHERE player_id = 'far'";
        [self.db.column(all).remove(0), self.db.column("SELECT count(*) FROM pool").remove(0)]
    }

    pub fn problems(&self) -> Vec<String> {
        self.db
            .column("SELECT problem FROM spent WHERE problem IS NOT NULL ORDER BY day, subject_id")
    }

    /// Replies, failures and tokens of both kinds, for questions outside games.
    pub fn answering(&self) -> Vec<String> {
        let sums = "SELECT sum(replies), sum(invalid), sum(tokens_in), sum(tokens_out) FROM spent
                    WHERE skill = 'answer'";
        self.db.raw(sums).remove(0)
    }
}
