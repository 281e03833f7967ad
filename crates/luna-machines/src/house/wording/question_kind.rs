//! Plain answers: what somebody might say who has only heard how a question begins.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use luna_core::rng::Chance;

use super::phrase::{fill, sections};

/// What a question asks for, as its first words tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuestionKind {
    YesOrNo,
    Year,
    Number,
    Person,
    Place,
    Land,
    Time,
    Reason,
    /// Something of a field, by the name of its phrases.
    Thing(&'static str),
}

const YES_OR_NO: [&str; 26] = [
    "am", "is", "are", "was", "were", "do", "does", "did", "have", "has", "had", "can", "could",
    "will", "would", "shall", "should", "may", "might", "must", "isn't", "aren't", "don't",
    "doesn't", "won't", "ever",
];
const AMOUNTS: [&str; 9] = ["many", "much", "old", "long", "far", "tall", "big", "high", "often"];
const LANDS: [&str; 10] = [
    "country",
    "countries",
    "state",
    "city",
    "capital",
    "nation",
    "continent",
    "river",
    "town",
    "borders",
];
/// Fields by the words that name them.
const FIELDS: [(&str, &[&str]); 8] = [
    (
        "food",
        &[
            "food",
            "foods",
            "eat",
            "meal",
            "dinner",
            "breakfast",
            "lunch",
            "cook",
            "fruit",
            "taste",
            "dish",
            "snack",
            "vegetable",
            "dessert",
        ],
    ),
    ("animal", &["animal", "animals", "pet", "pets", "bird", "creature"]),
    ("colour", &["color", "colour", "colors", "colours"]),
    ("music", &["music", "song", "songs", "band", "instrument"]),
    ("story", &["book", "books", "movie", "movies", "film", "films", "novel", "story", "read"]),
    ("work", &["job", "profession", "living", "career"]),
    ("hobby", &["hobby", "hobbies", "weekend", "weekends", "spare", "fun"]),
    ("feeling", &["feel", "feeling", "mood", "personality"]),
];
const SIGNS: [&str; 6] = ["plus", "minus", "times", "divided", "sum", "number"];

impl QuestionKind {
    fn of(question: &str) -> QuestionKind {
        let lower = question.to_lowercase().replace('\u{2019}', "'");
        let sentence = lower.split_inclusive(['.', '?', '!', '\n']);
        let asked = sentence.rev().find(|it| it.chars().any(char::is_alphanumeric)).unwrap_or("");
        let apart = |c: char| !c.is_alphanumeric() && c != '\'';
        let words: Vec<&str> = asked.split(apart).filter(|word| !word.is_empty()).collect();
        let has = |any: &[&str]| words.iter().any(|word| any.contains(word));
        let starts = |any: &[&str]| words.iter().take(3).any(|word| any.contains(word));
        let digits = asked.chars().filter(char::is_ascii_digit).count();
        let first = words.first().copied().unwrap_or_default();
        if has(&["year"]) && starts(&["what", "which", "in"]) {
            QuestionKind::Year
        } else if (first == "how" && starts(&AMOUNTS))
            || has(&SIGNS)
            || (digits > 1 && starts(&["what", "what's", "whats"]))
            || (has(&["age"]) && starts(&["what", "at"]))
        {
            QuestionKind::Number
        } else if YES_OR_NO.contains(&first) {
            QuestionKind::YesOrNo
        } else if starts(&["who", "who's", "whose"]) {
            QuestionKind::Person
        } else if starts(&["where", "where's"]) {
            QuestionKind::Place
        } else if starts(&["when", "when's"]) {
            QuestionKind::Time
        } else if starts(&["why"]) || has(&["reason"]) {
            QuestionKind::Reason
        } else if has(&LANDS) {
            QuestionKind::Land
        } else {
            let field = FIELDS.iter().find(|(_, signs)| has(signs));
            QuestionKind::Thing(field.map_or("thing", |(field, _)| field))
        }
    }

    fn phrases(self) -> &'static [&'static str] {
        static PHRASES: LazyLock<BTreeMap<&str, Vec<&str>>> =
            LazyLock::new(|| sections(include_str!("plain_answers.txt")));
        let section = match self {
            QuestionKind::YesOrNo => "yes-or-no",
            QuestionKind::Year => "year",
            QuestionKind::Number => "number",
            QuestionKind::Person => "person",
            QuestionKind::Place => "place",
            QuestionKind::Land => "land",
            QuestionKind::Time => "time",
            QuestionKind::Reason => "reason",
            QuestionKind::Thing(field) => field,
        };
        PHRASES.get(section).map(Vec::as_slice).unwrap_or_default()
    }
}

/// An answer in the manner of the question, which is not looked at any further.
pub(crate) fn plain_answer(question: &str, chance: &mut Chance) -> String {
    const UNSURE: [&str; 6] = ["idk", "not sure", "no idea", "don't know", "pass", "no clue"];
    if chance.below(40) == 0 {
        return chance.pick(&UNSURE).copied().unwrap_or_default().to_owned();
    }
    let phrases = QuestionKind::of(question).phrases();
    fill(chance.pick(phrases).copied().unwrap_or_default(), &[], chance)
}
