//! What is asked of people: a name, an e-mail address, a password.

use unicode_security::MixedScript;

use crate::chance::Chance;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("That does not look like an e-mail address; it should be like name@example.org.")]
    Email,
    #[error("A password needs at least {MIN_PASSWORD} characters.")]
    ShortPassword,
    #[error("A password can have at most {MAX_PASSWORD} characters.")]
    LongPassword,
    #[error("A name has 3 to 30 letters, digits or hyphens.")]
    Name,
    #[error(
        "Please keep to one alphabet in each word of the name: letters of several can look like \
         somebody else's name."
    )]
    MixedScripts,
}

const MIN_PASSWORD: usize = 8;
const MAX_PASSWORD: usize = 200;
/// What names that Luna gives begin with: to whom is gone, and to what comes with it.
const RESERVED: [&str; 2] = ["erased-", "house-"];

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

/// A name as partners see it after a game.
pub fn check_name(name: &str) -> Result<(), Refusal> {
    let good = name.chars().all(|c| c.is_alphanumeric() || c == '-')
        && (3..=30).contains(&name.chars().count())
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !RESERVED.iter().any(|reserved| name.to_lowercase().starts_with(reserved));
    if good { Ok(()) } else { Err(Refusal::Name) }
}

/// A machine's name everybody reads, with its rating, before they have met it.
pub fn check_machine_name(name: &str) -> Result<(), Refusal> {
    check_name(name)?;
    if name.split('-').all(MixedScript::is_single_script) {
        Ok(())
    } else {
        Err(Refusal::MixedScripts)
    }
}

/// Whether one name passes for another to the eye, such as one with a Latin and
/// one with a Cyrillic a. The table is Unicode's (technical standard 39), which
/// has thousands of such pairs in all alphabets.
pub fn passes_for(name: &str, other: &str) -> bool {
    let look = |name: &str| unicode_security::skeleton(name).collect::<String>().to_lowercase();
    // Capitals look like other things than small letters do.
    look(name) == look(other) || look(&name.to_lowercase()) == look(&other.to_lowercase())
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
    fn names_and_passwords_have_bounds() {
        assert!(check_name("amber-heron").is_ok() && check_name("Zoë").is_ok());
        for bad in [
            "ab",
            "-abc",
            "abc-",
            "a b c",
            "<b>bold</b>",
            "erased-1",
            "House-panel",
            &"x".repeat(31),
        ] {
            assert_eq!(check_name(bad), Err(Refusal::Name), "{bad:?}");
        }
        assert!(check_password("correct horse").is_ok());
        assert_eq!(check_password("seven77"), Err(Refusal::ShortPassword));
        assert_eq!(check_password(&"x".repeat(201)), Err(Refusal::LongPassword));
    }

    #[test]
    fn names_that_pass_for_each_other_are_known() {
        for (name, other) in [
            ("polly", "роllу"), // three of them Cyrillic
            ("polly", "ｐｏｌｌｙ"),
            ("polly", "pol1y"),
            ("Polly", "POLLY"),
            ("g0lem", "golem"),
            ("coco", "сосо"),
            ("Kaa", "Каа"),
            ("ELIZA", "eliza"),
        ] {
            assert!(passes_for(name, other) && passes_for(other, name), "{name} {other}");
        }
        for (name, other) in [("polly", "molly"), ("zoë", "zoe"), ("eliza", "elisa")] {
            assert!(!passes_for(name, other), "{name} {other}");
        }
    }

    #[test]
    fn words_of_a_machines_name_keep_to_one_alphabet() {
        for good in ["polly-2", "Zoë", "попугай", "polly-попугай", "オウム返し鳥"]
        {
            assert_eq!(check_machine_name(good), Ok(()), "{good}");
        }
        for bad in ["роllу", "pοlly", "gibbеrish"] {
            assert_eq!(check_machine_name(bad), Err(Refusal::MixedScripts), "{bad}");
        }
        assert_eq!(check_machine_name("x"), Err(Refusal::Name));
    }

    #[test]
    fn given_names_are_valid_names() {
        let mut chance = Chance::from_seed(1);
        for tries in [0, 1, 2, 9] {
            check_name(&nickname(&mut chance, tries)).unwrap();
        }
    }
}
