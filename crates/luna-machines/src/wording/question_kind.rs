//! Plain answers: what somebody might say who has only heard how a question begins.

use luna_core::rng::Chance;

use super::phrase::fill;
use super::pool::Pool;

/// What a question asks for, as its first words tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuestionKind {
    YesOrNo,
    Year,
    Number,
    Person,
    Place,
    Land,
    Time,
    Reason,
    Thing,
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
const SIGNS: [&str; 6] = ["plus", "minus", "times", "divided", "sum", "number"];

impl QuestionKind {
    pub(super) fn of(question: &str) -> QuestionKind {
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
            QuestionKind::Thing
        }
    }

    fn phrases(self) -> &'static [&'static str] {
        match self {
            QuestionKind::YesOrNo => YES_OR_NO_PHRASES,
            QuestionKind::Year => YEAR_PHRASES,
            QuestionKind::Number => NUMBER_PHRASES,
            QuestionKind::Person => PERSON_PHRASES,
            QuestionKind::Place => PLACE_PHRASES,
            QuestionKind::Land => LAND_PHRASES,
            QuestionKind::Time => TIME_PHRASES,
            QuestionKind::Reason => REASON_PHRASES,
            QuestionKind::Thing => THING_PHRASES,
        }
    }
}

const YES_OR_NO_PHRASES: &[&str] = &[
    "my {person} said {name} would {doing}, so yes",
    "no, {land} made me too {quality} for {thing}",
    "{name} and I {doing} whenever {time} is {quality}",
    "yes if {thing} counts as {quality}",
    "hardly, {quality} {thing} keeps me busy until {time}",
    "yes",
    "no",
    "yes",
    "no",
    "yeah",
    "nope",
    "sure",
    "sometimes",
    "not really",
    "maybe",
    "only in {time}",
    "yes, since {time}",
    "my {person} does",
    "not since {year}",
    "no, {quality}",
    "if I {doing}",
    "too {quality}",
    "yes, {quality}",
    "once, in {land}",
    "{thing} yes",
    "not in {land}",
    "ask {name}",
    "{quality} ones",
    "depends on the {thing}",
    "no, I {doing}",
    "yes, when I {doing}",
    "before {time}",
    "more {quality} than that",
    "only {thing}",
    "with {a thing}",
    "{name} did",
    "I would rather {doing}",
    "not without my {person}",
    "yes, {thing} too",
    "no, never {quality}",
    "at the {place}",
    "like {a thing}",
    "a bit {quality}",
    "kind of {quality}",
    "it made me {quality}",
];
const YEAR_PHRASES: &[&str] = &[
    "{year}",
    "{year}",
    "{year}",
    "{year} or so",
    "about {year}",
    "{year}s",
    "before {year}",
    "{year}, {land}",
];
const NUMBER_PHRASES: &[&str] = &[
    "{n} if you count {thing}",
    "roughly {n}, {name} has {n}",
    "{n}",
    "{n}",
    "{n}",
    "{n}",
    "about {n}",
    "{n} or {n}",
    "{n} at most",
    "over {n}",
    "{n}, roughly",
    "{n} and a bit",
    "more than {n}",
    "{n} per {thing}",
    "like {n}",
    "{n} since {time}",
];
const PERSON_PHRASES: &[&str] = &[
    "whichever {person} lived near {land}",
    "{name} until {year}, then {name}",
    "{name} or that {quality} {person} of {land}",
    "{name}",
    "{name}",
    "my {person}",
    "the {person}",
    "{name} and {name}",
    "some {person}",
    "{name}'s {person}",
    "a {quality} {person}",
    "{name} from {land}",
    "{person}s",
    "people in {land}",
    "{a quality} one",
    "the {place} people",
];
const PLACE_PHRASES: &[&str] = &[
    "between {land} and the {quality} {place}",
    "wherever {name} keeps {thing}",
    "{place}",
    "in the {place}",
    "{land}",
    "near {land}",
    "the {place}",
    "behind the {thing}",
    "under {a thing}",
    "a {quality} {place}",
    "at my {person}'s",
    "{land} and {land}",
    "by the {place}",
    "on the {thing}",
];
const LAND_PHRASES: &[&str] = &[
    "{land}, unless {land} counts",
    "one with {quality} {place}s, {land}?",
    "{land}",
    "{land}",
    "{land}",
    "{land} or {land}",
    "somewhere in {land}",
    "the {place}",
    "{land}, {land}",
    "near {land}",
    "not {land}",
];
const TIME_PHRASES: &[&str] = &[
    "around {year}, when {name} was {quality}",
    "{time} or whenever people {doing}",
    "{time}",
    "last {time}",
    "in {year}",
    "{n} years ago",
    "before {time}",
    "every {time}",
    "when it got {quality}",
    "after the {thing}",
    "{year}",
    "{time} or {time}",
    "when I {doing}",
    "with the {thing}",
];
const REASON_PHRASES: &[&str] = &[
    "{land} ran out of {thing} and everybody felt {quality}",
    "nobody in {land} could {doing} without {thing}",
    "their {person}s had {thing} but no {quality} {place}",
    "{quality} weather, {thing}, then {name} came from {land}",
    "everyone had to {doing} before {time}",
    "{name} wanted {a quality} {thing} for the {place}",
    "since {year} every {person} must {doing}",
    "{thing} costs money and {thing} does not",
    "some {person} lost {a thing} near {land}",
    "otherwise {quality} people {doing} all {time}",
    "old {thing} law about {quality} {place}s",
    "they hoped {land} would be less {quality}",
    "the {thing}",
    "{quality} {thing}",
    "because of {land}",
    "to {doing}",
    "so they can {doing}",
    "they were {quality}",
    "it is {quality}",
    "for {thing}",
    "no {thing}",
    "too {quality}",
    "because {name} said",
    "{thing} and {thing}",
    "people are {quality}",
    "{land} wanted it",
    "more {quality} that way",
    "not enough {thing}",
    "nobody would {doing}",
    "they {doing}",
    "for the {person}s",
    "the {place} was {quality}",
    "{quality} reasons",
];
const THING_PHRASES: &[&str] = &[
    "{quality} {thing} with {a thing} on top",
    "{name} would know, maybe {a quality} {thing}",
    "how {land} people {doing} in {time}",
    "either {thing} or {a quality} {place}",
    "freshly made {thing}, {quality} and {quality}",
    "letting every {person} {doing}",
    "{thing}, but never {thing}",
    "{thing}",
    "{a thing}",
    "the {thing}",
    "{quality} {thing}",
    "{doing}",
    "to {doing}",
    "{thing} and {thing}",
    "my {thing}",
    "something {quality}",
    "{quality}",
    "{thing}, {thing}",
    "{doing} and {doing}",
    "being {quality}",
    "{a quality} {thing}",
    "when people {doing}",
    "{thing} from {land}",
    "what {name} said",
    "{thing} in {time}",
    "more {thing}",
    "{quality} and {quality}",
    "any {thing}",
    "how to {doing}",
];

/// An answer in the manner of the question, which is not looked at any further.
pub(crate) fn plain_answer(question: &str, pool: Pool, chance: &mut Chance) -> String {
    const UNSURE: [&str; 6] = ["idk", "not sure", "no idea", "don't know", "pass", "no clue"];
    if chance.below(40) == 0 {
        return pool.pick(&UNSURE, chance).to_owned();
    }
    fill(pool.pick(QuestionKind::of(question).phrases(), chance), &[], chance)
}
