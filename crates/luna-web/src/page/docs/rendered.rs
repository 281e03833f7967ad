//! A chapter as HTML, with its headings and with the passages that a search looks through.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Alignment, CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::code::{Block, row};
use super::target::Targets;

pub(super) struct Rendered {
    pub(super) body: Markup,
    pub(super) headings: Vec<Heading>,
    pub(super) passages: Vec<Passage>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Heading {
    /// 1 for the title.
    pub(super) level: u8,
    pub(super) id: String,
    pub(super) text: String,
}

/// A paragraph, an item of a list or a row of a table, as plain text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Passage {
    /// The heading that it is under, as an index.
    pub(super) heading: usize,
    pub(super) text: String,
}

/// Renders the Markdown of a file. Its path says where relative links lead.
pub(super) fn render(targets: &Targets, file: &str, markdown: &str) -> Rendered {
    let mut writer = Writer { targets: Some(targets), file, ..Writer::default() };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        writer.take(event);
    }
    writer.end_row();
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, writer.events.into_iter());
    Rendered { body: PreEscaped(body), headings: writer.headings, passages: writer.passages }
}

#[derive(Default)]
struct Writer<'a> {
    targets: Option<&'a Targets>,
    file: &'a str,
    events: Vec<Event<'a>>,
    headings: Vec<Heading>,
    passages: Vec<Passage>,
    /// The text of the passage or heading so far.
    said: String,
    /// The events at which the heading and the picture begin that are open.
    begun: Vec<usize>,
    /// Code blocks that follow each other.
    row: Vec<Block>,
    is_code: bool,
    /// For each open link whether it leads somewhere.
    links: Vec<bool>,
    tables: usize,
    columns: Vec<Alignment>,
    column: usize,
    is_head: bool,
}

