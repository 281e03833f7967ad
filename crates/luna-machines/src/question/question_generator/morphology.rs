//! Forms of English verbs.

use super::irregular;

/// The past tense of a base form.
pub(super) fn past(lemma: &str) -> String {
    irregular::find(lemma).map_or_else(|| regular_past(lemma), |(past, _)| past.to_owned())
}

/// The past participle of a base form.
pub(super) fn participle(lemma: &str) -> String {
    irregular::find(lemma).map_or_else(|| regular_past(lemma), |(_, it)| it.to_owned())
}

/// Returns true for the past tense of a base form, also with a last *l* that British spelling doubles.
pub(super) fn is_past_of(form: &str, lemma: &str) -> bool {
    past(lemma) == form || doubles_l(lemma) && form.strip_suffix("led") == Some(lemma)
}

/// The base form of a past tense or a participle, where the reader's may be wrong.
pub(super) fn base(form: &str, lemma: &str) -> String {
    let form = form.to_lowercase();
    let likely = spelled(lemma).or_else(|| lacks_e(&form, lemma).then(|| format!("{lemma}e")));
    let lemma = likely.as_deref().unwrap_or(lemma);
    let known = irregular::find(lemma).is_some();
    let fits = |lemma: &str| {
        past(lemma) == form
            || participle(lemma) == form
            || third_person(lemma) == form
            || doubles_l(lemma) && form.strip_suffix("led") == Some(lemma)
    };
    if known && fits(lemma) {
        return lemma.to_owned();
    }
    if let Some(base) = irregular::base(&form) {
        return base.to_owned();
    }
    let has_vowel = lemma.chars().filter(|&c| is_vowel(c) || c == 'y').count();
    if fits(lemma) && has_vowel > 0 || lemma == form {
        return lemma.to_owned();
    }
    // *Pointed* is no form of *poin*.
    if let Some(stem) = form.strip_suffix("ed")
        && stem.len() > 2
        && !fits(lemma)
        && let Some(base) = spelled(&format!("{stem}e"))
    {
        return base;
    }
    // *Freed* is the past of *free*, *tied* that of *tie*.
    let stem = form.strip_suffix('d').unwrap_or(&form);
    let with_e = stem.ends_with('e') && past(stem) == form && !fits(lemma);
    if with_e || stem.ends_with("ee") || stem.ends_with("ie") {
        stem.to_owned()
    } else {
        lemma.to_owned()
    }
}

/// The base form that was meant by one with an *e* or a doubled consonant too many; `None` if it may
/// be right.
fn spelled(lemma: &str) -> Option<String> {
    if let Some(stem) = lemma.strip_suffix('e') {
        let ends_alone = NO_E.iter().any(|ending| stem.ends_with(ending));
        let after_two_vowels = ["ou", "ea", "ee", "oa", "ai", "oo", "oi"].iter().any(|vowels| {
            stem.strip_suffix(['r', 'n', 'd', 't', 'l', 'k', 'm', 'p'])
                .is_some_and(|start| start.ends_with(vowels))
        });
        let is_word = matches!(lemma, "create" | "recreate" | "procreate" | "route");
        if (ends_alone || after_two_vowels) && !is_word {
            return Some(stem.to_owned());
        }
        // *Travelle* and *controlle*.
        if let Some(short) = undoubled(stem) {
            return Some(short);
        }
        // *Enrolle* and *fille*.
        if stem.ends_with("ll") {
            return Some(stem.to_owned());
        }
    }
    undoubled(lemma)
}

