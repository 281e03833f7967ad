//! The words that say what happens to an answer: accept, prompt on, reject, anti-prompt on.

use std::ops::Range;

use super::lexer::{Kind, Tokens};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directive {
    Accept,
    Prompt,
    /// Prompts for something less specific.
    AntiPrompt,
    Reject,
}

/// A directive and the tokens that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Its own directive; without one, that of the piece before.
    pub(super) directive: Option<Directive>,
    pub(super) tokens: Range<usize>,
    /// Begins with "or".
    pub(super) is_or: bool,
}

/// A directive's words: where they begin and where they end.
struct Verb {
    directive: Directive,
    begin: usize,
    end: usize,
}

/// Words that may stand before a directive's verb.
const ADVERBS: [&str; 30] = [
    "absolutely",
    "also",
    "and",
    "be",
    "begrudgingly",
    "but",
    "can",
    "do",
    "don't",
    "don’t",
    "dont",
    "generous",
    "generously",
    "grudgingly",
    "however",
    "i",
    "guess",
    "just",
    "lenient",
    "may",
    "never",
    "not",
    "or",
    "please",
    "reluctantly",
    "should",
    "then",
    "we'll",
    "we’ll",
    "you",
];
/// The most of them before one verb.
const MOST_ADVERBS: usize = 8;
const NEGATIONS: [&str; 5] = ["not", "don't", "don’t", "dont", "never"];

/// The directive whose verb is this token.
fn verb(tokens: &Tokens<'_>, at: usize, earliest: usize) -> Option<Verb> {
    let token = tokens.get(at).filter(|token| token.quote.is_none())?;
    if token.kind != Kind::Word {
        return None;
    }
    let text = tokens.text(at);
    let is = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    let is_verb = [
        "accept",
        "accepting",
        "accepts",
        "anti",
        "anti-prompt",
        "antiprompt",
        "prompt",
        "prompts",
        "reject",
        "rejects",
        "reverse",
        "reverse-prompt",
        "take",
    ];
    if !is(&is_verb) {
        return None;
    }
    let mut begin = at;
    while begin > earliest && at - begin < MOST_ADVERBS && tokens.is(begin - 1, &ADVERBS) {
        begin -= 1;
    }
    let opens = begin == earliest
        || tokens.get(begin.wrapping_sub(1)).is_none_or(|before| before.kind != Kind::Word)
        || begin < at;
    let (directive, mut end) = match () {
        () if is(&["accept", "accepts", "accepting"]) => (Directive::Accept, at + 1),
        () if is(&["take"]) && begin < at => (Directive::Accept, at + 1),
        () if is(&["antiprompt", "anti-prompt", "reverse-prompt"]) => {
            (Directive::AntiPrompt, at + 1)
        }
        () if is(&["anti", "reverse"]) && tokens.is(at + 1, &["prompt"]) => {
            (Directive::AntiPrompt, at + 2)
        }
        () if is(&["prompt", "prompts"]) && (opens || tokens.is(at + 1, &["on"])) => {
            (Directive::Prompt, at + 1)
        }
        () if is(&["reject", "rejects"]) && opens => (Directive::Reject, at + 1),
        () => return None,
    };
    let negated = (begin..at).any(|before| tokens.is(before, &NEGATIONS));
    // Do not accept or prompt on.
    while tokens.is(end, &["or", "and", "nor"])
        && tokens.is(end + 1, &["accept", "prompt", "reject", "take", "antiprompt", "anti-prompt"])
    {
        end += 2;
        if tokens.is(end, &["on"]) {
            end += 1;
        }
    }
    if tokens.is(end, &["on"]) {
        end += 1;
    }
    let directive = if negated { Directive::Reject } else { directive };
    Some(Verb { directive, begin, end })
}

