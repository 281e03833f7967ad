//! The informativeness of questions, found by their words.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::text::comparable;

use super::{QuestionInformativeness, of_asker};
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::sql::RowPair;

/// Rows that are read at a time.
const PAGE: i64 = 1_000;

/// Questions whose informativeness is known, by [`comparable`] text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InformativenessIndex {
    by_text: BTreeMap<String, QuestionInformativeness>,
}

impl InformativenessIndex {
    /// The questions that a player has asked.
    pub fn of_asker(tx: &mut Tx<'_>, asker: &str) -> Result<InformativenessIndex> {
        let mut index = InformativenessIndex::default();
        for it in of_asker(tx, asker)? {
            index.add(comparable(&it.text), it);
        }
        Ok(index)
    }

    /// Those of the wanted questions that anybody has asked.
    pub fn of_questions<'a>(
        tx: &mut Tx<'_>,
        wanted: impl IntoIterator<Item = &'a str>,
    ) -> Result<InformativenessIndex> {
        let wanted: BTreeSet<String> = wanted.into_iter().map(comparable).collect();
        let mut index = InformativenessIndex::default();
        let mut after = (String::new(), 0_i64);
        loop {
            let rows: Vec<RowPair<(String, i64), QuestionInformativeness>> = rows!(
                tx,
                "SELECT asker, nth, text, people, share, at FROM question_told
                 WHERE (asker, nth) > ($1, $2) ORDER BY asker, nth LIMIT $3",
                after.0,
                after.1,
                PAGE,
            );
            let is_full = i64::try_from(rows.len()).is_ok_and(|count| count >= PAGE);
            for RowPair(place, it) in rows {
                after = place;
                let text = comparable(&it.text);
                if wanted.contains(&text) {
                    index.add(text, it);
                }
            }
            if !is_full {
                return Ok(index);
            }
        }
    }

    /// Keeps the row that rests on the most people, of those of several players for one question.
    fn add(&mut self, text: String, new: QuestionInformativeness) {
        let known = self.by_text.get(&text);
        if !text.is_empty() && known.is_none_or(|known| known.people < new.people) {
            self.by_text.insert(text, new);
        }
    }

    pub fn get(&self, question: &str) -> Option<&QuestionInformativeness> {
        self.by_text.get(&comparable(question))
    }
}
