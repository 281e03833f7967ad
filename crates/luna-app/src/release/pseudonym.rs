//! Made-up names in releases: one a person and unit, and others in each release.

use crate::secret::mac::mac;

/// Hexadecimal digits of a name.
const DIGITS: usize = 12;

/// The part of a release within which a person has one name: somebody who recognizes an author in one
/// unit finds nothing else of theirs.
#[derive(Clone, Copy, Debug)]
pub enum Unit<'a> {
    Game(&'a str),
    /// A campaign of ratings.
    Campaign(&'a str),
    /// A trivia question.
    Question(&'a str),
    /// A day of the daily moon.
    Day(&'a str),
}

/// Returns the name of a person in a unit of a release. `key` is the secret of that release: without it
/// nobody can compute the name from an id.
pub fn pseudonym(key: &str, unit: Unit<'_>, player_id: &str) -> String {
    let (kind, id) = match unit {
        Unit::Game(id) => ("game", id),
        Unit::Campaign(id) => ("campaign", id),
        Unit::Question(id) => ("question", id),
        Unit::Day(id) => ("day", id),
    };
    let bytes = mac(key, &["pseudonym", kind, id, player_id]);
    let digits = bytes.iter().flat_map(|&byte| [byte >> 4, byte & 15]);
    digits.take(DIGITS).filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_person_has_another_name_in_each_unit_and_release() {
        let units = [
            Unit::Game("1"),
            Unit::Game("2"),
            Unit::Campaign("1"),
            Unit::Question("1"),
            Unit::Question("2"),
            Unit::Day("1"),
        ];
        let keys = ["key of one release", "key of another"];
        let all: BTreeSet<String> = keys
            .iter()
            .flat_map(|key| units.map(|unit| pseudonym(key, unit, "ann")))
            .chain([pseudonym(keys[0], units[0], "bob")])
            .collect();
        assert_eq!(all.len(), keys.len() * units.len() + 1);
        assert!(all.iter().all(|name| name.len() == DIGITS), "{all:?}");
        let again = pseudonym(keys[0], units[0], "ann");
        assert!(all.contains(&again), "the same within a unit");
    }
}
