//! The fields of submitted forms, in strict UTF-8.

pub(crate) mod problems;

use std::collections::BTreeMap;

/// The fields of a form from one of our own pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form(BTreeMap<String, String>);

impl Form {
    /// A form with initial values, as if they had been typed.
    pub(crate) fn filled<N: Into<String>>(fields: impl IntoIterator<Item = (N, String)>) -> Form {
        Form(fields.into_iter().map(|(name, text)| (name.into(), text)).collect())
    }

    /// The fields of an address, as far as they can be read.
    pub(crate) fn of_query(query: Option<&str>) -> Form {
        parse(query.unwrap_or_default().as_bytes()).unwrap_or_else(|FormError(_, form)| form)
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

const GARBLED: &str = "The form was damaged on its way here. Please go back and send it again.";
const NOT_UTF_8: &str =
    "Your text is not valid UTF-8, so we cannot read all of it. Please type or paste it again.";
const NUL: &str = "Your text contains a NUL character, which cannot be stored. Please remove it.";

const TOO_LONG: &str = "One of the texts is longer than 12,000 characters, more than any field here takes. Please shorten it.";
const TOO_MANY: &str =
    "The form has more fields than any page here. Please go back and send it again.";

/// The characters of a field, at most: a text of 5,000, of which each may be a line end of two.
/// Pages have lower limits, which they explain beside the field.
const MOST_CHARS: usize = 12_000;
/// Fields that take a whole text or a file. Their pages say how much of it.
const LONG: [&str; 5] = ["text", "file", "context", "choices", "blocked"];
/// The fields of a form, at most: a page with two hundred questions has six for each.
const MOST_FIELDS: usize = 2_000;

/// A form that could not be read completely: the reason, and the fields as far as they could.
#[derive(Debug)]
pub(crate) struct FormError(pub(crate) &'static str, pub(crate) Form);

/// Reads `a=1&b=2`. A field given twice keeps its last value. No field of any page is longer than
/// its bound, so a handler cannot read an endless one.
pub(crate) fn parse(bytes: &[u8]) -> Result<Form, FormError> {
    let (mut fields, mut problem) = (BTreeMap::new(), None);
    for pair in bytes.split(|&byte| byte == b'&').filter(|pair| !pair.is_empty()) {
        let mut halves = pair.splitn(2, |&byte| byte == b'=');
        let (name, in_name) = decode(halves.next().unwrap_or_default());
        let (text, in_text) = decode(halves.next().unwrap_or_default());
        problem = problem.or(in_name).or(in_text);
        let is_long = !LONG.contains(&name.as_str()) && text.chars().nth(MOST_CHARS).is_some();
        problem = problem.or(is_long.then_some(TOO_LONG));
        fields.insert(name, text);
        if fields.len() > MOST_FIELDS {
            return Err(FormError(TOO_MANY, Form(fields)));
        }
    }
    match problem {
        None => Ok(Form(fields)),
        Some(why) => Err(FormError(why, Form(fields))),
    }
}

/// A text as part of a query.
pub(crate) fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// An address as part of a query, in which it stays readable.
pub(crate) fn encode_address(address: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/?=-._~:@".contains(&byte);
    let encode = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    address.bytes().map(encode).collect()
}

/// The link to a page that leads back later.
pub(crate) fn leading_back(page: &str, back: &str) -> String {
    if back.is_empty() { page.to_owned() } else { format!("{page}?back={}", encode_address(back)) }
}

/// A text as far as it can be decoded, and the problem if it is incomplete.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &[u8], expected: &[(&str, &str)]) {
        let fields = parse(body).unwrap();
        let fields: Vec<(&str, &str)> = fields.fields().collect();
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
    fn a_text_of_a_query_is_read_as_it_was() {
        for text in ["Fine Arts", "100 % & more", "Größe\u{263e}"] {
            let query = format!("a={}", encode(text));
            assert_eq!(Form::of_query(Some(&query)).text("a"), text, "{query}");
        }
        assert_eq!(Form::of_query(Some("a=%FF&b=1")).text("b"), "1");
    }

    #[test]
    fn each_field_has_a_bound() {
        let form =
            |name: &str, length: usize| parse(format!("{name}={}", "x".repeat(length)).as_bytes());
        assert!(form("answer_line", MOST_CHARS).is_ok());
        let FormError(why, typed) = form("answer_line", MOST_CHARS + 1).unwrap_err();
        assert_eq!((why, typed.text("answer_line").len()), (TOO_LONG, MOST_CHARS + 1));
        assert!(form("text", 100_000).is_ok());
        let fields = |many: usize| (0..many).map(|nth| format!("f{nth}=&")).collect::<String>();
        assert!(parse(fields(MOST_FIELDS).as_bytes()).is_ok());
        assert_eq!(parse(fields(MOST_FIELDS + 1).as_bytes()).unwrap_err().0, TOO_MANY);
    }

    #[test]
    fn what_is_not_text_is_refused() {
        for body in [&b"a=%FF"[..], b"a=\xff", b"a=%C3", b"a=%00", b"a=%zz", b"a=%4"] {
            assert!(parse(body).is_err(), "{body:?}");
        }
    }
}
