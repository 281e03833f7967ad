//! The reader: from a text to its sentences.

use std::sync::LazyLock;

use super::features::Features;
use super::lemmatizer::Lemmatizer;
use super::parser::{Parser, vertices};
use super::tagger::Tagger;
use super::token::{Sentence, Token};
use super::tokenizer::tokens;
use super::word::Lexicon;

/// Reads English with a trained model.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    pub(super) lexicon: Lexicon,
    pub(super) tagger: Tagger,
    pub(super) lemmatizer: Lemmatizer,
    pub(super) parser: Parser,
}

/// Tokens of a sentence, at most. What is longer is read in pieces.
const LONGEST: usize = 2_000;

impl Reader {
    /// The reader with the model that comes with Luna, which is loaded once.
    ///
    /// ```
    /// let text = "Ada Lovelace wrote the first program. It computed numbers.";
    /// let sentences = luna_text::reading::Reader::english().read(text);
    /// let root = sentences.first().and_then(|first| first.tokens.get(first.root()?));
    /// assert_eq!(root.map(|token| token.lemma.as_str()), Some("write"));
    /// ```
    pub fn english() -> &'static Reader {
        static ENGLISH: LazyLock<Reader> = LazyLock::new(|| {
            // A test proves that the file can be read.
            Reader::from_bytes(include_bytes!("../../data/reader/english.model"))
                .unwrap_or_default()
        });
        &ENGLISH
    }

    /// The sentences of a text, with spans in it.
    pub fn read(&self, text: &str) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        for range in crate::sentences(text) {
            let found = tokens(text.get(range.clone()).unwrap_or_default());
            for piece in found.chunks(LONGEST) {
                let spans = piece.iter().map(|it| range.start + it.start..range.start + it.end);
                let spans: Vec<_> = spans.collect();
                let forms: Vec<&str> =
                    spans.iter().map(|span| text.get(span.clone()).unwrap_or_default()).collect();
                let mut sentence = self.analyse(&forms);
                for (token, span) in sentence.tokens.iter_mut().zip(spans) {
                    token.span = span;
                }
                sentences.push(sentence);
            }
        }
        sentences
    }

    /// The sentence of these tokens. Their spans are those in a text where a space is between them.
    pub fn analyse(&self, forms: &[&str]) -> Sentence {
        let words = self.lexicon.words(forms.iter().copied());
        let tags = self.tagger.tag(&words);
        let vertices = vertices(&words, &tags, |tag| self.tagger.pair(tag));
        let mut at = 0;
        let arcs = self.parser.parse(&vertices);
        let tokens = forms.iter().zip(&tags).zip(arcs).map(|((form, &class), (head, label))| {
            let (tag, penn) = self.tagger.pair(class);
            let span = at..at + form.len();
            at = span.end + 1;
            Token {
                form: (*form).to_owned(),
                span,
                lemma: self.lemmatizer.lemma(form, class),
                tag,
                penn,
                features: Features::of(form, penn),
                head: (head < forms.len()).then_some(head),
                relation: label.0,
                subtype: label.1,
            }
        });
        Sentence { tokens: tokens.collect() }
    }
}
