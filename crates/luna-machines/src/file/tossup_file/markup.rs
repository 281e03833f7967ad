//! Markup in texts: the marks that an answer line keeps, and the rest, which is left out.

/// Elements of HTML that occur in published packets. Other text in angle brackets stays.
const ELEMENTS: [&str; 32] = [
    "a",
    "b",
    "blockquote",
    "br",
    "center",
    "code",
    "del",
    "div",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "i",
    "ins",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "sup",
    "tt",
    "u",
    "ul",
];
/// Elements that separate words.
const BREAKS: [&str; 10] = ["blockquote", "br", "div", "h1", "h2", "h3", "h4", "li", "p", "pre"];

/// The markup that a text keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    Nothing,
    /// `<b>` and `<u>`, the required part of an answer.
    Marks,
}

/// Leaves out markup and control characters, and writes each run of space as one.
pub(super) fn clean(text: &str, keep: Keep) -> String {
    let bare = decode(&strip(text, keep), keep);
    let words: Vec<&str> = bare.split_whitespace().collect();
    words.join(" ").chars().filter(|c| !c.is_control()).collect()
}

/// An element of a text.
struct Tag<'a> {
    closing: bool,
    name: &'static str,
    rest: &'a str,
}

/// Reads the element that a text begins with.
fn tag(text: &str) -> Option<Tag<'_>> {
    let (inner, rest) = text.strip_prefix('<')?.split_once('>')?;
    let (closing, inner) = match inner.strip_prefix('/') {
        Some(inner) => (true, inner),
        None => (false, inner.strip_suffix('/').unwrap_or(inner)),
    };
    let (name, attributes) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let name = ELEMENTS.into_iter().find(|element| element.eq_ignore_ascii_case(name.trim()))?;
    (attributes.trim().is_empty() || attributes.contains('=')).then_some(Tag {
        closing,
        name,
        rest,
    })
}

fn strip(text: &str, keep: Keep) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut left = text;
    while let Some(at) = left.find('<') {
        let (before, after) = left.split_at(at);
        bare.push_str(before);
        let Some(Tag { closing, name, rest }) = tag(after) else {
            bare.push('<');
            left = after.strip_prefix('<').unwrap_or_default();
            continue;
        };
        let slash = if closing { "/" } else { "" };
        match (keep, name) {
            (Keep::Marks, "b" | "strong") => bare.push_str(&format!("<{slash}b>")),
            (Keep::Marks, "u") => bare.push_str(&format!("<{slash}u>")),
            _ if BREAKS.contains(&name) => bare.push(' '),
            _ => {}
        }
        left = rest;
    }
    bare + left
}

/// Writes the usual entities as characters. Where marks are kept, angle brackets stay entities.
fn decode(text: &str, keep: Keep) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut decoded = text.to_owned();
    let entities = [
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&apos;", "'"),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&#039;", "'"),
        ("&nbsp;", " "),
        ("&#160;", " "),
    ];
    for (entity, character) in entities {
        decoded = decoded.replace(entity, character);
    }
    if keep == Keep::Nothing {
        decoded = decoded.replace("&lt;", "<").replace("&gt;", ">");
    }
    decoded.replace("&amp;", "&")
}

/// The category that a line in angle brackets names, such as `<Science - Biology>`.
pub(super) fn label(line: &str) -> Option<&str> {
    let inner = line.trim().strip_prefix('<')?.strip_suffix('>')?.trim();
    let is_label = !inner.is_empty() && !inner.contains(['<', '>']) && tag(line.trim()).is_none();
    is_label.then_some(inner)
}
