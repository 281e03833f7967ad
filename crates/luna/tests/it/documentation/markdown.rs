//! The parts of a Markdown document that can be tested: fenced blocks, inline code and links.

/// A fenced block.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The number of the opening fence's line.
    pub(super) line: usize,
    /// The first word of the info string. The rest is the label of a tab.
    pub(super) language: String,
    pub(super) text: String,
    /// The paragraph before the block.
    pub(super) before: String,
    /// The comment right above the fence, if there is one.
    pub(super) note: Option<Note>,
}

/// A comment to the test. Readers of the document do not see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// `<!-- not run: REASON -->`
    NotRun(String),
    /// `<!-- run with: --trials 1 -->`: options for each `luna` command of the block.
    Options(Vec<(String, String)>),
}

pub(super) fn blocks(text: &str) -> Vec<Block> {
    let (mut found, mut paragraph, mut note) = (Vec::new(), Vec::new(), None);
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let language = info.split(' ').next().unwrap();
            let inside: Vec<&str> =
                lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
            found.push(Block {
                line: at + 1,
                language: language.to_owned(),
                text: inside.join("\n"),
                before: paragraph.join(" "),
                note: note.take(),
            });
            paragraph.clear();
        } else if let Some(comment) = line.strip_prefix("<!-- ") {
            note = Some(parse(comment.strip_suffix(" -->").unwrap()));
        } else if line.is_empty() {
            // The paragraph before a fence ends with an empty line.
            paragraph.push("");
        } else {
            assert!(note.is_none(), "line {at} lies between a comment and its block");
            if paragraph.last() == Some(&"") {
                paragraph.clear();
            }
            paragraph.push(line);
        }
    }
    found
}

fn parse(comment: &str) -> Note {
    if let Some(reason) = comment.strip_prefix("not run: ") {
        return Note::NotRun(reason.to_owned());
    }
    let options = comment.strip_prefix("run with: ").unwrap_or_else(|| panic!("{comment}"));
    let words: Vec<String> = options.split(' ').map(str::to_owned).collect();
    Note::Options(words.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect())
}

/// The text without its fenced blocks.
fn prose(text: &str) -> String {
    let parts = text.split("\n```").step_by(2);
    parts.collect::<Vec<&str>>().join("\n")
}

/// Code within sentences. A line break in it counts as a space.
pub(super) fn inline_code(text: &str) -> Vec<String> {
    let prose = prose(text);
    prose.split('`').skip(1).step_by(2).map(|code| code.replace('\n', " ")).collect()
}

/// The targets of links and pictures.
pub(super) fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.map(str::to_owned).collect()
}

/// The anchors of the headings, as GitHub makes them.
pub(super) fn anchors(text: &str) -> Vec<String> {
    let text = prose(text);
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[test]
fn documents_are_taken_apart() {
    let text = "# A title's `end`\n\nSee [this](that.md#there).\n\nSave it as `a.py`\nand run it:\n\n\
                ```python A label\n1\n\n2\n```\n<!-- not run: needs root -->\n```sh\n`no` [no](no)\n```\n\
                `luna\nserve`\n";
    let block = |line, language: &str, text: &str, before: &str, note| Block {
        line,
        language: language.to_owned(),
        text: text.to_owned(),
        before: before.to_owned(),
        note,
    };
    let reason = Note::NotRun("needs root".to_owned());
    let expected = [
        block(8, "python", "1\n\n2", "Save it as `a.py` and run it: ", None),
        block(14, "sh", "`no` [no](no)", "", Some(reason)),
    ];
    assert_eq!(blocks(text), expected);
    assert_eq!(inline_code(text), ["end", "a.py", "luna serve"]);
    assert_eq!(links(text), ["that.md#there"]);
    assert_eq!(anchors(text), ["a-titles-end"]);
}
