//! The closed list of answers, for a writer who picks one while typing.

use luna_core::quiz::form::plain;
use luna_store::quiz::answer::{self, Answer};
use luna_store::{Result, Tx};

use super::rows;

/// All answers of an instance with the forms that they are found by.
#[derive(Debug, Default)]
pub struct AnswerList(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    answer: Answer,
    /// The title and the aliases in plain words: small letters, no accents, no punctuation.
    names: Vec<String>,
}

/// The quality of a match, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    Whole,
    Start,
    Word,
}

/// All answers of an instance, in the order of their titles.
pub(super) fn all(tx: &mut Tx<'_>) -> Result<Vec<Answer>> {
    let mut all = Vec::new();
    rows::walk(tx, answer::page, |it| &it.title, |it| all.push(it))?;
    Ok(all)
}

impl AnswerList {
    pub fn new(answers: impl IntoIterator<Item = Answer>) -> AnswerList {
        let entry = |answer: Answer| {
            let names = std::iter::once(&answer.title).chain(&answer.aliases);
            Entry { names: names.map(|name| words(name)).collect(), answer }
        };
        AnswerList(answers.into_iter().map(entry).collect())
    }

    /// Reads all answers of an instance.
    pub fn read(tx: &mut Tx<'_>) -> Result<AnswerList> {
        all(tx).map(AnswerList::new)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The answers whose title or alias has words that begin with what was typed: whole names
    /// first, then names that begin so, then others; short titles before long ones.
    pub fn search(&self, typed: &str, limit: usize) -> Vec<&Answer> {
        let typed = words(typed);
        if typed.is_empty() {
            return Vec::new();
        }
        let inside = format!(" {typed}");
        let mut found: Vec<(Match, usize, &Answer)> = Vec::new();
        for entry in &self.0 {
            let best = entry.names.iter().filter_map(|name| quality(name, &typed, &inside)).min();
            if let Some(best) = best {
                found.push((best, entry.answer.title.len(), &entry.answer));
            }
        }
        found.sort_by(|a, b| (a.0, a.1, &a.2.title).cmp(&(b.0, b.1, &b.2.title)));
        found.into_iter().take(limit).map(|(.., answer)| answer).collect()
    }

    /// The answer with this very title, or whose title or alias is the same in plain words.
    pub fn find(&self, title: &str) -> Option<&Answer> {
        let exact = self.0.iter().find(|entry| entry.answer.title == title);
        let typed = words(title);
        let plain = || {
            let named = |entry: &&Entry| !typed.is_empty() && entry.names.contains(&typed);
            self.0.iter().find(named)
        };
        exact.or_else(plain).map(|entry| &entry.answer)
    }
}

fn quality(name: &str, typed: &str, inside: &str) -> Option<Match> {
    if name == typed {
        Some(Match::Whole)
    } else if name.starts_with(typed) {
        Some(Match::Start)
    } else if name.contains(inside) {
        Some(Match::Word)
    } else {
        None
    }
}

/// A name in plain words with single spaces.
fn words(name: &str) -> String {
    let words = name.split(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | '/' | '_'));
    let plain = words.map(plain).filter(|word| !word.is_empty());
    plain.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> AnswerList {
        let answer = |(title, aliases): &(&str, &[&str])| Answer {
            title: (*title).to_owned(),
            aliases: aliases.iter().map(|&alias| alias.to_owned()).collect(),
            ..Answer::default()
        };
        let all: [(&str, &[&str]); 6] = [
            ("Antonín Dvořák", &[]),
            ("Paris", &["City of Light"]),
            ("Paris Commune", &[]),
            ("Judgement of Paris", &[]),
            ("Ural–Altaic languages", &[]),
            ("Parity", &["Space-reflection symmetry"]),
        ];
        AnswerList::new(all.iter().map(answer))
    }

    fn check(typed: &str, expected: &[&str]) {
        let list = list();
        let found: Vec<&str> = list.search(typed, 10).iter().map(|it| it.title.as_str()).collect();
        assert_eq!(found, expected, "{typed}");
    }

    #[test]
    fn whole_names_come_first_then_those_that_begin_so() {
        check("paris", &["Paris", "Paris Commune", "Judgement of Paris"]);
        check("par", &["Paris", "Parity", "Paris Commune", "Judgement of Paris"]);
        check("commune", &["Paris Commune"]);
        check("aris", &[]);
    }

    #[test]
    fn accents_case_and_dashes_do_not_matter() {
        check("DVORAK", &["Antonín Dvořák"]);
        check("antonin dv", &["Antonín Dvořák"]);
        check("ural altaic", &["Ural–Altaic languages"]);
        check("space reflection", &["Parity"]);
    }

    #[test]
    fn an_alias_leads_to_its_title() {
        check("city of light", &["Paris"]);
        let list = list();
        assert_eq!(list.find("city of light").map(|it| it.title.as_str()), Some("Paris"));
        assert_eq!(list.find("Paris").map(|it| it.title.as_str()), Some("Paris"));
        assert!(list.find("").is_none() && list.find("Pari").is_none());
    }

    #[test]
    fn nothing_typed_finds_nothing() {
        check("", &[]);
        check(" … ", &[]);
        assert!(AnswerList::default().is_empty() && list().len() == 6);
    }
}
