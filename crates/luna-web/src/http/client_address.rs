//! Addresses of clients, also behind a proxy.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};

use axum::http::HeaderMap;
use luna_app::rate_limit::network;
use sha2::{Digest as _, Sha256};

/// The network that a request comes from, which limits apply to: that of the peer, or of the client
/// that the proxy names.
pub fn client_network(headers: &HeaderMap, peer: IpAddr, behind_proxy: bool) -> IpAddr {
    let client = if behind_proxy { forwarded(headers) } else { None };
    network(client.unwrap_or(peer))
}

fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    // The proxy adds to the last line, or a line of its own. What is before that,
    // visitors may have made up.
    let Some(line) = headers.get_all("x-forwarded-for").iter().next_back() else {
        warn_once("the proxy sends no X-Forwarded-For: all its visitors share their limits");
        return None;
    };
    let last = line.as_bytes().rsplit(|&byte| byte == b',').next().unwrap_or_default();
    let last = last.trim_ascii();
    let parsed = std::str::from_utf8(last).ok().and_then(hop);
    Some(parsed.unwrap_or_else(|| {
        warn_once("the proxy's X-Forwarded-For contains something that is not an address");
        stand_in(last)
    }))
}

/// Reads an address as proxies write it: also with a port, in brackets or in quotes.
fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim_matches('"');
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare.parse().ok().or_else(with_port)
}

/// A reserved address for a hop that is named instead: its visitors get their own limits and not
/// those of the proxy.
fn stand_in(name: &[u8]) -> IpAddr {
    const DISCARD_ONLY: u128 = 0x0100 << 112;
    let digest = Sha256::digest(name);
    let bits = digest.iter().take(6).fold(0, |bits, &byte| bits << 8 | u128::from(byte));
    // Above the lower half, which limits do not look at.
    Ipv6Addr::from_bits(DISCARD_ONLY | bits << 64).into()
}

fn warn_once(what: &'static str) {
    static WARNED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    if WARNED.lock().unwrap_or_else(PoisonError::into_inner).insert(what) {
        tracing::warn!("{what}");
    }
}
