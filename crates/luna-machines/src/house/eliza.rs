//! Eliza: turns a question around and gives it back, or asks back. In rated games it also answers as
//! anybody might, so that its replies do not tell which machine it is. It understands nothing.

mod script;

use luna_core::rng::Chance;

use self::script::{BARE, RULES, Rule, SWAPS, phrases};
use crate::house::wording::{Pool, fill, plain_answer};

/// The number of sentences of a question that are matched, from the last.
const SENTENCES: usize = 5;
/// The number of words of a sentence that are matched, from the first.
const WORDS: usize = 200;
/// The most words and characters of a question that a reply repeats, and the words in a rated game.
const ECHOED_WORDS: usize = 12;
const ECHOED_CHARS: usize = 100;
const ECHOED_WORDS_RATED: usize = 4;
/// Replies of a hundred in a rated game that follow the script. The others are plain answers: nobody
/// asks back only.
const SCRIPTED: usize = 30;

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
    if pool == Pool::Rated && chance.below(100) >= SCRIPTED {
        return Reply { text: plain_answer(question, chance), echoes: false };
    }
    let sentences = sentences(question);
    let fitting = sentences
        .iter()
        .rev()
        .take(SENTENCES)
        .find_map(|said| RULES.iter().find_map(|rule| Some((rule, fit(rule.pattern, said)?))));
    let (manner, parts) = match &fitting {
        Some((rule, parts)) => (rule.phrases(), given_back(rule, parts, pool)),
        None => (phrases(BARE), Vec::new()),
    };
    let has = |slot| parts.iter().any(|(name, _)| *name == slot);
    let can_be_filled = |phrase: &&str| {
        (has("echo") || !phrase.contains("{echo}")) && (has("other") || !phrase.contains("{other}"))
    };
    let fillable: Vec<&str> = pool.half(manner).into_iter().filter(can_be_filled).collect();
    let bare = pool.half(phrases(BARE));
    let phrase = chance.pick(&fillable).or_else(|| chance.pick(&bare)).copied().unwrap_or_default();
    let slots: Vec<(&str, &str)> =
        parts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let echoes = phrase.contains("{echo}") || phrase.contains("{other}");
    Reply { text: fill(phrase, &slots, chance), echoes }
}

/// The parts of a sentence that a rule gives back and that are short enough, turned around.
fn given_back(rule: &Rule, parts: &[&[Word]], pool: Pool) -> Vec<(&'static str, String)> {
    let most = if pool == Pool::Rated { ECHOED_WORDS_RATED } else { ECHOED_WORDS };
    let Some(first) = rule.star.checked_sub(1) else { return Vec::new() };
    let mut given = Vec::new();
    for (slot, part) in ["echo", "other"].into_iter().zip(parts.iter().skip(first)) {
        let text = turned(part);
        if (1..=most).contains(&part.len()) && text.chars().count() <= ECHOED_CHARS {
            given.push((slot, text));
        }
    }
    given
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
