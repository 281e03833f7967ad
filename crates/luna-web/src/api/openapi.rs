//! The API as an `OpenAPI` 3.1 document: each route with all its parameters and responses. The page
//! about the API is made from it.

mod document;
mod page;

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};

pub(super) use page::page;

const PATHS: [&str; 5] = [
    include_str!("openapi/paths/machine.json"),
    include_str!("openapi/paths/games.json"),
    include_str!("openapi/paths/moves.json"),
    include_str!("openapi/paths/streams.json"),
    include_str!("openapi/paths/tasks.json"),
];
const SCHEMAS: [&str; 7] = [
    include_str!("openapi/schemas/words.json"),
    include_str!("openapi/schemas/machine.json"),
    include_str!("openapi/schemas/game.json"),
    include_str!("openapi/schemas/moves.json"),
    include_str!("openapi/schemas/streams.json"),
    include_str!("openapi/schemas/tasks.json"),
    include_str!("openapi/schemas/questions.json"),
];

static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let info = include_str!("openapi/info.json").replace("VERSION", env!("CARGO_PKG_VERSION"));
    let components = object(&[
        ("securitySchemes", include_str!("openapi/security.json")),
        ("parameters", include_str!("openapi/parameters.json")),
        ("headers", include_str!("openapi/headers.json")),
        ("responses", include_str!("openapi/responses.json")),
        ("schemas", &merged(&SCHEMAS)),
    ]);
    object(&[
        ("openapi", "\"3.1.0\""),
        ("info", &info),
        ("servers", "[{ \"url\": \"/api/v1\" }]"),
        ("tags", include_str!("openapi/tags.json")),
        ("paths", &merged(&PATHS)),
        ("webhooks", include_str!("openapi/webhooks.json")),
        ("components", &components),
    ])
});

fn object(fields: &[(&str, &str)]) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("\"{name}\": {}", value.trim())).collect();
    format!("{{\n{}\n}}\n", fields.join(",\n"))
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

pub(super) async fn json() -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, [(header::CACHE_CONTROL, "public, max-age=300")], DOCUMENT.as_str()).into_response()
}
