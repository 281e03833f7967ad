//! A tossup that a guesser learns from, and the label of its answer.

use luna_text::search_words;

/// A tossup with its answer. `answer` is the answer line or its main answer; `page` is the title of
/// the encyclopedia's page about the answer, if known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tossup {
    pub id: String,
    pub text: String,
    pub answer: String,
    pub page: Option<String>,
}

impl Tossup {
    /// The name of the answer: the title of the page, else the normalised answer.
    pub fn label(&self) -> String {
        match &self.page {
            Some(page) if !page.trim().is_empty() => page.trim().replace('_', " "),
            _ => normalise(&self.answer),
        }
    }
}

/// The form in which labels are the same answer: lower case, without accents, articles and signs.
/// What stands in brackets tells pages apart, and stays: *Mass (music)*.
pub fn folded(label: &str) -> String {
    let mut words = Vec::new();
    search_words::scan(label, 0, |word, _| words.push(word.to_owned()));
    content(&words).unwrap_or_else(|| label.trim().to_owned())
}

/// Words without articles, unless there are only articles; none without words.
fn content(words: &[String]) -> Option<String> {
    let is_article = |word: &&String| matches!(word.as_str(), "the" | "a" | "an");
    let content: Vec<&str> =
        words.iter().filter(|word| !is_article(word)).map(String::as_str).collect();
    let kept = if content.is_empty() { words.join(" ") } else { content.join(" ") };
    (!kept.is_empty()).then_some(kept)
}

/// An answer line up to its first bracket, in lower case, without accents, articles, apostrophes
/// and other signs. An answer without any letter or digit stays as it is.
pub fn normalise(answer: &str) -> String {
    let main = answer.split(['[', '(', '{', '<']).map(str::trim).find(|part| !part.is_empty());
    let main = main.unwrap_or_default();
    let mut words = Vec::new();
    search_words::scan(main, 0, |word, _| words.push(word.to_owned()));
    content(&words).unwrap_or_else(|| main.to_owned())
}

/// The words of a label, without the part in brackets that tells pages apart: *Mass (music)*.
pub(super) fn name_words(label: &str) -> Vec<String> {
    let spaced = label.replace('_', " ");
    let main = spaced.split_once(" (").map_or(spaced.as_str(), |(main, _)| main);
    let mut words = Vec::new();
    search_words::scan(main, 0, |word, _| words.push(word.to_owned()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_the_page_or_the_bare_answer() {
        let label = |answer: &str, page: Option<&str>| {
            let (answer, page) = (answer.to_owned(), page.map(str::to_owned));
            Tossup { id: String::new(), text: String::new(), answer, page }.label()
        };
        assert_eq!(label("Mark Antony [or Marcus Antonius]", Some("Mark_Antony")), "Mark Antony");
        assert_eq!(label("The Château d'If (accept If)", None), "chateau dif");
        assert_eq!(label("[The] Who", Some(" ")), "who");
        assert_eq!(label("A", None), "a");
        assert_eq!(label("π", None), "π");
        assert_eq!(label(" +++ ", None), "+++");
        assert_eq!(label("", None), "");
    }

    #[test]
    fn labels_that_differ_in_accents_or_articles_are_one_answer() {
        for (one, other) in [
            ("Antonín Dvořák", "antonin dvorak"),
            ("The_Starry_Night", "Starry Night"),
            ("D'Artagnan", "dartagnan"),
            (" +++ ", "+++"),
            ("A", "a"),
        ] {
            assert_eq!(folded(one), folded(other));
        }
        assert_ne!(folded("Mass (music)"), folded("Mass"));
        assert_ne!(folded("John Adams"), folded("John Quincy Adams"));
    }

    #[test]
    fn a_name_leaves_out_what_tells_pages_apart() {
        assert_eq!(name_words("Mass_(music)"), ["mass"]);
        assert_eq!(name_words("The_Bill_of_Rights"), ["the", "bill", "of", "rights"]);
    }
}
