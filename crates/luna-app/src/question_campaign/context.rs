//! The context of a source sentence in its article.

use luna_core::question_campaign::CONTEXT_SENTENCES;
use luna_machines::sentences;

/// Returns up to five sentences of the article, the last of which is the source sentence. An article
/// that does not contain the sentence gives no context.
pub fn context(article: &str, sentence: &str) -> Vec<String> {
    let wanted = letters(sentence);
    let all: Vec<String> = sentences(article)
        .into_iter()
        .filter_map(|range| article.get(range))
        .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let is_source = |it: &String| {
        let found = letters(it);
        found == wanted || found.contains(&wanted)
    };
    let before = match all.iter().position(is_source) {
        Some(at) => all.get((at + 1).saturating_sub(CONTEXT_SENTENCES)..at).unwrap_or_default(),
        None => &[],
    };
    before.iter().cloned().chain([sentence.to_owned()]).collect()
}

/// The letters and digits of a text: programs space and quote the same sentence differently.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_context_ends_with_the_source_sentence() {
        let article = "One is here. Two is here. Three is here.\n\nFour is here. Five (5) is here. Six is here.";
        let found = context(article, "Five ( 5 ) is here .");
        let expected = [
            "One is here.",
            "Two is here.",
            "Three is here.",
            "Four is here.",
            "Five ( 5 ) is here .",
        ];
        assert_eq!(found, expected);
        assert_eq!(context(article, "Six is here.").first().unwrap(), "Two is here.");
        assert_eq!(context(article, "One is here."), ["One is here."]);
        assert_eq!(context(article, "Seven is here."), ["Seven is here."]);
    }
}