/// Returns true for a base form of several syllables that lost its *e*, as in *declin* and *pollut*.
fn lacks_e(form: &str, lemma: &str) -> bool {
    const ENDINGS: [&str; 34] = [
        "ap", "in", "ut", "at", "id", "ad", "ud", "od", "ir", "ar", "ur", "ov", "iv", "av", "ev",
        "lv", "rv", "us", "is", "as", "os", "iz", "yz", "ul", "bl", "tl", "dl", "gl", "pl", "kl",
        "fl", "dg", "rg", "ag",
    ];
    const WHOLE: [&str; 20] = [
        "begin", "combat", "format", "focus", "murmur", "occur", "ruin", "cabin", "debut",
        "canvas", "bias", "occur", "incur", "recur", "concur", "bargain", "margin", "collar",
        "spur", "rebut",
    ];
    let lost = form == format!("{lemma}ed")
        || form == format!("{lemma}es")
        || form == format!("{lemma}ing");
    let letters: Vec<char> = lemma.chars().collect();
    let groups =
        letters.split(|&c| !is_vowel(c) && c != 'y').filter(|group| !group.is_empty()).count();
    let two_vowels = letters.len() > 2 && {
        let end = letters.len();
        is_vowel(letters[end - 2]) && is_vowel(letters[end - 3])
    };
    let ends = ENDINGS.iter().any(|ending| lemma.ends_with(ending));
    let several =
        groups > 1 || lemma.ends_with('v') || !is_vowel(letters[letters.len().max(2) - 2]);
    lost && ends && several && !two_vowels && !WHOLE.contains(&lemma)
}

/// Endings of base forms that no *e* follows.
const NO_E: [&str; 33] = [
    "mb", "mp", "nd", "nt", "nk", "rd", "rk", "rm", "rn", "rt", "rl", "rp", "ct", "pt", "ft", "lt",
    "ld", "lk", "lm", "lp", "ck", "sh", "tch", "ph", "gh", "wn", "wl", "xt", "sk", "sp", "ss",
    "ff", "x",
];

/// A base form with one of its last two consonants.
fn undoubled(lemma: &str) -> Option<String> {
    let letters: Vec<char> = lemma.chars().collect();
    let [start @ .., before, last] = &letters[..] else { return None };
    let groups = start.split(|&c| !is_vowel(c) && c != 'y').filter(|it| !it.is_empty()).count();
    let doubled = match last {
        // *Fill* and *call*, but *travel* and *control*.
        'l' => groups > 1 && !matches!(lemma, "install" | "recall" | "fulfill" | "enroll"),
        'b' | 'd' | 'g' | 'm' | 'n' | 'p' | 'r' | 't' => {
            !matches!(lemma, "add" | "err" | "purr" | "egg" | "putt" | "inn")
        }
        _ => false,
    };
    (before == last && doubled && groups > 0).then(|| letters[..letters.len() - 1].iter().collect())
}

/// The third person singular of the present.
pub(super) fn third_person(lemma: &str) -> String {
    match lemma {
        "be" => return "is".to_owned(),
        "have" => return "has".to_owned(),
        _ => {}
    }
    if let Some(stem) = after_consonant_y(lemma) {
        return format!("{stem}ies");
    }
    let hisses = ["s", "x", "z", "ch", "sh", "o"].iter().any(|ending| lemma.ends_with(ending));
    format!("{lemma}{}", if hisses { "es" } else { "s" })
}

fn regular_past(lemma: &str) -> String {
    if lemma.ends_with('e') {
        return format!("{lemma}d");
    }
    if let Some(stem) = after_consonant_y(lemma) {
        return format!("{stem}ied");
    }
    match lemma.chars().next_back() {
        Some(last) if doubles(lemma) => format!("{lemma}{last}ed"),
        _ => format!("{lemma}ed"),
    }
}

fn after_consonant_y(lemma: &str) -> Option<&str> {
    let stem = lemma.strip_suffix('y')?;
    stem.ends_with(|c| !is_vowel(c)).then_some(stem)
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u')
}

/// Verbs of several syllables whose last one is stressed.
const STRESSED_AT_END: [&str; 28] = [
    "abet", "abhor", "acquit", "admit", "allot", "commit", "compel", "concur", "confer", "control",
    "defer", "deter", "dispel", "emit", "equip", "expel", "incur", "infer", "occur", "omit",
    "patrol", "permit", "prefer", "propel", "recur", "refer", "submit", "transfer",
];

