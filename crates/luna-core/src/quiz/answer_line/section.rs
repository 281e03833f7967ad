//! The parts of an answer line: the answer itself, and the notes in brackets behind it.

use std::ops::Range;

use super::directive::gives_directions;
use super::lexer::{Kind, Tokens};
use super::markup::MarkedText;

/// An answer line in parts, which are bytes of `text`.
#[derive(Clone, Debug, Default)]
pub(super) struct Sections {
    /// The line without comments, which are blank.
    pub(super) text: String,
    pub(super) main: Range<usize>,
    pub(super) notes: Vec<Range<usize>>,
}

/// A text in brackets, without them.
struct Group {
    content: Range<usize>,
    square: bool,
}

/// Remarks between packets that a reader of files may leave at the end of a line.
const FURNITURE: [&str; 6] = ["bonuses", "bonus", "boni", "tiebreaker", "tiebreakers", "halftime"];

pub(super) fn split(marked: &MarkedText) -> Sections {
    let text = &marked.text;
    let groups = groups(text);
    let mut main_end = marked.credit.unwrap_or(text.len());
    let mut comments: Vec<Range<usize>> = Vec::new();
    let mut notes: Vec<Range<usize>> = Vec::new();
    for Group { content, square } in groups {
        let opening = content.start.saturating_sub(1);
        if gives_directions(text, content.clone()) {
            main_end = main_end.min(opening);
            comments.extend(pronunciations(text, &content));
            notes.push(content);
            continue;
        }
        let inside = text.get(content.clone()).unwrap_or_default();
        let is_after_main = opening >= main_end || is_last(text, content.end, marked.credit);
        if square
            && is_after_main
            && is_name(inside)
            && opening < marked.credit.unwrap_or(usize::MAX)
        {
            main_end = main_end.min(opening);
            notes.push(content);
        } else if opening >= main_end || !is_optional(inside) {
            comments.push(opening..(content.end + 1).min(text.len()));
        }
    }
    let mut main = 0..main_end;
    if let Some(note) = directions_in(text, &main) {
        main.end = note.start;
        notes.insert(0, note);
    }
    let main = without_furniture(text, main);
    Sections { text: blank(text, &comments), main, notes }
}

/// Texts in brackets that are in no others.
fn groups(text: &str) -> Vec<Group> {
    let mut groups = Vec::new();
    let (mut depth, mut start, mut square) = (0_usize, 0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => {
                if depth == 0 {
                    (start, square) = (at + 1, byte != b'(');
                }
                depth += 1;
            }
            b')' | b']' | b'}' if depth == 1 => {
                depth = 0;
                groups.push(Group { content: start..at, square });
            }
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    // What nothing closes goes to the end.
    if depth > 0 {
        groups.push(Group { content: start..text.len(), square });
    }
    groups
}

/// The pronunciations among directions, with their brackets.
fn pronunciations(text: &str, part: &Range<usize>) -> Vec<Range<usize>> {
    let inside = text.get(part.clone()).unwrap_or_default();
    let mut all = Vec::new();
    for Group { content, .. } in groups(inside) {
        let spoken = inside.get(content.clone()).unwrap_or_default();
        if is_pronunciation(spoken) && !spoken.contains(['?', '=']) {
            let end = (part.start + content.end + 1).min(part.end);
            all.push(part.start + content.start - 1..end);
        }
    }
    all
}

/// Says if nothing but a credit or another note follows.
fn is_last(text: &str, end: usize, credit: Option<usize>) -> bool {
    let rest = text.get(end + 1..credit.unwrap_or(text.len()).max(end + 1)).unwrap_or_default();
    rest.trim_start().chars().next().is_none_or(|next| "([{;,.".contains(next))
}

/// Words of remarks about the question and not about the answer.
const REMARKS: [&str; 19] = [
    "clue",
    "clues",
    "ed",
    "edited",
    "editor",
    "given",
    "line",
    "mentioned",
    "note",
    "novel",
    "pronounced",
    "quote",
    "quoted",
    "referenced",
    "refers",
    "sentence",
    "singular",
    "unnamed",
    "written",
];

fn has_remark(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .any(|word| REMARKS.iter().any(|remark| remark.eq_ignore_ascii_case(word)))
}

/// Says if the text shows a pronunciation: pee-ah-ZHAY.
fn is_pronunciation(text: &str) -> bool {
    let syllables = |word: &str| {
        word.contains('-')
            && word.split('-').any(|part| {
                part.chars().filter(|c| c.is_uppercase()).count() >= 2
                    && part.chars().all(|c| c.is_uppercase() || !c.is_alphabetic())
            })
    };
    let is_quoted = text.trim_start().starts_with(['“', '"', '‘', '\'']);
    is_quoted || text.split_whitespace().any(syllables)
}

/// Says if a text in square brackets is another name of the answer.
fn is_name(text: &str) -> bool {
    text.trim_start().starts_with(char::is_uppercase)
        && text.trim().chars().count() > 2
        && text.split_whitespace().take(9).count() <= 8
        && !text.trim_end().ends_with('.')
        && !has_remark(text)
        && !is_pronunciation(text)
        && text.chars().any(char::is_lowercase)
}

/// Says if a text in brackets is words that may be left out of the answer.
fn is_optional(text: &str) -> bool {
    let words = text.split_whitespace().take(5).count();
    // Not the initials of a writer.
    let initials =
        text.len() > 1 && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_uppercase());
    let roman = text.bytes().all(|byte| b"IVX".contains(&byte));
    (1..=4).contains(&words)
        && (!initials || roman)
        && !text.trim_end().ends_with(['.', ':'])
        && !has_remark(text)
        && !is_pronunciation(text)
}

