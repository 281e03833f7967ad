//! Lists of English words by what they are in a sentence. A knowledge base of lemmas does not say it.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

type Words = LazyLock<HashSet<&'static str>>;

/// Verbs that are hardly ever nouns.
static ACTIONS: Words = LazyLock::new(|| include_str!("actions.txt").lines().collect());
/// Words that are verbs when another word follows: "play chess", but "a play".
static LOOSE_ACTIONS: Words = LazyLock::new(|| include_str!("loose_actions.txt").lines().collect());
static ADJECTIVES: Words = LazyLock::new(|| include_str!("adjectives.txt").lines().collect());
/// Nouns that have neither an article nor a plural.
static MASS: Words = LazyLock::new(|| include_str!("mass.txt").lines().collect());
/// Names of places, people, months and the like, in lower case.
static NAMES: Words = LazyLock::new(|| include_str!("names.txt").lines().collect());
/// Other words that are capitalized.
static DEMONYMS: Words = LazyLock::new(|| include_str!("demonyms.txt").lines().collect());
/// Words that come where an article would.
static NO_ARTICLE: Words = LazyLock::new(|| include_str!("no_article.txt").lines().collect());
/// Things of which there is one.
static UNIQUE: Words = LazyLock::new(|| include_str!("unique.txt").lines().collect());
/// Particles and prepositions after which an object may follow: "put on a hat".
static PARTICLES: Words = LazyLock::new(|| include_str!("particles.txt").lines().collect());
/// Verbs for what one feels: *boring* is what makes one bored.
static EMOTIONS: Words = LazyLock::new(|| include_str!("emotions.txt").lines().collect());
/// Verbs with the preposition before their object, and participles with theirs.
static PREPOSITIONS: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| pairs(include_str!("prepositions.txt")));
static PASSIVE_PREPOSITIONS: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| pairs(include_str!("passive_prepositions.txt")));
/// Places that one is at or on rather than in.
static PLACES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| pairs(include_str!("places.txt")));
/// Verbs before other verbs, with the form of these: after *to*, in *-ing*, or bare.
static CATENATIVES: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| pairs(include_str!("catenatives.txt")));

/// Endings of nouns that name no action.
const NOUN_ENDINGS: [&str; 9] =
    ["ness", "ment", "tion", "sion", "dom", "ship", "ism", "ology", "ity"];
const ADJECTIVE_ENDINGS: [&str; 4] = ["ful", "less", "ous", "able"];
const NUMBERS: [&str; 20] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "twenty", "thirty", "hundred", "many", "several", "few", "most", "all", "both",
];
/// Nouns in *-ing* that one can count.
const COUNTED: [&str; 16] = [
    "beginning",
    "being",
    "building",
    "ceiling",
    "drawing",
    "duckling",
    "earring",
    "feeling",
    "meeting",
    "opening",
    "painting",
    "sibling",
    "stocking",
    "string",
    "warning",
    "wedding",
];

pub(super) fn is_action_word(word: &str) -> bool {
    ACTIONS.contains(word)
}

pub(super) fn is_loose_action_word(word: &str) -> bool {
    LOOSE_ACTIONS.contains(word)
}

pub(super) fn is_adjective(word: &str) -> bool {
    let derived = word.len() > 6 && ADJECTIVE_ENDINGS.iter().any(|end| word.ends_with(end));
    derived && !["vegetable", "timetable"].contains(&word) || ADJECTIVES.contains(word)
}

/// A noun without a plural: by the list, or by its ending.
pub(super) fn is_uncounted(word: &str) -> bool {
    MASS.contains(word)
        || ["ness", "ism", "ology"].iter().any(|ending| word.ends_with(ending))
        || word.ends_with("ing") && word.len() > 5 && !COUNTED.contains(&word)
}

pub(super) fn is_noun_by_ending(word: &str) -> bool {
    word.len() > 5 && NOUN_ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// A number above one, or a word that stands for several.
pub(super) fn is_several(word: &str) -> bool {
    NUMBERS.contains(&word) || word.parse().is_ok_and(|number: f64| number > 1.0)
}

/// A name that takes no article: of a place, a person, a day or a month.
pub(super) fn is_name(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default();
    let is_demonym = DEMONYMS.contains(last.to_lowercase().as_str());
    NAMES.contains(text.to_lowercase().as_str())
        || last.starts_with(char::is_uppercase) && !is_demonym
}

pub(super) fn is_capitalized(words: &str) -> bool {
    NAMES.contains(words) || DEMONYMS.contains(words)
}

/// The preposition between a verb and its object.
pub(super) fn preposition(verb: &str) -> Option<&'static str> {
    PREPOSITIONS.get(verb).copied()
}

/// The preposition between what is done to a thing and another one: "made *from* milk".
pub(super) fn passive_preposition(verb: &str) -> Option<&'static str> {
    PASSIVE_PREPOSITIONS.get(verb).copied()
}

/// The preposition before a place.
pub(super) fn place_preposition(place: &str) -> &'static str {
    PLACES.get(place).copied().unwrap_or("in")
}

pub(super) fn has_no_article(word: &str) -> bool {
    NO_ARTICLE.contains(word)
}

pub(super) fn is_unique(thing: &str) -> bool {
    UNIQUE.contains(thing)
}

pub(super) fn is_particle(word: &str) -> bool {
    PARTICLES.contains(word)
}

pub(super) fn is_emotion(verb: &str) -> bool {
    EMOTIONS.contains(verb)
}

/// The form of a verb after another verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SecondVerb {
    WithTo,
    Gerund,
    Bare,
}

/// The form of a verb after this one, if it takes one.
pub(super) fn second_verb(verb: &str) -> Option<SecondVerb> {
    Some(match *CATENATIVES.get(verb)? {
        "to" => SecondVerb::WithTo,
        "ing" => SecondVerb::Gerund,
        _ => SecondVerb::Bare,
    })
}

fn pairs(text: &'static str) -> HashMap<&'static str, &'static str> {
    text.lines().filter_map(|line| line.split_once(' ')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_each_word_once_in_order() {
        for list in [
            include_str!("actions.txt"),
            include_str!("loose_actions.txt"),
            include_str!("adjectives.txt"),
            include_str!("mass.txt"),
            include_str!("names.txt"),
            include_str!("demonyms.txt"),
            include_str!("prepositions.txt"),
            include_str!("passive_prepositions.txt"),
            include_str!("no_article.txt"),
            include_str!("unique.txt"),
            include_str!("particles.txt"),
            include_str!("emotions.txt"),
            include_str!("places.txt"),
            include_str!("catenatives.txt"),
        ] {
            let words: Vec<&str> = list.lines().collect();
            let unordered = words.windows(2).find(|pair| pair[0] >= pair[1]);
            assert_eq!(unordered, None);
        }
    }

    #[test]
    fn words_are_told_by_lists_and_endings() {
        assert!(is_adjective("cold") && is_adjective("colorless") && !is_adjective("vegetable"));
        assert!(is_uncounted("sadness") && is_uncounted("bread") && !is_uncounted("loaf"));
        assert!(is_several("four") && is_several("360") && !is_several("1") && !is_several("one"));
        assert!(is_name("new york") && is_name("Saturday") && !is_name("Christmas tree"));
    }
}
