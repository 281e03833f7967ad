//! How many connections there may be: in all, and from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::refusal::Refusal;

#[derive(Clone, Debug)]
pub(super) struct Places {
    taken: Arc<Mutex<Taken>>,
    most: usize,
    most_of_one: usize,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A connection's place, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    taken: Arc<Mutex<Taken>>,
    address: IpAddr,
}

impl Places {
    pub(super) fn new(most: usize, most_of_one: usize) -> Places {
        Places { taken: Arc::default(), most, most_of_one }
    }

    pub(super) fn take(&self, address: IpAddr) -> Result<Place, Refusal> {
        let address = luna_web::network(address);
        let mut taken = lock(&self.taken);
        if taken.all >= self.most {
            return Err(Refusal::Full);
        }
        let here = taken.by_address.entry(address).or_default();
        if *here >= self.most_of_one {
            return Err(Refusal::Crowd);
        }
        *here += 1;
        taken.all += 1;
        drop(taken);
        Ok(Place { taken: Arc::clone(&self.taken), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        taken.all = taken.all.saturating_sub(1);
        if let Some(here) = taken.by_address.get_mut(&self.address) {
            *here = here.saturating_sub(1);
            if *here == 0 {
                taken.by_address.remove(&self.address);
            }
        }
    }
}

fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_in_all_and_for_each_address_and_given_back() {
        let places = Places::new(3, 2);
        let take = |address: &str| places.take(address.parse().unwrap());
        let first = take("192.0.2.1").unwrap();
        let _second = take("192.0.2.1").unwrap();
        assert_eq!(take("192.0.2.1").unwrap_err(), Refusal::Crowd);
        let _other = take("2001:db8::1").unwrap();
        assert_eq!(take("192.0.2.3").unwrap_err(), Refusal::Full);
        drop(first);
        assert!(take("192.0.2.1").is_ok());
        drop((places.clone(), take("192.0.2.9").unwrap()));
        assert_eq!(lock(&places.taken).by_address.len(), 2);
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let places = Places::new(9, 1);
        let _one = places.take("2001:db8::1".parse().unwrap()).unwrap();
        assert_eq!(places.take("2001:db8::2".parse().unwrap()).unwrap_err(), Refusal::Crowd);
        assert!(places.take("2001:db8:0:1::1".parse().unwrap()).is_ok());
    }
}
