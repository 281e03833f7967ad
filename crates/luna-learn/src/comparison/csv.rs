//! Fields of CSV by RFC 4180, one after the other, without copying them.

use std::borrow::Cow;

use super::Unreadable;

pub(super) struct Fields<'a> {
    rest: &'a [u8],
    line: usize,
}

pub(super) struct Field<'a> {
    /// Without the spaces around it.
    pub(super) text: Cow<'a, [u8]>,
    /// Whether the row ends with it.
    pub(super) last: bool,
}

impl<'a> Fields<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Fields<'a> {
        Fields { rest: bytes, line: 1 }
    }

    /// The line that the next field begins on.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Passes over empty lines; whether anything comes after them.
    pub(super) fn another_row(&mut self) -> bool {
        loop {
            match self.rest {
                [] => return false,
                [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => {
                    self.line += 1;
                    self.rest = rest;
                }
                _ => return true,
            }
        }
    }

    pub(super) fn next(&mut self) -> Result<Field<'a>, Unreadable> {
        match self.rest {
            [b'"', rest @ ..] => self.quoted(rest),
            _ => Ok(self.plain()),
        }
    }

    fn plain(&mut self) -> Field<'a> {
        let end = self.rest.iter().position(|&byte| byte == b',' || byte == b'\n');
        let end = end.unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, &[]));
        let last = rest.first() != Some(&b',');
        self.line += usize::from(last);
        self.rest = rest.get(1..).unwrap_or_default();
        Field { text: Cow::Borrowed(text.trim_ascii()), last }
    }

    /// `inside` begins after the first quotation mark.
    fn quoted(&mut self, inside: &'a [u8]) -> Result<Field<'a>, Unreadable> {
        let begun = self.line;
        let mut text: Cow<'a, [u8]> = Cow::Borrowed(&[]);
        let mut rest = inside;
        loop {
            let Some(end) = rest.iter().position(|&byte| byte == b'"') else {
                let why = "a quotation mark opens here and none closes it".to_owned();
                return Err(Unreadable { line: begun, why });
            };
            let (part, after) = rest.split_at_checked(end).unwrap_or((rest, &[]));
            self.line += breaks(part);
            let doubled = after.starts_with(b"\"\"");
            match (text.is_empty(), doubled) {
                (true, false) => text = Cow::Borrowed(part),
                _ => text.to_mut().extend_from_slice(part),
            }
            rest = after.get(1..).unwrap_or_default();
            if !doubled {
                break;
            }
            text.to_mut().push(b'"');
            rest = rest.get(1..).unwrap_or_default();
        }
        let text = match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim_ascii()),
            Cow::Owned(text) => Cow::Owned(text.trim_ascii().to_vec()),
        };
        self.rest = rest;
        let tail = self.plain();
        if tail.text.is_empty() {
            return Ok(Field { text, last: tail.last });
        }
        let why = "something stands between a closing quotation mark and the next comma";
        Err(Unreadable { line: self.line - usize::from(tail.last), why: why.to_owned() })
    }
}

/// How many line breaks there are.
pub(super) fn breaks(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}
