//! The markup of MediaWiki: a page's sentences without it.

/// Templates of pages that only list what has a title in common.
const DISAMBIGUATION: [&str; 6] =
    ["{{disambig", "{{dab}}", "{{hndis", "{{geodis", "{{surname", "{{given name"];
/// Elements of which the content is no prose.
const DROPPED: [&str; 9] = [
    "ref",
    "math",
    "gallery",
    "timeline",
    "score",
    "syntaxhighlight",
    "table",
    "style",
    "imagemap",
];
const ENTITIES: [(&str, &str); 9] = [
    ("nbsp", " "),
    ("thinsp", " "),
    ("ndash", "–"),
    ("mdash", "—"),
    ("minus", "−"),
    ("quot", "\""),
    ("lt", "<"),
    ("gt", ">"),
    ("amp", "&"),
];

/// The bytes of an element with its attributes, at most.
const MOST_TAG: usize = 2_000;

pub(super) fn is_disambiguation(source: &str) -> bool {
    let mut templates = source.match_indices("{{").filter_map(|(at, _)| source.get(at..));
    templates.any(|rest| DISAMBIGUATION.iter().any(|template| begins(rest, template)))
}

/// Returns true if a text begins with these letters, in any case.
fn begins(text: &str, letters: &str) -> bool {
    text.as_bytes()
        .get(..letters.len())
        .is_some_and(|it| it.eq_ignore_ascii_case(letters.as_bytes()))
}

/// The prose that a page begins with, of at least so many characters if the page has them.
pub(super) fn plain(source: &str, enough: usize) -> String {
    let mut page = Wikitext { left: source, prose: String::new(), unclosed: Vec::new() };
    let mut at_line_start = true;
    while !page.left.is_empty() && page.prose.len() < 4 * enough + 1000 {
        at_line_start = page.step(at_line_start);
    }
    // What templates leave behind.
    page.prose.replace("( )", "").replace("()", "").replace("(, ", "(").replace("(; ", "(")
}

struct Wikitext<'a> {
    left: &'a str,
    prose: String,
    /// Openings of which no end is left, so that it is looked for only once.
    unclosed: Vec<&'static str>,
}

impl<'a> Wikitext<'a> {
    /// Reads one piece of markup or one character. Returns true if a line begins after it.
    fn step(&mut self, at_line_start: bool) -> bool {
        if at_line_start {
            if self.left.starts_with('=') {
                self.after_line();
                return true;
            }
            if self.left.starts_with("{|") && self.skip_nested("{|", "|}") {
                return false;
            }
            self.left = self.left.trim_start_matches(['*', '#', ':', ';', ' ']);
        }
        let left = self.left;
        let is_template = left.starts_with("{{") && self.skip_nested("{{", "}}");
        if is_template || (left.starts_with("[[") && self.link()) {
            return false;
        }
        if left.starts_with("<!--") {
            self.left = left.split_once("-->").map_or("", |(_, after)| after);
        } else if left.starts_with('<') {
            self.element();
        } else if left.starts_with("[http") {
            let (inner, after) = left.split_once(']').unwrap_or((left, ""));
            self.prose.push_str(inner.split_once(' ').map_or("", |(_, label)| label));
            self.left = after;
        } else if left.starts_with("''") {
            self.left = left.trim_start_matches('\'');
        } else if let Some((after, character)) = entity(left) {
            self.prose.push_str(character);
            self.left = after;
        } else if let Some(character) = left.chars().next() {
            self.prose.push(character);
            self.left = left.get(character.len_utf8()..).unwrap_or_default();
            return character == '\n';
        }
        false
    }

    fn after_line(&mut self) {
        self.left = self.left.split_once('\n').map_or("", |(_, after)| after);
        self.prose.push('\n');
    }

    /// Leaves out an element, with its content if that is no prose.
    fn element(&mut self) {
        let inner = self.left.strip_prefix('<').unwrap_or_default();
        let name: String = inner
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_lowercase();
        let is_element = !name.is_empty() || inner.starts_with('/');
        let end = inner.bytes().take(MOST_TAG).position(|byte| byte == b'>').filter(|_| is_element);
        let parts = end.and_then(|end| Some((inner.get(..end)?, inner.get(end + 1..)?)));
        let Some((tag, after)) = parts else {
            self.prose.push('<');
            self.left = inner;
            return;
        };
        self.left = after;
        match DROPPED.iter().find(|dropped| **dropped == name) {
            Some(dropped) if !tag.ends_with('/') && !self.unclosed.contains(dropped) => {
                let end = format!("</{dropped}");
                match after.find(&end).and_then(|at| after.get(at..)?.split_once('>')) {
                    Some((_, after)) => self.left = after,
                    None => self.unclosed.push(dropped),
                }
            }
            _ if name == "br" => self.prose.push(' '),
            _ => {}
        }
    }

