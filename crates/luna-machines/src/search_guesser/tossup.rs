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
    /// The name under which answers are the same: the page, else the normalised answer.
    pub fn label(&self) -> String {
        match &self.page {
            Some(page) if !page.trim().is_empty() => page.trim().to_owned(),
            _ => normalise(&self.answer),
        }
    }
}

/// An answer line up to its first bracket, in lower case, without accents, articles, apostrophes
/// and other signs. An answer without any letter or digit stays as it is.
pub fn normalise(answer: &str) -> String {
    let main = answer.split(['[', '(', '{', '<']).map(str::trim).find(|part| !part.is_empty());
    let main = main.unwrap_or_default();
    let mut words = Vec::new();
    search_words::scan(main, 0, |word, _| words.push(word.to_owned()));
    let content: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !matches!(*word, "the" | "a" | "an"))
        .collect();
    match (content.is_empty(), words.is_empty()) {
        (false, _) => content.join(" "),
        (true, false) => words.join(" "),
        (true, true) => main.to_owned(),
    }
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
        assert_eq!(label("Mark Antony [or Marcus Antonius]", Some("Mark_Antony")), "Mark_Antony");
        assert_eq!(label("The Château d'If (accept If)", None), "chateau dif");
        assert_eq!(label("[The] Who", Some(" ")), "who");
        assert_eq!(label("A", None), "a");
        assert_eq!(label("π", None), "π");
        assert_eq!(label(" +++ ", None), "+++");
        assert_eq!(label("", None), "");
    }

    #[test]
    fn a_name_leaves_out_what_tells_pages_apart() {
        assert_eq!(name_words("Mass_(music)"), ["mass"]);
        assert_eq!(name_words("The_Bill_of_Rights"), ["the", "bill", "of", "rights"]);
    }
}
