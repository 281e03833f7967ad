//! Blocks of code. Those that show the same for several languages stand in a row and become tabs.

use maud::{Markup, html};

/// A fenced block. Its info string is the language, and in a row the label of its tab.
pub(super) struct Block {
    language: String,
    label: String,
    pub(super) text: String,
}

impl Block {
    pub(super) fn new(info: &str) -> Block {
        let (language, label) = info.split_once(' ').unwrap_or((info, ""));
        Block { language: language.to_owned(), label: label.trim().to_owned(), text: String::new() }
    }

    /// Returns true if a block that follows this one stands in a row with it.
    pub(super) fn joins(&self, next: &str) -> bool {
        !self.label.is_empty() && !Block::new(next).label.is_empty()
    }
}

/// Without scripts the blocks of a row stand below each other, each under its label.
pub(super) fn row(blocks: &[Block]) -> Markup {
    html! {
        @match blocks {
            [block] => (one(block)),
            blocks => {
                div.tabs { @for block in blocks { div { (one(block)) } } }
            }
        }
    }
}

fn one(block: &Block) -> Markup {
    html! {
        @if !block.label.is_empty() { p.small { strong { (block.label) } } }
        div.code data-language=(block.language) { pre tabindex="0" { code { (block.text) } } }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::targets;
    use crate::page::docs::rendered::render;

    fn body(markdown: &str) -> String {
        render(&targets(), "docs/bot.md", markdown).body.into_string()
    }

    #[test]
    fn labelled_blocks_in_a_row_are_tabs() {
        let row = "```sh Python\na\n```\n\n<!-- not run: no -->\n```sh Any program\nb\n```\n\n";
        let tabs = "<div class=\"tabs\">\
            <div><p class=\"small\"><strong>Python</strong></p>\
            <div class=\"code\" data-language=\"sh\"><pre tabindex=\"0\"><code>a\n</code></pre></div></div>\
            <div><p class=\"small\"><strong>Any program</strong></p>\
            <div class=\"code\" data-language=\"sh\"><pre tabindex=\"0\"><code>b\n</code></pre></div></div></div>";
        assert_eq!(body(row), tabs);
        let with_words = format!("{row}Then.\n\n```sh\nc\n```\n");
        assert_eq!(body(&with_words).matches("class=\"tabs\"").count(), 1);
        assert_eq!(body(&row.replace("<!--", "words\n\n<!--")).matches("\"tabs\"").count(), 0);
    }

    #[test]
    fn blocks_without_a_label_stand_alone() {
        let two = body("```json\n{\"a\": \"<\"}\n```\n\n```sh\nb\n```\n");
        assert_eq!(two.matches("class=\"code\"").count(), 2, "{two}");
        assert!(!two.contains("tabs"), "{two}");
        assert!(two.contains("{&quot;a&quot;: &quot;&lt;&quot;}"), "{two}");
    }
}
