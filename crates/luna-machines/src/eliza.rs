//! Eliza: turns a question around and gives a piece of it back, or asks back, or answers as anybody
//! might. It understands nothing.

mod script;

use luna_core::rng::Chance;

use self::script::{BARE, RULES, SWAPS};
use crate::wording::{Pool, fill, plain_answer};

/// The number of sentences of a question that are matched, from the last.
const SENTENCES: usize = 5;
/// The number of words of a sentence that are matched, from the first.
const WORDS: usize = 200;
/// The most words and characters of a question that a reply repeats.
const ECHOED_WORDS: usize = 3;
const ECHOED_CHARS: usize = 40;
/// Replies of a hundred that give something of the question back, and that ask back without it. The
/// others are plain answers: nobody asks back only.
const ECHOES: usize = 25;
const BARE_RETURNS: usize = 20;
/// Words at which a phrase is divided, so that only a piece of it is given back.
const JOINTS: [&str; 14] =
    ["of", "in", "for", "to", "on", "at", "from", "with", "by", "that", "and", "or", "when", "if"];

/// A word as it was written, and in lower case.
struct Word {
    shown: String,
    lower: String,
}

/// A reply, and whether it has words of the question in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) text: String,
    pub(crate) echoes: bool,
}

/// One of Eliza's many replies to a question, not yet in a voice.
pub(crate) fn answer(question: &str, pool: Pool, chance: &mut Chance) -> Reply {
    let drawn = chance.below(100);
    let given_back = (drawn < ECHOES).then(|| give_back(question, pool, chance)).flatten();
    if let Some(text) = given_back {
        return Reply { text, echoes: true };
    }
    let text = if drawn < ECHOES + BARE_RETURNS {
        fill(pool.pick(BARE, chance), &[], chance)
    } else {
        plain_answer(question, pool, chance)
    };
    Reply { text, echoes: false }
}

/// Gives a piece of one of the last sentences back, turned around by the first rule that fits.
fn give_back(question: &str, pool: Pool, chance: &mut Chance) -> Option<String> {
    let sentences = sentences(question);
    let (rule, part) = sentences.iter().rev().take(SENTENCES).find_map(|said| {
        RULES.iter().find_map(|rule| {
            let parts = fit(rule.pattern, said)?;
            Some((rule, *parts.get(rule.star.checked_sub(1)?)?))
        })
    })?;
    let echo = turned(piece(part, chance)?);
    let fits = echo.chars().count() <= ECHOED_CHARS;
    fits.then(|| fill(pool.pick(rule.manner.phrases(), chance), &[("echo", &echo)], chance))
}

/// One of the pieces of a phrase that are short enough.
fn piece<'w>(part: &'w [Word], chance: &mut Chance) -> Option<&'w [Word]> {
    let pieces: Vec<&[Word]> = part
        .split(|word| JOINTS.contains(&word.lower.as_str()))
        .filter(|piece| (1..=ECHOED_WORDS).contains(&piece.len()))
        .collect();
    chance.pick(&pieces).copied()
}

fn sentences(text: &str) -> Vec<Vec<Word>> {
    let ends = ['.', '?', '!', ';', '\n', '\u{3002}', '\u{ff1f}', '\u{ff01}', '\u{61f}'];
    text.split(ends).map(words).filter(|words| !words.is_empty()).collect()
}

/// Runs of letters, digits, apostrophes and hyphens; an arithmetic sign is a word as well.
fn words(sentence: &str) -> Vec<Word> {
    let mut kept = String::new();
    for c in sentence.chars() {
        match c {
            '+' => kept.push_str(" plus "),
            '=' => kept.push_str(" equals "),
            '\u{d7}' | '*' => kept.push_str(" times "),
            '\u{2019}' => kept.push('\''),
            '\'' | '-' => kept.push(c),
            _ if c.is_alphanumeric() => kept.push(c),
            _ => kept.push(' '),
        }
    }
    let bare = kept.split_whitespace().map(|word| word.trim_matches(['\'', '-']));
    bare.filter(|word| !word.is_empty())
        .take(WORDS)
        .enumerate()
        .map(|(nth, word)| {
            let lower = word.to_lowercase();
            // The first word has a capital only because it is the first.
            Word { shown: if nth == 0 { lower.clone() } else { word.to_owned() }, lower }
        })
        .collect()
}

/// The words that each `*` of a pattern matches, if the pattern matches at all. An earlier `*`
/// matches as few words as it can, so there is no backtracking.
fn fit<'w>(pattern: &str, said: &'w [Word]) -> Option<Vec<&'w [Word]>> {
    let mut between: Vec<Vec<&str>> =
        pattern.split('*').map(|some| some.split_whitespace().collect()).collect();
    let last = between.pop()?;
    let Some((first, inner)) = between.split_first() else {
        return (said.len() == last.len() && begins(said, &last)).then(Vec::new);
    };
    if !begins(said, first) {
        return None;
    }
    let mut rest = said.get(first.len()..)?;
    let mut parts = Vec::new();
    for wanted in inner {
        let at =
            (0..=rest.len()).find(|&at| rest.get(at..).is_some_and(|from| begins(from, wanted)))?;
        parts.push(rest.get(..at)?);
        rest = rest.get(at + wanted.len()..)?;
    }
    let (part, end) = rest.split_at_checked(rest.len().checked_sub(last.len())?)?;
    parts.push(part);
    begins(end, &last).then_some(parts)
}

fn begins(said: &[Word], wanted: &[&str]) -> bool {
    said.len() >= wanted.len()
        && said.iter().zip(wanted).all(|(word, any)| any.split('/').any(|one| one == word.lower))
}

fn turned(part: &[Word]) -> String {
    let lower = |at: Option<usize>| at.and_then(|at| part.get(at)).map(|word| word.lower.as_str());
    let turn = |(at, word): (usize, &Word)| {
        let (before, after) = (lower(at.checked_sub(1)), lower(Some(at + 1)));
        let beside = |who: &str| before == Some(who) || after == Some(who);
        let swap = SWAPS.iter().find(|(from, _)| *from == word.lower);
        match word.lower.as_str() {
            "you" if before.is_some() && after.is_none() => "me".to_owned(),
            "are" if beside("you") => "am".to_owned(),
            "were" if beside("you") => "was".to_owned(),
            "was" if beside("i") => "were".to_owned(),
            _ => swap.map_or_else(|| word.shown.clone(), |&(_, to)| to.to_owned()),
        }
    };
    part.iter().enumerate().map(turn).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