/// The directions that follow the answer without brackets: `Peter the Great, prompt on Peter`.
fn directions_in(text: &str, main: &Range<usize>) -> Option<Range<usize>> {
    let inside = text.get(main.clone()).unwrap_or_default();
    if !inside.contains("rompt") && !inside.contains("ccept") {
        return None;
    }
    let tokens = Tokens::new(text, main.clone());
    let mut stops = tokens.list.iter().enumerate().skip(1).filter(|(_, token)| {
        matches!(token.kind, Kind::Comma | Kind::Semicolon | Kind::Stop) && token.quote.is_none()
    });
    stops.find_map(|(at, token)| {
        let next = tokens.get(at + 1)?;
        gives_directions(text, next.range.start..main.end).then_some(token.range.end..main.end)
    })
}

fn without_furniture(text: &str, mut main: Range<usize>) -> Range<usize> {
    loop {
        let inside = text.get(main.clone()).unwrap_or_default();
        let trimmed = inside.trim_end_matches([' ', ':']);
        let last = trimmed.rsplit(' ').next().unwrap_or_default();
        let before = trimmed.len() - last.len();
        let is_furniture = FURNITURE.iter().any(|word| last.eq_ignore_ascii_case(word));
        if !is_furniture || before == 0 || !last.starts_with(char::is_uppercase) {
            main.end = main.start + inside.trim_end().len();
            return main;
        }
        main.end = main.start + before;
    }
}

/// The text with spaces for these bytes.
fn blank(text: &str, parts: &[Range<usize>]) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut from = 0;
    for part in parts.iter().filter(|part| part.end > part.start) {
        blanked.push_str(text.get(from..part.start).unwrap_or_default());
        blanked.extend(std::iter::repeat_n(' ', part.end.saturating_sub(from.max(part.start))));
        from = part.end;
    }
    blanked.push_str(text.get(from..).unwrap_or_default());
    blanked
}

#[cfg(test)]
mod tests {
    use super::super::markup;
    use super::*;

    fn parts(line: &str) -> (String, Vec<String>) {
        let sections = split(&markup::read(line));
        let text = |part: &Range<usize>| {
            let words: Vec<&str> = sections.text[part.clone()].split_whitespace().collect();
            words.join(" ")
        };
        (text(&sections.main), sections.notes.iter().map(text).collect())
    }

    #[test]
    fn notes_are_told_from_comments_and_optional_words() {
        for (line, main, notes) in [
            ("Poland [or Polska] (The poet is Miłosz.)", "Poland", vec!["or Polska"]),
            ("Jean Piaget (“pee-ah-ZHAY”) &lt;AB&gt; Bonuses", "Jean Piaget", vec![]),
            ("The (Holy) Grail", "The (Holy) Grail", vec![]),
            ("[French] Socialist Party [or PS]", "[French] Socialist Party", vec!["or PS"]),
            ("Kenya [Republic of Kenya] <AB>", "Kenya", vec!["Republic of Kenya"]),
            (
                "Eliza Doolittle [prompt on Doolittle] (MGS)",
                "Eliza Doolittle",
                vec!["prompt on Doolittle"],
            ),
            ("Peter the Great, prompt on Peter", "Peter the Great,", vec!["prompt on Peter"]),
            ("Canada Bonuses:", "Canada", vec![]),
            ("Andes [or Cordillera", "Andes", vec!["or Cordillera"]),
            ("Mekong [may-KAWNG] River", "Mekong River", vec![]),
            ("x [or y (“why-EE”) z]", "x", vec!["or y z"]),
            ("x [accept y (ask “z”) or w]", "x", vec!["accept y (ask “z”) or w"]),
        ] {
            let notes: Vec<String> = notes.into_iter().map(str::to_owned).collect();
            assert_eq!(parts(line), (main.to_owned(), notes), "{line}");
        }
    }
}
