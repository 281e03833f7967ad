//! An address, a password and a first name for people.

use crate::rng::Chance;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("That does not look like an email address; it should be like name@example.org.")]
    Email,
    #[error("A password needs at least {MIN_PASSWORD} characters.")]
    ShortPassword,
    #[error("A password can have at most {MAX_PASSWORD} characters.")]
    LongPassword,
}

const MIN_PASSWORD: usize = 8;
const MAX_PASSWORD: usize = 200;

/// An address that mail can be sent to, in lower case so that each person has
/// one spelling. Line breaks, spaces and list separators never get in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email(String);

impl Email {
    pub fn parse(text: &str) -> Result<Email, Refusal> {
        let text = text.trim_matches(' ').to_lowercase();
        let (local, domain) = text.rsplit_once('@').ok_or(Refusal::Email)?;
        let local_ok = (1..=64).contains(&local.len())
            && local.chars().all(|c| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c))
            && !local.starts_with('.')
            && !local.ends_with('.')
            && !local.contains("..");
        let label_ok = |label: &str| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.chars().all(|c| c.is_alphanumeric() || c == '-')
        };
        if local_ok && text.len() <= 254 && domain.split('.').all(label_ok) {
            Ok(Email(text))
        } else {
            Err(Refusal::Email)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A password long enough to keep, short enough to hash.
pub fn check_password(password: &str) -> Result<(), Refusal> {
    match password.chars().count() {
        0..MIN_PASSWORD => Err(Refusal::ShortPassword),
        MIN_PASSWORD..=MAX_PASSWORD => Ok(()),
        _ => Err(Refusal::LongPassword),
    }
}

/// A name for someone who has not chosen one: `amber-heron`, or
/// `amber-heron-4821` on the later tries, when the plain ones are taken.
pub fn nickname(chance: &mut Chance, tries: u32) -> String {
    let first = chance.pick(&FIRST).unwrap_or(&"quiet");
    let second = chance.pick(&SECOND).unwrap_or(&"moth");
    match tries {
        0 | 1 => format!("{first}-{second}"),
        _ => format!("{first}-{second}-{}", 10 + chance.below(99_990)),
    }
}

const FIRST: [&str; 48] = [
    "amber", "bold", "brisk", "bright", "calm", "clever", "copper", "coral", "crimson", "curious",
    "dapper", "early", "eager", "fair", "fleet", "gentle", "golden", "hazel", "honest", "indigo",
    "ivory", "jolly", "keen", "kind", "late", "lively", "lucid", "merry", "mild", "misty",
    "nimble", "noble", "olive", "patient", "plain", "proud", "quick", "quiet", "rapid", "rosy",
    "russet", "silver", "spry", "steady", "sunny", "swift", "tidy", "wry",
];
const SECOND: [&str; 48] = [
    "badger", "bat", "bear", "beetle", "bittern", "crane", "cricket", "crow", "curlew", "deer",
    "dove", "eel", "falcon", "ferret", "finch", "fox", "gecko", "goose", "hare", "hawk", "heron",
    "ibis", "jay", "kestrel", "lark", "lynx", "marten", "mole", "moth", "newt", "otter", "owl",
    "perch", "pike", "plover", "raven", "robin", "seal", "shrew", "snail", "sparrow", "stoat",
    "swan", "tern", "toad", "vole", "wren", "zebra",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_with_one_spelling() {
        assert_eq!(
            Email::parse(" Ann.Lee+luna@Example.ORG ").unwrap().as_str(),
            "ann.lee+luna@example.org"
        );
        assert!(Email::parse("ann@localhost").is_ok());
        assert!(Email::parse("jörg@müller.de").is_ok());
    }

    #[test]
    fn what_could_smuggle_a_header_is_no_address() {
        for bad in [
            "",
            "ann",
            "@b.org",
            "ann@",
            "ann@@b.org",
            "a b@c.org",
            "ann@b.org\nBcc: eve@c.org",
            "ann@b.org\r\n",
            "ann@b..org",
            "ann@-b.org",
            "<ann@b.org>",
            "a,b@c.org",
            "ann@b.org,",
            "ann@[127.0.0.1]",
            "\"a\"@b.org",
            "a\0@b.org",
            ".a@b.org",
            "a..b@c.org",
        ] {
            assert_eq!(Email::parse(bad), Err(Refusal::Email), "{bad:?}");
        }
    }

    #[test]
    fn passwords_have_bounds() {
        assert!(check_password("correct horse").is_ok());
        assert_eq!(check_password("seven77"), Err(Refusal::ShortPassword));
        assert_eq!(check_password(&"x".repeat(201)), Err(Refusal::LongPassword));
    }

    #[test]
    fn given_names_are_valid_and_look_different() {
        let mut chance = Chance::from_seed(1);
        for tries in [0, 1, 2, 9] {
            crate::player::name::check(&nickname(&mut chance, tries)).unwrap();
        }
        let all = FIRST.iter().flat_map(|first| SECOND.map(|second| format!("{first}-{second}")));
        let looks: std::collections::BTreeSet<String> =
            all.map(|name| crate::player::name::skeleton(&name)).collect();
        assert_eq!(looks.len(), FIRST.len() * SECOND.len());
    }
}
