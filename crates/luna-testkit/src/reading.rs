//! The text that is read on a page: its main part, a line for each block.
//!
//! Headings have `#`, buttons `[…]`, fields `‹what is in them›`, alerts `!`, the
//! step that is current `*…*`. Ids, which are chance, read `ID`.

/// One tag, or the text between two.
pub enum Token<'a> {
    Open { name: &'a str, attributes: &'a str },
    Close(&'a str),
    Text(&'a str),
}

/// The page in pieces. It is our own, so that every `<` begins a tag.
pub fn tokens(html: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    for (nth, part) in html.split('<').enumerate() {
        let (tag, text) = part.split_once('>').unwrap_or(("", part));
        if nth > 0 {
            let (name, attributes) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
            all.push(match tag.strip_prefix('/') {
                Some(name) => Token::Close(name),
                None => Token::Open { name, attributes },
            });
        }
        if !text.is_empty() {
            all.push(Token::Text(text));
        }
    }
    all
}

/// The value of an attribute; empty for one that stands alone.
pub fn attribute(attributes: &str, name: &str) -> Option<String> {
    let mut rest = attributes.trim_end_matches('/').trim();
    while !rest.is_empty() {
        let end = rest.find([' ', '=', '\n']).unwrap_or(rest.len());
        let (key, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix("=\"") {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => ("", after),
        };
        if key == name {
            return Some(plain(value));
        }
        rest = after.trim_start();
    }
    None
}

/// Text as it is shown.
pub fn plain(html: &str) -> String {
    html.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

/// The main part of a page.
pub fn main_of(html: &str) -> Option<&str> {
    let (_, rest) = html.split_once("<main")?;
    let (_, rest) = rest.split_once('>')?;
    rest.split_once("</main>").map(|(main, _)| main)
}

pub fn read(html: &str) -> String {
    match main_of(html) {
        Some(main) => Reader::default().read(main),
        None => without_ids(html.trim_end()),
    }
}

#[derive(Default)]
struct Reader {
    lines: Vec<String>,
    line: String,
    /// Tags whose text nobody sees.
    hidden: usize,
    /// In the row of phases, which is one line.
    in_phases: bool,
    /// Text that stands at the end of each element that is open.
    ends: Vec<(String, &'static str)>,
}

impl Reader {
    fn read(mut self, html: &str) -> String {
        for token in tokens(html) {
            match token {
                Token::Open { name, attributes } => self.open(name, attributes),
                Token::Close(name) => self.close(name),
                Token::Text(text) if self.hidden == 0 => self.line.push_str(&plain(text)),
                Token::Text(_) => {}
            }
        }
        self.end_line();
        without_ids(&self.lines.join("\n"))
    }

    fn open(&mut self, name: &str, attributes: &str) {
        let has = |wanted: &str| attribute(attributes, wanted);
        let class = has("class").unwrap_or_default();
        let is = |wanted: &str| class.split(' ').any(|one| one == wanted);
        if self.hidden > 0 || matches!(name, "svg" | "script" | "noscript" | "style") {
            // Only what is drawn has tags that are closed at once.
            self.hidden += usize::from(!attributes.ends_with('/'));
            // The same chart for other screens is not read again.
            if name == "svg" && has("role").is_some() && !is("narrow") && !is("broad") {
                self.line.push_str("(a chart)");
            }
            return;
        }
        if is_block(name) && !(self.in_phases && name == "li") {
            self.end_line();
        }
        let (begin, end) = match name {
            "h1" => ("# ", ""),
            "h2" => ("## ", ""),
            "h3" => ("### ", ""),
            "li" if self.in_phases && has("aria-current").is_some() => (" *", "*"),
            "li" if self.in_phases => (" ", ""),
            "li" => ("- ", ""),
            "summary" => ("▸ ", ""),
            "button" => (" [", "] "),
            "a" if is("button") => (" [", "] "),
            "td" | "th" => ("", " | "),
            "textarea" => (" ‹", "›"),
            // Set apart by how it looks.
            "span" | "output" | "a" => (" ", ""),
            _ => ("", ""),
        };
        if has("role").as_deref() == Some("alert") || (name == "p" && is("problem")) {
            self.line.push_str("! ");
        }
        self.line.push_str(begin);
        self.in_phases |= is("phases");
        match name {
            "input" => self.input(attributes),
            "br" => self.line.push_str(" / "),
            "meta" | "link" | "hr" => {}
            _ => self.ends.push((name.to_owned(), end)),
        }
    }

    fn input(&mut self, attributes: &str) {
        let value = attribute(attributes, "value").unwrap_or_default();
        match attribute(attributes, "type").as_deref() {
            Some("hidden") => {}
            Some("checkbox") => {
                let ticked = attribute(attributes, "checked").is_some();
                self.line.push_str(if ticked { "[x]" } else { "[ ]" });
            }
            _ => self.line.push_str(&format!(" ‹{value}›")),
        }
    }

    fn close(&mut self, name: &str) {
        if self.hidden > 0 {
            self.hidden -= 1;
            return;
        }
        if let Some((opened, end)) = self.ends.pop() {
            assert_eq!(opened, name, "tags are closed in order");
            self.line.push_str(end);
        }
        if is_block(name) && !(self.in_phases && name == "li") {
            self.end_line();
        }
        self.in_phases &= name != "ol";
    }

    fn end_line(&mut self) {
        let words: Vec<&str> = self.line.split_whitespace().collect();
        let line = words.join(" ");
        let line = line.trim_end_matches(" |");
        if !matches!(line, "" | "-" | "!" | "|") {
            self.lines.push(line.to_owned());
        }
        self.line.clear();
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "h1" | "h2"
            | "h3"
            | "p"
            | "div"
            | "ul"
            | "ol"
            | "li"
            | "dl"
            | "dt"
            | "dd"
            | "form"
            | "section"
            | "nav"
            | "details"
            | "summary"
            | "fieldset"
            | "legend"
            | "table"
            | "thead"
            | "tbody"
            | "tr"
            | "figure"
    )
}

/// Ids are 26 letters and digits.
pub fn without_ids(text: &str) -> String {
    let mut shown = String::new();
    let mut word = String::new();
    for letter in text.chars().chain([' ']) {
        if letter.is_ascii_lowercase() || letter.is_ascii_digit() {
            word.push(letter);
            continue;
        }
        shown.push_str(if word.len() == 26 { "ID" } else { &word });
        word.clear();
        shown.push(letter);
    }
    shown.pop();
    shown
}
