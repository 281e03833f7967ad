//! Links to the page on which the owner of an address that several accounts claim names their own.
//!
//! Such a link is the address, encrypted. A stored link would belong to one of the accounts, and go
//! with it; but each of them may be a stranger's, who could let the link go at any time. Readable,
//! the address would stand in the history of browsers and in the logs of proxies.

use luna_machines::encryption::Cipher;
use luna_store::Random;

/// What is encrypted, so that no other text of the instance opens as a link.
const CONTEXT: &str = "claims";
/// Links are as long as this many bytes make them, or twice as many: a link does not tell how long
/// its address is.
const BLOCK: usize = 64;
const VALID_MS: i64 = 3_600_000;

/// Returns the secret part of a link for an address.
pub(crate) fn seal(key: &str, random: &Random, email: &str, made_at: i64) -> String {
    let expires_at = made_at + VALID_MS;
    let plain = format!("{expires_at}\n{email}");
    let length = plain.chars().count().next_multiple_of(BLOCK);
    let [nonce @ .., _, _, _, _] = (random.0)();
    Cipher::new(key).seal(nonce, CONTEXT, &format!("{plain:length$}"))
}

/// Returns the address that a link was made for and the time at which it was made, unless the link
/// has expired or is not ours.
pub fn open(key: &str, token: &str, now: i64) -> Option<(String, i64)> {
    let plain = Cipher::new(key).open(CONTEXT, token)?;
    let (expires_at, email) = plain.trim_end_matches(' ').split_once('\n')?;
    let expires_at: i64 = expires_at.parse().ok()?;
    (expires_at > now).then(|| (email.to_owned(), expires_at - VALID_MS))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU8, Ordering};

    use super::*;

    /// Another nonce each time.
    fn random() -> Random {
        let next = AtomicU8::new(0);
        Random(Arc::new(move || [next.fetch_add(1, Ordering::Relaxed); 16]))
    }

    #[test]
    fn a_link_is_good_for_its_address_until_it_expires() {
        let token = seal("key", &random(), "ann@example.org", 1_000);
        let end = 1_000 + VALID_MS;
        let expected = Some(("ann@example.org".to_owned(), 1_000));
        assert_eq!(open("key", &token, end - 1), expected);
        assert_eq!(open("key", &token, end), None);
        assert_eq!(open("another key", &token, 0), None);
        for at in 0..token.len() {
            let mut changed = token.clone();
            let other = if token[at..].starts_with('0') { "1" } else { "0" };
            changed.replace_range(at..=at, other);
            assert_eq!(open("key", &changed, 0), None, "{at}");
            assert_eq!(open("key", &token[..at], 0), None, "{at}");
        }
        for other in ["", "s1:", "s1:00", "9000-\u{e9}-\u{e9}\u{e9}"] {
            assert_eq!(open("key", other, 0), None, "{other}");
        }
        let secret = Cipher::new("key").seal([0; 12], "machine", "9000\nann@example.org");
        assert_eq!(open("key", &secret, 0), None, "another text of the instance");
    }

    #[test]
    fn a_link_tells_neither_its_address_nor_how_long_that_is() {
        let random = random();
        let long = format!("{}@example.org", "a".repeat(30));
        let [one, again, other] =
            ["a@b.cd", "a@b.cd", &long].map(|email| seal("key", &random, email, 1_700_000_000_000));
        assert_ne!(one, again);
        assert_eq!((one.len(), again.len()), (other.len(), other.len()));
        let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
        for told in [long.clone(), hex(&long), hex("@example.org"), hex("1700003600000")] {
            assert!(!other.contains(&told), "{told}");
        }
        let most = format!("{}@example.org", "a".repeat(242));
        let token = seal("key", &random, &most, 1_700_000_000_000);
        assert_eq!(open("key", &token, 0), Some((most, 1_700_000_000_000)));
    }
}
