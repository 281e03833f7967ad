//! Waiting for a topic to change, without polling the database.
//!
//! The truth is `topic.seq` in the database; this only makes the wait short. Waiters also look at
//! the database now and then.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::watch;

/// Those on this process who wait, by topic.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waiters(Arc<Mutex<HashMap<String, watch::Sender<u64>>>>);

/// For a thread that is to end when nobody can be waiting any more.
pub(crate) struct WeakWaiters(Weak<Mutex<HashMap<String, watch::Sender<u64>>>>);

impl WeakWaiters {
    pub(crate) fn upgrade(&self) -> Option<Waiters> {
        self.0.upgrade().map(Waiters)
    }
}

impl Waiters {
    pub(crate) fn downgrade(&self) -> WeakWaiters {
        WeakWaiters(Arc::downgrade(&self.0))
    }

    /// A receiver that sees every change from now on.
    pub(crate) fn wait_for(&self, topic: &str) -> watch::Receiver<u64> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() > 64 && all.len().is_power_of_two() {
            all.retain(|_, sender| sender.receiver_count() > 0);
        }
        all.entry(topic.to_owned()).or_insert_with(|| watch::channel(0).0).subscribe()
    }

    pub(crate) fn notify(&self, topic: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = all.get(topic) {
            sender.send_modify(|changes| *changes += 1);
            if sender.receiver_count() == 0 {
                all.remove(topic);
            }
        }
    }

    /// After a gap in which changes may have been missed.
    pub(crate) fn notify_all(&self) {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for sender in all.values() {
            sender.send_modify(|changes| *changes += 1);
        }
    }
}
