//! `/api/openapi.json`: the document, put together from its parts.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::api::operations::{OPERATIONS, Operation};

const SCHEMAS: [&str; 8] = [
    include_str!("schemas/words.json"),
    include_str!("schemas/machine.json"),
    include_str!("schemas/game.json"),
    include_str!("schemas/moves.json"),
    include_str!("schemas/streams.json"),
    include_str!("schemas/tasks.json"),
    include_str!("schemas/questions.json"),
    include_str!("schemas/conversations.json"),
];

pub(super) static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let info = include_str!("info.json").replace("VERSION", env!("CARGO_PKG_VERSION"));
    let components = object(&[
        ("securitySchemes", include_str!("security.json")),
        ("parameters", include_str!("parameters.json")),
        ("headers", include_str!("headers.json")),
        ("responses", include_str!("responses.json")),
        ("schemas", &merged(&SCHEMAS)),
    ]);
    object(&[
        ("openapi", "\"3.1.0\""),
        ("info", &info),
        ("servers", "[{ \"url\": \"/api/v1\" }]"),
        ("tags", include_str!("tags.json")),
        ("paths", &paths()),
        ("webhooks", include_str!("webhooks.json")),
        ("components", &components),
    ])
});

fn object(fields: &[(&str, &str)]) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("\"{name}\": {}", value.trim())).collect();
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

/// The operations by their paths.
fn paths() -> String {
    let of_path = |operations: &[Operation]| {
        let each = operations.iter().map(|Operation { method, document, .. }| {
            format!("    \"{method}\": {}", document.trim_end().replace('\n', "\n    "))
        });
        let path = operations.first().map_or("", |it| it.path);
        format!("  \"{path}\": {{\n{}\n  }}", each.collect::<Vec<_>>().join(",\n"))
    };
    let paths = OPERATIONS.chunk_by(|one, other| one.path == other.path).map(of_path);
    format!("{{\n{}\n}}", paths.collect::<Vec<_>>().join(",\n"))
}

/// One object with the fields of all.
fn merged(objects: &[&str]) -> String {
    let inner = |text: &str| {
        let text = text.trim();
        let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        inside.unwrap_or(text).trim().to_owned()
    };
    let fields: Vec<String> = objects.iter().map(|text| inner(text)).collect();
    format!("{{\n  {}\n}}", fields.join(",\n  "))
}

pub(in crate::api) async fn send() -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, [(header::CACHE_CONTROL, "public, max-age=300")], DOCUMENT.as_str()).into_response()
}
