//! One value in a row, the same in both databases.

use std::io::Write;

use serde_json::Value as Json;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Whole,
    Bool,
    Real,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Text(String),
    Whole(i64),
    Bool(bool),
    Real(f64),
}

impl Kind {
    /// As a migration spells it.
    pub(super) fn from_sql(declared: &str) -> Result<Kind, crate::tx::error::Error> {
        match declared.to_ascii_uppercase().as_str() {
            "TEXT" => Ok(Kind::Text),
            "BIGINT" => Ok(Kind::Whole),
            "BOOLEAN" => Ok(Kind::Bool),
            "DOUBLE PRECISION" => Ok(Kind::Real),
            _ => Err(crate::tx::error::Error::corrupt(format!("a column of type {declared}"))),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Text => "a text",
            Kind::Whole => "a whole number",
            Kind::Bool => "true or false",
            Kind::Real => "a number in quotation marks",
        }
    }

    /// The value that a backup has for a column of this kind, or the kind it should have.
    pub(super) fn read(self, json: Json) -> Result<Value, &'static str> {
        let value = match (self, json) {
            (_, Json::Null) => Some(Value::Null),
            (Kind::Text, Json::String(text)) => Some(Value::Text(text)),
            (Kind::Whole, Json::Number(number)) => number.as_i64().map(Value::Whole),
            (Kind::Bool, Json::Bool(yes)) => Some(Value::Bool(yes)),
            (Kind::Real, Json::String(text)) => text.parse().ok().map(Value::Real),
            (_, _) => None,
        };
        value.ok_or(self.name())
    }
}

impl Value {
    /// As JSON. A real number is text, since readers of JSON may round.
    pub(super) fn write(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        match self {
            Value::Null => out.extend_from_slice(b"null"),
            Value::Text(text) => serde_json::to_writer(out, text)?,
            Value::Whole(whole) => write!(out, "{whole}")?,
            Value::Bool(yes) => write!(out, "{yes}")?,
            Value::Real(real) => write!(out, "\"{real:?}\"")?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: Kind, value: &Value, expected: &str) {
        let mut out = Vec::new();
        value.write(&mut out).unwrap();
        assert_eq!(String::from_utf8(out.clone()).unwrap(), expected);
        let json = serde_json::from_slice(&out).unwrap();
        assert_eq!(&kind.read(json).unwrap(), value);
    }

    #[test]
    fn values_come_back_as_they_were() {
        check(Kind::Text, &Value::Null, "null");
        check(
            Kind::Text,
            &Value::Text("a\0\"\n\u{2028}🌙".to_owned()),
            "\"a\\u0000\\\"\\n\u{2028}🌙\"",
        );
        check(Kind::Whole, &Value::Whole(i64::MIN), "-9223372036854775808");
        check(Kind::Bool, &Value::Bool(true), "true");
        check(Kind::Real, &Value::Real(0.1 + 0.2), "\"0.30000000000000004\"");
        check(Kind::Real, &Value::Real(5e-324), "\"5e-324\"");
        check(Kind::Real, &Value::Real(-1.0), "\"-1.0\"");
        check(Kind::Real, &Value::Real(f64::INFINITY), "\"inf\"");
    }

    #[test]
    fn a_value_of_another_kind_is_refused() {
        for (kind, json) in [
            (Kind::Whole, "1.5"),
            (Kind::Whole, "9223372036854775808"),
            (Kind::Whole, "\"1\""),
            (Kind::Bool, "1"),
            (Kind::Text, "[]"),
            (Kind::Real, "0.5"),
            (Kind::Real, "\"half\""),
        ] {
            assert!(kind.read(serde_json::from_str(json).unwrap()).is_err(), "{json}");
        }
    }
}
