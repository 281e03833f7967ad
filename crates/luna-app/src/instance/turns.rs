//! Turns for computations over the whole instance.

use tokio::sync::{Semaphore, SemaphorePermit};

/// Lets one such computation run at a time. On an instance with a million games each of them holds
/// hundreds of megabytes; in turn they need as much as the largest.
#[derive(Debug)]
pub struct Turns(Semaphore);

impl Default for Turns {
    fn default() -> Turns {
        Turns(Semaphore::new(1))
    }
}

impl Turns {
    /// Waits for a turn, which lasts until the permit is dropped.
    pub(crate) async fn take(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed.
        self.0.acquire().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Turns;

    #[tokio::test]
    async fn one_computation_runs_at_a_time() {
        let turns = Turns::default();
        let first = turns.take().await;
        let second = tokio::time::timeout(Duration::from_millis(20), turns.take());
        assert!(second.await.is_err());
        drop(first);
        assert!(turns.take().await.is_some());
    }
}
