//! Budgets: what one network, and one player, may use up of the processor, of the line
//! and of the disk.
//!
//! A cookie that a client makes up pays for nothing: a request counts for its network from the
//! start, and for a player once they are known. The estimate is taken before, and what was measured
//! beyond it is owed.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

use tokio::sync::Semaphore;

use crate::error::Error;
use crate::instance::clock::Clock;
use crate::instance::rate_limit::{Limit, Limits};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
/// A second in microseconds, in which work is counted.
const SECOND_US: u32 = 1_000_000;

/// The share of its network's work that one player may use up: of forty people in one room, three
/// can do their worst.
const PLAYER_SHARE: u32 = 3;

/// Bytes that are sent to one network, and to one player: a download of a hundred megabytes is
/// legal, several times.
const SENT_TO_NETWORK: Limit =
    Limit { what: "sent-network", burst: 4_000_000_000, window_ms: HOUR };
const SENT_TO_PLAYER: Limit = Limit { what: "sent-player", burst: 1_000_000_000, window_ms: HOUR };

/// Bytes that a player sends before Luna adds up what they have stored.
const STORED_UNCHECKED: Limit =
    Limit { what: "stored-player", burst: 1_000_000, window_ms: 24 * HOUR };

/// The microseconds of processor time that a network may use up in a minute.
fn work_of_network(seconds: u32) -> Limit {
    Limit { what: "work-network", burst: seconds.saturating_mul(SECOND_US), window_ms: MINUTE }
}

/// The bytes that a network may have stored in an hour: a place with more people may store more too.
fn stored_by_network(seconds: u32) -> Limit {
    Limit { what: "stored-network", burst: seconds.saturating_mul(2_000_000), window_ms: HOUR }
}

fn work_of_player(seconds: u32) -> Limit {
    let burst = seconds.saturating_mul(SECOND_US) / PLAYER_SHARE;
    Limit { what: "work-player", burst, window_ms: MINUTE }
}

/// Refusals for want of budget, each with the seconds after which there is some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BudgetRefusal {
    #[error("Your network has asked a lot of this server within a minute.")]
    Work(i64),
    #[error("Your network has downloaded a lot within an hour.")]
    Sent(i64),
    #[error("Your network has sent a lot to be stored within an hour.")]
    Stored(i64),
}

impl BudgetRefusal {
    pub fn seconds(self) -> i64 {
        match self {
            BudgetRefusal::Work(seconds)
            | BudgetRefusal::Sent(seconds)
            | BudgetRefusal::Stored(seconds) => seconds,
        }
    }
}

/// The one who pays for a request: a network, and the player as soon as one is known.
#[derive(Clone)]
pub struct Payer(Arc<Account>);

struct Account {
    limits: Arc<Limits>,
    clock: Clock,
    /// The seconds of work in a minute for a network.
    seconds: u32,
    network: String,
    player: OnceLock<String>,
    /// The request has something stored that grows as people write.
    grows: bool,
}

impl fmt::Debug for Payer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Payer").finish_non_exhaustive()
    }
}

impl Payer {
    pub fn new(
        limits: Arc<Limits>,
        clock: Clock,
        seconds: u32,
        (network, grows): (IpAddr, bool),
    ) -> Payer {
        let (network, player) = (network.to_string(), OnceLock::new());
        Payer(Arc::new(Account { limits, clock, seconds, network, player, grows }))
    }

    /// Returns true if the request has something stored that grows as people write.
    pub fn grows(&self) -> bool {
        self.0.grows
    }

    fn now(&self) -> i64 {
        (self.0.clock.0)()
    }

    /// Takes the estimated work of a request, in microseconds, from its network's budget.
    pub fn begin(&self, work_us: u64) -> Result<(), BudgetRefusal> {
        let Account { limits, seconds, network, .. } = &*self.0;
        let now = self.now();
        let sent = limits.take_many(SENT_TO_NETWORK, network, 0, now);
        if sent.refused {
            return Err(BudgetRefusal::Sent(sent.seconds));
        }
        let work = limits.take_many(work_of_network(*seconds), network, work_us, now);
        if work.refused { Err(BudgetRefusal::Work(work.seconds)) } else { Ok(()) }
    }

    /// Refuses to store if the network has stored too much.
    pub fn may_store(&self) -> Result<(), BudgetRefusal> {
        let Account { limits, seconds, network, .. } = &*self.0;
        let stored = limits.take_many(stored_by_network(*seconds), network, 0, self.now());
        if stored.refused { Err(BudgetRefusal::Stored(stored.seconds)) } else { Ok(()) }
    }

    /// From here on the player pays too. Refuses them while they owe something.
    pub fn player(&self, player_id: &str) -> Result<(), Error> {
        let Account { limits, seconds, player, .. } = &*self.0;
        let now = self.now();
        player.get_or_init(|| player_id.to_owned());
        for limit in [work_of_player(*seconds), SENT_TO_PLAYER] {
            let left = limits.take_many(limit, player_id, 0, now);
            if left.refused {
                return Err(Error::TooOften(left.seconds));
            }
        }
        Ok(())
    }

