//! The places of named things: runs of proper nouns, and numbers with their units.

use std::ops::Range;

use super::super::relation::Relation;
use super::super::tag::{PennTag, UniversalTag};
use super::super::token::{Sentence, Token};
use super::group_words::BODIES;
use super::kind::EntityKind;
use super::time_words::{MONTHS, TIMES, UNITS, WEEKDAYS};

/// The names of a sentence: runs of proper nouns, also across *of* after words like *University*,
/// and across an ampersand or a hyphen.
pub(super) fn names(sentence: &Sentence) -> Vec<Range<usize>> {
    let tokens = &sentence.tokens;
    let proper = |nth: usize| tokens.get(nth).is_some_and(is_name);
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !proper(at) {
            at += 1;
            continue;
        }
        let from = at;
        let mut end = at + 1;
        loop {
            let joined = joint(tokens, end);
            if proper(end) {
                end += 1;
            } else if joined > 0 && proper(end + joined) {
                end += joined + 1;
            } else {
                break;
            }
        }
        at = end;
        let month = |nth: usize| {
            tokens.get(nth).is_some_and(|token| {
                let lower = token.form.to_lowercase();
                MONTHS.contains(&lower.as_str()) || WEEKDAYS.contains(&lower.as_str())
            })
        };
        // Months and days are times.
        if !(from..end).all(month) {
            found.push(from..end);
        }
    }
    found
}

/// A proper noun, or a capitalised adjective within a name.
fn is_name(token: &Token) -> bool {
    token.tag == UniversalTag::Propn
        && token.form.starts_with(char::is_alphanumeric)
        && token.penn != PennTag::Add
}

/// Tokens between two parts of one name at this place.
fn joint(tokens: &[Token], at: usize) -> usize {
    let form = |nth: usize| tokens.get(nth).map_or("", |token| token.form.as_str());
    let before = at.checked_sub(1).map_or("", form).to_lowercase();
    match form(at) {
        "of" if BODIES.contains(&before.as_str()) => {
            1 + usize::from(form(at + 1).eq_ignore_ascii_case("the"))
        }
        "&" => 1,
        "-" => {
            let close = |nth: usize| {
                let span = |nth: usize| tokens.get(nth).map(|token| token.span.clone());
                span(nth).zip(span(nth + 1)).is_some_and(|(one, next)| one.end == next.start)
            };
            usize::from(close(at) && at.checked_sub(1).is_some_and(close))
        }
        _ => 0,
    }
}

/// Numbers with what they count, and times.
pub(super) fn amounts(sentence: &Sentence) -> Vec<(Range<usize>, EntityKind)> {
    let tokens = &sentence.tokens;
    let mut found: Vec<(Range<usize>, EntityKind)> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let range = if is_calendar(token) {
            Some((date(tokens, at), EntityKind::Time))
        } else if token.penn == PennTag::Cd {
            Some(number(sentence, at))
        } else if token.penn == PennTag::Currency {
            Some((at..numbers_end(tokens, at + 1), EntityKind::Quantity))
        } else {
            None
        };
        match range {
            Some((range, kind)) => {
                at = range.end.max(at + 1);
                let from = found.last().map_or(0, |(last, _)| last.end);
                found.push((range.start.max(from)..at, kind));
            }
            None => at += 1,
        }
    }
    found
}

fn is_calendar(token: &Token) -> bool {
    let lower = token.form.to_lowercase();
    let month =
        MONTHS.contains(&lower.trim_end_matches('.')) && token.form.starts_with(char::is_uppercase);
    // May and March are verbs too.
    let named = month && token.tag == UniversalTag::Propn;
    named
        || WEEKDAYS.contains(&lower.as_str()) && token.tag == UniversalTag::Propn
        || token.tag == UniversalTag::Noun
            && matches!(lower.as_str(), "today" | "tomorrow" | "yesterday" | "tonight")
}

/// A date around a month or a day of the week.
fn date(tokens: &[Token], at: usize) -> Range<usize> {
    let part = |nth: usize| {
        tokens.get(nth).is_some_and(|token| {
            is_calendar(token) || token.penn == PennTag::Cd || is_ordinal(&token.form)
        })
    };
    let mut from = at;
    while from > 0 && (part(from - 1) && tokens.get(from - 1).is_some_and(|it| it.form.len() <= 4))
    {
        from -= 1;
    }
    let mut end = at + 1;
    loop {
        let comma = tokens.get(end).is_some_and(|token| token.form == ",");
        if part(end) {
            end += 1;
        } else if comma
            && part(end + 1)
            && tokens.get(end + 1).is_some_and(|it| is_year(&it.form) || is_calendar(it))
        {
            end += 2;
        } else {
            return from..end;
        }
    }
}

fn is_ordinal(form: &str) -> bool {
    let digits = form.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    digits.len() < form.len() && !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
}

pub(super) fn is_year(form: &str) -> bool {
    form.parse::<u16>().is_ok_and(|year| (1000..2100).contains(&year)) && form.len() == 4
}

fn numbers_end(tokens: &[Token], from: usize) -> usize {
    let rest = tokens.iter().enumerate().skip(from);
    let mut end = from;
    for (nth, token) in rest {
        if token.penn == PennTag::Cd {
            end = nth + 1;
        } else {
            break;
        }
    }
    end
}

/// A number with its unit or the noun that it counts; a year or a time of day is a time.
fn number(sentence: &Sentence, at: usize) -> (Range<usize>, EntityKind) {
    let tokens = &sentence.tokens;
    let end = numbers_end(tokens, at);
    let form = |nth: usize| tokens.get(nth).map_or("", |token| token.form.as_str());
    let lemma = |nth: usize| tokens.get(nth).map_or(String::new(), |it| it.lemma.to_lowercase());
    let counted = tokens.get(at).and_then(|token| {
        token.head.filter(|_| matches!(token.relation, Relation::Nummod | Relation::Compound))
    });
    let counts = counted.is_some_and(|head| head > at);
    if end == at + 1 && is_year(form(at)) && !counts {
        return (at..end, EntityKind::Time);
    }
    if form(at).contains(':')
        || matches!(lemma(end).as_str(), "am" | "pm" | "a.m." | "p.m." | "o'clock")
    {
        let half =
            usize::from(matches!(lemma(end).as_str(), "am" | "pm" | "a.m." | "p.m." | "o'clock"));
        return (at..end + half, EntityKind::Time);
    }
    if matches!(form(end), "%")
        || UNITS.contains(&lemma(end).as_str())
        || TIMES.contains(&lemma(end).as_str())
    {
        return (at..end + 1, EntityKind::Quantity);
    }
    match counted.filter(|&head| head >= end && head < end + 4) {
        Some(head) => (at..head + 1, EntityKind::Quantity),
        None => (at..end, EntityKind::Quantity),
    }
}
