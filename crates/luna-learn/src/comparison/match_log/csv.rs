//! A zero-copy CSV tokenizer (RFC 4180).

use std::borrow::Cow;

use super::error::ReadError;

/// Position in a block of whole lines.
pub(super) struct Fields<'a> {
    bytes: &'a [u8],
    /// Start of the next field, and its line.
    pub(super) at: usize,
    pub(super) line: usize,
}

pub(super) struct Field<'a> {
    /// Trimmed; still quoted if [`unescape`] has to remove doubled quotation marks.
    pub(super) text: &'a [u8],
    /// True for the last field of a row.
    pub(super) last: bool,
}

/// Reasons why a field cannot be read.
pub(super) enum FieldError {
    /// A quotation mark opens on this line and none closes it.
    Open(usize),
    Because(ReadError),
}

impl<'a> Fields<'a> {
    pub(super) fn new(bytes: &'a [u8], line: usize) -> Fields<'a> {
        Fields { bytes, at: 0, line }
    }

    /// Skips empty lines; returns false at the end.
    pub(super) fn skip_empty_lines(&mut self) -> bool {
        loop {
            let length = match self.rest() {
                [] => return false,
                [b'\n', ..] => 1,
                [b'\r', b'\n', ..] => 2,
                _ => return true,
            };
            self.line += 1;
            self.at += length;
        }
    }

    /// Fast path for a row of the expected number of fields, without quotation marks: finds the
    /// start of each field and of the next row. Returns false if the row is anything else.
    #[inline]
    pub(super) fn plain_row(&self, begins: &mut [usize]) -> bool {
        let (mut at, mut nth, mut rest) = (self.at, 0, self.rest());
        if let Some(first) = begins.first_mut() {
            *first = at;
        }
        while let Some((&word, after)) = rest.split_first_chunk() {
            let word = u64::from_le_bytes(word);
            let mut low = mask_up_to_comma(word);
            while low != 0 {
                let bit = low.trailing_zeros();
                low &= low - 1;
                let last = match (word >> (bit & 0x38)) & 0xff {
                    0x2c => false,
                    0x0a => true,
                    0x22 | 0 => return false,
                    _ => continue,
                };
                nth += 1;
                let Some(begin) = begins.get_mut(nth) else { return false };
                *begin = at + usize::try_from(bit / 8).unwrap_or_default() + 1;
                if last {
                    return nth + 1 == begins.len();
                }
            }
            at += 8;
            rest = after;
        }
        false
    }

    /// The trimmed text between two positions.
    #[inline]
    pub(super) fn between(&self, begin: usize, end: usize) -> &'a [u8] {
        match self.bytes.get(begin..end).unwrap_or_default() {
            text @ [first, .., last] if *first > b' ' && *last > b' ' => text,
            text => text.trim_ascii(),
        }
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(super) fn next(&mut self) -> Result<Field<'a>, FieldError> {
        match self.bytes.get(self.at) {
            Some(b'"') => self.quoted(),
            _ => self.unquoted(),
        }
    }

    fn unquoted(&mut self) -> Result<Field<'a>, FieldError> {
        let ends = |byte: &u8| matches!(byte, b',' | b'\n' | 0);
        let rest = self.rest();
        let end = self.at + rest.iter().position(ends).unwrap_or(rest.len());
        let text = self.between(self.at, end);
        let last = match self.bytes.get(end) {
            Some(b',') => false,
            Some(0) => return Err(FieldError::nul(self.line)),
            _ => true,
        };
        self.line += usize::from(last);
        self.at = (end + 1).min(self.bytes.len());
        Ok(Field { text, last })
    }

    fn quoted(&mut self) -> Result<Field<'a>, FieldError> {
        let (begun, mut doubled) = (self.line, false);
        let whole = self.rest();
        let mut length = 1;
        loop {
            let rest = whole.get(length..).unwrap_or_default();
            let Some(end) = rest.iter().position(|&byte| byte == b'"') else {
                return Err(FieldError::Open(begun));
            };
            length += end + 1;
            if whole.get(length) != Some(&b'"') {
                break;
            }
            doubled = true;
            length += 1;
        }
        let text = whole.get(..length).unwrap_or_default();
        if text.contains(&0) {
            return Err(FieldError::nul(begun));
        }
        self.line += line_breaks(text);
        self.at += length;
        let closed = self.line;
        let tail = self.unquoted()?;
        if !tail.text.is_empty() {
            let why = "there is text between a closing quotation mark and the next comma";
            let begins = format!("{why} (the field begins on line {begun})");
            return Err(FieldError::because(closed, if closed == begun { why } else { &begins }));
        }
        let inside = text.get(1..length - 1).unwrap_or_default();
        let text = if doubled { text } else { inside.trim_ascii() };
        Ok(Field { text, last: tail.last })
    }
}

impl FieldError {
    fn nul(line: usize) -> FieldError {
        let why =
            "there is a NUL character, which no text has; if the file is UTF-16, save it as UTF-8";
        FieldError::because(line, why)
    }

    fn because(line: usize, why: &str) -> FieldError {
        FieldError::Because(ReadError { line, why: why.to_owned() })
    }
}

impl From<FieldError> for ReadError {
    fn from(wrong: FieldError) -> ReadError {
        match wrong {
            FieldError::Because(unreadable) => unreadable,
            FieldError::Open(line) => {
                let why = "a quotation mark opens here and none closes it".to_owned();
                ReadError { line, why }
            }
        }
    }
}

/// Removes the quotation marks of a field that has doubled ones inside.
pub(super) fn unescape(text: &[u8]) -> Cow<'_, [u8]> {
    let [b'"', inside @ .., b'"'] = text else { return Cow::Borrowed(text) };
    let mut unescape = Vec::with_capacity(inside.len());
    let mut opens = false;
    for &byte in inside {
        opens = byte == b'"' && !opens;
        if !opens {
            unescape.push(byte);
        }
    }
    Cow::Owned(unescape.trim_ascii().to_vec())
}

/// Sets the highest bit of each byte up to a comma (commas, line breaks, quotation marks and other
/// rare ones), for eight bytes at once.
fn mask_up_to_comma(word: u64) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    const ABOVE: u64 = 0x0101_0101_0101_0101 * (0x80 - 0x2d);
    !(((word & !HIGH) + ABOVE) | word) & HIGH
}

/// Number of line breaks.
pub(super) fn line_breaks(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}
