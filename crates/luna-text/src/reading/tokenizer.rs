//! Splitting a sentence into tokens by the conventions of the English Web Treebank: contractions,
//! possessives and hyphens are tokens of their own, abbreviations keep their full stops.

mod word;

use std::ops::Range;

use self::word::split_word;

/// The byte range of each token of a text that is one sentence. Every character that is not white
/// space belongs to exactly one token.
pub(super) fn tokens(sentence: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for chunk in sentence.split_whitespace() {
        let offset = sentence.get(at..).and_then(|rest| rest.find(chunk)).unwrap_or(0);
        let start = at + offset;
        at = start + chunk.len();
        let is_last = sentence.get(at..).is_none_or(|rest| rest.trim_start().is_empty());
        split_chunk(chunk, is_last, start, &mut found);
    }
    found
}

/// Faces that are one token. Longer ones come first.
const FACES: [&str; 16] = [
    ":-)", ":-(", ";-)", ":'(", ":-/", ":-P", ":-D", "^_^", ":)", ":(", ";)", "=)", ":D", ":P",
    ":/", "<3",
];

/// Splits what stands between two spaces.
fn split_chunk(chunk: &str, is_last: bool, start: usize, found: &mut Vec<Range<usize>>) {
    let mut at = 0;
    // An address begins here or after an opening bracket or quote.
    let mut opened = true;
    while let Some(rest) = chunk.get(at..).filter(|rest| !rest.is_empty()) {
        let len = match token(rest, opened) {
            Piece::Sign(len) => len,
            Piece::Word(len) => {
                let after = rest.get(len..).unwrap_or_default();
                let ends = is_last && after.trim_start_matches(is_closing).is_empty();
                let len = len + full_stop(rest.get(..len).unwrap_or_default(), after, ends);
                let word = rest.get(..len).unwrap_or_default();
                let from = start + at;
                let mut begin = 0;
                for end in split_word(word) {
                    if end > begin {
                        found.push(from + begin..from + end);
                        begin = end;
                    }
                }
                at += len;
                opened = false;
                continue;
            }
        };
        opened = rest.starts_with(['(', '[', '{', '<', '"', '“', '‘', '\'']);
        found.push(start + at..start + at + len);
        at += len;
    }
}

enum Piece {
    /// One token of this many bytes.
    Sign(usize),
    /// A word, which may have to be split further.
    Word(usize),
}

/// The next piece of a chunk, which may be an address if a word can begin here.
fn token(rest: &str, opened: bool) -> Piece {
    if opened && let Some(len) = address(rest) {
        return Piece::Sign(len);
    }
    if !rest.starts_with(char::is_alphanumeric) {
        let face = FACES.iter().find(|face| {
            let after = rest.strip_prefix(**face);
            after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
        });
        if let Some(face) = face {
            return Piece::Sign(face.len());
        }
    }
    let mut characters = rest.chars();
    let Some(first) = characters.next() else { return Piece::Sign(rest.len()) };
    if first.is_alphanumeric()
        || first == '_' && characters.next().is_some_and(char::is_alphanumeric)
    {
        return Piece::Word(word_len(rest));
    }
    if is_apostrophe(first) && opened {
        let word = rest.get(first.len_utf8()..).unwrap_or_default();
        let len = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
        let word = word.get(..len).unwrap_or_default();
        let year = word.starts_with(|c: char| c.is_ascii_digit());
        if year || CLIPPED.contains(&word.to_lowercase().as_str()) {
            return Piece::Sign(first.len_utf8() + len);
        }
    }
    let run = |same: &dyn Fn(char) -> bool| rest.find(|c| !same(c)).unwrap_or(rest.len());
    Piece::Sign(match first {
        '.' | '!' | '?' => run(&|c| matches!(c, '.' | '!' | '?')),
        '(' | ')' | '[' | ']' | '{' | '}' | '"' | '$' | '%' | '#' | '/' | ',' | ';' => {
            first.len_utf8()
        }
        _ => {
            run(&|c| c == first)
                + rest
                    .chars()
                    .skip_while(|&c| c == first)
                    .take_while(|&c| is_mark(c))
                    .map(char::len_utf8)
                    .sum::<usize>()
        }
    })
}

