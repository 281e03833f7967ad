//! Words with their opposites, where one rules out the other.

/// Pairs of which each word is the opposite of the other.
const VERBS: [(&str, &str); 19] = [
    ("rise", "fall"),
    ("increase", "decrease"),
    ("accept", "reject"),
    ("support", "oppose"),
    ("allow", "forbid"),
    ("succeed", "fail"),
    ("raise", "lower"),
    ("strengthen", "weaken"),
    ("remember", "forget"),
    ("praise", "criticise"),
    ("agree", "refuse"),
    ("attract", "repel"),
    ("widen", "narrow"),
    ("expand", "contract"),
    ("love", "hate"),
    ("win", "lose"),
    ("gain", "lose"),
    ("absorb", "reflect"),
    ("melt", "freeze"),
];
const ADJECTIVES: [(&str, &str); 40] = [
    ("deep", "shallow"),
    ("large", "small"),
    ("big", "little"),
    ("hot", "cold"),
    ("warm", "cool"),
    ("dry", "wet"),
    ("high", "low"),
    ("rich", "poor"),
    ("strong", "weak"),
    ("long", "short"),
    ("wide", "narrow"),
    ("heavy", "light"),
    ("easy", "difficult"),
    ("safe", "dangerous"),
    ("rare", "common"),
    ("fast", "slow"),
    ("thick", "thin"),
    ("empty", "full"),
    ("true", "false"),
    ("possible", "impossible"),
    ("public", "private"),
    ("dark", "bright"),
    ("soft", "hard"),
    ("cheap", "expensive"),
    ("visible", "invisible"),
    ("larger", "smaller"),
    ("bigger", "littler"),
    ("older", "younger"),
    ("higher", "lower"),
    ("faster", "slower"),
    ("warmer", "colder"),
    ("heavier", "lighter"),
    ("stronger", "weaker"),
    ("longer", "shorter"),
    ("wider", "narrower"),
    ("deeper", "shallower"),
    ("better", "worse"),
    ("richer", "poorer"),
    ("thicker", "thinner"),
    ("old", "new"),
];
const ADVERBS: [(&str, &str); 6] = [
    ("slowly", "quickly"),
    ("early", "late"),
    ("rarely", "often"),
    ("upstream", "downstream"),
    ("northwards", "southwards"),
    ("best", "worst"),
];
const PREPOSITIONS: [(&str, &str); 5] = [
    ("before", "after"),
    ("above", "below"),
    ("inside", "outside"),
    ("beneath", "above"),
    ("without", "with"),
];
const RANKS: [(&str, &str); 16] = [
    ("largest", "smallest"),
    ("biggest", "smallest"),
    ("oldest", "newest"),
    ("highest", "lowest"),
    ("longest", "shortest"),
    ("most", "least"),
    ("best", "worst"),
    ("earliest", "latest"),
    ("first", "second"),
    ("third", "first"),
    ("last", "first"),
    ("fastest", "slowest"),
    ("heaviest", "lightest"),
    ("deepest", "shallowest"),
    ("richest", "poorest"),
    ("strongest", "weakest"),
];
pub(super) const DIRECTIONS: [[&str; 2]; 7] = [
    ["northern", "southern"],
    ["eastern", "western"],
    ["north", "south"],
    ["east", "west"],
    ["upper", "lower"],
    ["left", "right"],
    ["inner", "outer"],
];
pub(super) const COLOURS: [&str; 7] = ["red", "blue", "green", "yellow", "white", "black", "brown"];
pub(super) const SEASONS: [&str; 4] = ["spring", "summer", "autumn", "winter"];
pub(super) const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub(super) fn opposite_verb(lemma: &str) -> Option<&'static str> {
    // Who loses energy does not win it.
    if lemma == "lose" { Some("gain") } else { of(&VERBS, lemma) }
}

pub(super) fn opposite_adjective(form: &str) -> Option<&'static str> {
    of(&ADJECTIVES, form)
}

pub(super) fn opposite_adverb(form: &str) -> Option<&'static str> {
    of(&ADVERBS, form)
}

pub(super) fn opposite_preposition(form: &str) -> Option<&'static str> {
    of(&PREPOSITIONS, form).filter(|_| form != "with")
}

/// *Largest* for *smallest*, and *second* for *first*.
pub(super) fn opposite_rank(form: &str) -> Option<&'static str> {
    of(&RANKS, form)
}

/// The opposite of the first pair that has the word, first ones before second ones.
fn of(pairs: &[(&'static str, &'static str)], word: &str) -> Option<&'static str> {
    let first = pairs.iter().find(|pair| pair.0 == word).map(|pair| pair.1);
    first.or_else(|| pairs.iter().find(|pair| pair.1 == word).map(|pair| pair.0))
}
