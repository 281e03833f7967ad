//! Whether a value is as a JSON Schema says, for the keywords that the
//! document of the API uses. Any other keyword is an error.

use regex::Regex;
use serde_json::{Map, Value};

/// Schemas refer to other parts of the document they stand in.
pub(crate) struct Schemas<'d>(pub(crate) &'d Value);

impl<'d> Schemas<'d> {
    /// What is meant: itself, or what it refers to.
    pub(crate) fn meant(&self, value: &'d Value) -> &'d Value {
        match value["$ref"].as_str() {
            Some(path) => {
                let found = self.0.pointer(path.strip_prefix('#').unwrap());
                self.meant(found.unwrap_or_else(|| panic!("{path} leads nowhere")))
            }
            None => value,
        }
    }

    /// Where the value differs from the schema, and how.
    pub(crate) fn check(&self, schema: &Value, value: &Value) -> Result<(), String> {
        self.at("", schema, value)
    }

    fn at(&self, at: &str, schema: &Value, value: &Value) -> Result<(), String> {
        let schema = schema.as_object().unwrap_or_else(|| panic!("{at}: {schema} is no schema"));
        for (keyword, wanted) in schema {
            self.keyword(at, schema, keyword, wanted, value)
                .map_err(|why| if why.starts_with('/') { why } else { format!("{at}/: {why}") })?;
        }
        Ok(())
    }

    fn keyword(
        &self,
        at: &str,
        schema: &Map<String, Value>,
        keyword: &str,
        wanted: &Value,
        value: &Value,
    ) -> Result<(), String> {
        let holds = |holds: bool| {
            if holds { Ok(()) } else { Err(format!("{value} against {keyword} {wanted}")) }
        };
        let all = || wanted.as_array().unwrap();
        match keyword {
            "description" | "examples" | "default" => Ok(()),
            "$ref" => {
                let path = wanted.as_str().and_then(|path| path.strip_prefix('#')).unwrap();
                let found = self.0.pointer(path).unwrap_or_else(|| panic!("{path} leads nowhere"));
                self.at(at, found, value)
            }
            "allOf" => all().iter().try_for_each(|schema| self.at(at, schema, value)),
            "oneOf" => {
                let fits = all().iter().map(|schema| self.at(at, schema, value));
                let (good, bad): (Vec<_>, Vec<_>) = fits.partition(Result::is_ok);
                if good.len() == 1 {
                    Ok(())
                } else {
                    Err(format!("{} of oneOf: {bad:?}", good.len()))
                }
            }
            "type" => match wanted.as_array() {
                Some(kinds) => holds(kinds.iter().any(|kind| is_a(kind, value))),
                None => holds(is_a(wanted, value)),
            },
            "const" => holds(value == wanted),
            "enum" => holds(all().contains(value)),
            "properties" => wanted.as_object().unwrap().iter().try_for_each(|(name, schema)| {
                match value.get(name) {
                    Some(field) => self.at(&format!("{at}/{name}"), schema, field),
                    None => Ok(()),
                }
            }),
            "required" => holds(all().iter().all(|name| {
                value.as_object().is_none_or(|fields| fields.contains_key(name.as_str().unwrap()))
            })),
            "additionalProperties" => {
                assert_eq!(wanted, &Value::Bool(false));
                let known = schema.get("properties").and_then(Value::as_object);
                let is_known = |name| known.is_some_and(|known| known.contains_key(name));
                holds(value.as_object().is_none_or(|fields| fields.keys().all(is_known)))
            }
            "items" => value
                .as_array()
                .into_iter()
                .flatten()
                .enumerate()
                .try_for_each(|(nth, item)| self.at(&format!("{at}/{nth}"), wanted, item)),
            _ => holds(measures(keyword, wanted, value)),
        }
    }
}

fn is_a(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    }
}

/// What says nothing about values of another type.
fn measures(keyword: &str, wanted: &Value, value: &Value) -> bool {
    let bound = || wanted.as_f64().unwrap();
    let chars = value.as_str().map(|text| f64::from(u32::try_from(text.chars().count()).unwrap()));
    let items = value.as_array().map(|items| f64::from(u32::try_from(items.len()).unwrap()));
    match keyword {
        "minimum" => value.as_f64().is_none_or(|number| number >= bound()),
        "maximum" => value.as_f64().is_none_or(|number| number <= bound()),
        "minLength" => chars.is_none_or(|chars| chars >= bound()),
        "maxLength" => chars.is_none_or(|chars| chars <= bound()),
        "minItems" => items.is_none_or(|items| items >= bound()),
        "maxItems" => items.is_none_or(|items| items <= bound()),
        "pattern" => {
            let pattern = Regex::new(wanted.as_str().unwrap()).unwrap();
            value.as_str().is_none_or(|text| pattern.is_match(text))
        }
        "format" => {
            assert_eq!(wanted, "date-time");
            let time = Regex::new(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$").unwrap();
            value.as_str().is_none_or(|text| time.is_match(text))
        }
        other => panic!("no keyword {other}"),
    }
}

#[test]
fn what_does_not_fit_is_found() {
    let document = serde_json::json!({
        "two": { "type": "object", "additionalProperties": false, "required": ["a"], "properties": {
            "a": { "type": ["integer", "null"], "minimum": 1 },
            "b": { "type": "array", "maxItems": 1, "items": { "enum": ["x"] } },
            "c": { "oneOf": [{ "type": "string", "maxLength": 2, "pattern": "^y" }, { "const": 4 }] }
        } }
    });
    let fits = |text: &str| {
        let schema = serde_json::json!({ "$ref": "#/two" });
        Schemas(&document).check(&schema, &serde_json::from_str(text).unwrap()).is_ok()
    };
    for good in
        ["{\"a\":1}", "{\"a\":null,\"b\":[\"x\"]}", "{\"a\":2,\"c\":\"yé\"}", "{\"a\":2,\"c\":4}"]
    {
        assert!(fits(good), "{good}");
    }
    for bad in [
        "[]",
        "{}",
        "{\"a\":0}",
        "{\"a\":1.5}",
        "{\"a\":\"1\"}",
        "{\"a\":1,\"d\":1}",
        "{\"a\":1,\"b\":[\"z\"]}",
        "{\"a\":1,\"b\":[\"x\",\"x\"]}",
        "{\"a\":1,\"c\":\"yyy\"}",
        "{\"a\":1,\"c\":\"x\"}",
        "{\"a\":1,\"c\":5}",
    ] {
        assert!(!fits(bad), "{bad}");
    }
}
