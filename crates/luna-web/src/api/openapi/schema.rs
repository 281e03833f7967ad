//! Schemas in words, as Markdown.

use serde_json::Value;

use super::document::{OrderedMap, Schema};

/// Each field of an object on a line of a list.
pub(super) fn fields(schema: &Schema) -> String {
    let line = |(name, field): &(String, Schema)| {
        let optional = if schema.required.contains(name) { "" } else { ", optional" };
        format!("- `{name}`: {}{optional}. {}", kind(field), field.description)
    };
    lines(schema.properties.0.iter().map(line))
}

/// The kind of value that a schema describes, in a few words.
pub(super) fn kind(schema: &Schema) -> String {
    if let Some(name) = schema.reference() {
        return link(name);
    }
    if !schema.one_of.is_empty() {
        return one_of(schema.one_of.iter().map(kind));
    }
    let choices = schema.only.iter().chain(&schema.choices);
    let mut choices = choices.map(|choice| format!("`{choice}`")).peekable();
    if choices.peek().is_some() {
        return one_of(choices);
    }
    if let Some(items) = &schema.items {
        let or_null = if schema.kind.is_array() { " or null" } else { "" };
        return format!("a list of {}{or_null}", kind(items));
    }
    let kinds = schema.kind.as_array().map_or(std::slice::from_ref(&schema.kind), Vec::as_slice);
    let range = match (&schema.minimum, &schema.maximum) {
        (Some(low), Some(high)) => format!(" from {low} to {high}"),
        (Some(low), None) => format!(" from {low}"),
        (None, Some(high)) => format!(" up to {high}"),
        (None, None) => String::new(),
    };
    let default = schema.default.as_ref().map(|it| format!(", {it} by default"));
    let in_words = |kind: &Value| match kind.as_str() {
        Some("string") => "text".to_owned(),
        Some("integer") => format!("a whole number{range}"),
        Some("number") => format!("a number{range}"),
        Some("boolean") => "true or false".to_owned(),
        Some("object") => "an object".to_owned(),
        other => other.unwrap_or("anything").to_owned(),
    };
    one_of(kinds.iter().map(in_words)) + &default.unwrap_or_default()
}

/// A link to an object in the chapter that has them all.
pub(super) fn link(name: &str) -> String {
    format!("[{name}](objects.md#{})", name.to_lowercase())
}

/// All objects, each under its name.
pub(super) fn objects(schemas: &OrderedMap<Schema>) -> String {
    let object = |(name, schema): &(String, Schema)| {
        let kind = match schema.properties.0.is_empty() {
            true => format!("Kind: {}.", kind(schema)),
            false => fields(schema),
        };
        format!("## {name}\n\n{}\n\n{kind}\n\n", schema.description)
    };
    schemas.0.iter().map(object).collect()
}

fn one_of(kinds: impl Iterator<Item = String>) -> String {
    kinds.collect::<Vec<_>>().join(" or ")
}

pub(super) fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_words(schema: &str) -> String {
        kind(&serde_json::from_str(schema).unwrap())
    }

    #[test]
    fn a_schema_is_a_few_words() {
        let number = r#"{"type": "integer", "minimum": 1, "maximum": 100, "default": 20}"#;
        assert_eq!(in_words(number), "a whole number from 1 to 100, 20 by default");
        assert_eq!(in_words(r#"{"type": ["number", "null"]}"#), "a number or null");
        assert_eq!(in_words(r#"{"enum": ["open", null]}"#), "`\"open\"` or `null`");
        let list =
            r##"{"type": ["array", "null"], "items": {"$ref": "#/components/schemas/Text"}}"##;
        assert_eq!(in_words(list), "a list of [Text](objects.md#text) or null");
        assert_eq!(in_words("{}"), "anything");
    }
}