/// Words that are written with an apostrophe for what is left out before.
const CLIPPED: [&str; 9] = ["em", "cause", "til", "tis", "twas", "bout", "cuz", "round", "n"];

/// Bytes of the word at the start: letters and digits, and the signs that may stand inside.
fn word_len(rest: &str) -> usize {
    let mut end = 0;
    let mut characters = rest.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, c)) = characters.next() {
        let after = characters.peek().map_or(' ', |&(_, c)| c);
        let inside = after.is_alphanumeric() && before.is_alphanumeric();
        let digits = before.is_ascii_digit() && after.is_ascii_digit();
        let goes_on = c.is_alphanumeric()
            || is_mark(c)
            || match c {
                '_' => true,
                '.' | '\'' | '’' | '`' | '-' | '‐' | '‑' | '@' => inside,
                ',' | ':' | '/' => digits,
                '&' => before.is_uppercase() && after.is_uppercase(),
                _ => false,
            };
        if !goes_on {
            break;
        }
        end = at + c.len_utf8();
        if !is_mark(c) {
            before = c;
        }
    }
    end
}

/// Bytes of an address at the start: of a page, or of a mailbox.
fn address(rest: &str) -> Option<usize> {
    let lower_start = rest.get(..8).unwrap_or(rest).to_ascii_lowercase();
    let page = ["http://", "https://", "ftp://", "www."]
        .iter()
        .any(|start| lower_start.starts_with(start));
    let len = rest
        .find(|c: char| matches!(c, '<' | '>' | '"' | '“' | '”' | ',') || (!page && !is_mailbox(c)))
        .unwrap_or(rest.len());
    let whole = rest.get(..len)?.trim_end_matches(is_closing_of_address);
    if page {
        return (whole.len() > 4).then_some(whole.len());
    }
    let (name, host) = whole.split_once('@')?;
    let dotted =
        host.split_once('.').is_some_and(|(one, rest)| !one.is_empty() && !rest.is_empty());
    (!name.is_empty() && dotted && !host.contains('@')).then_some(whole.len())
}

fn is_mailbox(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '@' | '.' | '_' | '-' | '+')
}

fn is_closing_of_address(c: char) -> bool {
    matches!(c, '.' | ';' | ':' | '!' | '?' | ')' | ']' | '\'' | '’' | '-')
}

fn is_closing(c: char) -> bool {
    matches!(c, '.' | '"' | '\'' | '”' | '’' | ')' | ']')
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '`')
}

fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c) || matches!(c, '\u{200d}' | '\u{fe0f}')
}

/// Abbreviations that keep their full stop even at the end of a sentence.
const ABBREVIATIONS: [&str; 40] = [
    "adm", "al", "apr", "attn", "aug", "ave", "bros", "capt", "co", "col", "corp", "dec", "dept",
    "dr", "eg", "esp", "etc", "feb", "ft", "gen", "gov", "inc", "jan", "jr", "lt", "ltd", "mr",
    "mrs", "ms", "nov", "oct", "prof", "rep", "rev", "sen", "sept", "sgt", "sr", "st", "vs",
];
/// Letters of an abbreviation within a sentence, at most.
const SHORT: usize = 5;

/// Bytes of the full stop after a word that belongs to it. `ends` means that nothing follows but
/// marks that close the sentence.
fn full_stop(word: &str, after: &str, ends: bool) -> usize {
    if !after.starts_with('.') || after.starts_with("..") {
        return 0;
    }
    let bare = word.rsplit(['-', '/']).next().unwrap_or(word);
    let dotted = bare.split('.').count() > 1
        && bare.split('.').all(|part| {
            let mut letters = part.chars();
            letters.next().is_some_and(char::is_alphabetic) && letters.nth(1).is_none()
        });
    let letters = bare.chars().count();
    let initial = letters == 1 && bare.starts_with(char::is_uppercase);
    let known = ABBREVIATIONS.contains(&bare.to_lowercase().as_str());
    let within = !ends && letters <= SHORT && bare.chars().all(char::is_alphabetic);
    usize::from(dotted || known || (initial && !ends) || within)
}

#[cfg(test)]
mod tests;
