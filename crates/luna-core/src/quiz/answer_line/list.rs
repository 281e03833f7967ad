//! Lists of answers in a note: what separates two answers, and what belongs to one.

use std::ops::Range;

use super::condition;
use super::directive::Directive;
use super::lexer::{Kind, Tokens};

/// The bytes of these tokens, with brackets that begin or end there.
pub(super) fn bytes(tokens: &Tokens<'_>, part: &Range<usize>) -> Option<Range<usize>> {
    let first = tokens.get(part.start)?;
    let last = tokens.get(part.end.checked_sub(1)?)?;
    let range = first.range.start..last.range.end;
    (range.start < range.end && part.start < part.end).then(|| tokens.with_brackets(range))
}

pub(super) fn skip_on(tokens: &Tokens<'_>, at: usize) -> usize {
    if tokens.is(at, &["on"]) { at + 1 } else { at }
}

pub(super) fn trim_stops(tokens: &Tokens<'_>, start: usize, mut end: usize) -> usize {
    while end > start && tokens.get(end - 1).is_some_and(|token| token.kind != Kind::Word) {
        end -= 1;
    }
    end
}

/// Tokens without separators and fillers at both ends.
pub(super) fn trim(tokens: &Tokens<'_>, part: Range<usize>) -> Range<usize> {
    let Range { mut start, end } = part;
    let before = ["or", "and", "also", "but", "just", "only", "simply", "either", "e.g", "like"];
    let behind =
        ["and", "or", "alone", "as", "well", "too", "etc", "but", "respectively", "by", "itself"];
    let is_stop = |at: usize| {
        tokens.get(at).is_some_and(|token| token.kind != Kind::Word && token.quote.is_none())
    };
    while start < end && (is_stop(start) || (end - start > 1 && tokens.is(start, &before))) {
        start += 1;
    }
    let mut stop = trim_stops(tokens, start, end);
    while stop > start + 1 && (is_stop(stop - 1) || tokens.is(stop - 1, &behind)) {
        stop -= 1;
    }
    start..trim_stops(tokens, start, stop)
}

/// The words for the player that begin here, and the token behind them.
pub(super) fn directed_prompt<'a>(
    tokens: &Tokens<'a>,
    at: usize,
    end: usize,
) -> Option<(&'a str, usize)> {
    let token = tokens.get(at)?;
    let quoted = |at: usize| at < end && tokens.get(at).is_some_and(|token| token.quote.is_some());
    let behind = match () {
        () if tokens.is(at, &["by"]) && tokens.is(at + 1, &["asking", "saying", "stating"]) => {
            at + 2
        }
        () if tokens.is(at, &["asking", "saying"]) => at + 1,
        () if token.depth > 0 && tokens.is(at, &["ask", "say"]) => at + 1,
        () if tokens.is(at, &["with", "by", "using"]) && quoted(at + 1) => at + 1,
        () if tokens.is(at, &["i.e", "i.e."]) && token.depth > 0 => at + 1,
        () => return None,
    };
    let stop = match token.depth {
        0 => end,
        depth => {
            (at..end).find(|&at| tokens.get(at).is_none_or(|it| it.depth < depth)).unwrap_or(end)
        }
    };
    let quote = (behind..stop).find(|&at| quoted(at));
    let Some(first) = quote else {
        let last = trim_stops(tokens, behind, stop);
        let range = bytes(tokens, &(behind..last))?;
        return Some((tokens.slice(range), stop));
    };
    let quote = tokens.get(first)?.quote?;
    let behind =
        (first..end).find(|&at| tokens.get(at).is_none_or(|token| token.quote != Some(quote)));
    let behind = behind.unwrap_or(end).max(if token.depth > 0 { stop } else { 0 });
    Some((tokens.quotation(quote).trim(), behind))
}

/// The end of a condition that begins here.
pub(super) fn condition_end(tokens: &Tokens<'_>, at: usize, end: usize) -> usize {
    let quoted = |at: usize| at < end && tokens.get(at).is_some_and(|token| token.quote.is_some());
    let reading = ["is", "are", "has", "have", "read", "mentioned", "was"];
    let mut place = at + 1;
    while place < end {
        let token = tokens.get(place);
        let is_comma = token.is_some_and(|it| it.kind != Kind::Word && it.quote.is_none());
        if is_comma || directed_prompt(tokens, place, end).is_some() {
            return place;
        }
        if tokens.is(place, &["and", "but"]) && condition::begins(tokens, place + 1, end) {
            return place;
        }
        if tokens.is(place, &["or", "and"]) {
            // Until “A” or “B” is read: the second quotation belongs to the condition.
            let behind = (place + 1..end).find(|&at| !quoted(at)).unwrap_or(end);
            if !(quoted(place + 1) && tokens.is(behind, &reading)) {
                return place;
            }
            place = behind;
        }
        place += 1;
    }
    end
}

