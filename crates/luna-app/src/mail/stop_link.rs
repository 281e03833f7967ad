//! Links that end the mails about one game, for guests who have left an address for it.
//!
//! Such a link is the seat, encrypted: nothing is stored for it, and it lets nobody in.

use luna_machines::encryption::Cipher;
use luna_store::Random;

/// What is encrypted, so that no other text of the instance opens as a link.
const CONTEXT: &str = "seat address";

/// Returns the secret part of a link for a seat.
pub(crate) fn seal(key: &str, random: &Random, seat_id: &str) -> String {
    let [nonce @ .., _, _, _, _] = (random.0)();
    Cipher::new(key).seal(nonce, CONTEXT, seat_id)
}

/// Returns the seat that a link was made for, unless the link is not ours.
pub fn open(key: &str, token: &str) -> Option<String> {
    Cipher::new(key).open(CONTEXT, token)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_link_names_its_seat_to_nobody_without_the_key() {
        let random = Random(Arc::new(|| [7; 16]));
        let token = seal("key", &random, "01hseat");
        assert!(!token.contains("01hseat"), "{token}");
        assert_eq!(open("key", &token), Some("01hseat".to_owned()));
        assert_eq!(open("another key", &token), None);
        for other in ["", "s1:", "s1:00", &token[1..]] {
            assert_eq!(open("key", other), None, "{other}");
        }
        let claim = Cipher::new("key").seal([0; 12], "claims", "01hseat");
        assert_eq!(open("key", &claim), None, "another text of the instance");
    }
}
