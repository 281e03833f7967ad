//! An answer line with its bold, underlined and slanted parts. All other markup is text.

use maud::{Markup, PreEscaped, html};

const STYLES: [&str; 5] = ["b", "strong", "u", "i", "em"];
const ENTITIES: [(&str, &str); 6] = [
    ("&nbsp;", " "),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&amp;", "&"),
];

/// Renders an answer line. Its elements are closed in order, whatever it says.
pub(crate) fn markup(line: &str) -> Markup {
    let mut shown = String::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = line;
    while let Some((text, after)) = rest.split_once('<') {
        shown.push_str(&escaped(text));
        let tag = after.split_once('>').and_then(|(tag, after)| Some((style(tag)?, tag, after)));
        let Some((name, tag, after)) = tag else {
            shown.push_str("&lt;");
            rest = after;
            continue;
        };
        if !tag.starts_with('/') {
            open.push(name);
            shown.push_str(&format!("<{name}>"));
        } else if open.contains(&name) {
            while let Some(last) = open.pop() {
                shown.push_str(&format!("</{last}>"));
                if last == name {
                    break;
                }
            }
        }
        rest = after;
    }
    shown.push_str(&escaped(rest));
    for name in open.iter().rev() {
        shown.push_str(&format!("</{name}>"));
    }
    PreEscaped(shown)
}

fn style(tag: &str) -> Option<&'static str> {
    let name = tag.trim_start_matches('/').trim().to_ascii_lowercase();
    STYLES.into_iter().find(|style| **style == name)
}

/// Text as HTML; entities that a source has left in it are read first.
fn escaped(text: &str) -> String {
    let plain =
        ENTITIES.iter().fold(text.to_owned(), |text, (entity, sign)| text.replace(entity, sign));
    html! { (plain) }.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_styles_are_elements_and_they_are_closed() {
        for (line, shown) in [
            ("<b><u>Paris</u></b> [or Lutetia]", "<b><u>Paris</u></b> [or Lutetia]"),
            ("<B>a</B> & b", "<b>a</b> &amp; b"),
            ("<b>a <u>b</b> c", "<b>a <u>b</u></b> c"),
            ("</u>a<em>b", "a<em>b</em>"),
            ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
            ("<b onclick=x>a</b>", "&lt;b onclick=x&gt;a"),
            ("a < b &lt;i&gt;", "a &lt; b &lt;i&gt;"),
            ("Q&amp;A <AB, History>", "Q&amp;A &lt;AB, History&gt;"),
        ] {
            assert_eq!(markup(line).into_string(), shown, "{line}");
        }
    }
}