impl<'a> Writer<'a> {
    fn take(&mut self, event: Event<'a>) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                if !self.row.last().is_some_and(|block| block.joins(&info)) {
                    self.end_row();
                }
                self.row.push(Block::new(&info));
                self.is_code = true;
            }
            Event::End(TagEnd::CodeBlock) => self.is_code = false,
            Event::Text(text) if self.is_code => {
                if let Some(block) = self.row.last_mut() {
                    block.text.push_str(&text);
                }
            }
            // Comments are for the tests of the documents.
            Event::Html(text) | Event::InlineHtml(text) if text.starts_with("<!--") => {}
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => {}
            event => {
                self.end_row();
                self.write(event);
            }
        }
    }

    fn end_row(&mut self) {
        if !self.row.is_empty() {
            let blocks = std::mem::take(&mut self.row);
            self.raw(row(&blocks));
        }
    }

    fn raw(&mut self, markup: Markup) {
        self.events.push(Event::Html(markup.into_string().into()));
    }

    fn tag(&mut self, tag: &'static str) {
        self.events.push(Event::Html(tag.into()));
    }

    fn write(&mut self, event: Event<'a>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(end) => self.end(end),
            Event::Html(text) | Event::InlineHtml(text) | Event::Text(text) => {
                self.said.push_str(&text);
                self.events.push(Event::Text(text));
            }
            Event::Code(code) => {
                self.said.push_str(&code);
                if self.links.is_empty() && self.targets.is_some_and(|it| it.is_page(&code)) {
                    self.raw(html! { a href=(code) { code { (code) } } });
                } else {
                    self.events.push(Event::Code(code));
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                self.said.push(' ');
                self.events.push(event);
            }
            other => self.events.push(other),
        }
    }

    fn start(&mut self, tag: Tag<'a>) {
        match tag {
            Tag::Heading { .. } | Tag::Image { .. } => {
                if matches!(tag, Tag::Heading { .. }) {
                    self.end_passage();
                }
                self.begun.push(self.events.len());
                self.events.push(Event::Start(tag));
            }
            Tag::Link { ref dest_url, .. } => {
                let leads = self.targets.and_then(|it| it.of_link(self.file, dest_url));
                self.links.push(leads.is_some());
                if let Some(address) = leads {
                    let open = html! { a href=(address) {} }.into_string();
                    self.events
                        .push(Event::InlineHtml(open.trim_end_matches("</a>").to_owned().into()));
                }
            }
            Tag::Table(columns) => {
                self.tables += 1;
                let under = self.headings.last().map_or("", |heading| &heading.text);
                let label = format!("Table {}: {under}", self.tables);
                let open = html! { div.scroll tabindex="0" role="region" aria-label=(label) {} };
                self.events.push(Event::Html(
                    open.into_string().trim_end_matches("</div>").to_owned().into(),
                ));
                self.columns = columns;
                self.tag("<table>");
            }
            Tag::TableHead => {
                (self.is_head, self.column) = (true, 0);
                self.tag("<thead><tr>");
            }
            Tag::TableRow => {
                self.column = 0;
                self.tag("<tr>");
            }
            Tag::TableCell => {
                let is_number = self.columns.get(self.column) == Some(&Alignment::Right);
                self.column += 1;
                self.tag(match (self.is_head, is_number) {
                    (true, false) => "<th scope=\"col\">",
                    (true, true) => "<th scope=\"col\" class=\"number\">",
                    (false, false) => "<td>",
                    (false, true) => "<td class=\"number\">",
                });
            }
            Tag::List(_) => {
                self.end_passage();
                self.events.push(Event::Start(tag));
            }
            other => self.events.push(Event::Start(other)),
        }
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::Heading(level) => self.end_heading(match level {
                pulldown_cmark::HeadingLevel::H1 => 1,
                pulldown_cmark::HeadingLevel::H2 => 2,
                pulldown_cmark::HeadingLevel::H3 => 3,
                _ => 4,
            }),
            TagEnd::Image => self.end_picture(),
            TagEnd::Link => {
                if self.links.pop() == Some(true) {
                    self.events.push(Event::InlineHtml("</a>".into()));
                }
            }
            TagEnd::Table => self.tag("</tbody></table></div>"),
            TagEnd::TableHead => {
                self.is_head = false;
                self.end_passage();
                self.tag("</tr></thead><tbody>");
            }
            TagEnd::TableRow => {
                self.end_passage();
                self.tag("</tr>");
            }
            TagEnd::TableCell => {
                self.said.push_str(" · ");
                self.tag(if self.is_head { "</th>" } else { "</td>" });
            }
            TagEnd::Paragraph | TagEnd::Item => {
                self.end_passage();
                self.events.push(Event::End(end));
            }
            other => self.events.push(Event::End(other)),
        }
    }

    fn end_passage(&mut self) {
        let said = std::mem::take(&mut self.said);
        let text = said.trim_matches([' ', '·']);
        if let Some(heading) = self.headings.len().checked_sub(1)
            && !text.is_empty()
        {
            self.passages.push(Passage { heading, text: text.to_owned() });
        }
    }

    fn end_heading(&mut self, level: u8) {
        let inside = self.inside();
        let text = std::mem::take(&mut self.said);
        let id = self.free_id(&anchor(&text));
        let mut words = String::new();
        pulldown_cmark::html::push_html(&mut words, inside.into_iter().skip(1));
        let words = PreEscaped(words);
        let link = html! {
            " " a.soft href={ "#" (id) } aria-label={ "Link to “" (text) "”" } { "#" }
        };
        self.raw(html! {
            @match level {
                1 => h1 id=(id) { (words) },
                2 => h2 id=(id) { (words) (link) },
                3 => h3 id=(id) { (words) (link) },
                _ => h4 id=(id) { (words) (link) },
            }
        });
        self.headings.push(Heading { level, id, text });
    }

    /// Takes back the events of the heading or picture that ends.
    fn inside(&mut self) -> Vec<Event<'a>> {
        let begun = self.begun.pop().unwrap_or(self.events.len());
        self.events.split_off(begun)
    }

    /// An anchor that no heading has so far.
    fn free_id(&self, anchor: &str) -> String {
        let is_free = |id: &String| self.headings.iter().all(|heading| heading.id != *id);
        let numbered = (1..).map(|nth| format!("{anchor}-{nth}"));
        std::iter::once(anchor.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
    }

    /// A picture that the site does not have leaves its description.
    fn end_picture(&mut self) {
        let inside = self.inside();
        let words: String = inside
            .iter()
            .map(|event| match event {
                Event::Text(text) | Event::Code(text) => text.as_ref(),
                _ => " ",
            })
            .collect();
        let words = words.trim();
        let address = inside.first().and_then(|event| match event {
            Event::Start(Tag::Image { dest_url, .. }) => {
                self.targets.and_then(|it| it.of_picture(self.file, dest_url))
            }
            _ => None,
        });
        let shown = html! {
            @if let Some(address) = address { img src=(address) alt=(words) loading="lazy"; }
            @else { em { (words) "." } }
        };
        self.events.push(Event::InlineHtml(shown.into_string().into()));
    }
}

