//! Features of responses to one question: their comparison with its key and with each other.

use std::collections::HashMap;

use luna_text::bm25;
use luna_text::key_match::{antonym_share, negation_differs, number_share, quantities, unit_share};
use luna_text::sentence::Encoder;
use luna_text::stem::stem;
use luna_text::tfidf::Frequencies;
use luna_text::wordnet::WordNet;
use luna_text::words::content_words;

use crate::predict::dataset::Question;

/// The responses to one question, each different one once.
pub(super) struct ResponseFeatures<'a> {
    pub(super) texts: Vec<Text<'a>>,
    /// The index of each person's response.
    pub(super) by: Vec<usize>,
    right: Vec<Text<'a>>,
    /// The rarity of stems in all responses.
    rarity: Frequencies,
}

pub(super) struct Text<'a> {
    raw: &'a str,
    words: Vec<String>,
    stems: Vec<String>,
}

impl<'a> Text<'a> {
    fn of(raw: &'a str) -> Text<'a> {
        let words = content_words(raw);
        let stems = words.iter().map(|word| stem(word).into_owned()).collect();
        Text { raw, words, stems }
    }
}

impl<'a> ResponseFeatures<'a> {
    pub(super) fn of(
        question: &'a Question,
        responses: impl Iterator<Item = &'a str>,
    ) -> ResponseFeatures<'a> {
        let (mut texts, mut by, mut rarity) = (Vec::new(), Vec::new(), Frequencies::default());
        let mut known = HashMap::new();
        for raw in responses {
            let at = *known.entry(raw).or_insert_with(|| {
                texts.push(Text::of(raw));
                texts.len() - 1
            });
            rarity.add(&texts[at].stems);
            by.push(at);
        }
        let right = question.key.iter().map(|text| Text::of(text)).collect();
        ResponseFeatures { texts, by, right, rarity }
    }

    /// The most or the least over all right answers; 0 without any.
    fn right(&self, of: impl Fn(&Text<'_>) -> f64, best: fn(f64, f64) -> f64) -> f64 {
        self.right.iter().map(of).reduce(best).unwrap_or(0.0)
    }

    pub(super) fn key(&self, text: &Text<'_>) -> Vec<f64> {
        let share =
            |one: &Text<'_>, other: &Text<'_>| bm25::share(&self.rarity, &one.stems, &other.stems);
        vec![
            self.right(|right| share(right, text), f64::max),
            self.right(|right| share(text, right), f64::max),
        ]
    }

    pub(super) fn turned(&self, text: &Text<'_>, net: Option<&WordNet>) -> Vec<f64> {
        let differs = |right: &Text<'_>| f64::from(u8::from(negation_differs(right.raw, text.raw)));
        let opposite =
            |right: &Text<'_>| net.map_or(0.0, |net| antonym_share(net, &right.words, &text.words));
        vec![self.right(differs, f64::min), self.right(opposite, f64::max)]
    }

    pub(super) fn numbers(&self, text: &Text<'_>) -> Vec<f64> {
        let strange = match quantities(text.raw).is_empty() {
            true => 0.0,
            false => 1.0 - self.right(|right| number_share(text.raw, right.raw), f64::max),
        };
        vec![
            self.right(|right| number_share(right.raw, text.raw), f64::max),
            self.right(|right| unit_share(right.raw, text.raw), f64::max),
            strange,
        ]
    }

    /// For each response, the share of each response that it has.
    pub(super) fn overlaps(&self) -> Vec<Vec<f64>> {
        let whole: Vec<f64> =
            self.texts.iter().map(|of| bm25::score(&self.rarity, &of.stems, &of.stems)).collect();
        let one = |text: &Text<'_>| {
            let share = |(of, whole): (&Text<'_>, &f64)| match *whole > 0.0 {
                true => (bm25::score(&self.rarity, &of.stems, &text.stems) / whole).min(1.0),
                false => 0.0,
            };
            self.texts.iter().zip(&whole).map(share).collect()
        };
        self.texts.iter().map(one).collect()
    }

    /// Returns the similarity of each response to the nearest right answer, and to each response.
    pub(super) fn near(&self, encoder: &Encoder) -> (Vec<f64>, Vec<Vec<f64>>) {
        let embed = |texts: &[Text<'_>]| -> Vec<Vec<f32>> {
            encoder.embed(&texts.iter().map(|text| text.raw).collect::<Vec<_>>())
        };
        let (said, right) = (embed(&self.texts), embed(&self.right));
        let dot = |one: &[f32], other: &[f32]| -> f64 {
            one.iter().zip(other).map(|(one, other)| f64::from(*one) * f64::from(*other)).sum()
        };
        let key = |text: &Vec<f32>| {
            right.iter().map(|right| dot(text, right)).reduce(f64::max).unwrap_or(0.0)
        };
        let others = |text: &Vec<f32>| said.iter().map(|other| dot(text, other)).collect();
        (said.iter().map(key).collect(), said.iter().map(others).collect())
    }
}
