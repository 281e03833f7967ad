//! Eliza's script, written for Luna: which part of a question it gives back, and how. Rules are tried
//! in order.

/// A pattern's words: `*` stands for any words, or none; `a/b` for either.
pub(super) struct Rule {
    pub(super) pattern: &'static str,
    pub(super) manner: Manner,
    /// The number of the `*` that is given back.
    pub(super) star: usize,
}

/// The manner in which something is given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// What the one who answers is said to be.
    Being,
    /// What the one who answers is said to do.
    Doing,
    /// Something that both may talk about.
    Thing,
    /// Something of the one who answers.
    Mine,
    /// What the one who asks is or feels.
    Yours,
    /// What the one who asks wants.
    Wish,
}

impl Manner {
    /// Phrases in which `{echo}` stands for what is given back.
    pub(super) fn phrases(self) -> &'static [&'static str] {
        match self {
            Manner::Being => BEING,
            Manner::Doing => DOING,
            Manner::Thing => THING,
            Manner::Mine => MINE,
            Manner::Yours => YOURS,
            Manner::Wish => WISH,
        }
    }
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
    ($($pattern:literal => $manner:ident $star:literal),+ $(,)?) => {
        &[$(Rule { pattern: $pattern, manner: Manner::$manner, star: $star }),+]
    };
}

pub(super) const RULES: &[Rule] = rules! {
    "* are you *" => Being 2,
    "* do you think/believe/feel about/of *" => Thing 2,
    "* do you know/like/enjoy/love/prefer *" => Thing 2,
    "* do/did/can/could/would/will/should you *" => Doing 2,
    "* your favorite/favourite *" => Mine 2,
    "* your *" => Mine 2,
    "* i feel/felt *" => Yours 2,
    "* i need/want *" => Wish 2,
    "* i am *" => Yours 2,
    "* i'm *" => Yours 2,
    "* difference between * and *" => Thing 2,
    "what if *" => Thing 1,
    "what/who/where/why is/are/was/were/did/does *" => Thing 1,
    "what's *" => Thing 1,
    "how many/much/old/long/often *" => Thing 1,
    "name/tell/describe/explain/write/give/list/imagine/define *" => Thing 1,
    "which/what/whose *" => Thing 1,
};

const BEING: &[&str] = &[
    "{echo}, like {a person}?",
    "would I be {quality} if I were {echo}?",
    "{echo}? since {time}?",
    "who is {echo} these days?",
    "did {name} say I am {echo}?",
    "{quality} or {echo}?",
    "you would like me {echo}?",
    "{echo} as {a thing}",
    "am I {echo}, or only {quality}?",
    "say I am {echo}. then?",
    "your {person} is {echo}, no?",
    "{echo} people scare you?",
    "why would {echo} be {quality}?",
    "{echo} in {land}, perhaps",
    "more {echo} than {name}?",
];
const DOING: &[&str] = &[
    "{echo}, me?",
    "do you {echo}?",
    "{echo} with {a person}?",
    "would {name} {echo}?",
    "suppose I {echo}. does that make me {quality}?",
    "{echo}, or {doing}?",
    "is it {quality} to {echo}?",
    "who made you {echo}?",
    "{echo} in {time}?",
    "your {person} would {echo}",
    "and you, when do you {echo}?",
    "{echo}? I {doing}",
    "only {quality} people {echo}",
    "what happens once I {echo}?",
    "{echo} at the {place}, you mean?",
];
const THING: &[&str] = &[
    "{echo}?",
    "why {echo}?",
    "{echo}, or {thing}?",
    "what is {echo} to you?",
    "is {echo} {quality}?",
    "{echo} again? you sound {quality}",
    "does {name} ask about {echo}?",
    "your {person} knows {echo}",
    "{echo} and {thing}, why both?",
    "who needs {echo}?",
    "tell me, is {echo} like {a thing}?",
    "{echo} made you {quality}?",
    "leave {echo}. what about your {person}?",
    "you bring up {echo} every {time}",
    "some {doing}, some want {echo}",
    "how did {echo} get so {quality}?",
    "{echo} in {land}, or yours?",
    "without {echo} you would {doing}",
    "was {echo} {quality} for you?",
    "never mind {echo}",
];
const MINE: &[&str] = &[
    "my {echo}? yours first",
    "is your {echo} {quality}?",
    "my {echo} is {quality}",
    "what became of your {echo}?",
    "{a person} chose my {echo}",
    "{echo}? ask {name}",
    "why mine? you have {echo} too",
    "my {echo}, your {thing}",
    "does {a quality} {echo} count?",
    "my {echo} stays in {land}",
    "would you swap {echo} for {a thing}?",
    "who else asked for my {echo}?",
    "I lost my {echo} in {time}",
];
const YOURS: &[&str] = &[
    "{echo} since when?",
    "{echo}? because of your {person}?",
    "are you often {echo}?",
    "{echo}, or just {quality}?",
    "who made you {echo}?",
    "{echo} like {a thing}?",
    "did {name} notice you are {echo}?",
    "{echo} every {time}?",
    "being {echo} is {quality}",
    "what if you were {quality}, not {echo}?",
    "you {doing} when {echo}?",
];
const WISH: &[&str] = &[
    "{echo}, and then?",
    "would {echo} make you {quality}?",
    "{echo} or {a thing}?",
    "does your {person} want {echo}?",
    "what would {name} do with {echo}?",
    "you had {echo} in {time}",
    "{echo} is {quality}",
    "why not {doing} instead?",
];

/// Phrases that ask back without anything of the question.
pub(super) const BARE: &[&str] = &[
    "why?",
    "and you?",
    "you?",
    "why me?",
    "what for?",
    "says who?",
    "you first",
    "go on",
    "is that so?",
    "since when?",
    "what would your {person} say?",
    "does your {person} know?",
    "are you {quality}?",
    "why so {quality}?",
    "were you {quality} as a child?",
    "who told you, {name}?",
    "and if it were {quality}?",
    "is this about {name}?",
    "is this about {a thing}?",
    "you sound {quality}",
    "do you {doing} too?",
    "should I {doing}?",
    "what does {name} think?",
    "you miss {land}?",
    "a {person} asked me that",
    "how {quality} must it be?",
    "would {a thing} help?",
    "in {time}, or now?",
    "tell me about your {person}",
    "did your {person} {doing}?",
    "ask your {person}",
    "you want me to {doing}?",
    "something {quality} happened to you?",
    "what if I {doing}?",
    "is it the {thing}?",
    "{quality} of you to ask",
    "have you tried {name}?",
    "and your {thing}?",
    "who would be {quality} then?",
    "would it be {quality}?",
    "as {quality} as you?",
    "do you feel {quality}?",
    "did it begin in {time}?",
    "you and your {thing}",
];
