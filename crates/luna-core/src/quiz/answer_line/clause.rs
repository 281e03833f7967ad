//! Alternatives in the notes of an answer line, each with its directive and its conditions.

use std::ops::Range;

use super::condition::{self, Condition};
use super::directive::{Directive, Piece};
use super::generic::{self, Sense};
use super::lexer::{Kind, Tokens};
use super::list::{
    bytes, condition_end, directed_prompt, lists_by_commas, replacement, separator, skip_on, trim,
    trim_stops,
};

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

/// What the notes say about a part of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Partial {
    #[default]
    Unsaid,
    Prompt,
    Reject,
}

/// What the notes say about the line as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineRules {
    /// One underlined part is enough.
    pub(super) either: bool,
    pub(super) partial: Partial,
    pub(super) word_forms: bool,
    /// Accepts equivalents or descriptions, which only a person can judge.
    pub(super) is_open: bool,
}

#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) items: Vec<Item>,
    pub(super) manner: LineRules,
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
            self.pending.push(condition::read(tokens, part));
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
                    self.manner.partial = Partial::Prompt;
                    skip_partial(at + 1)
                })
            }
            Directive::Reject => tokens.is(start, &["partial", "partials"]).then(|| {
                self.manner.partial = Partial::Reject;
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
                    for item in items.iter_mut() {
                        item.directed = Some(words.to_owned());
                    }
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
                let condition = condition::read(tokens, at..end);
                let items = self.items.get_mut(without_condition..).unwrap_or_default();
                for item in items {
                    item.conditions.push(condition.clone());
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
