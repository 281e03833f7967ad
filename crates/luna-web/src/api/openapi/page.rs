//! `/api`: the API reference, generated from the `OpenAPI` document.

use axum::extract::State;
use maud::{Markup, html};
use serde_json::Value;

use super::document::{Document, Example, Operation, OrderedMap, Payload, Schema};
use super::json::DOCUMENT;
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::static_pages;

pub(in crate::api) async fn show(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Markup, Error> {
    let document: Document<'_> = serde_json::from_str(&DOCUMENT)
        .map_err(|error| luna_store::Error::Corrupt(error.into()))?;
    let host = &app.settings.public_url;
    static_pages::page(&app, &visitor, "The API", |_| body(&document, host)).await
}

fn body(document: &Document<'_>, host: &str) -> Markup {
    html! {
        h1 { (document.info.title) }
        (paragraphs(&document.info.description))
        p {
            "Download the " a href="/api/openapi.json" { "OpenAPI 3.1 document" } ". The command "
            code { "luna bot" } " and the Python package " code { "luna_machine" }
            ", both part of Luna’s source, use the API for you."
        }
        nav aria-label="On this page" {
            p.row { @for tag in &document.tags { a href={ "#" (anchor(&tag.name)) } { (tag.name) } } }
        }
        @for tag in &document.tags {
            h2 id=(anchor(&tag.name)) { (tag.name) }
            (paragraphs(&tag.description))
            @match tag.name.as_str() {
                "Errors" => (errors(&document.components.responses)),
                "Objects" => (objects(&document.components.schemas)),
                _ => {}
            }
            @for (path, method, operation) in operations(&document.paths, &tag.name) {
                h3 id=(operation.id) { code { (method.to_uppercase()) " " (path) } " " (operation.summary) }
                (takes(document, operation))
                p.small.after { "For example:" }
                pre { (curl(document, host, path, operation)) }
                (answers(operation))
            }
            @for (_, method, operation) in operations(&document.webhooks, &tag.name) {
                h3 id=(operation.id) { code { (method.to_uppercase()) " your URL" } " " (operation.summary) }
                (takes(document, operation))
                @if let Some(body) = &operation.body { (examples(body)) }
                (answers(operation))
            }
        }
    }
}

fn anchor(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

/// The operations under a heading.
fn operations<'d, 'a>(
    paths: &'d OrderedMap<OrderedMap<Operation<'a>>>,
    tag: &str,
) -> Vec<(&'d str, &'d str, &'d Operation<'a>)> {
    let all = paths.0.iter().flat_map(|(path, methods)| {
        methods.0.iter().map(|(method, operation)| (path.as_str(), method.as_str(), operation))
    });
    all.filter(|(_, _, operation)| operation.tags.iter().any(|it| it == tag)).collect()
}

fn takes(document: &Document<'_>, operation: &Operation<'_>) -> Markup {
    let known = &document.components.parameters;
    let parameters: Vec<_> =
        operation.parameters.iter().filter_map(|it| known.get(it.name())).collect();
    html! {
        (paragraphs(&operation.description))
        @if !parameters.is_empty() || operation.body.is_some() {
            dl.steps {
                @for parameter in parameters {
                    dt { code { (parameter.name) } }
                    dd {
                        (words(&parameter.description))
                        " In the " (parameter.place) @if !parameter.required { ", optional" } ". Example: "
                        code { (plain(&parameter.example)) } "."
                    }
                }
                @for (_, content) in operation.body.iter().flat_map(|body| &body.content.0) {
                    dt { "Body" }
                    dd { (kind(&content.schema)) }
                }
            }
        }
    }
}

/// The command that makes such a request.
fn curl(document: &Document<'_>, host: &str, path: &str, operation: &Operation<'_>) -> String {
    let mut path = path.to_owned();
    for parameter in operation.parameters.iter().filter_map(|it| {
        let found = document.components.parameters.get(it.name())?;
        (found.place == "path").then_some(found)
    }) {
        path = path.replace(&format!("{{{}}}", parameter.name), &plain(&parameter.example));
    }
    let flag =
        if operation.responses.0.iter().any(|(_, said)| is_stream(said)) { "-N " } else { "" };
    let mut lines = vec![
        format!("curl {flag}{host}/api/v1{path}"),
        "-H \"Authorization: Bearer $LUNA_TOKEN\"".to_owned(),
    ];
    let body = operation.body.iter().flat_map(|body| &body.content.0);
    for example in body.filter_map(|(_, content)| content.example) {
        lines.push(format!("--json '{}'", dedented(example.get()).replace('\'', "'\\''")));
    }
    lines.join(" \\\n  ")
}

fn is_stream(said: &Payload<'_>) -> bool {
    said.content.get("application/x-ndjson").is_some()
}

/// The response of a successful request, and the other statuses.
fn answers(operation: &Operation<'_>) -> Markup {
    let others: Vec<&str> =
        operation.responses.0.iter().skip(1).map(|(status, _)| status.as_str()).collect();
    html! {
        @if let Some((status, said)) = operation.responses.0.first() {
            @for (_, content) in &said.content.0 {
                p.small { "Response " (status) " with " (kind(&content.schema)) @if is_stream(said) { " on each line" } ":" }
            }
            (examples(said))
            @if !others.is_empty() { p.small.soft { "Otherwise " (others.join(", ")) ": see " a href="#errors" { "errors" } "." } }
        }
    }
}

fn examples(said: &Payload<'_>) -> Markup {
    html! {
        @for (_, content) in &said.content.0 {
            @if let Some(example) = content.example { pre { (dedented(example.get())) } }
            @for (_, Example { summary, value }) in &content.examples.0 {
                p.small { (words(summary)) }
                pre { (dedented(value.get())) }
            }
        }
    }
}

/// Each key once for each status, from the examples of the answers.
fn errors(responses: &OrderedMap<Payload<'_>>) -> Markup {
    let mut rows = Vec::new();
    for (name, said) in &responses.0 {
        let status = name.split('-').next().unwrap_or(name);
        for (key, example) in said.content.0.iter().flat_map(|(_, content)| &content.examples.0) {
            let row = (key.as_str(), status, example.summary.as_str());
            match rows.iter_mut().find(|(other, its, _)| (*other, *its) == (row.0, row.1)) {
                // The more that is said of it, the later it stands.
                Some(before) => *before = row,
                None => rows.push(row),
            }
        }
    }
    html! {
        table {
            thead { tr { th { "Key" } th { "Status" } th { "Meaning" } } }
            tbody {
                @for (key, status, meaning) in rows {
                    tr { td.whole { code { (key) } } td { (status) } td { (words(meaning)) } }
                }
            }
        }
    }
}

fn objects(schemas: &OrderedMap<Schema>) -> Markup {
    html! {
        @for (name, schema) in &schemas.0 {
            h3 id=(name) { code { (name) } }
            p {
                (words(&schema.description))
                @if schema.properties.0.is_empty() { " Kind: " (kind(schema)) "." }
            }
            @if !schema.properties.0.is_empty() {
                dl.steps {
                    @for (field, property) in &schema.properties.0 {
                        dt { code { (field) } }
                        dd {
                            (kind(property))
                            @if !schema.required.contains(field) { ", optional" } ". "
                            (words(&property.description))
                        }
                    }
                }
            }
        }
    }
}

/// The kind of value that a schema describes, in a few words.
fn kind(schema: &Schema) -> Markup {
    let one_of = |markups: Vec<Markup>| {
        html! {
            @for (nth, markup) in markups.iter().enumerate() {
                @if nth > 0 { " or " }
                (markup)
            }
        }
    };
    if let Some(name) = schema.reference() {
        return html! { a href={ "#" (name) } { (name) } };
    }
    if !schema.one_of.is_empty() {
        return one_of(schema.one_of.iter().map(kind).collect());
    }
    let choices: Vec<&Value> = schema.only.iter().chain(&schema.choices).collect();
    if !choices.is_empty() {
        return one_of(choices.into_iter().map(|it| html! { code { (it) } }).collect());
    }
    if let Some(items) = &schema.items {
        let or_null = schema.kind.is_array();
        return html! { "a list of " (kind(items)) @if or_null { " or null" } };
    }
    let kinds = schema.kind.as_array().map_or(std::slice::from_ref(&schema.kind), Vec::as_slice);
    one_of(kinds.iter().map(|kind| html! { (in_words(kind)) }).collect())
}

fn in_words(kind: &Value) -> &str {
    match kind.as_str() {
        Some("string") => "text",
        Some("integer") => "whole number",
        Some("boolean") => "true or false",
        other => other.unwrap_or("anything"),
    }
}

/// A value as it stands in an address.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn paragraphs(text: &str) -> Markup {
    html! { @for part in text.split("\n\n") { p { (words(part)) } } }
}

/// Text in which backticks mark code.
fn words(text: &str) -> Markup {
    html! {
        @for (nth, part) in text.split('`').enumerate() {
            @if nth % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// An example as written, but at the margin.
fn dedented(text: &str) -> String {
    let deep = text.lines().last().map_or(0, |line| line.len() - line.trim_start().len());
    let lines = text.lines().enumerate().map(|(nth, line)| match nth {
        0 => line,
        _ => line.get(deep..).unwrap_or(line),
    });
    lines.collect::<Vec<_>>().join("\n")
}
