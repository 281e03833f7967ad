//! The reference in the documentation: a chapter for each operation, made from the `OpenAPI` document.

use std::sync::LazyLock;

use super::document::{Document, Operation, OrderedMap, Payload, Tag};
use super::json::DOCUMENT;
use super::request::{Request, dedented, plain};
use super::schema::{fields, kind, lines, objects};
use crate::http::state::Chapter;

/// The headings that are about no operation of their own have their words in this chapter.
const CONCEPTS: &str = "api/concepts.md";

/// A chapter as it is written from the document.
struct Written {
    slug: String,
    title: String,
    line: String,
    file: String,
    markdown: String,
}

static WRITTEN: LazyLock<Vec<Written>> = LazyLock::new(|| {
    let document: Result<Document<'_>, _> = serde_json::from_str(&DOCUMENT);
    // Tests read the reference, so the document can be read.
    document.map(|document| written(&document)).unwrap_or_default()
});

static CHAPTERS: LazyLock<Vec<Chapter>> = LazyLock::new(|| {
    let chapter = |it: &'static Written| Chapter {
        slug: &it.slug,
        title: &it.title,
        line: &it.line,
        file: &it.file,
        markdown: &it.markdown,
        figures: &[],
    };
    WRITTEN.iter().map(chapter).collect()
});

/// The list of operations, what all have in common, each operation, and the objects.
pub(in crate::api) fn chapters() -> &'static [Chapter] {
    &CHAPTERS
}

fn written(document: &Document<'_>) -> Vec<Written> {
    let chapter = |name: &str, title: &str, line: &str, body: String| Written {
        slug: format!("api/{name}"),
        title: title.to_owned(),
        line: line.to_owned(),
        file: format!("docs/api/{name}.md"),
        markdown: format!("# {title}\n\n{body}"),
    };
    let overview = Written {
        slug: "api".to_owned(),
        file: "docs/api.md".to_owned(),
        ..chapter("", "API reference", "Every request, with an example.", overview(document))
    };
    let concepts = chapter(
        "concepts",
        "API concepts",
        "Tokens, limits, errors, and what requests have in common.",
        concepts(document),
    );
    let operations = document.tags.iter().flat_map(|tag| under(document, tag));
    let operations = operations.map(|(place, operation)| {
        let line = first_sentence(&operation.description);
        chapter(&operation.id, &operation.summary, line, page(document, place, operation))
    });
    let objects = objects(&document.components.schemas);
    let objects =
        chapter("objects", "API objects", "The objects in bodies and lines of streams.", objects);
    [overview, concepts].into_iter().chain(operations).chain([objects]).collect()
}

/// The method and the address of a request.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// To Luna: an address and a method.
    Here(&'a str, &'a str),
    /// To the server of a machine, with a method.
    Machine(&'a str),
}

impl Place<'_> {
    fn line(self) -> String {
        match self {
            Place::Here(path, method) => format!("{} /api/v1{path}", method.to_uppercase()),
            Place::Machine(method) => format!("{} your URL", method.to_uppercase()),
        }
    }
}

/// The operations under a heading.
fn under<'d, 'a>(
    document: &'d Document<'a>,
    tag: &'d Tag,
) -> impl Iterator<Item = (Place<'d>, &'d Operation<'a>)> {
    let here = each(&document.paths).map(|(path, method, it)| (Place::Here(path, method), it));
    let there = each(&document.webhooks).map(|(_, method, it)| (Place::Machine(method), it));
    here.chain(there).filter(|(_, operation)| operation.tags.contains(&tag.name))
}

fn each<'d, 'a>(
    paths: &'d OrderedMap<OrderedMap<Operation<'a>>>,
) -> impl Iterator<Item = (&'d str, &'d str, &'d Operation<'a>)> {
    let all = paths.0.iter();
    all.flat_map(|(path, methods)| {
        methods.0.iter().map(|(method, it)| (path.as_str(), method.as_str(), it))
    })
}

fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