/// Says if commas separate answers here and do not belong to them.
pub(super) fn lists_by_commas(
    tokens: &Tokens<'_>,
    part: &Range<usize>,
    directive: Directive,
) -> bool {
    let is_comma = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|it| it.kind == Kind::Comma && it.quote.is_none() && it.depth == 0)
    };
    let commas = part.clone().filter(|&at| is_comma(at)).count();
    let oxford = part.clone().any(|at| is_comma(at) && tokens.is(at + 1, &["or"]));
    let has_or = part.clone().any(|at| tokens.is(at, &["or"]));
    let has_and = part.clone().any(|at| tokens.is(at, &["and"]));
    // Ethanoic acid, acetate; but not Geneva, Switzerland.
    let nouns = part.clone().find(|&at| is_comma(at)).is_some_and(|at| {
        tokens.text(at + 1).starts_with(char::is_lowercase) && part.end - at <= 4
    });
    oxford
        || (commas == 1 && !has_or && !has_and && nouns)
        || (commas >= 2 && (has_or || !has_and))
        || (commas == 1 && !has_or && directive != Directive::Accept)
}

/// The number of tokens that separate two answers here.
pub(super) fn separator(
    tokens: &Tokens<'_>,
    at: usize,
    part: &Range<usize>,
    lists: bool,
) -> Option<usize> {
    let token = tokens.get(at)?;
    let is_quoted = |at: usize| tokens.get(at).is_some_and(|token| token.quote.is_some());
    // A comma belongs into the quotation before it: “A,” “B”.
    let ends_quotation = |at: usize| {
        at > part.start
            && is_quoted(at)
            && tokens.get(at + 1).is_none_or(|next| next.quote != token.quote)
    };
    if token.depth > 0 {
        return None;
    }
    match token.kind {
        Kind::Comma | Kind::Semicolon if token.quote.is_some() => {
            (ends_quotation(at) && at + 1 < part.end).then_some(1)
        }
        Kind::Comma => {
            let between_quotations = at > part.start && is_quoted(at - 1) && is_quoted(at + 1);
            (lists || between_quotations || tokens.is(at + 1, &["or"])).then_some(1)
        }
        Kind::Slash | Kind::Semicolon => Some(1),
        Kind::Word if tokens.is(at, &["or", "nor"]) => Some(1),
        Kind::Word if tokens.are(at, &["as", "well", "as"]) => Some(3),
        Kind::Word if tokens.is(at, &["and"]) => {
            let quotations = at > part.start && is_quoted(at - 1) && is_quoted(at + 1);
            quotations.then_some(1)
        }
        Kind::Word | Kind::Stop => None,
    }
}

/// Divides `X in place of “Y”` and `X for “Y”`.
pub(super) fn replacement(
    tokens: &Tokens<'_>,
    part: Range<usize>,
) -> (Range<usize>, Option<Range<usize>>) {
    let is_quoted = |at: usize| tokens.get(at).is_some_and(|token| token.quote.is_some());
    let place = part.clone().skip(1).find_map(|at| match () {
        () if tokens.are(at, &["in", "place", "of"]) => Some((at, at + 3)),
        () if tokens.are(at, &["instead", "of"]) => Some((at, at + 2)),
        () if tokens.is(at, &["for"]) && is_quoted(at + 1) && at + 1 < part.end => {
            Some((at, at + 1))
        }
        () => None,
    });
    match place {
        Some((at, behind)) => (part.start..at, Some(trim(tokens, behind..part.end))),
        None => (part, None),
    }
}

/// The answers that the answer itself is made of: it, and what its "or" separates.
pub(super) fn main_parts(tokens: &Tokens<'_>, required: &[Range<usize>]) -> Vec<Range<usize>> {
    let all = 0..tokens.list.len();
    let Some(last) = tokens.list.last() else { return Vec::new() };
    let is_question = tokens.is_question(last.range.end);
    let inside = |token: &Range<usize>| {
        let at = required.partition_point(|span| span.end <= token.start);
        required.get(at).is_some_and(|span| span.start < token.start && token.end < span.end)
    };
    let mut parts = Vec::new();
    let mut begin = 0;
    for at in all.clone() {
        let separates = tokens.get(at).is_some_and(|token| {
            (tokens.is(at, &["or"]) && tokens.text(at) != "OR" || token.kind == Kind::Slash)
                && token.depth == 0
                && !inside(&token.range)
        });
        if separates && !is_question {
            parts.extend(bytes(tokens, &trim(tokens, begin..at)));
            begin = at + 1;
        }
    }
    if begin > 0 {
        parts.extend(bytes(tokens, &trim(tokens, begin..all.end)));
    }
    parts
}
