//! Features that compare a response with the key: one number for each question.

use luna_text::snl::Snl;
use luna_text::{levenshtein, overlap};

use super::feature::Feature;
use super::language::Language;
use super::texts::Texts;

/// A number for each distinct response to a question, for each of the six
/// features, in the order of [`Feature::IDEAL`].
pub(super) fn compared(all: &[Texts], language: &Language) -> Vec<[Vec<f64>; 6]> {
    let mut snl = Snl::new(language.net.clone().unwrap_or_default(), language.counts.clone());
    let one = |texts: &Texts| Feature::IDEAL.map(|feature| of(feature, texts, language, &mut snl));
    all.iter().map(one).collect()
}

fn of(feature: Feature, texts: &Texts, language: &Language, snl: &mut Snl) -> Vec<f64> {
    let ideal = &texts.ideal;
    let joined = ideal.join(" ");
    let chars = levenshtein::Pattern::new(joined.chars());
    let sentence = snl.sentence(ideal);
    let one = |words: &Vec<String>| match feature {
        Feature::Bwo => f64::from(u8::from(overlap::any(words, ideal))),
        Feature::Fwo => overlap::jaccard(words, ideal),
        Feature::Ced => {
            let text = words.join(" ");
            let longer = chars.len().max(text.chars().count());
            levenshtein::similarity(chars.distance(text.chars()), longer)
        }
        Feature::Wed => {
            let longer = words.len().max(ideal.len());
            levenshtein::similarity(levenshtein::slices(words, ideal), longer)
        }
        Feature::Wcs => language.vectors.similarity(words, ideal),
        _ => {
            let said = snl.sentence(words);
            snl.similarity(&said, &sentence)
        }
    };
    texts.distinct.iter().map(one).collect()
}
