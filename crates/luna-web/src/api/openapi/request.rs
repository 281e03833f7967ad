//! The example of a request, in several languages, as Markdown.

use serde_json::Value;

use super::document::{Document, Operation};

/// A request with all that its examples need.
pub(super) struct Request {
    method: String,
    /// The address, with the example of each id.
    path: String,
    /// The body, as it stands in the document.
    body: Option<String>,
    is_stream: bool,
}

impl Request {
    pub(super) fn new(
        document: &Document<'_>,
        (path, method): (&str, &str),
        operation: &Operation<'_>,
    ) -> Request {
        let known = operation.parameters.iter();
        let known = known.filter_map(|it| document.components.parameters.get(it.name()));
        let path = known.filter(|it| it.place == "path").fold(path.to_owned(), |path, it| {
            path.replace(&format!("{{{}}}", it.name), &plain(&it.example))
        });
        let mut bodies = operation.body.iter().flat_map(|body| &body.content.0);
        let body = bodies.find_map(|(_, content)| content.example);
        Request {
            method: method.to_uppercase(),
            path: format!("/api/v1{path}"),
            body: body.map(|body| dedented(body.get())),
            is_stream: operation.responses.0.iter().any(|(_, said)| said.is_stream()),
        }
    }

    /// Blocks that become tabs.
    pub(super) fn tabs(&self) -> String {
        let blocks = [
            ("sh curl", self.curl()),
            ("python Python", self.python()),
            ("rust Rust", self.rust()),
            ("http Any program", self.http()),
        ];
        blocks.map(|(info, text)| format!("```{info}\n{text}\n```\n\n")).concat()
    }

    fn curl(&self) -> String {
        let flags = if self.is_stream { "-N -sSf" } else { "-sSf" };
        let mut lines = vec![
            format!("curl {flags} \"$LUNA_SERVER{}\"", self.path),
            "-H \"Authorization: Bearer $LUNA_TOKEN\"".to_owned(),
        ];
        if let Some(body) = &self.body {
            lines.push(format!("--json '{}'", body.replace('\'', "'\\''")));
        }
        lines.join(" \\\n  ")
    }

    fn python(&self) -> String {
        let Request { method, path, .. } = self;
        let (kind, data) = match &self.body {
            None => ("", String::new()),
            Some(body) => (
                ", \"Content-Type\": \"application/json\"",
                format!("    data=json.dumps({}).encode(),\n", python_literal(body)),
            ),
        };
        let read = match self.is_stream {
            true => "    for line in response:\n        print(json.loads(line))",
            false => "    print(json.load(response))",
        };
        format!(
            "import json, os, urllib.request\n\n\
             request = urllib.request.Request(\n    \
                 os.environ[\"LUNA_SERVER\"] + \"{path}\",\n    \
                 method=\"{method}\",\n    \
                 headers={{\"Authorization\": \"Bearer \" + os.environ[\"LUNA_TOKEN\"]{kind}}},\n\
             {data})\n\
             with urllib.request.urlopen(request) as response:\n{read}"
        )
    }

    fn rust(&self) -> String {
        let path = &self.path;
        let method = self.method.to_lowercase();
        let body = self.body.as_ref().map(|body| {
            let deep = body.replace('\n', "\n        ");
            format!("\n        .json(&serde_json::json!({deep}))")
        });
        let body = body.unwrap_or_default();
        let (head, client, read) = match self.is_stream {
            true => (
                "use std::io::{BufRead, BufReader};\n\n",
                "reqwest::blocking::Client::builder().timeout(None).build()?",
                "    for line in BufReader::new(response).lines() {\n        println!(\"{}\", line?);\n    }",
            ),
            false => {
                ("", "reqwest::blocking::Client::new()", "    println!(\"{}\", response.text()?);")
            }
        };
        let crates = match &self.body {
            Some(_) => "reqwest, with the features blocking and json, and serde_json",
            None => "reqwest, with the feature blocking",
        };
        format!(
            "// Cargo.toml needs {crates}.\n\
             {head}fn main() -> Result<(), Box<dyn std::error::Error>> {{\n    \
                 let (server, token) = (std::env::var(\"LUNA_SERVER\")?, std::env::var(\"LUNA_TOKEN\")?);\n    \
                 let response = {client}\n        \
                     .{method}(format!(\"{{server}}{path}\"))\n        \
                     .bearer_auth(token){body}\n        \
                     .send()?\n        \
                     .error_for_status()?;\n\
             {read}\n    \
                 Ok(())\n}}"
        )
    }

