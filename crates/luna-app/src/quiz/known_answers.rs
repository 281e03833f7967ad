//! The answers that an instance has imported or named, found by their names.

use std::collections::HashMap;

use luna_store::{Result, Tx};

use super::answer_list;

/// The titles of answers by the forms of their names.
#[derive(Debug)]
pub struct KnownAnswers {
    /// Two names with the same form are one.
    form: fn(&str) -> String,
    titles: HashMap<String, Known>,
}

/// The answer that a name belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub title: String,
    /// The name is the title, not another name of the answer.
    pub is_title: bool,
}

impl KnownAnswers {
    pub(super) fn read(tx: &mut Tx<'_>, form: fn(&str) -> String) -> Result<KnownAnswers> {
        let mut known = KnownAnswers { form, titles: HashMap::new() };
        let answers = answer_list::all(tx)?;
        for answer in &answers {
            known.add(&answer.title, &answer.title);
        }
        // A title counts before another name.
        for answer in &answers {
            for alias in &answer.aliases {
                known.add(alias, &answer.title);
            }
        }
        Ok(known)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.titles.is_empty()
    }

    pub(super) fn find(&self, name: &str) -> Option<&Known> {
        self.titles.get(&(self.form)(name))
    }

    /// Adds a title. Returns true if it may be new.
    pub(super) fn learn(&mut self, title: &str) -> bool {
        let is_known = self.find(title).is_some_and(|known| known.title == title);
        self.add(title, title);
        !is_known
    }

    fn add(&mut self, name: &str, title: &str) {
        let known = || Known { title: title.to_owned(), is_title: name == title };
        self.titles.entry((self.form)(name)).or_insert_with(known);
    }
}
