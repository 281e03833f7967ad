//! JSON files: numbers with few decimals, and objects that keep their order.

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::format::plain;

/// A number with at most six decimals, or null if it is not finite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decimal(pub(crate) f64);

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.0.is_finite() {
            return serializer.serialize_none();
        }
        let text = RawValue::from_string(plain(self.0)).map_err(S::Error::custom)?;
        text.serialize(serializer)
    }
}

/// A cell of a table: a number if it looks like one, null if it is empty, else a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell<'a>(pub(crate) &'a str);

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_number = self.0.parse::<f64>().is_ok_and(f64::is_finite);
        match RawValue::from_string(self.0.to_owned()) {
            _ if self.0.is_empty() => serializer.serialize_none(),
            Ok(number) if is_number => number.serialize(serializer),
            _ => serializer.serialize_str(self.0),
        }
    }
}

/// An object with its keys in this order.
#[derive(Clone, Debug)]
pub(crate) struct Object<K, V>(pub(crate) Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Object<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<K, V> FromIterator<(K, V)> for Object<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        Object(pairs.into_iter().collect())
    }
}

/// Returns the text of a JSON file.
pub(crate) fn document(value: &impl Serialize) -> String {
    #[expect(clippy::expect_used, reason = "all keys are strings, and nothing else can fail")]
    let text = serde_json::to_string(value).expect("a value with strings as keys");
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_few_decimals_and_objects_keep_their_order() {
        let numbers = [12.5, 100.0, 1.0 / 3.0, f64::NAN, f64::INFINITY].map(Decimal);
        assert_eq!(document(&numbers), "[12.5,100,0.333333,null,null]\n");
        let cells = ["0.5", "", "a \"b\"", "1e3", "inf", ".5"].map(Cell);
        assert_eq!(document(&cells), "[0.5,null,\"a \\\"b\\\"\",1e3,\"inf\",\".5\"]\n");
        let object = Object(vec![("b", Decimal(1.0)), ("a", Decimal(2.0))]);
        assert_eq!(document(&object), "{\"b\":1,\"a\":2}\n");
    }
}