    /// Leaves out everything up to the end that belongs to an opening. Returns false without an end.
    fn skip_nested(&mut self, opening: &'static str, end: &str) -> bool {
        match self.nested(opening, end) {
            Some((_, after)) => {
                self.left = after;
                true
            }
            None => false,
        }
    }

    /// What stands between an opening and its end, and what follows.
    fn nested(&mut self, opening: &'static str, end: &str) -> Option<(&'a str, &'a str)> {
        if self.unclosed.contains(&opening) {
            return None;
        }
        let source = self.left;
        let (mut depth, mut at) = (0_usize, 0);
        while let Some(rest) = source.get(at..) {
            let next =
                rest.find([char::from(opening.as_bytes()[0]), char::from(end.as_bytes()[0])]);
            let Some(next) = next else { break };
            at += next;
            let here = source.get(at..).unwrap_or_default();
            if here.starts_with(opening) {
                depth += 1;
                at += opening.len();
            } else if here.starts_with(end) {
                depth -= 1;
                at += end.len();
                if depth == 0 {
                    let inner = source.get(opening.len()..at - end.len())?;
                    return Some((inner, source.get(at..)?));
                }
            } else {
                at += 1;
            }
        }
        self.unclosed.push(opening);
        None
    }

    /// Writes the label of a link. Files, categories and pages of other wikis have none.
    fn link(&mut self) -> bool {
        let Some((inner, after)) = self.nested("[[", "]]") else { return false };
        let target = inner.split_once('|').map_or(inner, |(target, _)| target);
        let elsewhere = target.split_once(':').is_some_and(|(space, _)| {
            !space.is_empty() && space.len() <= 12 && !space.contains(' ')
        });
        if !elsewhere {
            let label = inner.rsplit_once('|').map_or(inner, |(_, label)| label);
            self.prose.push_str(&label.replace("''", ""));
        }
        self.left = after;
        true
    }
}

/// The character of an entity that a text begins with, and what follows.
fn entity(text: &str) -> Option<(&str, &'static str)> {
    let text = text.strip_prefix('&')?;
    ENTITIES.iter().find_map(|(name, character)| {
        let after = text.strip_prefix(name)?.strip_prefix(';')?;
        Some((after, *character))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_left_of_markup() {
        let source = "{{Infobox city|name={{lang|it|Roma}}}}\n\
            [[File:Forum.jpg|thumb|The [[Roman Forum]]]]\n\
            '''Rome''' ({{IPA|x}}) is the [[capital city|capital]] of [[Italy]].<ref name=\"a\">A \
            book, p. 1</ref> It&nbsp;lies on the ''[[Tiber]]''<!-- north -->.<ref name=b/>\n\
            {| class=\"wikitable\"\n|-\n| 753 {| inner |} BC\n|}\n\
            == History ==\n* It was [https://example.org founded] in 753&ndash;BC, 2 < 3.\n\
            [[Category:Cities]] [[fr:Rome]]";
        let words = plain(source, 10_000).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            words,
            "Rome is the capital of Italy. It lies on the Tiber. It was founded in 753–BC, 2 < 3."
        );
    }

    #[test]
    fn broken_markup_takes_linear_time() {
        for piece in ["{{", "[[", "<ref>", "{|\n", "[http", "<", "&", "''", "}}", "<!--"] {
            let source = piece.repeat(50_000);
            assert!(plain(&source, usize::MAX >> 8).len() <= source.len());
        }
        assert_eq!(plain("It {{ends [[here", 100), "It {{ends [[here");
    }

    #[test]
    fn lists_of_pages_with_one_title_are_known() {
        assert!(is_disambiguation(
            "'''Mercury''' may be:\n* [[Mercury (planet)]]\n{{Disambiguation}}"
        ));
        assert!(!is_disambiguation("'''Mercury''' is a planet."));
    }
}
