//! Eliza's script, written for Luna: how a question is recognised, what of it is given back, and in
//! which manner. Rules are tried in order.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::house::wording::sections;

/// A pattern's words: `*` stands for any words, or none; `a/b` for either.
pub(super) struct Rule {
    pub(super) pattern: &'static str,
    /// The section of the phrases.
    pub(super) manner: &'static str,
    /// The number of the `*` that is given back as `{echo}`, the next one as `{other}`; 0 if none.
    pub(super) star: usize,
}

impl Rule {
    pub(super) fn phrases(&self) -> &'static [&'static str] {
        phrases(self.manner)
    }
}

/// The phrases of a manner.
pub(super) fn phrases(manner: &str) -> &'static [&'static str] {
    static PHRASES: LazyLock<BTreeMap<&str, Vec<&str>>> =
        LazyLock::new(|| sections(include_str!("phrases.txt")));
    PHRASES.get(manner).map(Vec::as_slice).unwrap_or_default()
}

/// Swaps between the first and the second person.
pub(super) const SWAPS: [(&str, &str); 17] = [
    ("i", "you"),
    ("i'm", "you are"),
    ("i've", "you have"),
    ("i'd", "you would"),
    ("i'll", "you will"),
    ("me", "you"),
    ("my", "your"),
    ("mine", "yours"),
    ("myself", "yourself"),
    ("am", "are"),
    ("you", "I"),
    ("you're", "I am"),
    ("you've", "I have"),
    ("you'll", "I will"),
    ("your", "my"),
    ("yours", "mine"),
    ("yourself", "myself"),
];

macro_rules! rules {
    ($($pattern:literal => $manner:literal $star:literal),+ $(,)?) => {
        &[$(Rule { pattern: $pattern, manner: $manner, star: $star }),+]
    };
}

pub(super) const RULES: &[Rule] = rules! {
    "hello/hi/hey/greetings *" => "greeting" 0,
    "* are you a/an human/person/man/woman/machine/robot/computer/bot/program/ai *" => "self" 0,
    "* are you human/real/alive/conscious/sentient *" => "self" 0,
    "who/what are you" => "self" 0,
    "how are you *" => "health" 0,
    "* would you rather *" => "rather" 0,
    "* have you ever *" => "ever" 0,
    "* do you think/believe/feel *" => "think" 0,
    "do you know *" => "known" 1,
    "do you like/enjoy/love/prefer *" => "taste" 1,
    "can/could/would/will you *" => "doing" 1,
    "* your mother/father/sister/brother/parents/family/son/daughter/children *" => "kin" 0,
    "* your favorite/favourite *" => "favourite" 2,
    "* your *" => "mine" 2,
    "* dream/dreams/dreamt/dreamed *" => "dream" 0,
    "why *" => "reason" 0,
    "how many/much/old/long/often/far/tall/big *" => "amount" 0,
    "how *" => "way" 0,
    "who/whose *" => "person" 0,
    "where *" => "place" 0,
    "when *" => "time" 0,
    "what if *" => "suppose" 1,
    "* difference between * and *" => "difference" 2,
    "what is/are/was/were it/there/you *" => "which" 0,
    "what is/are/was/were *" => "meaning" 1,
    "what's *" => "meaning" 1,
    "which/what *" => "which" 0,
    "* do you know *" => "known" 2,
    "* do you like/enjoy/love/prefer *" => "taste" 2,
    "* are you *" => "being" 2,
    "* do/did/can/could/would/will/should you *" => "doing" 2,
    "* because *" => "because" 0,
    "* i feel/felt *" => "feeling" 2,
    "* i need/want *" => "wish" 2,
    "* i am *" => "feeling" 2,
    "* i'm *" => "feeling" 2,
    "* can/could/may/should/do/did/will i *" => "permit" 0,
    "* tell/describe/explain/write/give/name/list/compose/imagine/define *" => "task" 0,
    "is/are/was/were/does/did/do/has/have/can/could/would/will/should *" => "either" 0,
    "* i *" => "said" 2,
    "* you *" => "about-me" 0,
};

/// The manner of what no rule fits.
pub(super) const BARE: &str = "bare";