/// Returns true for a verb whose last *l* British spelling doubles.
fn doubles_l(lemma: &str) -> bool {
    const VERBS: [&str; 17] = [
        "travel", "cancel", "label", "level", "model", "signal", "tunnel", "fuel", "marvel",
        "quarrel", "counsel", "rival", "total", "equal", "channel", "panel", "duel",
    ];
    VERBS.contains(&lemma)
}

/// Returns true if the last consonant is doubled before an ending.
fn doubles(lemma: &str) -> bool {
    let letters: Vec<char> = lemma.chars().collect();
    let [.., before, vowel, last] = letters[..] else { return false };
    let shape = !is_vowel(before)
        && is_vowel(vowel)
        && !is_vowel(last)
        && !matches!(last, 'w' | 'x' | 'y' | 'h');
    let groups =
        letters.split(|&c| !is_vowel(c) && c != 'y').filter(|group| !group.is_empty()).count();
    shape && (groups == 1 || STRESSED_AT_END.contains(&lemma))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_verbs_follow_the_rules() {
        for (lemma, expected, third) in [
            ("walk", "walked", "walks"),
            ("move", "moved", "moves"),
            ("carry", "carried", "carries"),
            ("play", "played", "plays"),
            ("stop", "stopped", "stops"),
            ("open", "opened", "opens"),
            ("refer", "referred", "refers"),
            ("visit", "visited", "visits"),
            ("reach", "reached", "reaches"),
            ("fix", "fixed", "fixes"),
            ("show", "showed", "shows"),
            ("rain", "rained", "rains"),
        ] {
            assert_eq!((past(lemma).as_str(), third_person(lemma).as_str()), (expected, third));
        }
    }

    #[test]
    fn irregular_verbs_are_known() {
        for (lemma, expected, done) in [
            ("write", "wrote", "written"),
            ("take", "took", "taken"),
            ("overthrow", "overthrew", "overthrown"),
            ("put", "put", "put"),
            ("bear", "bore", "born"),
            ("find", "found", "found"),
            ("found", "founded", "founded"),
            ("rewrite", "rewrote", "rewritten"),
        ] {
            assert_eq!((past(lemma).as_str(), participle(lemma).as_str()), (expected, done));
        }
    }

    #[test]
    fn base_forms_are_found_where_a_reader_errs() {
        for (form, lemma, expected) in [
            ("travelled", "travelle", "travel"),
            ("climbed", "climbe", "climb"),
            ("enrolled", "enrolle", "enroll"),
            ("filled", "fille", "fill"),
            ("trimmed", "trimm", "trim"),
            ("poured", "poure", "pour"),
            ("called", "call", "call"),
            ("added", "add", "add"),
            ("pointed", "poin", "point"),
            ("climbed", "clim", "climb"),
            ("created", "create", "create"),
            ("planned", "planne", "plan"),
            ("watched", "watche", "watch"),
            ("freed", "fre", "free"),
            ("fled", "fl", "flee"),
            ("ruled", "rul", "rule"),
            ("stopped", "stop", "stop"),
            ("found", "found", "find"),
            ("lay", "lie", "lie"),
            ("moved", "move", "move"),
            ("declined", "declin", "decline"),
            ("polluted", "pollut", "pollute"),
            ("combined", "combin", "combine"),
            ("divided", "divid", "divide"),
            ("settled", "settl", "settle"),
            ("charged", "charg", "charge"),
            ("explained", "explain", "explain"),
            ("visited", "visit", "visit"),
            ("ruined", "ruin", "ruin"),
            ("focused", "focus", "focus"),
            ("repeated", "repeat", "repeat"),
            ("passed", "pass", "pass"),
            ("reshaping", "reshap", "reshape"),
            ("Writes", "write", "write"),
        ] {
            assert_eq!(base(form, lemma), expected);
        }
    }
}
