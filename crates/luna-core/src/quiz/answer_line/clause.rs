//! Alternatives in the notes of an answer line, each with its directive and its conditions.

use std::ops::Range;

use super::condition::{self, Condition};
use super::directive::{Directive, Piece};
use super::generic::{self, Sense};
use super::lexer::{Kind, Tokens};

/// One answer that a note is about.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) directive: Directive,
    /// Its bytes in the line.
    pub(super) range: Range<usize>,
    /// The words for the player on a prompt.
    pub(super) directed: Option<String>,
    /// Conditions that must all hold.
    pub(super) conditions: Vec<Condition>,
    /// The directive that holds when the conditions do not.
    pub(super) otherwise: Option<Directive>,
    /// Any answer that mentions it will do.
    pub(super) is_loose: bool,
    /// The part of other answers that it stands for: accept X in place of “Y”.
    pub(super) replaces: Option<Range<usize>>,
}

/// What the notes say about the line as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Manner {
    /// One underlined part is enough.
    pub(super) either: bool,
    pub(super) prompt_on_partial: bool,
    /// A part of the answer is wrong.
    pub(super) never_partial: bool,
    pub(super) word_forms: bool,
    /// Accepts equivalents or descriptions, which only a person can judge.
    pub(super) is_open: bool,
}

#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) items: Vec<Item>,
    pub(super) manner: Manner,
    /// Conditions that stand before their directive: before mention, accept X.
    pending: Vec<Condition>,
    last: Option<Directive>,
    /// The items of the piece before, which "but prompt after" is about.
    recent: Range<usize>,
}

impl Notes {
    /// Reads the pieces of one section.
    pub(super) fn read(&mut self, tokens: &Tokens<'_>, pieces: Vec<Piece>) {
        self.last = None;
        for piece in pieces {
            self.piece(tokens, &piece);
        }
    }

    fn piece(&mut self, tokens: &Tokens<'_>, piece: &Piece) {
        let Range { start, end } = piece.tokens;
        if piece.directive.is_none() && !piece.is_or && condition::begins(tokens, start, end) {
            let part = start..trim_stops(tokens, start, end);
            self.pending.extend(condition::read(tokens, part));
            return;
        }
        let directive = piece.directive.or(self.last).unwrap_or(Directive::Accept);
        self.last = Some(directive);
        if piece.directive.is_some() && is_afterwards(tokens, start, end) {
            for item in self.items.get_mut(self.recent.clone()).unwrap_or_default() {
                item.otherwise = Some(directive);
            }
            return;
        }
        let first = self.items.len();
        let mut rest = start..end;
        if let Some(behind) = self.manner(tokens, directive, &rest) {
            rest.start = behind;
        }
        self.items(tokens, directive, rest);
        let pending = std::mem::take(&mut self.pending);
        for item in self.items.get_mut(first..).unwrap_or_default() {
            item.conditions.extend(pending.iter().cloned());
        }
        self.recent = first..self.items.len();
    }

    /// Takes what is said about the whole line, and returns the place of the rest.
    fn manner(
        &mut self,
        tokens: &Tokens<'_>,
        directive: Directive,
        part: &Range<usize>,
    ) -> Option<usize> {
        let Range { start, end } = *part;
        let parts = [
            "part",
            "parts",
            "portion",
            "portions",
            "name",
            "names",
            "answer",
            "answers",
            "half",
            "word",
            "words",
            "one",
            "underlined",
            "of",
            "the",
            "two",
            "is",
            "acceptable",
            "or",
            "both",
            "alone",
            "bolded",
            "bold",
            "term",
            "title",
            "section",
            "sections",
            "surname",
        ];
        let run = |mut at: usize| {
            while at < end && tokens.is(at, &parts) && !tokens.are(at, &["or", "the"]) {
                at += 1;
            }
            at
        };
        let skip_partial = |at: usize| {
            let nouns = ["answer", "answers", "name", "names", "information", "a", "any"];
            let mut at = at;
            while at < end && tokens.is(at, &nouns) {
                at += 1;
            }
            at
        };
        match directive {
            Directive::Accept if tokens.is(start, &["either"]) => {
                let behind = run(start + 1);
                let done =
                    behind >= end || tokens.get(behind).is_some_and(|it| it.kind != Kind::Word);
                let goes_on = tokens.is(behind, &["as", "and"]);
                (done || goes_on).then(|| {
                    self.manner.either = true;
                    behind
                })
            }
            Directive::Accept
                if tokens.is(start, &["any"])
                    && tokens.is(start + 1, &["underlined", "part", "portion", "one"]) =>
            {
                let behind = run(start + 1);
                (behind >= end).then(|| {
                    self.manner.either = true;
                    behind
                })
            }
            Directive::Prompt | Directive::AntiPrompt => {
                let at =
                    if tokens.is(start, &["a", "any", "all", "just"]) { start + 1 } else { start };
                tokens.is(at, &["partial", "partials"]).then(|| {
                    self.manner.prompt_on_partial = true;
                    skip_partial(at + 1)
                })
            }
            Directive::Reject => tokens.is(start, &["partial", "partials"]).then(|| {
                self.manner.never_partial = true;
                skip_partial(start + 1)
            }),
            Directive::Accept => None,
        }
    }

