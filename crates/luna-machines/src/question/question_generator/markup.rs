//! From Markdown and HTML to plain text with blank lines between its blocks.

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    Plain,
    Markdown,
    Html,
}

impl Markup {
    /// The form that the ending of a file's name tells.
    pub fn of_name(name: &str) -> Markup {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "md" | "markdown" => Markup::Markdown,
            "html" | "htm" | "xhtml" => Markup::Html,
            _ => Markup::Plain,
        }
    }

    /// The text without its markup. Marks of Markdown that tell the kind of a block stay.
    pub fn plain_text(self, text: &str) -> String {
        match self {
            Markup::Plain => text.to_owned(),
            Markup::Markdown => markdown(text),
            Markup::Html => html(text),
        }
    }
}

fn markdown(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut is_code = false;
    for line in text.lines() {
        let bare = line.trim_start();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            is_code = !is_code;
        }
        if is_code || bare.starts_with("```") || bare.starts_with("~~~") {
            plain += line;
        } else {
            let quoted = bare.strip_prefix('>').map_or(line, str::trim_start);
            inline(quoted, &mut plain);
        }
        plain.push('\n');
    }
    plain
}

/// Removes emphasis, links, pictures and marks of code from a line.
fn inline(line: &str, plain: &mut String) {
    let mut rest = line;
    // A mark of a list stays, so that the block is known as one.
    if let Some(item) = rest.strip_prefix("* ") {
        plain.push_str("* ");
        rest = item;
    }
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '*' | '`' => rest = after,
            '_' if !plain.ends_with(char::is_alphanumeric)
                || !after.starts_with(char::is_alphanumeric) =>
            {
                rest = after;
            }
            '!' if after.starts_with('[') => {
                // A picture says nothing.
                rest = link(after).map_or(after, |(_, after)| after);
            }
            '[' => {
                if let Some((words, after)) = link(rest) {
                    plain.extend(words.chars().filter(|c| !matches!(c, '*' | '`')));
                    rest = after;
                } else {
                    plain.push(c);
                    rest = after;
                }
            }
            _ => {
                plain.push(c);
                rest = after;
            }
        }
    }
}

/// The words of the link at the start, and the text after it.
fn link(text: &str) -> Option<(&str, &str)> {
    let (words, after) = text.strip_prefix('[')?.split_once(']')?;
    let target = after.strip_prefix('(')?;
    let (_, after) = target.split_once(')')?;
    Some((words, after))
}

/// Elements that end a block of text.
const BLOCKS: [&str; 22] = [
    "p",
    "div",
    "br",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "table",
    "section",
    "article",
    "header",
    "footer",
    "blockquote",
    "main",
    "aside",
    "figure",
    "dl",
    "hr",
];
/// Elements whose text nobody reads.
const HIDDEN: [&str; 6] = ["script", "style", "head", "nav", "template", "noscript"];

fn html(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        entities(rest.get(..at).unwrap_or_default(), &mut plain);
        rest = rest.get(at..).unwrap_or_default();
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let opens =
            rest.chars().nth(1).is_some_and(|c| c.is_ascii_alphabetic() || c == '/' || c == '!');
        let Some((tag, after)) = rest.split_once('>').filter(|_| opens) else {
            plain.push('<');
            rest = rest.get(1..).unwrap_or_default();
            continue;
        };
        rest = after;
        let tag = tag.trim_start_matches('<');
        let is_end = tag.starts_with('/');
        let name: String =
            tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        let name = name.to_ascii_lowercase();
        if HIDDEN.contains(&name.as_str()) && !is_end {
            rest = closing(rest, &name);
        } else if name == "li" || name == "dt" || name == "dd" {
            plain += if is_end { "\n" } else { "\n- " };
        } else if name == "tr" {
            plain += if is_end { "\n" } else { "\n| " };
        } else if matches!(name.as_str(), "td" | "th") && is_end {
            plain += " | ";
        } else if name == "pre" {
            plain += if is_end { "\n```\n\n" } else { "\n\n```\n" };
        } else if name.starts_with('h') && name.len() == 2 && !is_end && name != "hr" {
            plain += "\n\n# ";
        } else if BLOCKS.contains(&name.as_str()) {
            plain += "\n\n";
        }
    }
    entities(rest, &mut plain);
    plain
}

/// The text from the end tag of an element on; nothing if it has none.
fn closing<'a>(text: &'a str, name: &str) -> &'a str {
    let is_end = |at: &usize| {
        text.get(at + 2..at + 2 + name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name))
    };
    let at = text.match_indices("</").map(|(at, _)| at).find(is_end);
    at.and_then(|at| text.get(at..)).unwrap_or_default()
}

/// Adds a text with its character references resolved.
fn entities(text: &str, plain: &mut String) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let found = after.split_once(';').filter(|(name, _)| name.len() <= 8);
        if let Some((c, after)) = found.and_then(|(name, after)| Some((character(name)?, after))) {
            plain.push(c);
            rest = after;
        } else {
            plain.push('&');
            rest = after;
        }
    }
    plain.push_str(rest);
}

fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let number = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(number);
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "ndash" => '–',
        "mdash" => '—',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "hellip" => '…',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_loses_its_inline_marks() {
        let text = "# Title\n\nThe **king** built [a `castle`](http://a.example/b).![x](y.png)\n\
                    * one_two_ _three_\n```\na *= b\n```\n> Quoted.\n[1]";
        let plain = "# Title\n\nThe king built a castle.\n* one_two three\n```\na *= b\n```\n\
                     Quoted.\n[1]\n";
        assert_eq!(Markup::Markdown.plain_text(text), plain);
    }

    #[test]
    fn html_keeps_its_blocks_and_loses_its_tags() {
        let text = "<head><title>No</title></head><h1>Title</h1><p>The <b>king</b> &amp; queen \
                    built&nbsp;it.</p><ul><li>one</li></ul><script>let x = 1 < 2;</script>\
                    <!-- no --><p>1 < 2 &#8212; so &unknown; it is";
        let plain = Markup::Html.plain_text(text);
        let lines: Vec<&str> =
            plain.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(
            lines,
            ["# Title", "The king & queen built it.", "- one", "1 < 2 — so &unknown; it is"]
        );
    }

    #[test]
    fn names_tell_the_form() {
        assert_eq!(Markup::of_name("a/b.MD"), Markup::Markdown);
        assert_eq!(Markup::of_name("b.htm"), Markup::Html);
        assert_eq!(Markup::of_name("md"), Markup::Plain);
    }

    #[test]
    fn broken_markup_does_no_harm() {
        for text in [
            "<",
            "<p",
            "</",
            "<script>",
            "&",
            "&#x110000;",
            "<!--",
            "[a](",
            "![",
            "é<é>",
            "<ſcript>",
        ] {
            for markup in [Markup::Plain, Markup::Markdown, Markup::Html] {
                assert!(markup.plain_text(text).len() <= text.len() + 8);
            }
        }
    }
}
