//! Text with its markup taken out: HTML tags and entities, Markdown's emphasis, credits.

use std::borrow::Cow;
use std::ops::Range;

/// The longest tag or credit, in bytes; a longer one is text.
const LONGEST_TAG: usize = 300;

/// A text without markup, and the parts of it that a player must say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MarkedText {
    pub(super) text: String,
    /// Underlined parts in their order; bold ones if nothing is underlined.
    pub(super) required: Vec<Range<usize>>,
    /// The end of the text before the first credit such as `<AB, History>`.
    pub(super) credit: Option<usize>,
}

/// The two styles that mark what is required.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Underline,
    Bold,
}

#[derive(Default)]
struct Reader {
    marked: MarkedText,
    bold: Vec<Range<usize>>,
    /// Open elements and the places where they began.
    underline_from: Option<(usize, usize)>,
    bold_from: Option<(usize, usize)>,
}

impl Reader {
    fn open(&mut self, style: Style) {
        let at = self.marked.text.len();
        let from = match style {
            Style::Underline => &mut self.underline_from,
            Style::Bold => &mut self.bold_from,
        };
        let depth = from.map_or(0, |(_, depth)| depth);
        *from = Some((from.map_or(at, |(begun, _)| begun), depth + 1));
    }

    fn close(&mut self, style: Style) {
        let at = self.marked.text.len();
        let (from, ranges) = match style {
            Style::Underline => (&mut self.underline_from, &mut self.marked.required),
            Style::Bold => (&mut self.bold_from, &mut self.bold),
        };
        match *from {
            Some((begun, 1)) => {
                *from = None;
                if begun < at {
                    ranges.push(begun..at);
                }
            }
            Some((begun, depth)) => *from = Some((begun, depth - 1)),
            None => {}
        }
    }

    fn is_open(&self, style: Style) -> bool {
        match style {
            Style::Underline => self.underline_from.is_some(),
            Style::Bold => self.bold_from.is_some(),
        }
    }

    fn toggle(&mut self, style: Style) {
        match self.is_open(style) {
            true => self.close(style),
            false => self.open(style),
        }
    }

    fn tag(&mut self, content: &str) {
        let closing = content.starts_with('/');
        let name = content.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        let style = match name.to_ascii_lowercase().as_str() {
            "u" | "ins" => Some(Style::Underline),
            "b" | "strong" => Some(Style::Bold),
            "br" | "p" | "div" => {
                self.marked.text.push(' ');
                None
            }
            _ => None,
        };
        match style {
            Some(style) if closing => self.close(style),
            Some(style) => self.open(style),
            None => {}
        }
    }

    fn finish(mut self) -> MarkedText {
        for style in [Style::Underline, Style::Bold] {
            while self.is_open(style) {
                self.close(style);
            }
        }
        if self.marked.required.is_empty() {
            self.marked.required = self.bold;
        }
        self.marked
    }
}

/// Elements of HTML that may stand in an answer line; anything else in angle brackets is a credit.
fn is_element(content: &str) -> bool {
    let name = content.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
    let known = [
        "a", "b", "br", "code", "div", "em", "font", "i", "ins", "mark", "p", "s", "small", "span",
        "strong", "sub", "sup", "u",
    ];
    // Credits are initials in capitals; `<B>` and `<U>` with a partner are not told apart from them.
    known.iter().any(|known| name == *known || (name.len() > 2 && name.eq_ignore_ascii_case(known)))
        || ["B", "U", "I", "/B", "/U", "/I", "BR"].contains(&content)
}

