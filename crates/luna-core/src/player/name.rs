//! Players' names: which may be taken, and which look alike.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::{GeneralSecurityProfile as _, MixedScript};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("A name has 3 to 30 letters, digits or hyphens.")]
    Shape,
    #[error("Please use ordinary letters. Some of these are invisible or stand for others.")]
    Letters,
    #[error(
        "Please use one alphabet in each word of the name. Mixed letters can look like \
         somebody else's name."
    )]
    MixedScripts,
    #[error("That name is taken.")]
    Taken,
    #[error("That name looks too much like one that is taken.")]
    Lookalike,
    #[error(
        "A name that ends in v and a number looks like the version of a machine. Please choose \
         another one."
    )]
    Version,
    #[error("That name is reserved for the people who run this Luna. Please choose another one.")]
    Reserved,
}

/// Prefixes reserved for erased players and house machines.
const PREFIXES: [&str; 2] = ["erased-", "house-"];
/// Words that suggest authority wherever they stand in a name.
const OFFICES: [&str; 11] = [
    "admin",
    "administrator",
    "moderator",
    "official",
    "operator",
    "root",
    "security",
    "staff",
    "support",
    "sysadmin",
    "webmaster",
];
/// Names that suggest authority when they stand alone.
const TITLES: [&str; 5] = ["help", "luna", "mod", "system", "team"];
/// Machines that come with Luna.
const HOUSES: [&str; 3] = ["eliza", "gibberish", "recall"];

/// A name that partners may see after a game.
pub fn check(name: &str) -> Result<(), Refusal> {
    let shaped = name.chars().all(|c| c.is_alphanumeric() || c == '-')
        && (3..=30).contains(&name.chars().count())
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !PREFIXES.iter().any(|prefix| skeleton(name).starts_with(&skeleton(prefix)));
    match () {
        () if !shaped => Err(Refusal::Shape),
        () if !name.chars().all(is_plain) => Err(Refusal::Letters),
        () if !name.split('-').all(MixedScript::is_single_script) => Err(Refusal::MixedScripts),
        () if is_office(name) => Err(Refusal::Reserved),
        () if is_house(name) => Err(Refusal::Lookalike),
        () => Ok(()),
    }
}

/// A name of a person: none that passes for a version of a machine.
pub fn check_person(name: &str) -> Result<(), Refusal> {
    check(name)?;
    if is_version(name) { Err(Refusal::Version) } else { Ok(()) }
}

/// Ends in the number of a version, such as `-v2` or `-version-2`.
fn is_version(name: &str) -> bool {
    let stem = name.trim_end_matches(char::is_numeric);
    if stem.len() == name.len() {
        return false;
    }
    let word = stem.trim_end_matches('-').rsplit_once('-').map(|(_, word)| skeleton(word));
    word.is_some_and(|word| ["v", "version"].map(skeleton).contains(&word))
}

/// A letter that is visible and stands for nothing but itself.
fn is_plain(letter: char) -> bool {
    match letter.identifier_type() {
        None
        | Some(
            IdentifierType::Not_Character
            | IdentifierType::Deprecated
            | IdentifierType::Default_Ignorable
            | IdentifierType::Not_NFKC,
        ) => false,
        Some(
            IdentifierType::Not_XID
            | IdentifierType::Exclusion
            | IdentifierType::Obsolete
            | IdentifierType::Technical
            | IdentifierType::Uncommon_Use
            | IdentifierType::Limited_Use
            | IdentifierType::Inclusion
            | IdentifierType::Recommended,
        ) => true,
    }
}

/// The shape of a name to the eye: two names with the same skeleton pass for each other.
///
/// It begins with the table of the Unicode standard (technical standard 39) and adds the
/// look-alikes of small sans-serif type: i, l and 1; o and 0; rn and m; vv and w.
pub fn skeleton(name: &str) -> String {
    let plain: String = name.nfkc().collect();
    // Capitals look like other letters than small ones do, so the table is used on both.
    let small = unicode_security::skeleton(&plain).collect::<String>().to_lowercase();
    let look = unicode_security::skeleton(&small).collect::<String>().to_lowercase();
    let fold = |letter| match letter {
        'i' | 'ı' | '1' | '|' => 'l',
        '0' => 'o',
        other => other,
    };
    look.chars().map(fold).collect::<String>().replace('m', "rn").replace("vv", "w")
}

/// The skeleton without hyphens and accents, of a name with or without the number of a version at
/// its end.
fn bare(name: &str) -> [String; 3] {
    let numbered = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let version = match numbered.len() < name.len() {
        true => numbered.trim_end_matches(['v', 'V', '-']),
        false => name,
    };
    [name, numbered, version].map(|name| {
        skeleton(name).chars().filter(|&c| c.is_alphanumeric() && !is_combining_mark(c)).collect()
    })
}

fn is_one_of(name: &str, words: &[&str]) -> bool {
    let looks = bare(name);
    words.iter().any(|word| looks.contains(&skeleton(word)))
}

fn is_office(name: &str) -> bool {
    is_one_of(name, &OFFICES)
        || is_one_of(name, &TITLES)
        || name.split('-').any(|word| is_one_of(word, &OFFICES))
}

fn is_house(name: &str) -> bool {
    let accented = skeleton(name).chars().any(is_combining_mark);
    // Taken names are stored with their skeletons, so plain spellings are compared by skeleton.
    (accented || name.contains('-') || name.ends_with(|c: char| c.is_ascii_digit()))
        && is_one_of(name, &HOUSES)
}

#[cfg(test)]
mod tests;
