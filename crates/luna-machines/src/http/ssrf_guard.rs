//! Guard against server-side request forgery. People who register a machine name a URL, and must
//! not reach with it what only this server can.
//!
//! Names are resolved here and the connection goes to the resolved address, so a name that changes
//! its address in between gains nothing.

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::time::{Instant, sleep_until};

/// When a look-up that fails is said to have failed: most have by then.
const FAILS_AFTER: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Also loopback and private networks, where all owners are trusted.
    pub private: bool,
}

/// A name without an address that may be called.
#[derive(Debug, thiserror::Error)]
#[error("{0} has no address on the public internet.")]
pub(crate) struct Forbidden(pub(crate) String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Public,
    Private,
    /// Link-local, multicast, reserved and the like: nothing that a machine
    /// could sensibly be at. Metadata services of clouds are there.
    Never,
}

impl Guard {
    /// A URL that may be called, as far as it can be told without looking up
    /// its name.
    pub fn url(self, text: &str) -> Result<Url, String> {
        let url =
            Url::parse(text.trim()).map_err(|error| format!("This is not a URL: {error}."))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err("The URL must begin with http:// or https://.".to_owned());
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("The URL must not contain a user name or password.".to_owned());
        }
        let host = url.host_str().ok_or("The URL has no host.")?;
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match literal {
            Ok(address) if !self.allows(address) => Err(Forbidden(host.to_owned()).to_string()),
            _ => Ok(url),
        }
    }

    pub fn allows(self, address: IpAddr) -> bool {
        let reach = match address {
            IpAddr::V4(address) => reach_v4(address),
            IpAddr::V6(address) => reach_v6(address),
        };
        match reach {
            Reach::Public => true,
            Reach::Private => self.private,
            Reach::Never => false,
        }
    }

    /// Looks a name up. A name that is not there and one that leads inside fail in the same
    /// words and after the same time, so that owners learn nothing of names inside.
    async fn look_up(self, name: &str) -> Result<Addrs, Box<dyn Error + Send + Sync>> {
        let answered = Instant::now() + FAILS_AFTER;
        let found = tokio::net::lookup_host((name, 0)).await;
        let allowed: Vec<SocketAddr> = match found {
            Ok(found) => found.filter(|address| self.allows(address.ip())).collect(),
            Err(error) if self.private => return Err(error.into()),
            Err(_) => Vec::new(),
        };
        if allowed.is_empty() {
            if !self.private {
                sleep_until(answered).await;
            }
            return Err(Forbidden(name.to_owned()).into());
        }
        Ok(Box::new(allowed.into_iter()))
    }
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = *self;
        Box::pin(async move { guard.look_up(name.as_str()).await })
    }
}

fn reach_v4(address: Ipv4Addr) -> Reach {
    match address.octets() {
        [10 | 127, ..] | [172, 16..=31, ..] | [192, 168, ..] | [100, 64..=127, ..] => {
            Reach::Private
        }
        [0 | 224..=255, ..]
        | [169, 254, ..]
        | [192, 0, 0 | 2, _]
        | [192, 88, 99, _]
        | [198, 18..=19, ..]
        | [198, 51, 100, _]
        | [203, 0, 113, _] => Reach::Never,
        _ => Reach::Public,
    }
}

fn reach_v6(address: Ipv6Addr) -> Reach {
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        reach_v4(Ipv4Addr::new(a, b, c, d))
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 1] | [0xfc00..=0xfdff, ..] => Reach::Private,
        // IPv4 in other clothes: mapped, translated (NAT64) and 6to4.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            embedded(high, low)
        }
        [0x2002, high, low, ..] => embedded(high, low),
        // Protocol assignments, Teredo among them, and documentation.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => Reach::Never,
        [0x2000..=0x3fff, ..] => Reach::Public,
        _ => Reach::Never,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(address: &str) -> Reach {
        match address.parse().unwrap() {
            IpAddr::V4(address) => reach_v4(address),
            IpAddr::V6(address) => reach_v6(address),
        }
    }

    #[test]
    fn the_public_internet_is_public() {
        for address in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700:4700::1111",
            "2a00::1",
            "2001:200::",
            "2001:4860:4860::8888",
            "::ffff:1.1.1.1",
            "64:ff9b::1.1.1.1",
            "2002:101:101::1",
        ] {
            assert_eq!(reach(address), Reach::Public, "{address}");
        }
    }

    #[test]
    fn private_networks_are_private_however_they_are_written() {
        for address in [
            "127.0.0.1",
            "127.255.255.255",
            "10.0.0.0",
            "10.255.255.255",
            "172.16.0.0",
            "172.31.255.255",
            "192.168.0.0",
            "192.168.255.255",
            "100.64.0.0",
            "100.127.255.255",
            "::1",
            "fc00::",
            "fdff:ffff::1",
            "::ffff:127.0.0.1",
            "::ffff:10.1.2.3",
            "64:ff9b::192.168.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2002:c0a8:1::1",
        ] {
            assert_eq!(reach(address), Reach::Private, "{address}");
        }
    }

    #[test]
    fn what_no_machine_is_at_is_never_called() {
        for address in [
            "0.0.0.0",
            "0.255.255.255",
            "169.254.169.254",
            "169.254.0.0",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "198.18.0.0",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.0",
            "255.255.255.255",
            "::",
            "::127.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:0.0.0.0",
            "::ffff:0:127.0.0.1",
            "64:ff9b::169.254.169.254",
            "64:ff9b:1::1",
            "2002:a9fe:a9fe::",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
            "100::1",
            "2001::1",
            "2001:1ff::1",
            "2001:db8::1",
            "3fff::1",
            "3fff:fff::1",
            "4000::1",
            "5f00::1",
        ] {
            assert_eq!(reach(address), Reach::Never, "{address}");
            assert!(!Guard { private: true }.allows(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn an_address_in_a_url_is_seen_however_it_is_written() {
        let (closed, open) = (Guard { private: false }, Guard { private: true });
        for host in [
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "0x7f.1",
            "127.0.0.1.",
            "１２７.０.０.１",
            "127%2e0%2e0%2e1",
            "[::1]",
            "[::ffff:7f00:1]",
            "[::ffff:127.0.0.1]",
        ] {
            let url = format!("http://{host}:8080/a");
            assert!(closed.url(&url).unwrap_err().contains("public internet"), "{host}");
            assert!(open.url(&url).is_ok(), "{host}");
        }
        assert!(open.url("http://169.254.169.254/latest").is_err());
        assert!(closed.url(" https://example.org/machine?x=1 ").is_ok());
        assert!(closed.url("http://93.184.215.14:81/").is_ok());
    }

    #[test]
    fn other_schemes_and_credentials_are_refused_in_words() {
        let refusal = |url| Guard { private: true }.url(url).unwrap_err();
        assert_eq!(refusal("ftp://example.org"), "The URL must begin with http:// or https://.");
        assert_eq!(refusal("file:///etc/passwd"), refusal("gopher://example.org"));
        assert_eq!(refusal("data:,x"), refusal("unix:/run/x"));
        assert!(refusal("http://a:b@example.org").contains("user name"));
        assert!(refusal("http://a@example.org").contains("user name"));
        assert!(refusal("example.org").starts_with("This is not a URL"));
        assert!(refusal("").starts_with("This is not a URL"));
        assert!(refusal("http://").starts_with("This is not a URL"));
    }
}
