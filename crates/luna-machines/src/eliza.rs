//! Eliza: turns a question around and gives it back, from a script of patterns. It understands
//! nothing.

mod script;

use luna_core::rng::Chance;

use self::script::{FALLBACKS, RULES, SWAPS};

/// The number of sentences of a question that are matched, from the last.
const SENTENCES: usize = 5;
/// The number of words of a sentence that are matched, from the first.
const WORDS: usize = 200;
/// The most words and characters of a question that a reply repeats.
const ECHOED_WORDS: usize = 12;
const ECHOED_CHARS: usize = 100;

/// A word as it was written, and in lower case.
struct Word {
    shown: String,
    lower: String,
}

/// Eliza's reply to one question: never empty, at most `max_chars` characters, and no repetition of
/// `before` while there is something else.
pub(crate) fn answer(
    question: &str,
    max_chars: usize,
    before: &[String],
    chance: &mut Chance,
) -> String {
    let fits = |reply: &String| reply.chars().count() <= max_chars && !before.contains(reply);
    for among in [replies(question), FALLBACKS.map(str::to_owned).to_vec()] {
        let fresh: Vec<String> = among.into_iter().filter(fits).collect();
        if let Some(reply) = chance.pick(&fresh) {
            return reply.clone();
        }
    }
    let cut = |reply: &&str| reply.chars().take(max_chars.max(1)).collect();
    chance.pick(&FALLBACKS).map_or_else(String::new, cut)
}

/// Returns true if a reply is of the script alone, with nothing of the question in it.
pub(crate) fn is_scripted(reply: &str) -> bool {
    let whole = RULES.iter().flat_map(|rule| rule.replies).filter(|reply| !reply.contains('{'));
    let mut scripted = whole.filter_map(|reply| fill(reply, &[]));
    FALLBACKS.contains(&reply) || scripted.any(|scripted| scripted == reply)
}

/// The replies of the first rule that has any for one of the last sentences.
fn replies(question: &str) -> Vec<String> {
    let sentences = sentences(question);
    let found = sentences.iter().rev().take(SENTENCES).find_map(|said| {
        RULES.iter().find_map(|rule| {
            let parts = fit(rule.pattern, said)?;
            let filled: Vec<String> =
                rule.replies.iter().filter_map(|reply| fill(reply, &parts)).collect();
            (!filled.is_empty()).then_some(filled)
        })
    });
    found.unwrap_or_default()
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

/// Fills a reply with the text that the stars matched, its person swapped; `None` if a star that
/// the reply needs matched nothing, or too much.
fn fill(reply: &str, parts: &[&[Word]]) -> Option<String> {
    let mut filled = reply.to_owned();
    for (nth, part) in parts.iter().enumerate() {
        let place = format!("{{{}}}", nth + 1);
        if filled.contains(&place) {
            let turned = turned(part);
            let fits =
                (1..=ECHOED_WORDS).contains(&part.len()) && turned.chars().count() <= ECHOED_CHARS;
            filled = fits.then(|| filled.replace(&place, &turned))?;
        }
    }
    let mut rest = filled.chars();
    let first = rest.next()?;
    Some(first.to_uppercase().chain(rest).collect())
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
