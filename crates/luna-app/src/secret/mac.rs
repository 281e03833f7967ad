//! Message authentication codes under the instance's own key.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

/// HMAC-SHA256 of several texts, each prefixed with its length.
pub fn mac(key: &str, texts: &[&str]) -> [u8; 32] {
    let mut block = [0; 64];
    block.iter_mut().zip(Sha256::digest(key.as_bytes())).for_each(|(byte, from)| *byte = from);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    for text in texts {
        mac.update(&text.len().to_le_bytes());
        mac.update(text.as_bytes());
    }
    mac.finalize().into_bytes().into()
}
