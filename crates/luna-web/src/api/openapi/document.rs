//! The `OpenAPI` document as the reference reads it, in the order of the source.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

#[derive(Deserialize)]
pub(super) struct Document<'a> {
    pub(super) info: Info,
    pub(super) tags: Vec<Tag>,
    #[serde(borrow)]
    pub(super) paths: OrderedMap<OrderedMap<Operation<'a>>>,
    #[serde(borrow)]
    pub(super) webhooks: OrderedMap<OrderedMap<Operation<'a>>>,
    #[serde(borrow)]
    pub(super) components: Components<'a>,
}

#[derive(Deserialize)]
pub(super) struct Info {
    pub(super) description: String,
}

#[derive(Deserialize)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) description: String,
}

#[derive(Deserialize)]
pub(super) struct Operation<'a> {
    #[serde(rename = "operationId")]
    pub(super) id: String,
    pub(super) tags: Vec<String>,
    pub(super) summary: String,
    pub(super) description: String,
    /// The requirements of a request; nothing where Luna sends it.
    pub(super) security: Vec<Value>,
    #[serde(default)]
    pub(super) parameters: Vec<Reference>,
    #[serde(rename = "requestBody", borrow)]
    pub(super) body: Option<Payload<'a>>,
    #[serde(borrow)]
    pub(super) responses: OrderedMap<Payload<'a>>,
}

/// A request or response body, or a reference to one.
#[derive(Deserialize)]
pub(super) struct Payload<'a> {
    #[serde(rename = "$ref")]
    to: Option<String>,
    #[serde(default)]
    pub(super) description: String,
    #[serde(borrow, default)]
    pub(super) content: OrderedMap<Content<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Content<'a> {
    pub(super) schema: Schema,
    #[serde(borrow)]
    pub(super) example: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) examples: OrderedMap<Example<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Example<'a> {
    pub(super) summary: String,
    #[serde(borrow)]
    pub(super) value: &'a RawValue,
}

#[derive(Deserialize)]
pub(super) struct Components<'a> {
    pub(super) parameters: OrderedMap<Parameter>,
    #[serde(borrow)]
    pub(super) responses: OrderedMap<Payload<'a>>,
    pub(super) schemas: OrderedMap<Schema>,
}

#[derive(Deserialize)]
pub(super) struct Parameter {
    pub(super) name: String,
    #[serde(rename = "in")]
    pub(super) place: String,
    pub(super) required: bool,
    pub(super) description: String,
    pub(super) schema: Schema,
    pub(super) example: Value,
}

#[derive(Deserialize)]
pub(super) struct Reference {
    #[serde(rename = "$ref")]
    to: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Schema {
    #[serde(rename = "$ref")]
    to: Option<String>,
    /// One name of a type, or several.
    #[serde(rename = "type")]
    pub(super) kind: Value,
    pub(super) description: String,
    #[serde(rename = "const")]
    pub(super) only: Option<Value>,
    #[serde(rename = "enum")]
    pub(super) choices: Vec<Value>,
    pub(super) minimum: Option<Value>,
    pub(super) maximum: Option<Value>,
    pub(super) default: Option<Value>,
    #[serde(rename = "oneOf")]
    pub(super) one_of: Vec<Schema>,
    pub(super) items: Option<Box<Schema>>,
    pub(super) required: Vec<String>,
    pub(super) properties: OrderedMap<Schema>,
}

impl<'a> Document<'a> {
    /// A response with what it refers to.
    pub(super) fn response<'d>(&'d self, said: &'d Payload<'a>) -> &'d Payload<'a> {
        let shared = said.to.as_deref().and_then(|to| self.components.responses.get(last(to)));
        shared.unwrap_or(said)
    }
}

impl Payload<'_> {
    /// Returns true if it stays open and gets a line at a time.
    pub(super) fn is_stream(&self) -> bool {
        self.content.get("application/x-ndjson").is_some()
    }
}

impl Reference {
    /// The name of the referenced component.
    pub(super) fn name(&self) -> &str {
        last(&self.to)
    }
}

impl Schema {
    pub(super) fn reference(&self) -> Option<&str> {
        self.to.as_deref().map(last)
    }
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The fields of an object as they follow each other.
pub(super) struct OrderedMap<T>(pub(super) Vec<(String, T)>);

impl<T> OrderedMap<T> {
    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, found)| found)
    }
}

impl<T> Default for OrderedMap<T> {
    fn default() -> OrderedMap<T> {
        OrderedMap(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OrderedMap<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<OrderedMap<T>, D::Error> {
        from.deserialize_map(Fields(PhantomData))
    }
}

struct Fields<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
    type Value = OrderedMap<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OrderedMap<T>, A::Error> {
        let mut all = Vec::new();
        while let Some(field) = map.next_entry()? {
            all.push(field);
        }
        Ok(OrderedMap(all))
    }
}