/// Reads a text as it stands in a packet or comes from a player.
pub(super) fn read(text: &str) -> MarkedText {
    let once = entities(text);
    let text = entities(&once);
    let underscores = text.matches('_').count();
    let stars = text.matches("**").count();
    let mut reader = Reader::default();
    let last_close = text.rfind('>');
    let mut rest: &str = &text;
    while let Some(letter) = rest.chars().next() {
        let at = text.len() - rest.len();
        let after = rest.get(letter.len_utf8()..).unwrap_or_default();
        match letter {
            '<' => {
                if let Some((content, behind)) = tag(after) {
                    if is_element(content) {
                        reader.tag(content);
                    } else {
                        let end = reader.marked.text.len();
                        reader.marked.credit.get_or_insert(end);
                    }
                    rest = behind;
                    continue;
                }
                // A credit whose end is cut off.
                if begins_credit(&reader.marked.text, after)
                    && last_close.is_none_or(|last| at > last)
                {
                    let end = reader.marked.text.len();
                    reader.marked.credit.get_or_insert(end);
                    break;
                }
                reader.marked.text.push(' ');
            }
            // A run of underscores is one mark.
            '_' if underscores >= 2 => {
                reader.toggle(Style::Underline);
                rest = after.trim_start_matches('_');
                continue;
            }
            '*' if stars >= 2 && after.starts_with('*') => {
                reader.toggle(Style::Bold);
                rest = after.trim_start_matches('*');
                continue;
            }
            // The combining low line underlines the letter before it.
            '\u{332}' => {
                let end = reader.marked.text.len();
                let last = reader.marked.text.chars().next_back().map_or(0, char::len_utf8);
                match reader.marked.required.last_mut() {
                    Some(before) if before.end + last == end => before.end = end,
                    _ => reader.marked.required.push(end - last..end),
                }
            }
            letter if letter.is_whitespace() => reader.marked.text.push(' '),
            letter => reader.marked.text.push(letter),
        }
        rest = after;
    }
    reader.finish()
}

/// Says if a bracket between these texts may begin a credit.
fn begins_credit(before: &str, behind: &str) -> bool {
    let is_apart = before.ends_with([' ', '”', '"']);
    is_apart && behind.starts_with(char::is_alphabetic)
}

/// The content of a tag and the text behind it, from the text behind its `<`.
fn tag(text: &str) -> Option<(&str, &str)> {
    let mut ends = text.bytes().take(LONGEST_TAG);
    let end = ends.position(|byte| byte == b'>' || byte == b'<')?;
    let content = text.get(..end)?;
    match text.get(end..)?.strip_prefix('>') {
        Some(behind) if !content.trim().is_empty() => Some((content, behind)),
        _ => None,
    }
}

/// The text with HTML's entities replaced; packets also have them without the semicolon.
fn entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let named = [
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
        ("nbsp", ' '),
        ("ldquo", '“'),
        ("rdquo", '”'),
        ("lsquo", '‘'),
        ("rsquo", '’'),
        ("ndash", '–'),
        ("mdash", '—'),
    ];
    let mut decoded = String::with_capacity(text.len());
    let mut pieces = text.split('&');
    decoded.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let name = named.iter().find_map(|(name, letter)| {
            piece.strip_prefix(name).map(|behind| (*letter, behind.strip_prefix(';')))
        });
        match name.map(|(letter, behind)| (letter, behind, piece)) {
            Some((letter, Some(behind), _)) => {
                decoded.push(letter);
                decoded.push_str(behind);
            }
            // Without its semicolon only at the end, as where a reader cut the line.
            Some((letter, None, "lt" | "gt" | "amp" | "quot")) => decoded.push(letter),
            _ => {
                let (letter, behind) = numeric(piece).unwrap_or(('&', piece));
                decoded.push(letter);
                decoded.push_str(behind);
            }
        }
    }
    Cow::Owned(decoded)
}

/// A numeric entity without its `&`, and the text behind it.
fn numeric(piece: &str) -> Option<(char, &str)> {
    let (digits, behind) = piece.strip_prefix('#')?.split_once(';')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(digits) if digits.len() <= 6 => u32::from_str_radix(digits, 16).ok()?,
        None if digits.len() <= 7 => digits.parse().ok()?,
        _ => return None,
    };
    char::from_u32(code).filter(|letter| !letter.is_control()).map(|letter| (letter, behind))
}

#[cfg(test)]
mod tests;
