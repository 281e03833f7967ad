//! Submitted forms: strictly UTF-8, of bounded size, and from our own pages.

use std::collections::BTreeMap;

use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;

use crate::App;
use crate::error::Error;
use crate::read_body::{BodyError, whole};
use crate::visitor::Visitor;

/// Five texts of 5,000 characters, each of four bytes, each written `%XX`,
/// and room for the rest.
const LARGEST: usize = 512 * 1024;

/// The fields of a form from one of our own pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form(BTreeMap<String, String>);

impl Form {
    /// As if this had been typed: what a form shows before it is changed.
    pub(crate) fn filled(fields: impl IntoIterator<Item = (&'static str, String)>) -> Form {
        Form(fields.into_iter().map(|(name, text)| (name.to_owned(), text)).collect())
    }

    /// A field's text; an absent field is empty.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// `q1`, `q2`, … for the prefix `q`, with line ends and trailing space tidied.
    pub(crate) fn texts(&self, prefix: &str, many: usize) -> Vec<String> {
        (1..=many).map(|nth| luna_core::text::tidy(self.text(&format!("{prefix}{nth}")))).collect()
    }

    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }
}

impl FromRequest<App> for Form {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Form, Error> {
        let visitor = request.extensions().get::<Visitor>().cloned().ok_or(Error::NotFound)?;
        let form = read(app, request).await?;
        if same(form.text("csrf"), &visitor.csrf) { Ok(form) } else { Err(Error::Forged(form)) }
    }
}

/// A form from anywhere, such as a mail program's one-click unsubscribe.
pub(crate) async fn read(app: &App, request: Request) -> Result<Form, Error> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded")) {
        return Err(Error::UnknownKind);
    }
    let read = whole(request.into_body(), LARGEST, app.settings.patience).await;
    let bytes = read.map_err(|unread| match unread {
        BodyError::TooLarge => Error::TooLarge,
        BodyError::Cut => Error::Unreadable(CUT, Form::default()),
        BodyError::Late => Error::Late,
        BodyError::Crowded => Error::Crowded,
    })?;
    parse(&bytes).map(Form)
}

const CUT: &str = "Not all of the form arrived.";
const GARBLED: &str = "The form was garbled on its way.";
const NOT_UTF_8: &str = "Your text is not UTF-8, so not all of it can be read.";
const NUL: &str = "Your text contains a NUL character, which cannot be kept. Please remove it.";

/// Reads `a=1&b=2`. A field given twice keeps its last value.
pub(crate) fn parse(bytes: &[u8]) -> Result<BTreeMap<String, String>, Error> {
    let (mut fields, mut problem) = (BTreeMap::new(), None);
    for pair in bytes.split(|&byte| byte == b'&').filter(|pair| !pair.is_empty()) {
        let mut halves = pair.splitn(2, |&byte| byte == b'=');
        let (name, in_name) = decode(halves.next().unwrap_or_default());
        let (text, in_text) = decode(halves.next().unwrap_or_default());
        problem = problem.or(in_name).or(in_text);
        fields.insert(name, text);
    }
    match problem {
        None => Ok(fields),
        Some(why) => Err(Error::Unreadable(why, Form(fields))),
    }
}

/// A text as far as it can be read, and why not all of it could be.
pub(crate) fn decode(bytes: &[u8]) -> (String, Option<&'static str>) {
    let (mut decoded, mut problem) = (Vec::with_capacity(bytes.len()), None);
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digit = |at: usize| after.get(at).and_then(|&d| char::from(d).to_digit(16));
                let value = digit(0).zip(digit(1)).and_then(|(a, b)| u8::try_from(a * 16 + b).ok());
                match value {
                    Some(_) => rest = after.get(2..).unwrap_or_default(),
                    None => problem = Some(GARBLED),
                }
                value.unwrap_or(byte)
            }
            other => other,
        });
    }
    let text = String::from_utf8(decoded).unwrap_or_else(|error| {
        problem = problem.or(Some(NOT_UTF_8));
        String::from_utf8_lossy(error.as_bytes()).into_owned()
    });
    if text.contains('\0') {
        return (text.replace('\0', "\u{fffd}"), problem.or(Some(NUL)));
    }
    (text, problem)
}

/// Compares without telling by its duration where the difference is.
fn same(a: &str, b: &str) -> bool {
    let differences = a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    a.len() == b.len() && !b.is_empty() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &[u8], expected: &[(&str, &str)]) {
        let fields = parse(body).unwrap();
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!(fields, expected);
    }

    #[test]
    fn fields_are_decoded() {
        check(b"a=1&b=x+y%21", &[("a", "1"), ("b", "x y!")]);
        check(b"a=%E2%98%BE%0D%0A", &[("a", "\u{263e}\r\n")]);
        check(b"a&b=&=c&&", &[("", "c"), ("a", ""), ("b", "")]);
        check(b"a=1=2&a=3", &[("a", "3")]);
        check(b"", &[]);
    }

    #[test]
    fn what_is_not_text_is_refused() {
        for body in [&b"a=%FF"[..], b"a=\xff", b"a=%C3", b"a=%00", b"a=%zz", b"a=%4"] {
            assert!(parse(body).is_err(), "{body:?}");
        }
    }

    #[test]
    fn only_the_whole_token_is_the_token() {
        assert!(same("abc", "abc"));
        assert!(!same("abc", "abd") && !same("ab", "abc") && !same("", "") && !same("abcd", "abc"));
    }
}
