//! Tokens of the notes in an answer line, with quotations and brackets matched.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Comma,
    Semicolon,
    /// A slash with a space on each side.
    Slash,
    /// A point, a colon or a dash.
    Stop,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Its bytes in the whole line.
    pub(super) range: Range<usize>,
    /// The quotation that it stands in.
    pub(super) quote: Option<usize>,
    /// The number of brackets that it stands in.
    pub(super) depth: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tokens<'a> {
    line: &'a str,
    pub(super) list: Vec<Token>,
    /// The content of each quotation.
    pub(super) quotes: Vec<Range<usize>>,
}

impl<'a> Tokens<'a> {
    /// The tokens of a part of a line.
    pub(super) fn new(line: &'a str, part: Range<usize>) -> Tokens<'a> {
        let mut tokens = Tokens { line, ..Tokens::default() };
        let text = line.get(part.clone()).unwrap_or_default();
        let last = LastQuotes::new(text);
        let mut quote: Option<char> = None;
        let (mut depth, mut before, mut word) = (0_usize, ' ', None);
        for (at, letter) in text.char_indices() {
            let next = text.get(at + letter.len_utf8()..).and_then(|rest| rest.chars().next());
            let in_word = letter.is_alphanumeric()
                || (matches!(letter, '\'' | '’' | '-' | '‑' | '_' | '.')
                    && before.is_alphanumeric()
                    && next.is_some_and(char::is_alphanumeric));
            let place = part.start + at;
            if in_word {
                word.get_or_insert(place);
                before = letter;
                continue;
            }
            tokens.push(Kind::Word, word.take(), place, quote.is_some(), depth);
            match letter {
                letter if quote == Some(letter) => {
                    quote = None;
                    if let Some(quote) = tokens.quotes.last_mut() {
                        quote.end = place;
                    }
                }
                '“' | '"' | '‘' | '„' if quote.is_none() => {
                    quote = last.closing(letter, at, before);
                    if quote.is_some() {
                        let start = place + letter.len_utf8();
                        tokens.quotes.push(start..part.end);
                    }
                }
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {
                    let kind = match letter {
                        ',' => Kind::Comma,
                        ';' => Kind::Semicolon,
                        '/' if before == ' ' && next == Some(' ') => Kind::Slash,
                        '.' | ':' | '—' => Kind::Stop,
                        _ => {
                            before = letter;
                            continue;
                        }
                    };
                    let end = place + letter.len_utf8();
                    tokens.push(kind, Some(place), end, quote.is_some(), depth);
                }
            }
            before = letter;
        }
        tokens.push(Kind::Word, word, part.end, quote.is_some(), depth);
        tokens
    }

    fn push(&mut self, kind: Kind, from: Option<usize>, to: usize, quoted: bool, depth: usize) {
        if let Some(from) = from {
            let quote = quoted.then(|| self.quotes.len().saturating_sub(1));
            self.list.push(Token { kind, range: from..to, quote, depth });
        }
    }

    pub(super) fn get(&self, at: usize) -> Option<&Token> {
        self.list.get(at)
    }

    pub(super) fn text(&self, at: usize) -> &'a str {
        self.list.get(at).and_then(|token| self.line.get(token.range.clone())).unwrap_or_default()
    }

    pub(super) fn slice(&self, range: Range<usize>) -> &'a str {
        self.line.get(range).unwrap_or_default()
    }

    /// The bytes with the bracket or quotation mark beside them that lacks its partner otherwise.
    pub(super) fn with_brackets(&self, mut range: Range<usize>) -> Range<usize> {
        let text = self.slice(range.clone());
        let (opened, closed) = (text.matches('(').count(), text.matches(')').count());
        if opened > closed && self.line.get(range.end..).is_some_and(|rest| rest.starts_with(')')) {
            range.end += 1;
        }
        let before = self.line.get(..range.start).unwrap_or_default();
        if closed > opened && before.ends_with('(') {
            range.start -= 1;
        }
        let is_unopened = text.matches('”').count() > text.matches('“').count();
        if (is_unopened && before.ends_with('“'))
            || (text.matches('"').count() % 2 == 1 && before.ends_with('"'))
        {
            let quote = before.chars().next_back().map_or(0, char::len_utf8);
            range.start -= quote;
        }
        range
    }

    /// Says if a question mark stands here.
    pub(super) fn is_question(&self, at: usize) -> bool {
        self.line.get(at..).is_some_and(|rest| rest.starts_with('?'))
    }

    pub(super) fn quotation(&self, quote: usize) -> &'a str {
        self.quotes.get(quote).and_then(|range| self.line.get(range.clone())).unwrap_or_default()
    }

    /// Says if the token is one of these words, outside quotations.
    pub(super) fn is(&self, at: usize, words: &[&str]) -> bool {
        self.get(at).is_some_and(|token| token.kind == Kind::Word && token.quote.is_none()) && {
            let text = self.text(at);
            words.iter().any(|word| word.eq_ignore_ascii_case(text))
        }
    }

    /// Says if these words stand here, outside quotations.
    pub(super) fn are(&self, at: usize, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(nth, word)| self.is(at + nth, &[word]))
    }
}

/// The last place of each mark that closes a quotation. A mark that nothing closes opens none.
struct LastQuotes {
    double: Option<usize>,
    straight: Option<usize>,
    single: Option<usize>,
}

impl LastQuotes {
    fn new(text: &str) -> LastQuotes {
        LastQuotes {
            double: text.rfind('”'), straight: text.rfind('"'), single: text.rfind('’')
        }
    }

    /// The mark that closes a quotation which begins here.
    fn closing(&self, open: char, at: usize, before: char) -> Option<char> {
        let (last, mark) = match open {
            '“' | '„' => (self.double, '”'),
            '"' => (self.straight, '"'),
            _ if before.is_alphanumeric() => return None,
            _ => (self.single, '’'),
        };
        last.is_some_and(|last| last > at).then_some(mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(&str, bool, usize)> {
        let tokens = Tokens::new(text, 0..text.len());
        (0..tokens.list.len())
            .map(|at| {
                let token = tokens.get(at).unwrap();
                (tokens.text(at), token.quote.is_some(), token.depth)
            })
            .collect()
    }

    #[test]
    fn quotations_and_brackets_are_matched() {
        assert_eq!(
            words("on “the King’s (a) x”, anti-prompt"),
            [
                ("on", false, 0),
                ("the", true, 0),
                ("King’s", true, 0),
                ("a", true, 1),
                ("x", true, 0),
                (",", false, 0),
                ("anti-prompt", false, 0)
            ]
        );
        assert_eq!(words("a “b; c").iter().filter(|(_, quoted, _)| *quoted).count(), 0);
        assert_eq!(words("‘New Testament’ d’").iter().filter(|(_, quoted, _)| *quoted).count(), 2);
        let text = "say \"so\" or “no”";
        let tokens = Tokens::new(text, 0..text.len());
        assert_eq!((tokens.quotation(0), tokens.quotation(1)), ("so", "no"));
        assert!(tokens.is(2, &["or"]) && !tokens.is(1, &["so"]));
    }
}
