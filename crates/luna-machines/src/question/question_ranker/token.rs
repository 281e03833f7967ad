//! The words and signs of a question.

use super::word_class::WordClass;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    /// In lower case.
    pub(super) text: String,
    pub(super) is_capital: bool,
    /// None for a sign.
    pub(super) class: Option<WordClass>,
}

impl Token {
    pub(super) fn is_word(&self) -> bool {
        self.class.is_some()
    }

    pub(super) fn is(&self, class: WordClass) -> bool {
        self.class == Some(class)
    }

    /// The word itself if it is a function word, else its class: a shape that few sentences have
    /// to be read for.
    pub(super) fn shape(&self) -> &str {
        match self.class {
            Some(
                class @ (WordClass::Number
                | WordClass::Name
                | WordClass::Adverb
                | WordClass::Past
                | WordClass::Gerund
                | WordClass::Adjective
                | WordClass::Verb
                | WordClass::Plural
                | WordClass::Noun),
            ) => class.name(),
            None | Some(_) => &self.text,
        }
    }
}

/// The words and signs of a text. Hyphens and apostrophes inside a word belong to it.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut word = String::new();
    let mut letters = text.chars().peekable();
    let mut words = 0;
    while let Some(c) = letters.next() {
        let joins = matches!(c, '-' | '\'' | '’' | '.' | ',')
            && !word.is_empty()
            && letters.peek().is_some_and(|next| match c {
                '.' | ',' => next.is_ascii_digit(),
                _ => next.is_alphanumeric(),
            });
        if c.is_alphanumeric() || joins {
            word.push(c);
            continue;
        }
        push_word(&mut tokens, &mut word, &mut words);
        if !c.is_whitespace() {
            tokens.push(Token { text: c.to_string(), is_capital: false, class: None });
        }
    }
    push_word(&mut tokens, &mut word, &mut words);
    tokens
}

fn push_word(tokens: &mut Vec<Token>, word: &mut String, words: &mut usize) {
    if word.is_empty() {
        return;
    }
    let is_capital = word.starts_with(char::is_uppercase);
    let text = word.to_lowercase();
    let class = Some(WordClass::of(&text, is_capital, *words == 0));
    tokens.push(Token { text, is_capital, class });
    word.clear();
    *words += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_inner_signs_and_others_stand_alone() {
        let texts = |text| tokens(text).into_iter().map(|it| it.text).collect::<Vec<_>>();
        let found = texts("Who's the well-known king of 1,200.5 'isles'?");
        let expected =
            ["who's", "the", "well-known", "king", "of", "1,200.5", "'", "isles", "'", "?"];
        assert_eq!(found, expected);
        assert_eq!(texts("At the end.").last().map(String::as_str), Some("."));
        assert!(texts(" \n").is_empty());
    }

    #[test]
    fn shapes_are_function_words_and_classes() {
        let all = tokens("What did Rome give the three cities?");
        let shapes: Vec<&str> = all.iter().map(Token::shape).collect();
        let expected = ["what", "did", "name", "verb", "the", "number", "plural", "?"];
        assert_eq!(shapes, expected);
    }
}
