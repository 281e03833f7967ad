//! Links to the page on which the owner of an address that several accounts claim names their own.
//!
//! Such a link names the address and is signed. A stored link would belong to one of the accounts,
//! and go with it; but each of them may be a stranger's, who could let the link go at any time.

use crate::mac::mac;

/// Returns the secret part of a link for an address.
pub(crate) fn sign(key: &str, email: &str, expires_at: i64) -> String {
    let signature = hex(&signature(key, email, expires_at));
    format!("{expires_at}-{}-{signature}", hex(email.as_bytes()))
}

/// Returns the address that a link was made for, unless the link has expired or is not ours.
pub fn address(key: &str, token: &str, now: i64) -> Option<String> {
    let mut parts = token.splitn(3, '-');
    let expires_at: i64 = parts.next()?.parse().ok()?;
    let email = String::from_utf8(bytes(parts.next()?)?).ok()?;
    let signed = bytes(parts.next()?)?;
    let ours = signature(key, &email, expires_at);
    // The same time for every signature.
    let differences = signed.iter().zip(&ours).fold(0, |all, (a, b)| all | (a ^ b));
    (signed.len() == ours.len() && differences == 0 && expires_at > now).then_some(email)
}

fn signature(key: &str, email: &str, expires_at: i64) -> [u8; 32] {
    mac(key, &["claims", email, &expires_at.to_string()])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = hex.as_bytes().as_chunks::<2>();
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let byte = |&[high, low]: &[u8; 2]| Some(digit(high)? << 4 | digit(low)?);
    rest.is_empty().then(|| pairs.iter().map(byte).collect())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_good_for_its_address_until_it_expires() {
        let token = sign("key", "ann@example.org", 1_000);
        assert_eq!(address("key", &token, 999).as_deref(), Some("ann@example.org"));
        assert_eq!(address("key", &token, 1_000), None);
        assert_eq!(address("another key", &token, 0), None);
        for (part, other) in [
            ("1000-", "9000-"),
            (&*hex(b"ann@"), &*hex(b"bob@")),
            (&token[token.len() - 1..], ""),
            ("-", ""),
        ] {
            assert_ne!(token.replacen(part, other, 1), token);
            assert_eq!(address("key", &token.replacen(part, other, 1), 0), None, "{part}");
        }
        for other in ["", "-", "--", "1000--", "x-y-z", "9000-\u{e9}-\u{e9}\u{e9}"] {
            assert_eq!(address("key", other, 0), None, "{other}");
        }
    }
}