fn overview(document: &Document<'_>) -> String {
    let group = |tag: &Tag| {
        let operations = under(document, tag).map(|(place, it)| {
            let Operation { id, summary, description, .. } = it;
            let sentence = first_sentence(description);
            format!("- [{summary}](api/{id}.md), `{}`: {sentence}", place.line())
        });
        let operations = lines(operations);
        if operations.is_empty() {
            return String::new();
        }
        let name = &tag.name;
        let anchor = name.to_lowercase().replace(' ', "-");
        format!("## {name}\n\n{operations}\n[{name} explained]({CONCEPTS}#{anchor})\n\n")
    };
    let groups: String = document.tags.iter().map(group).collect();
    format!(
        "Each request has a page with its parameters, an example and all responses. \
         [API concepts]({CONCEPTS}) has what they have in common: tokens, limits, errors, and how \
         to send a request again. [API objects](api/objects.md) has every object with its fields. \
         New here? Begin with the [quickstart](quickstart.md).\n\n{groups}"
    )
}

fn concepts(document: &Document<'_>) -> String {
    let section = |tag: &Tag| {
        let errors = match tag.name.as_str() {
            "Errors" => errors(&document.components.responses),
            _ => String::new(),
        };
        let operations = under(document, tag);
        let operations = operations.map(|(_, it)| format!("- [{}]({}.md)", it.summary, it.id));
        let (name, description) = (&tag.name, &tag.description);
        format!("## {name}\n\n{description}\n\n{errors}\n{}\n", lines(operations))
    };
    let sections = document.tags.iter().filter(|tag| tag.name != "Objects").map(section);
    format!("{}\n\n{}", document.info.description, sections.collect::<String>())
}

/// Each key once for each status, from the examples of the responses.
fn errors(responses: &OrderedMap<Payload<'_>>) -> String {
    let mut rows: Vec<(&str, &str, &str)> = Vec::new();
    for (name, said) in &responses.0 {
        let status = name.split('-').next().unwrap_or(name);
        for (key, meaning) in keys(said) {
            match rows.iter_mut().find(|(other, its, _)| (*other, *its) == (key, status)) {
                // The more that is said of it, the later it stands.
                Some(before) => before.2 = meaning,
                None => rows.push((key, status, meaning)),
            }
        }
    }
    let rows =
        rows.iter().map(|(key, status, meaning)| format!("| `{key}` | {status} | {meaning} |"));
    format!("| Key | Status | Meaning |\n| --- | --- | --- |\n{}", lines(rows))
}

/// The keys of an error, each with its meaning.
fn keys<'d>(said: &'d Payload<'_>) -> impl Iterator<Item = (&'d str, &'d str)> {
    let examples = said.content.0.iter().flat_map(|(_, content)| &content.examples.0);
    examples.map(|(key, example)| (key.as_str(), example.summary.as_str()))
}

fn page(document: &Document<'_>, place: Place<'_>, operation: &Operation<'_>) -> String {
    let example = match place {
        Place::Here(path, method) => Request::new(document, (path, method), operation).tabs(),
        Place::Machine(_) => operation.body.as_ref().map(examples).unwrap_or_default(),
    };
    let example = match example.is_empty() {
        true => String::new(),
        false => format!("## Example request\n\n{example}"),
    };
    format!(
        "`{}`\n\n{}\n\n{}\n\n{}{}{example}{}{}",
        place.line(),
        operation.description,
        caller(document, operation),
        parameters(document, operation),
        body(document, operation),
        response(operation),
        failures(document, operation),
    )
}

/// The callers that may send it.
fn caller(document: &Document<'_>, operation: &Operation<'_>) -> String {
    let refused = operation.responses.0.iter();
    let mut refused = refused.flat_map(|(_, said)| keys(document.response(said)));
    match (operation.security.is_empty(), refused.any(|(key, _)| key == "scope")) {
        (true, _) => "**Who sends it:** Luna, to a machine that it calls.".to_owned(),
        (false, true) => format!(
            "**Who may call it:** a machine with a [token]({}) of the scope `play`.",
            "concepts.md#tokens"
        ),
        (false, false) => format!(
            "**Who may call it:** a machine with any of its [tokens]({}).",
            "concepts.md#tokens"
        ),
    }
}

