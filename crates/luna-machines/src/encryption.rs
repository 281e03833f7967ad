//! Encryption of machines' secrets at rest: the database alone does not suffice to read them, nor to
//! move one from its machine to another.

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};

use crate::hex;

/// The version of the scheme, so that it can change.
const VERSION: &str = "s1:";

pub struct Cipher(LessSafeKey);

impl Cipher {
    /// With a key of its own, derived from the secret of the instance.
    pub fn new(secret: &str) -> Cipher {
        let derived = Salt::new(HKDF_SHA256, b"luna").extract(secret.as_bytes());
        #[expect(clippy::expect_used, reason = "only a key of more than 8160 bytes fails")]
        let key = derived.expand(&[b"sealed with AES-256-GCM"], &AES_256_GCM).expect("32 bytes");
        Cipher(LessSafeKey::new(UnboundKey::from(key)))
    }

    /// Encrypts. `context` names the owner of the secret, such as the id of the machine. A nonce must
    /// never be used twice: draw it at random.
    pub fn seal(&self, nonce: [u8; NONCE_LEN], context: &str, plain: &str) -> String {
        let mut bytes = plain.as_bytes().to_vec();
        let (once, about) = (Nonce::assume_unique_for_key(nonce), Aad::from(context.as_bytes()));
        #[expect(clippy::expect_used, reason = "only a text of more than 64 GiB fails")]
        self.0.seal_in_place_append_tag(once, about, &mut bytes).expect("a short text");
        format!("{VERSION}{}{}", hex::encode(&nonce), hex::encode(&bytes))
    }

    /// Decrypts; `None` if the text was encrypted with another secret or for another context, or has
    /// been changed.
    pub fn open(&self, context: &str, sealed: &str) -> Option<String> {
        let bytes = hex::decode(sealed.strip_prefix(VERSION)?)?;
        let (nonce, rest) = bytes.split_first_chunk::<NONCE_LEN>()?;
        let mut rest = rest.to_vec();
        let (once, about) = (Nonce::assume_unique_for_key(*nonce), Aad::from(context.as_bytes()));
        let plain = self.0.open_in_place(once, about, &mut rest).ok()?;
        String::from_utf8(plain.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_for_the_same_secret_and_context_alone() {
        let seal = Cipher::new("a secret");
        for plain in ["", "sk-1234", "schlüssel 🌙"] {
            let sealed = seal.seal([7; 12], "machine 1", plain);
            assert!(plain.is_empty() || !sealed.contains(&hex::encode(plain.as_bytes())));
            assert_eq!(Cipher::new("a secret").open("machine 1", &sealed).as_deref(), Some(plain));
            assert_eq!(seal.open("machine 2", &sealed), None);
            assert_eq!(Cipher::new("another").open("machine 1", &sealed), None);
        }
    }

    #[test]
    fn what_was_changed_or_is_something_else_does_not_open() {
        let seal = Cipher::new("a secret");
        let sealed = seal.seal([1; 12], "m", "text");
        assert_ne!(sealed, seal.seal([2; 12], "m", "text"));
        for at in VERSION.len()..sealed.len() {
            let mut changed = sealed.clone();
            let other = if sealed[at..].starts_with('0') { "1" } else { "0" };
            changed.replace_range(at..=at, other);
            assert_eq!(seal.open("m", &changed), None, "{at}");
            assert_eq!(seal.open("m", &sealed[..at]), None, "{at}");
        }
        for other in ["", "s1:", "s1:zz", "s1:é", "text"] {
            assert_eq!(seal.open("m", other), None, "{other}");
        }
    }

    /// Stored values must stay readable.
    #[test]
    fn a_stored_secret_opens_for_ever() {
        let sealed =
            "s1:000102030405060708090a0bcbaf26f7650977148e43ed4eccdaed1b2f356cb007959d313fe5";
        assert_eq!(Cipher::new("a secret").open("machine 1", sealed).as_deref(), Some("schlüssel"));
    }
}
