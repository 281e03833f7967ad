//! Similarity of the surface of texts: their words and trigrams of characters.

use std::collections::{BTreeMap, BTreeSet};

use tantivy::schema::Field;
use tantivy::{Searcher, Term};

/// The number of characters of a text that count; the rest is ignored.
const LONGEST: usize = 500;
/// The weight of a word, in trigrams.
const WORD: f64 = 4.0;

/// Words, each after a `=`, and rows of three characters, in which `_` stands
/// for what is between words.
pub(super) struct Surface(BTreeSet<String>);

impl Surface {
    pub(super) fn of(text: &str) -> Surface {
        let head: String = text.chars().take(LONGEST).flat_map(char::to_lowercase).collect();
        let bare: String = head.chars().filter(|c| !matches!(c, '\'' | '\u{2019}')).collect();
        let words: Vec<&str> = bare.split(parts).filter(|word| !word.is_empty()).collect();
        let mut terms: BTreeSet<String> = words.iter().map(|word| format!("={word}")).collect();
        if !words.is_empty() {
            let row: Vec<char> = format!("_{}_", words.join("_")).chars().collect();
            terms.extend(row.windows(3).map(|three| three.iter().collect::<String>()));
        }
        Surface(terms)
    }

    /// For an index that tells terms apart by the spaces between them.
    pub(super) fn as_text(&self) -> String {
        self.0.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// 1 for the same terms, 0 for none in common; a rare term tells more than
    /// one that is everywhere.
    pub(super) fn likeness(
        &self,
        other: &Surface,
        rarity: &mut Rarity<'_>,
    ) -> tantivy::Result<f64> {
        let shared = rarity.sum(self.0.intersection(&other.0))?;
        let all = rarity.sum(&self.0)? + rarity.sum(&other.0)? - shared;
        Ok(if all > 0.0 { shared / all } else { 0.0 })
    }
}

/// Returns true for characters that separate words, in any script; all other visible ones are kept.
fn parts(c: char) -> bool {
    !c.is_alphanumeric()
        && (c.is_ascii()
            || c.is_whitespace()
            || c.is_control()
            || matches!(c, '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}')
            || matches!(c, '\u{ff00}'..='\u{ffef}'))
}

/// The rarity of each term among the prompts of an index.
pub(super) struct Rarity<'s> {
    searcher: &'s Searcher,
    field: Field,
    /// In how many prompts each term is, as far as that has been looked up.
    known: BTreeMap<String, u64>,
}

impl Rarity<'_> {
    pub(super) fn new(searcher: &Searcher, field: Field) -> Rarity<'_> {
        Rarity { searcher, field, known: BTreeMap::new() }
    }

    /// The terms of a text that are in any prompt, the rarest `most`.
    pub(super) fn rarest(&mut self, text: &Surface, most: usize) -> tantivy::Result<Vec<Term>> {
        let mut found = Vec::new();
        for term in &text.0 {
            let prompts = self.prompts(term)?;
            if prompts > 0 {
                found.push((prompts, term));
            }
        }
        found.sort();
        let rarest = found.iter().take(most);
        Ok(rarest.map(|(_, term)| Term::from_field_text(self.field, term)).collect())
    }

    fn sum<'t>(&mut self, terms: impl IntoIterator<Item = &'t String>) -> tantivy::Result<f64> {
        let mut sum = 0.0;
        for term in terms {
            let with = count(self.prompts(term)?);
            let without = (count(self.searcher.num_docs()) - with).max(0.0);
            let weight = if term.starts_with('=') { WORD } else { 1.0 };
            sum += weight * (1.0 + (without + 0.5) / (with + 0.5)).ln().powi(2);
        }
        Ok(sum)
    }

    fn prompts(&mut self, term: &str) -> tantivy::Result<u64> {
        if let Some(known) = self.known.get(term) {
            return Ok(*known);
        }
        let prompts = self.searcher.doc_freq(&Term::from_field_text(self.field, term))?;
        self.known.insert(term.to_owned(), prompts);
        Ok(prompts)
    }
}

fn count(many: u64) -> f64 {
    f64::from(u32::try_from(many).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(Surface::of(text).as_text(), expected, "{text:?}");
    }

    #[test]
    fn signs_and_capitals_are_not_looked_at() {
        check("What\u{2019}s UP?", "=up =whats _up _wh ats hat s_u ts_ up_ wha");
        check("whats up", &Surface::of("What's up?!").as_text());
    }

    #[test]
    fn the_order_of_words_counts() {
        assert_ne!(Surface::of("dog bites man").as_text(), Surface::of("man bites dog").as_text());
    }

    #[test]
    fn words_of_any_script_and_pictures_are_seen() {
        check("你好。", "=你好 _你好 你好_");
        check("\u{1f319}!", "=\u{1f319} _\u{1f319}_");
        check("¿?… \u{200b}\n", "");
    }

    #[test]
    fn only_the_beginning_of_a_long_text_counts() {
        let long = "ab ".repeat(10_000);
        check(&long, "=ab _ab ab_ b_a");
        assert_eq!(
            Surface::of(&"x".repeat(5_000)).as_text().chars().filter(|&c| c == 'x').count(),
            500 + 2 + 3 + 2
        );
    }
}