/// Says if a text in brackets gives directions and is no comment.
pub(super) fn gives_directions(line: &str, part: Range<usize>) -> bool {
    let text = line.get(part.clone()).unwrap_or_default();
    // The first few words decide.
    let end = text.char_indices().nth(120).map_or(text.len(), |(at, _)| at);
    let tokens = Tokens::new(line, part.start..part.start + end);
    if tokens.is(0, &["or", "either", "both"]) {
        return true;
    }
    let early = |at: usize| verb(&tokens, at, 0).is_some_and(|verb| verb.begin == 0);
    let begins = (0..tokens.list.len().min(8)).any(early);
    let conditional = tokens.is(0, &["before", "until", "after", "if"])
        && (0..tokens.list.len()).any(|at| verb(&tokens, at, 0).is_some());
    begins
        || conditional
        || (tokens.is(0, &["word", "in", "need", "clear", "obvious", "descriptions", "and"])
            && tokens.is(1, &["forms", "either", "any", "equivalents", "both", "acceptable"]))
}

/// The pieces of a section.
pub(super) fn pieces(tokens: &Tokens<'_>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut current = Piece { directive: None, tokens: 0..0, is_or: false };
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let Some(verb) = verb(tokens, at, current.tokens.start) {
            current.tokens.end = verb.begin;
            push(&mut pieces, current, tokens);
            let directive = Some(verb.directive);
            current = Piece { directive, tokens: verb.end..verb.end, is_or: false };
            at = verb.end;
            continue;
        }
        if token.kind == Kind::Semicolon && token.depth == 0 && token.quote.is_none() {
            current.tokens.end = at;
            push(&mut pieces, current, tokens);
            current = Piece { directive: None, tokens: at + 1..at + 1, is_or: false };
        }
        at += 1;
    }
    current.tokens.end = at;
    push(&mut pieces, current, tokens);
    pieces
}

fn push(pieces: &mut Vec<Piece>, mut piece: Piece, tokens: &Tokens<'_>) {
    let is_loose = |at: usize| {
        tokens.get(at).is_some_and(|token| token.kind != Kind::Word)
            || tokens.is(at, &["or", "and", "also", "but"])
    };
    let Range { mut start, end } = piece.tokens;
    while start < end && is_loose(start) {
        piece.is_or |= tokens.is(start, &["or"]);
        start += 1;
    }
    piece.tokens = start..end;
    if start < end {
        pieces.push(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(Option<Directive>, String)> {
        let tokens = Tokens::new(text, 0..text.len());
        let words = |piece: &Piece| -> Vec<&str> {
            piece.tokens.clone().map(|at| tokens.text(at)).collect()
        };
        pieces(&tokens).iter().map(|piece| (piece.directive, words(piece).join(" "))).collect()
    }

    #[test]
    fn directives_are_found_with_and_without_semicolons() {
        use Directive::{Accept, AntiPrompt, Prompt, Reject};
        let piece = |directive, text: &str| (directive, text.to_owned());
        assert_eq!(
            read("or a; accept b, prompt on c but do NOT accept or prompt on “d; e”; f"),
            [
                piece(None, "a"),
                piece(Some(Accept), "b ,"),
                piece(Some(Prompt), "c"),
                piece(Some(Reject), "d ; e"),
                piece(None, "f"),
            ]
        );
        assert_eq!(
            read("generously accept a; antiprompt on b; anti-prompt on c; reverse prompt on d"),
            [
                piece(Some(Accept), "a"),
                piece(Some(AntiPrompt), "b"),
                piece(Some(AntiPrompt), "c"),
                piece(Some(AntiPrompt), "d"),
            ]
        );
        assert_eq!(read("reject “accept”"), [piece(Some(Reject), "accept")]);
        assert_eq!(read("a quick prompt reply"), [piece(None, "a quick prompt reply")]);
    }

    #[test]
    fn comments_give_no_directions() {
        for (text, expected) in [
            ("or Clemens", true),
            ("Accept either underlined part", true),
            ("before mention, accept x", true),
            ("either name is acceptable", true),
            ("The first clue refers to what people accept", false),
            ("Edited", false),
            ("Holy", false),
        ] {
            assert_eq!(gives_directions(text, 0..text.len()), expected, "{text}");
        }
    }
}