fn parameters(document: &Document<'_>, operation: &Operation<'_>) -> String {
    let known = operation.parameters.iter();
    let known = known.filter_map(|it| document.components.parameters.get(it.name()));
    let all = lines(known.map(|it| {
        let optional = if it.required { "" } else { ", optional" };
        let (name, place, example) = (&it.name, &it.place, plain(&it.example));
        let kind = kind(&it.schema);
        format!(
            "- `{name}` in the {place}{optional}: {kind}. {} Example: `{example}`",
            it.description
        )
    }));
    if all.is_empty() { all } else { format!("## Parameters\n\n{all}\n") }
}

fn body(document: &Document<'_>, operation: &Operation<'_>) -> String {
    let Some(body) = &operation.body else { return String::new() };
    let content = body.content.0.iter().map(|(media_type, content)| {
        let schema = &content.schema;
        let object = schema.reference().and_then(|name| document.components.schemas.get(name));
        let fields = object.map(fields).unwrap_or_default();
        format!("{} As `{media_type}`: {}.\n\n{fields}\n", body.description, kind(schema))
    });
    format!("## Body\n\n{}", content.collect::<String>())
}

/// The response of a successful request.
fn response(operation: &Operation<'_>) -> String {
    let Some((status, said)) = operation.responses.0.first() else { return String::new() };
    let kinds = said.content.0.iter().map(|(media_type, content)| {
        let each = if said.is_stream() { " on each line" } else { "" };
        format!("Status {status}, `{media_type}`: {}{each}. ", kind(&content.schema))
    });
    let kinds: String = kinds.collect();
    format!("## Response\n\n{kinds}{}\n\n{}", said.description, examples(said))
}

fn examples(said: &Payload<'_>) -> String {
    let contents = said.content.0.iter().map(|(_, content)| {
        let one = content.example.map(|it| (None, it)).into_iter();
        let named = content.examples.0.iter();
        let all = one.chain(named.map(|(_, it)| (Some(it.summary.as_str()), it.value)));
        all.map(|(summary, value)| {
            let summary = summary.map(|it| format!("{it}\n\n")).unwrap_or_default();
            format!("{summary}```json\n{}\n```\n\n", dedented(value.get()))
        })
        .collect::<String>()
    });
    contents.collect()
}

/// The other responses, with the keys of their errors.
fn failures(document: &Document<'_>, operation: &Operation<'_>) -> String {
    let all = lines(operation.responses.0.iter().skip(1).map(|(status, said)| {
        let said = document.response(said);
        let keys: Vec<(&str, &str)> = keys(said).collect();
        if let [(key, meaning)] = keys[..] {
            return format!("- {status} `{key}`: {meaning}");
        }
        let keys = keys.iter().map(|(key, meaning)| format!("  - `{key}`: {meaning}"));
        format!("- {status}: {}\n{}", said.description, lines(keys))
    }));
    if all.is_empty() {
        return all;
    }
    format!(
        "## Errors\n\nThe body is an [Error](objects.md#error) with one of these keys:\n\n{all}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_has_a_chapter_for_each_operation() {
        let document: Document<'_> = serde_json::from_str(&DOCUMENT).unwrap();
        let slugs: Vec<&str> = chapters().iter().map(|it| it.slug).collect();
        for (_, _, operation) in each(&document.paths).chain(each(&document.webhooks)) {
            let slug = format!("api/{}", operation.id);
            assert_eq!(slugs.iter().filter(|it| **it == slug).count(), 1, "{slug}");
        }
        assert_eq!(slugs.first(), Some(&"api"));
    }

    #[test]
    fn a_sentence_ends_at_its_full_stop() {
        assert_eq!(first_sentence("One. Two."), "One.");
        assert_eq!(first_sentence("Only `v1.0` of it."), "Only `v1.0` of it.");
    }
}
