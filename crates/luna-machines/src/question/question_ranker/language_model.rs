//! A trigram model of the shapes of sentences, from the lines that come with Luna.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::token::{Token, tokens};
use crate::house::recall::shipped_lines;

/// Counts of runs of one to three shapes, and of what stands before the last of each.
#[derive(Debug, Default)]
pub(super) struct LanguageModel {
    runs: HashMap<Vec<String>, f64>,
    contexts: HashMap<Vec<String>, f64>,
}

/// The share of each order in a probability; the rest is equal for all shapes.
const SHARES: [f64; 3] = [0.25, 0.35, 0.35];
/// A probability for a shape that never occurs.
const FLOOR: f64 = 0.05 / 300.0;

impl LanguageModel {
    pub(super) fn shipped() -> &'static LanguageModel {
        static SHIPPED: LazyLock<LanguageModel> = LazyLock::new(|| {
            let texts = shipped_lines().iter().flat_map(|line| [&*line.prompt, &*line.reply]);
            LanguageModel::of(texts)
        });
        &SHIPPED
    }

    fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> LanguageModel {
        let mut model = LanguageModel::default();
        for text in texts {
            let tokens = tokens(text);
            let shapes = bounded(&tokens);
            for run in shapes.windows(3) {
                for order in 1..=3 {
                    let run = run.get(3 - order..).unwrap_or_default();
                    *model.runs.entry(owned(run)).or_default() += 1.0;
                    *model.contexts.entry(owned(context(run))).or_default() += 1.0;
                }
            }
        }
        model
    }

    /// The probability of the last shape of a run of three, after fewer of those before it.
    fn share(&self, run: &[&str], order: usize) -> f64 {
        let run = run.get(run.len().saturating_sub(order)..).unwrap_or_default();
        let times = self.runs.get(&owned(run)).copied().unwrap_or(0.0);
        let whole = self.contexts.get(&owned(context(run))).copied().unwrap_or(0.0);
        if whole > 0.0 { times / whole } else { 0.0 }
    }

    /// The logarithm of the probability of each token after those before it, and of the end.
    pub(super) fn log_probabilities(&self, tokens: &[Token]) -> Vec<[f64; 3]> {
        let shapes = bounded(tokens);
        let each = shapes.windows(3).map(|run| {
            let one = SHARES[0] * self.share(run, 1) + FLOOR;
            let two = one + SHARES[1] * self.share(run, 2);
            let three = two + SHARES[2] * self.share(run, 3);
            [one, two, three].map(f64::ln)
        });
        each.collect()
    }
}

const START: &str = "<";
const END: &str = ">";

/// The shapes of tokens, after two marks of the start and before one of the end.
fn bounded(tokens: &[Token]) -> Vec<&str> {
    let shapes = tokens.iter().map(Token::shape);
    [START, START].into_iter().chain(shapes).chain([END]).collect()
}

fn context<'a, 'b>(run: &'a [&'b str]) -> &'a [&'b str] {
    run.get(..run.len().saturating_sub(1)).unwrap_or_default()
}

fn owned(run: &[&str]) -> Vec<String> {
    run.iter().map(|&shape| shape.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_follow_the_counts() {
        let model = LanguageModel::of(["what is it?", "what was it?", "is it?"]);
        let all = tokens("what is it?");
        let found = model.log_probabilities(&all);
        assert_eq!(found.len(), 5);
        let near = |found: f64, p: f64| (found.exp() - p).abs() < 1e-12;
        // Two of the fourteen shapes, and two of the three after a start.
        let one = 0.25 * 2.0 / 14.0 + FLOOR;
        assert!(near(found[0][0], one), "{}", found[0][0].exp());
        let two = one + 0.35 * 2.0 / 3.0;
        assert!(near(found[0][1], two), "{} {two}", found[0][1].exp());
        // Half of what follows "what" is "is".
        let is = 0.25 * 2.0 / 14.0 + FLOOR + 0.35 / 2.0;
        assert!(near(found[1][1], is), "{} {is}", found[1][1].exp());
    }

    #[test]
    fn sentences_are_likelier_than_their_words_in_disorder() {
        let mean = |text: &str| {
            let all = LanguageModel::shipped().log_probabilities(&tokens(text));
            let count = f64::from(u32::try_from(all.len()).unwrap());
            all.iter().map(|one| one[2]).sum::<f64>() / count
        };
        assert!(mean("What is the name of the river?") > mean("River the is of name what the?"));
        assert!(mean("Who wrote the book?") > mean("Who the wrote book at at?"));
        assert!(mean("").is_finite());
    }
}
