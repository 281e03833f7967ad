//! Comparisons of two things: which one is bigger, and whether it is.

use luna_text::knowledge::{Assertion, Concept, Relation, Side};

use super::judgment::Judge;
use crate::common_sense::answer::Answer;

/// Adjectives with their opposites.
const SCALES: [(&[&str], &[&str]); 17] = [
    (&["big", "large", "huge", "giant", "enormous"], &["small", "little", "tiny"]),
    (&["tall", "high"], &["short", "low"]),
    (&["long"], &["short"]),
    (&["heavy"], &["light", "lightweight"]),
    (&["fast", "quick"], &["slow"]),
    (&["hot", "warm"], &["cold", "cool"]),
    (&["old"], &["young", "new"]),
    (&["strong"], &["weak"]),
    (&["hard"], &["soft"]),
    (&["loud", "noisy"], &["quiet", "silent"]),
    (&["wet"], &["dry"]),
    (&["bright"], &["dark"]),
    (&["expensive", "costly"], &["cheap"]),
    (&["wide", "broad"], &["narrow"]),
    (&["thick"], &["thin"]),
    (&["deep"], &["shallow"]),
    (&["dangerous"], &["safe", "harmless"]),
];
const IRREGULAR: [(&str, &str); 3] = [("better", "good"), ("worse", "bad"), ("elder", "old")];
/// Words of a thing, at most.
const MOST_WORDS: usize = 4;

/// Two things, as the question has them, and the words at both ends of the scale.
struct Comparison {
    things: [String; 2],
    more: Vec<String>,
    less: Vec<String>,
    /// "is bigger than", for a question that a yes or a no answers.
    claim: Option<String>,
}

/// The answer to "What is bigger, an elephant or a mouse?" or "Is an elephant bigger than a mouse?",
/// if the base puts one of them at one end of the scale and the other at the other end.
pub(super) fn answer(judge: &Judge<'_>, text: &str) -> Option<Answer> {
    let Comparison { things, more, less, claim } = read(judge, text)?;
    let [Some(one), Some(other)] = things.each_ref().map(|it| judge.named(it)) else {
        return None;
    };
    let [first, second] = [one, other].map(|it| place(judge, it, &more, &less));
    let has_more = first.0 > 0.0 && second.0 < 0.0;
    let has_less = first.0 < 0.0 && second.0 > 0.0;
    if one == other || !(has_more || has_less) {
        return None;
    }
    let [asked_first, asked_second] = &things;
    let (left, right) =
        if has_more { (asked_first, asked_second) } else { (asked_second, asked_first) };
    let text = match claim {
        None => with_capital(left),
        Some(claim) if has_more => format!("Yes, {left} {claim} {right}."),
        Some(claim) => format!("No, {left} {claim} {right}."),
    };
    Some(Answer {
        text,
        concept: Some(if has_more { one } else { other }),
        score: (first.0 - second.0).abs(),
        assertions: [first.1, second.1].into_iter().flatten().collect(),
    })
}

fn read(judge: &Judge<'_>, text: &str) -> Option<Comparison> {
    let lower = text.trim().trim_end_matches(['?', '.', '!', ' ']).to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (first, rest) = words.split_first()?;
    let at = |word: &str| rest.iter().position(|it| *it == word);
    let bare = |word: &str| word.trim_matches([',', ':', ';', '?']).to_owned();
    match *first {
        "what" | "which" | "who" => {
            let or = at("or")?;
            let (nth, used, [more, less]) = (0..or).find_map(|nth| {
                let next = rest.get(nth + 1).map(|it| bare(it)).unwrap_or_default();
                let (used, scale) = scale(judge, &bare(rest.get(nth)?), &next)?;
                Some((nth, used, scale))
            })?;
            let things = [rest.get(nth + used..or)?, rest.get(or + 1..)?];
            Some(Comparison { things: named(things)?, more, less, claim: None })
        }
        "is" | "are" => {
            let than = at("than")?;
            let (nth, [more, less]) = (0..than).find_map(|nth| {
                let next = rest.get(nth + 1).copied().unwrap_or_default();
                let (used, scale) = scale(judge, rest.get(nth)?, next)?;
                (nth + used == than).then_some((nth, scale))
            })?;
            let things = [rest.get(..nth)?, rest.get(than + 1..)?];
            let claim = format!("{first} {}", rest.get(nth..=than)?.join(" "));
            Some(Comparison { things: named(things)?, more, less, claim: Some(claim) })
        }
        _ => None,
    }
}