    /// The request as it is sent.
    fn http(&self) -> String {
        let Request { method, path, .. } = self;
        let head = format!(
            "{method} {path} HTTP/1.1\nHost: luna.example.org\nAuthorization: Bearer luna_…"
        );
        match &self.body {
            None => head,
            Some(body) => format!(
                "{head}\nContent-Type: application/json\nContent-Length: {}\n\n{body}",
                body.len()
            ),
        }
    }
}

/// A value as it stands in an address.
pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// An example as written, but at the margin.
pub(super) fn dedented(text: &str) -> String {
    let deep = text.lines().last().map_or(0, |line| line.len() - line.trim_start().len());
    let lines = text.lines().enumerate().map(|(nth, line)| match nth {
        0 => line,
        _ => line.get(deep..).unwrap_or(line),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// JSON in Python's words, which differ outside of strings only.
fn python_literal(json: &str) -> String {
    let mut text = String::new();
    let (mut in_string, mut escaped) = (false, false);
    let mut rest = json;
    while let Some(first) = rest.chars().next() {
        let words = [("null", "None"), ("true", "True"), ("false", "False")];
        let word = words.iter().find(|(word, _)| !in_string && rest.starts_with(word));
        if let Some((word, python)) = word {
            text.push_str(python);
            rest = &rest[word.len()..];
            continue;
        }
        in_string ^= first == '"' && !escaped;
        escaped = first == '\\' && !escaped;
        text.push(first);
        rest = &rest[first.len_utf8()..];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(body: Option<&str>, is_stream: bool) -> Request {
        Request {
            method: if body.is_some() { "POST" } else { "GET" }.to_owned(),
            path: "/api/v1/moons".to_owned(),
            body: body.map(str::to_owned),
            is_stream,
        }
    }

    #[test]
    fn a_body_stays_the_same_in_each_language() {
        let it = request(Some("{ \"a\": [null, \"it's null\", true] }"), false);
        let curl = it.curl();
        assert!(curl.ends_with("--json '{ \"a\": [null, \"it'\\''s null\", true] }'"), "{curl}");
        let python = it.python();
        assert!(python.contains("json.dumps({ \"a\": [None, \"it's null\", True] })"), "{python}");
        assert!(it.rust().contains("json!({ \"a\": [null, \"it's null\", true] }))\n"));
        assert!(
            it.http().ends_with("Content-Length: 34\n\n{ \"a\": [null, \"it's null\", true] }")
        );
    }

    #[test]
    fn without_a_body_nothing_is_sent_and_a_stream_is_read_by_lines() {
        let plain = request(None, false);
        let all = [plain.curl(), plain.python(), plain.rust(), plain.http()].concat();
        for part in ["--json", "data=", ".json(", "Content-"] {
            assert!(!all.contains(part), "{part}: {all}");
        }
        let stream = request(None, true);
        assert!(stream.curl().starts_with("curl -N"), "{}", stream.curl());
        assert!(
            stream.python().ends_with("for line in response:\n        print(json.loads(line))")
        );
        assert!(stream.rust().contains(".lines()"), "{}", stream.rust());
    }

    #[test]
    fn words_inside_of_strings_are_left_alone() {
        let json = r#"["true \" null", null, "\\", false]"#;
        assert_eq!(python_literal(json), r#"["true \" null", None, "\\", False]"#);
    }

    #[test]
    fn an_example_stands_at_the_margin() {
        assert_eq!(dedented("{\n      \"a\": 1\n    }"), "{\n  \"a\": 1\n}");
    }
}