    /// Reads a list of answers.
    fn items(&mut self, tokens: &Tokens<'_>, directive: Directive, part: Range<usize>) {
        let first = self.items.len();
        // Items from here on still wait for a condition or a directed prompt behind them.
        let (mut without_condition, mut without_prompt) = (first, first);
        let lists = lists_by_commas(tokens, &part, directive);
        let mut begin = part.start;
        let mut at = part.start;
        while at <= part.end {
            if at == part.end {
                self.item(tokens, directive, first, begin..at);
                break;
            }
            if let Some((words, end)) = directed_prompt(tokens, at, part.end) {
                self.item(tokens, directive, first, begin..at);
                if directive == Directive::Prompt || directive == Directive::AntiPrompt {
                    let items = self.items.get_mut(without_prompt..).unwrap_or_default();
                    items.iter_mut().for_each(|item| item.directed = Some(words.to_owned()));
                    // "Anti-prompt (ask “…”) on X": the words stand before the answers.
                    let is_before = items.is_empty();
                    without_prompt = self.items.len();
                    if is_before {
                        self.items(tokens, directive, skip_on(tokens, end)..part.end);
                        let items = self.items.get_mut(without_prompt..).unwrap_or_default();
                        items.iter_mut().filter(|item| item.directed.is_none()).for_each(|item| {
                            item.directed = Some(words.to_owned());
                        });
                        return;
                    }
                }
                (begin, at) = (end, end);
                continue;
            }
            if condition::begins(tokens, at, part.end) && at > part.start {
                self.item(tokens, directive, first, begin..at);
                let end = condition_end(tokens, at, part.end);
                if let Some(condition) = condition::read(tokens, at..end) {
                    let items = self.items.get_mut(without_condition..).unwrap_or_default();
                    items.iter_mut().for_each(|item| item.conditions.push(condition.clone()));
                }
                (begin, at) = (end, end);
                // A second condition may follow at once: after “A” and before “B”.
                let second =
                    tokens.is(at, &["and", "but"]) && condition::begins(tokens, at + 1, part.end);
                if second {
                    (begin, at) = (at + 1, at + 1);
                } else {
                    without_condition = self.items.len();
                }
                continue;
            }
            if let Some(width) = separator(tokens, at, &part, lists) {
                self.item(tokens, directive, first, begin..at);
                (begin, at) = (at + width, at + width);
                continue;
            }
            at += 1;
        }
    }

