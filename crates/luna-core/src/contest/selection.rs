//! Questions of a selection: four sets that a program is asked before people judge it, each question
//! with a key. As in the contest of 2009, the sets are about time, things, relationships and memory, in
//! words that children know.
//!
//! The questions are drawn, so that no entry can learn them by heart: the same seed draws the same
//! ones.

mod memory;
mod relationships;
mod things;
mod time;

use crate::rng::Chance;

/// A set of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Set {
    Time,
    Things,
    Relationships,
    Memory,
}

/// What a judge says, line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    pub set: Set,
    pub lines: Vec<Line>,
}

/// A line of a judge. One without a key asks nothing that could be scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    pub key: Option<Key>,
}

/// What a right reply says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Key {
    /// Words or phrases, one of which it has.
    pub right: Vec<String>,
    /// Words of wrong replies. They may stand behind a right one, as in "a horse, not a mouse".
    pub wrong: Vec<String>,
}

impl Set {
    pub const ALL: [Set; 4] = [Set::Time, Set::Things, Set::Relationships, Set::Memory];

    pub fn name(self) -> &'static str {
        match self {
            Set::Time => "time",
            Set::Things => "things",
            Set::Relationships => "relationships",
            Set::Memory => "memory",
        }
    }

    /// Draws a conversation of a judge, with five to seven questions.
    pub fn draw(self, chance: &mut Chance) -> Script {
        let lines = match self {
            Set::Time => time::draw(chance),
            Set::Things => things::draw(chance),
            Set::Relationships => relationships::draw(chance),
            Set::Memory => memory::draw(chance),
        };
        Script { set: self, lines }
    }
}

impl Line {
    fn remark(text: impl Into<String>) -> Line {
        Line { text: text.into(), key: None }
    }

    fn question(text: impl Into<String>, right: &[&str], wrong: &[&str]) -> Line {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Line { text: text.into(), key: Some(Key { right: owned(right), wrong: owned(wrong) }) }
    }
}

impl Key {
    /// Returns true if a reply has a right phrase, and no wrong one before it.
    pub fn takes(&self, reply: &str) -> bool {
        let said = words(reply);
        let first = |phrases: &[String]| {
            phrases.iter().filter_map(|phrase| place(&said, &words(phrase))).min()
        };
        match (first(&self.right), first(&self.wrong)) {
            (Some(right), Some(wrong)) => right < wrong,
            (right, None) => right.is_some(),
            (None, Some(_)) => false,
        }
    }
}

/// Where a phrase begins among the words of a reply. Its last word may have an ending of its own: a
/// hammer is for "nails" as for "nail".
fn place(said: &[String], phrase: &[String]) -> Option<usize> {
    let (last, before) = phrase.split_last()?;
    let begins = |at: &usize| {
        let from = &said[*at..];
        let ends = |word: &String| {
            let rest = word.strip_prefix(last.as_str());
            rest.is_some_and(|rest| ["", "s", "es", "ing", "ed", "d"].contains(&rest))
        };
        from.starts_with(before) && from.get(before.len()).is_some_and(ends)
    };
    (0..said.len()).find(begins)
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != ':').filter(|it| !it.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Takes so many of them, each at most once, in an order by chance.
fn some<T: Clone>(from: &[T], count: usize, chance: &mut Chance) -> Vec<T> {
    let mut left = from.to_vec();
    let mut taken = Vec::new();
    while taken.len() < count && !left.is_empty() {
        taken.push(left.swap_remove(chance.below(left.len())));
    }
    taken
}

/// A word with its article.
fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

#[cfg(test)]
mod tests;
