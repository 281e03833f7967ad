//! How alike questions are by their words.

use luna_text::tfidf::{Frequencies, TermFrequency};
use luna_text::{stem, words};

/// A unit vector of the stems of each question, by TF-IDF: a product is how alike two questions are.
/// Questions of stop words alone are compared by these.
pub fn question_words(questions: &[String]) -> Vec<Vec<(u32, f64)>> {
    let stems = |text: &String| -> Vec<String> {
        let mut found = words::content_words(text);
        if found.is_empty() {
            found = words::all_words(text).into_iter().map(|word| word.text).collect();
        }
        found.iter().map(|word| stem::stem(word).into_owned()).collect()
    };
    let stems: Vec<Vec<String>> = questions.iter().map(stems).collect();
    let frequencies = Frequencies::of(&stems);
    stems.iter().map(|text| frequencies.vector(text, TermFrequency::Raw)).collect()
}

#[cfg(test)]
mod tests {
    use luna_text::tfidf::cosine;

    use super::*;

    #[test]
    fn questions_that_share_rare_words_are_alike() {
        let texts = ["What do fishes eat?", "What does a fish eat?", "Who are you?", "…", "Who?"];
        let all = question_words(&texts.map(str::to_owned));
        assert!(cosine(&all[0], &all[1]) > 0.99, "by their stems");
        assert!(cosine(&all[0], &all[2]).abs() < 1e-12);
        assert!(cosine(&all[2], &all[4]) > 0.3, "of stop words alone");
        assert!(all[3].is_empty());
    }
}