    /// Adds one answer of a list that begins with the item `first`, without the words that only
    /// introduce it.
    fn item(
        &mut self,
        tokens: &Tokens<'_>,
        directive: Directive,
        first: usize,
        part: Range<usize>,
    ) {
        let part = trim(tokens, part);
        if part.is_empty() {
            return;
        }
        let (part, replaces) = replacement(tokens, part);
        let replaces = replaces.and_then(|part| bytes(tokens, &part));
        // "X or Y in place of Z" is about both.
        if replaces.is_some() {
            let before = self.items.get_mut(first..).unwrap_or_default();
            before.iter_mut().filter(|item| item.replaces.is_none()).for_each(|item| {
                item.replaces.clone_from(&replaces);
            });
        }
        let introduction = part.start;
        let sense = generic::read(tokens, part);
        if let Sense::Answer(part) | Sense::Mention(part) = &sense {
            let has_forms = (introduction..part.start).any(|at| tokens.is(at, &["form", "forms"]));
            self.manner.word_forms |= has_forms && directive == Directive::Accept;
        }
        let (part, is_loose) = match sense {
            Sense::Answer(part) => (part, false),
            Sense::Mention(part) => {
                self.manner.is_open |= directive == Directive::Accept;
                (part, true)
            }
            Sense::WordForms => {
                self.manner.word_forms |= directive == Directive::Accept;
                return;
            }
            Sense::Equivalents => {
                self.manner.is_open |= directive == Directive::Accept;
                return;
            }
        };
        if let Some(range) = bytes(tokens, &trim(tokens, part)) {
            let (directed, otherwise, conditions) = (None, None, Vec::new());
            self.items.push(Item {
                directive,
                range,
                directed,
                conditions,
                otherwise,
                is_loose,
                replaces,
            });
        }
    }
}

/// The bytes of these tokens, with brackets that begin or end there.
fn bytes(tokens: &Tokens<'_>, part: &Range<usize>) -> Option<Range<usize>> {
    let first = tokens.get(part.start)?;
    let last = tokens.get(part.end.checked_sub(1)?)?;
    let range = first.range.start..last.range.end;
    (range.start < range.end && part.start < part.end).then(|| tokens.with_brackets(range))
}

fn skip_on(tokens: &Tokens<'_>, at: usize) -> usize {
    if tokens.is(at, &["on"]) { at + 1 } else { at }
}

fn trim_stops(tokens: &Tokens<'_>, start: usize, mut end: usize) -> usize {
    while end > start && tokens.get(end - 1).is_some_and(|token| token.kind != Kind::Word) {
        end -= 1;
    }
    end
}

/// Tokens without separators and fillers at both ends.
fn trim(tokens: &Tokens<'_>, part: Range<usize>) -> Range<usize> {
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

/// Says if the piece is "after", "afterwards" or "on it after that": about the piece before.
fn is_afterwards(tokens: &Tokens<'_>, start: usize, end: usize) -> bool {
    let words = [
        "after",
        "afterward",
        "afterwards",
        "thereafter",
        "then",
        "on",
        "it",
        "them",
        "that",
        "this",
        "either",
        "those",
        "answer",
        "mention",
        "mentioned",
        "is",
        "read",
        "after",
        "once",
        "point",
        "if",
        "given",
    ];
    let moment = ["after", "afterward", "afterwards", "thereafter", "then"];
    (start..end).any(|at| tokens.is(at, &moment))
        && (start..end).all(|at| {
            tokens.is(at, &words) || tokens.get(at).is_some_and(|token| token.kind != Kind::Word)
        })
}

/// The words for the player that begin here, and the token behind them.
fn directed_prompt<'a>(tokens: &Tokens<'a>, at: usize, end: usize) -> Option<(&'a str, usize)> {
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
fn condition_end(tokens: &Tokens<'_>, at: usize, end: usize) -> usize {
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
fn lists_by_commas(tokens: &Tokens<'_>, part: &Range<usize>, directive: Directive) -> bool {
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
fn separator(tokens: &Tokens<'_>, at: usize, part: &Range<usize>, lists: bool) -> Option<usize> {
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
        Kind::Stop => None,
        Kind::Word if tokens.is(at, &["or", "nor"]) => Some(1),
        Kind::Word if tokens.are(at, &["as", "well", "as"]) => Some(3),
        Kind::Word if tokens.is(at, &["and"]) => {
            let quotations = at > part.start && is_quoted(at - 1) && is_quoted(at + 1);
            quotations.then_some(1)
        }
        Kind::Word => None,
    }
}

/// Divides `X in place of “Y”` and `X for “Y”`.
fn replacement(tokens: &Tokens<'_>, part: Range<usize>) -> (Range<usize>, Option<Range<usize>>) {
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