fn named(things: [&[&str]; 2]) -> Option<[String; 2]> {
    let is_short = things.iter().all(|it| (1..=MOST_WORDS).contains(&it.len()));
    let text = |words: &[&str]| words.join(" ").trim_matches([',', ':', ' ']).to_owned();
    is_short.then(|| things.map(text))
}

/// The words at both ends of the scale that a comparative names, and the number of its words: one in
/// *bigger*, two in *more dangerous* and *less dangerous*.
fn scale(judge: &Judge<'_>, word: &str, next: &str) -> Option<(usize, [Vec<String>; 2])> {
    match word {
        "more" => Some((2, ends(judge, &[next.to_owned()])?)),
        "less" => {
            let [more, less] = ends(judge, &[next.to_owned()])?;
            Some((2, [less, more]))
        }
        _ => Some((1, ends(judge, &bases(word))?)),
    }
}

/// The adjectives of which a word may be the comparative.
fn bases(word: &str) -> Vec<String> {
    if let Some((_, base)) = IRREGULAR.iter().find(|it| it.0 == word) {
        return vec![(*base).to_owned()];
    }
    let Some(stem) = word.strip_suffix("er") else { return Vec::new() };
    let mut all = vec![stem.to_owned(), format!("{stem}e")];
    let mut letters = stem.chars().rev();
    let last = letters.next();
    if last.is_some() && last == letters.next() {
        all.extend(last.and_then(|it| stem.strip_suffix(it)).map(str::to_owned));
    }
    all.extend(stem.strip_suffix('i').map(|stem| format!("{stem}y")));
    all
}

/// The words of the scale that an adjective is on, with its own end first. An adjective without an
/// opposite is a scale of its own, if something has such a property.
fn ends(judge: &Judge<'_>, bases: &[String]) -> Option<[Vec<String>; 2]> {
    let owned = |words: &[&str]| words.iter().map(|&it| it.to_owned()).collect();
    for base in bases {
        for (high, low) in SCALES {
            if high.contains(&base.as_str()) {
                return Some([owned(high), owned(low)]);
            }
            if low.contains(&base.as_str()) {
                return Some([owned(low), owned(high)]);
            }
        }
    }
    let is_property = |base: &&String| {
        let concept = judge.base.concept(base);
        concept.is_some_and(|it| judge.holders(Relation::HasProperty, it) > 0.0)
    };
    bases.iter().find(is_property).map(|base| [vec![base.clone()], Vec::new()])
}

/// Where a thing is on the scale, above or below 0, and the best assertion for it. *Large animal* says
/// as much as *large*.
fn place(
    judge: &Judge<'_>,
    thing: Concept,
    more: &[String],
    less: &[String],
) -> (f64, Option<Assertion>) {
    let (mut sum, mut best): (f64, Vec<(f64, Assertion)>) = (0.0, Vec::new());
    for relation in [Relation::HasProperty, Relation::IsA, Relation::DefinedAs] {
        for it in judge.base.related(thing, Side::Left, relation) {
            let first = judge.base.name(it.right).split(' ').next().unwrap_or_default();
            let is_among = |words: &[String]| words.iter().any(|word| word == first);
            let sign = match (is_among(more), is_among(less)) {
                (true, _) => 1.0,
                (_, true) => -1.0,
                _ => continue,
            };
            let weight = sign * it.weight();
            sum += weight;
            best.push((weight, it));
        }
    }
    let agreeing = best.into_iter().filter(|(weight, _)| weight * sum > 0.0);
    let best = agreeing.reduce(|one, other| if other.0.abs() > one.0.abs() { other } else { one });
    (sum, best.map(|it| it.1))
}

fn with_capital(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", letters.as_str())
}