/// The anchor of a heading, as GitHub makes it, so that links work there too.
fn anchor(text: &str) -> String {
    let lower = text.trim().to_lowercase();
    let kept = lower.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::targets;
    use super::*;

    fn body(markdown: &str) -> String {
        render(&targets(), "docs/bot.md", markdown).body.into_string()
    }

    #[test]
    fn headings_have_the_anchors_that_links_use() {
        let it =
            render(&targets(), "docs/bot.md", "# A `b`\n\n## What's *new*?\n\n### x\n\n### x\n");
        let ids: Vec<(u8, &str, &str)> =
            it.headings.iter().map(|it| (it.level, &*it.id, &*it.text)).collect();
        assert_eq!(
            ids,
            [(1, "a-b", "A b"), (2, "whats-new", "What's new?"), (3, "x", "x"), (3, "x-1", "x")]
        );
        let body = it.body.into_string();
        assert!(body.starts_with("<h1 id=\"a-b\">A <code>b</code></h1>"), "{body}");
        let second = "<h2 id=\"whats-new\">What's <em>new</em>? <a class=\"soft\" \
                      href=\"#whats-new\" aria-label=\"Link to “What's new?”\">#</a></h2>";
        assert!(body.contains(second), "{body}");
    }

    #[test]
    fn links_lead_to_chapters_or_are_words() {
        let text = "[a *b*](machines.md#versions), [c](decisions/x.md), [d](https://e.org/?f&g)";
        assert_eq!(
            body(text),
            "<p><a href=\"/docs/machines#versions\">a <em>b</em></a>, c, \
             <a href=\"https://e.org/?f&amp;g\">d</a></p>\n"
        );
        assert_eq!(body("[x](javascript:alert)"), "<p>x</p>\n");
        let code = "<p><a href=\"/signup\"><code>/signup</code></a> <code>/etc</code></p>\n";
        assert_eq!(body("`/signup` `/etc`"), code);
    }

    #[test]
    fn html_is_text_and_comments_are_for_the_tests() {
        assert_eq!(body("<!-- not run: no -->\n\na <b>b</b>"), "<p>a &lt;b&gt;b&lt;/b&gt;</p>\n");
        for evil in ["<script>x</script>", "a <img src=x onerror=y>", "```sh <i>\n<b>\n```"] {
            let body = body(evil);
            for tag in ["<script", "<img", "<i>", "<b>"] {
                assert!(!body.contains(tag), "{body}");
            }
        }
        let picture = body("![<b>\"](figures/quiz-figure-3.svg) ![x](y.png)");
        assert!(picture.contains("alt=\"&lt;b&gt;&quot;\""), "{picture}");
        assert!(picture.contains("<em>x.</em>"), "{picture}");
    }

    #[test]
    fn a_table_scrolls_in_its_box_and_has_no_style_of_its_own() {
        let body = body("# T\n\n| a | b |\n| --- | ---: |\n| c | 1 |\n");
        assert!(body.contains("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table 1: T\"><table>"), "{body}");
        assert!(body.contains("<th scope=\"col\" class=\"number\">b</th>"), "{body}");
        assert!(body.ends_with("<td>c</td><td class=\"number\">1</td></tr></tbody></table></div>"));
        assert!(!body.contains("style="), "{body}");
    }

    #[test]
    fn passages_are_found_under_their_headings() {
        let it = render(
            &targets(),
            "docs/bot.md",
            "# T\n\nA\n`b`.\n\n## U\n\n- c\n  - d\n- e\n\n| f | g |\n| - | - |\n| h | |\n\n```sh\ni\n```\n",
        );
        let found: Vec<(usize, &str)> =
            it.passages.iter().map(|it| (it.heading, &*it.text)).collect();
        assert_eq!(found, [(0, "A b."), (1, "c"), (1, "d"), (1, "e"), (1, "f · g"), (1, "h")]);
    }
}
