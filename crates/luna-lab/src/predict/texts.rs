//! The responses to one question, prepared: each distinct one once, since many
//! people say the same.

use std::collections::BTreeMap;

use luna_text::words::content_words;

use super::dataset::Problem;

/// The responses to one question.
#[derive(Clone, Debug)]
pub(super) struct Texts {
    /// The words of the key; none if it is silent.
    pub(super) ideal: Vec<String>,
    pub(super) distinct: Vec<Vec<String>>,
    /// The index of each person's response among the distinct responses.
    pub(super) said: Vec<usize>,
}

impl Texts {
    /// Those of each question, in their order.
    pub(super) fn of(problem: &Problem) -> Vec<Texts> {
        let one = |(nth, question): (usize, &super::dataset::Question)| {
            let (mut distinct, mut known) = (Vec::new(), BTreeMap::new());
            let said = problem.people.iter().map(|person| {
                let words = content_words(person.responses.get(nth).map_or("", String::as_str));
                *known.entry(words.clone()).or_insert_with(|| {
                    distinct.push(words);
                    distinct.len() - 1
                })
            });
            let said = said.collect();
            Texts { ideal: content_words(&question.ideal()), distinct, said }
        };
        problem.questions.iter().enumerate().map(one).collect()
    }

    /// A number for each person from one for each distinct response.
    pub(super) fn spread(&self, of: &[f64]) -> Vec<f64> {
        self.said.iter().map(|&at| of.get(at).copied().unwrap_or(0.0)).collect()
    }
}

/// Every word that somebody said, in alphabetical order.
pub(super) fn vocabulary(all: &[Texts]) -> Vec<&str> {
    let mut words: Vec<&str> =
        all.iter().flat_map(|texts| texts.distinct.iter().flatten().map(String::as_str)).collect();
    words.sort_unstable();
    words.dedup();
    words
}
