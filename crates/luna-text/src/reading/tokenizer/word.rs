//! Splitting a word at contractions and hyphens.

/// The end of each token of a word.
pub(super) fn split_word(word: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    for end in hyphens(word) {
        let part = word.get(at..end).unwrap_or_default();
        ends.extend(contractions(part).into_iter().map(|inside| at + inside));
        ends.push(end);
        at = end;
    }
    ends
}

/// Parts before a hyphen that are no words of their own.
const PREFIXES: [&str; 28] = [
    "anti", "arch", "co", "counter", "e", "ex", "extra", "inter", "intra", "meta", "micro", "mid",
    "mini", "multi", "neo", "non", "over", "post", "pre", "pro", "pseudo", "psycho", "re", "semi",
    "socio", "sub", "ultra", "un",
];

/// The ends of the parts of a word, where each hyphen between words is a part.
fn hyphens(word: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    if !is_number(word) {
        let mut from = 0;
        for (at, hyphen) in word.match_indices(['-', '‐', '‑']) {
            let part = word.get(from..at).unwrap_or_default();
            if !PREFIXES.contains(&part.to_lowercase().as_str()) {
                ends.extend([at, at + hyphen.len()]);
                from = at + hyphen.len();
            }
        }
    }
    if let Some(unit) = hour(word) {
        ends.push(unit);
    }
    ends.push(word.len());
    ends
}

/// Returns true for a telephone number or a date.
fn is_number(word: &str) -> bool {
    let parts: Vec<&str> = word.split('-').collect();
    let digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    if parts.len() < 2 || !parts.iter().all(|part| digits(&part.trim_start_matches('x'))) {
        return false;
    }
    parts.len() > 2 || parts.last().is_some_and(|part| part.len() == 4) && word.len() < 9
}

/// The place between a number and the hour's *am* or *pm*.
fn hour(word: &str) -> Option<usize> {
    let unit = word.find(|c: char| c.is_alphabetic())?;
    let (number, half) = word.split_at_checked(unit)?;
    let is_hour = matches!(half.to_ascii_lowercase().as_str(), "am" | "pm" | "a.m." | "p.m.");
    let digits = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    (is_hour && digits && !number.is_empty()).then_some(unit)
}

/// Endings of contractions after their apostrophe.
const ENDINGS: [&str; 6] = ["s", "m", "d", "re", "ve", "ll"];
/// Contractions without apostrophe, and the bytes of their first part.
const JOINED: [(&str, usize); 25] = [
    ("aint", 2),
    ("arent", 3),
    ("cannot", 3),
    ("cant", 2),
    ("couldnt", 5),
    ("didnt", 3),
    ("doesnt", 4),
    ("dont", 2),
    ("gimme", 3),
    ("gonna", 3),
    ("gotta", 3),
    ("hadnt", 3),
    ("hasnt", 3),
    ("havent", 4),
    ("im", 1),
    ("isnt", 2),
    ("ive", 1),
    ("shouldnt", 6),
    ("theyre", 4),
    ("wanna", 3),
    ("wasnt", 3),
    ("werent", 4),
    ("wont", 2),
    ("wouldnt", 5),
    ("youre", 3),
];

/// The places inside a word where a contraction is joined.
fn contractions(word: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let lower = word.to_lowercase();
    // Lower case may be longer, but not of the words in question.
    if lower.len() != word.len() {
        return places;
    }
    if let Some((_, first)) = JOINED.iter().find(|(joined, _)| *joined == lower) {
        places.push(*first);
        return places;
    }
    let mut end = word.len();
    while let Some(at) = last_contraction(lower.get(..end).unwrap_or_default()) {
        places.push(at);
        end = at;
    }
    places.reverse();
    places
}

/// Where the last contraction of a word begins.
fn last_contraction(word: &str) -> Option<usize> {
    let (apostrophe, sign) = word.rmatch_indices(['\'', '’', '`']).next()?;
    let ending = word.get(apostrophe + sign.len()..)?;
    let start = word.get(..apostrophe)?;
    if ending == "t" {
        let at = start.strip_suffix('n').filter(|rest| !rest.is_empty())?.len();
        return Some(at);
    }
    if start == "y" && ending == "all" {
        return Some(apostrophe + sign.len());
    }
    let decade = start.bytes().all(|byte| byte.is_ascii_digit());
    (ENDINGS.contains(&ending) && !start.is_empty() && !decade).then_some(apostrophe)
}
