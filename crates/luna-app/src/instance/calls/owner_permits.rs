//! Permits for calls to the machines of one owner. The number of calls is limited, and hanging
//! machines must not block those of other owners.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The share of one owner: a quarter of all calls.
const MOST: usize = 64;

/// The permits in use, by owner.
#[derive(Debug, Default)]
pub(crate) struct OwnerPermits(Arc<Mutex<HashMap<String, usize>>>);

/// A permit, until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    all: Arc<Mutex<HashMap<String, usize>>>,
    whose: String,
}

impl OwnerPermits {
    /// Takes a permit; none if all of this owner's are in use.
    pub(crate) fn take(&self, whose: &str) -> Option<Permit> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(whose.to_owned()).or_default();
        if *count >= MOST {
            return None;
        }
        *count += 1;
        Some(Permit { all: Arc::clone(&self.0), whose: whose.to_owned() })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.whose) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.whose);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_owner_has_so_many_and_others_have_theirs() {
        let lines = OwnerPermits::default();
        let mut taken: Vec<Permit> = (0..MOST).filter_map(|_| lines.take("ann")).collect();
        assert_eq!(taken.len(), MOST);
        assert!(lines.take("ann").is_none());
        assert!(lines.take("bob").is_some());
        taken.pop();
        taken.extend(lines.take("ann"));
        assert_eq!(taken.len(), MOST);
        drop(taken);
        assert!(lines.0.lock().unwrap().is_empty());
    }
}
