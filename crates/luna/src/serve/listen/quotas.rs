//! Quotas of connections and of unread response bytes, in total and for one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::refusal::Refusal;

#[derive(Clone, Debug)]
pub(super) struct Quotas {
    taken: Arc<Mutex<AllUsage>>,
    most: Usage,
    most_of_one: Usage,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) connections: usize,
    /// Bytes of long responses that the network has not taken.
    pub(super) waiting: usize,
}

#[derive(Debug, Default)]
struct AllUsage {
    all: Usage,
    by_address: HashMap<IpAddr, Usage>,
}

/// The permission to have a connection, until it is dropped.
#[derive(Debug)]
pub(super) struct ConnectionPermit {
    quotas: Quotas,
    address: IpAddr,
}

/// Memory for a response, until it is dropped.
#[derive(Debug)]
pub(super) struct Reservation {
    quotas: Quotas,
    address: IpAddr,
    bytes: usize,
}

impl Quotas {
    pub(super) fn new(most: Usage, most_of_one: Usage) -> Quotas {
        Quotas { taken: Arc::default(), most, most_of_one }
    }

    pub(super) fn take(&self, address: IpAddr) -> Result<ConnectionPermit, Refusal> {
        let address = luna_app::rate_limit::network(address);
        let mut taken = lock(&self.taken);
        if taken.all.connections >= self.most.connections {
            return Err(Refusal::Full);
        }
        let here = taken.by_address.entry(address).or_default();
        if here.connections >= self.most_of_one.connections {
            return Err(Refusal::Crowd);
        }
        here.connections += 1;
        taken.all.connections += 1;
        drop(taken);
        Ok(ConnectionPermit { quotas: self.clone(), address })
    }

    fn give_back(&self, address: IpAddr, usage: Usage) {
        let mut taken = lock(&self.taken);
        taken.all.subtract(usage);
        if let Some(here) = taken.by_address.get_mut(&address) {
            here.subtract(usage);
            if *here == Usage::default() {
                taken.by_address.remove(&address);
            }
        }
    }
}

impl ConnectionPermit {
    /// Reserves memory for a response to a visitor, who may have another address than the connection:
    /// a proxy's connection serves many.
    pub(super) fn reserve(&self, visitor: IpAddr, bytes: usize) -> Result<Reservation, Refusal> {
        let address = luna_app::rate_limit::network(visitor);
        let mut taken = lock(&self.quotas.taken);
        if taken.all.waiting.saturating_add(bytes) > self.quotas.most.waiting {
            return Err(Refusal::Busy);
        }
        let here = taken.by_address.get(&address).copied().unwrap_or_default();
        // One response is sent however long it is: its reader has nothing else to read first.
        if here.waiting > 0 && here.waiting + bytes > self.quotas.most_of_one.waiting {
            return Err(Refusal::Unread);
        }
        taken.by_address.entry(address).or_default().waiting += bytes;
        taken.all.waiting += bytes;
        drop(taken);
        Ok(Reservation { quotas: self.quotas.clone(), address, bytes })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.quotas.give_back(self.address, Usage { connections: 1, waiting: 0 });
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.quotas.give_back(self.address, Usage { connections: 0, waiting: self.bytes });
    }
}

impl Usage {
    fn subtract(&mut self, other: Usage) {
        self.connections = self.connections.saturating_sub(other.connections);
        self.waiting = self.waiting.saturating_sub(other.waiting);
    }
}

fn lock(taken: &Mutex<AllUsage>) -> MutexGuard<'_, AllUsage> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quotas(most: (usize, usize), most_of_one: (usize, usize)) -> Quotas {
        let usage = |(connections, waiting)| Usage { connections, waiting };
        Quotas::new(usage(most), usage(most_of_one))
    }

    #[test]
    fn connections_are_limited_in_all_and_for_each_address_and_given_back() {
        let quotas = quotas((3, 0), (2, 0));
        let take = |address: &str| quotas.take(address.parse().unwrap());
        let first = take("192.0.2.1").unwrap();
        let _second = take("192.0.2.1").unwrap();
        assert_eq!(take("192.0.2.1").unwrap_err(), Refusal::Crowd);
        let _other = take("2001:db8::1").unwrap();
        assert_eq!(take("192.0.2.3").unwrap_err(), Refusal::Full);
        drop(first);
        assert!(take("192.0.2.1").is_ok());
        drop((quotas.clone(), take("192.0.2.9").unwrap()));
        assert_eq!(lock(&quotas.taken).by_address.len(), 2);
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let quotas = quotas((9, 0), (1, 0));
        let _one = quotas.take("2001:db8::1".parse().unwrap()).unwrap();
        assert_eq!(quotas.take("2001:db8::2".parse().unwrap()).unwrap_err(), Refusal::Crowd);
        assert!(quotas.take("2001:db8:0:1::1".parse().unwrap()).is_ok());
    }

    #[test]
    fn room_for_answers_is_limited_in_all_and_for_each_visitor_and_given_back() {
        let quotas = quotas((9, 10), (9, 6));
        let address = |address: &str| address.parse().unwrap();
        let (one, two) = (address("192.0.2.1"), address("192.0.2.2"));
        // Both come through the same proxy, on any of its connections.
        let proxy = || quotas.take(address("127.0.0.1")).unwrap();
        let (first, second) = (proxy(), proxy());
        let long = first.reserve(one, 4).unwrap();
        assert_eq!(second.reserve(one, 3).unwrap_err(), Refusal::Unread);
        let short = second.reserve(one, 2).unwrap();
        assert_eq!(second.reserve(two, 5).unwrap_err(), Refusal::Busy);
        drop(long);
        let other = first.reserve(two, 5).unwrap();
        drop((first, second, other, short));
        assert_eq!(lock(&quotas.taken).all, Usage::default());
        assert!(lock(&quotas.taken).by_address.is_empty());
    }

    #[test]
    fn refused_answers_leave_nothing_behind() {
        let quotas = quotas((1, 9), (1, 1));
        let permit = quotas.take("127.0.0.1".parse().unwrap()).unwrap();
        let reader = "192.0.2.1".parse().unwrap();
        let only = permit.reserve(reader, 2).unwrap();
        assert_eq!(permit.reserve(reader, 1).unwrap_err(), Refusal::Unread);
        drop(only);
        assert_eq!(permit.reserve(reader, 10).unwrap_err(), Refusal::Busy);
        assert_eq!(lock(&quotas.taken).by_address.len(), 1);
    }
}
