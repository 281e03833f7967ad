//! Phrases with slots for words of a kind.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use luna_core::rng::Chance;

use crate::bare_text::bare;

/// Words by kind, which is the name of their slot.
static WORDS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lines = include_str!("words.txt").lines().filter_map(|line| line.split_once(": "));
    lines.map(|(kind, words)| (kind, words.split(", ").collect())).collect()
});

/// The lines of each section of a text, in which `# name` begins one.
pub(crate) fn sections(text: &'static str) -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut sections: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut name = "";
    for line in text.lines() {
        match line.strip_prefix("# ") {
            Some(section) => name = section,
            None => sections.entry(name).or_default().push(line),
        }
    }
    sections
}

/// Texts for slots that are not words of a kind.
pub(crate) type Slots<'a> = &'a [(&'a str, &'a str)];

/// Fills each `{slot}` of a phrase: with a given text, a number, or a word of that kind by chance.
/// `{a thing}` puts the article before the word.
pub(crate) fn fill(phrase: &str, slots: Slots<'_>, chance: &mut Chance) -> String {
    let (mut filled, mut rest) = (String::new(), phrase);
    while let Some((before, after)) = rest.split_once('{') {
        let Some((slot, behind)) = after.split_once('}') else { break };
        filled.push_str(before);
        let given =
            slots.iter().find(|(name, _)| *name == slot).map(|(_, text)| (*text).to_owned());
        filled.push_str(&given.unwrap_or_else(|| word(slot, chance)));
        rest = behind;
    }
    filled + rest
}

fn word(slot: &str, chance: &mut Chance) -> String {
    match slot.strip_prefix("a ") {
        Some(kind) => {
            let word = word(kind, chance);
            let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            format!("{article} {word}")
        }
        None if slot == "n" => number(chance),
        None if slot == "year" => (1_500 + chance.below(520)).to_string(),
        None => {
            let words = WORDS.get(slot).map(Vec::as_slice).unwrap_or_default();
            chance.pick(words).copied().unwrap_or_default().to_owned()
        }
    }
}

/// Returns true if the phrase gives this text, letters and digits in lower case only.
pub(crate) fn gives(phrase: &str, text: &str) -> bool {
    let Some((before, after)) = phrase.split_once('{') else { return bare(phrase) == text };
    let Some(rest) = text.strip_prefix(bare(before).as_str()) else { return false };
    let Some((slot, behind)) = after.split_once('}') else { return false };
    let (kind, articles): (&str, &[&str]) = match slot.strip_prefix("a ") {
        Some(kind) => (kind, &["an", "a"]),
        None => (slot, &[""]),
    };
    if matches!(kind, "n" | "year") {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        return (1..=digits).any(|end| gives(behind, rest.get(end..).unwrap_or_default()));
    }
    let words = BARE_WORDS.get(kind).map(Vec::as_slice).unwrap_or_default();
    articles.iter().filter_map(|article| rest.strip_prefix(article)).any(|rest| {
        let lefts = words.iter().filter_map(|word| rest.strip_prefix(word.as_str()));
        lefts.into_iter().any(|left| gives(behind, left))
    })
}

static BARE_WORDS: LazyLock<BTreeMap<&str, Vec<String>>> = LazyLock::new(|| {
    WORDS
        .iter()
        .map(|(kind, words)| (*kind, words.iter().map(|word| bare(word)).collect()))
        .collect()
});

/// A number as people say one: small ones more often, large ones round.
fn number(chance: &mut Chance) -> String {
    match chance.below(10) {
        0..5 => 1 + chance.below(30),
        5..8 => 10 + chance.below(190),
        8 => (1 + chance.below(99)) * 100,
        _ => (1 + chance.below(99)) * 1_000,
    }
    .to_string()
}