    /// Adds work that was not estimated, for the network and for the player.
    pub fn worked(&self, work_us: u64) {
        self.owe(work_of_network(self.0.seconds), work_of_player(self.0.seconds), work_us);
    }

    /// Adds the estimated work to what the player has used up, once they are known.
    pub fn ended(&self, work_us: u64) {
        if let Some(player) = self.0.player.get() {
            self.0.limits.owe(work_of_player(self.0.seconds), player, work_us, self.now());
        }
    }

    /// Adds bytes that were sent to them.
    pub fn sent(&self, bytes: u64) {
        self.owe(SENT_TO_NETWORK, SENT_TO_PLAYER, bytes);
    }

    /// Adds bytes that they had stored.
    pub fn stored(&self, bytes: u64) {
        self.owe(stored_by_network(self.0.seconds), STORED_UNCHECKED, bytes);
    }

    /// Returns true, once in a while, if it is time to add up what the player has stored.
    pub fn is_storage_due(&self, player_id: &str) -> bool {
        self.0.limits.look(STORED_UNCHECKED, player_id, self.now()).remaining == 0
    }

    /// Records that what the player has stored was added up, and is within the limit.
    pub fn storage_checked(&self, player_id: &str) {
        self.0.limits.forget(STORED_UNCHECKED, player_id);
    }

    fn owe(&self, of_network: Limit, of_player: Limit, amount: u64) {
        let now = self.now();
        self.0.limits.owe(of_network, &self.0.network, amount, now);
        if let Some(player) = self.0.player.get() {
            self.0.limits.owe(of_player, player, amount, now);
        }
    }
}

/// The place for computations of visitors that take some milliseconds: as many run at a time as
/// leave a core for pages.
#[derive(Debug)]
pub struct Workshop(Semaphore);

impl Default for Workshop {
    fn default() -> Workshop {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Workshop(Semaphore::new((cores - 1).max(1)))
    }
}

impl Workshop {
    /// Runs a computation in its turn. What it takes beyond the estimate is added to the budget.
    pub async fn run<T: Send + 'static>(
        &self,
        payer: &Payer,
        estimate_us: u64,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        // The semaphore is never closed.
        let turn = self.0.acquire().await.ok();
        let timed = payer.clone();
        let done = tokio::task::spawn_blocking(move || {
            let begun = timed.now();
            let done = work();
            let took = u64::try_from(timed.now() - begun).unwrap_or_default() * 1_000;
            timed.worked(took.saturating_sub(estimate_us));
            done
        });
        let done = done.await;
        drop(turn);
        done.map_err(|error| Error::Store(luna_store::Error::Database(error.into())))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;

    struct Place {
        limits: Arc<Limits>,
        time: Arc<AtomicI64>,
    }

    impl Place {
        fn new() -> Place {
            Place { limits: Arc::default(), time: Arc::new(AtomicI64::new(MINUTE)) }
        }

        fn payer(&self) -> Payer {
            let time = Arc::clone(&self.time);
            let clock = Clock(Arc::new(move || time.load(Ordering::Relaxed)));
            Payer::new(Arc::clone(&self.limits), clock, 30, ("192.0.2.1".parse().unwrap(), false))
        }
    }

    #[test]
    fn a_network_pays_before_and_for_what_was_measured() {
        let place = Place::new();
        assert_eq!(place.payer().begin(20_000_000), Ok(()));
        place.payer().worked(20_000_000);
        assert_eq!(place.payer().begin(1), Err(BudgetRefusal::Work(21)));
        place.time.fetch_add(21_000, Ordering::Relaxed);
        assert_eq!(place.payer().begin(1), Ok(()));
    }

    #[test]
    fn a_player_pays_wherever_they_are_and_others_do_not() {
        let place = Place::new();
        let one = place.payer();
        assert!(one.player("one").is_ok());
        one.worked(10_000_001);
        assert!(matches!(place.payer().player("one"), Err(Error::TooOften(1))));
        assert!(place.payer().player("other").is_ok());
        assert_eq!(place.payer().begin(1), Ok(()));
    }

    #[test]
    fn bytes_are_counted_as_work_is() {
        let place = Place::new();
        place.payer().sent(4_000_000_000);
        assert_eq!(place.payer().begin(0), Ok(()));
        place.payer().sent(4_000_000);
        assert!(matches!(place.payer().begin(0), Err(BudgetRefusal::Sent(_))));
        place.payer().stored(60_000_001);
        assert!(matches!(place.payer().may_store(), Err(BudgetRefusal::Stored(_))));
    }

    #[tokio::test]
    async fn a_computation_pays_for_the_time_it_took() {
        let place = Place::new();
        let time = Arc::clone(&place.time);
        let work = move || time.fetch_add(40_000, Ordering::Relaxed);
        let payer = place.payer();
        Workshop::default().run(&payer, 5, work).await.unwrap();
        assert_eq!(payer.begin(1), Err(BudgetRefusal::Work(20)));
    }
}
