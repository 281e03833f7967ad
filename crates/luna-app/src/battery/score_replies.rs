//! The first pass over the replies of a sitting, by key, and the rows that it becomes.

use luna_core::battery::{Form, Item, KeyScore};
use luna_machines::common_sense::AnswerKey;
use luna_store::Tx;
use luna_store::battery::answer::{self, BatteryAnswer};
use luna_store::battery::sitting::{self, ClueReply, Reply, Sitting};

use crate::error::Error;
use crate::secret;

/// Of the answers that the key is sure of, one in this many is put to scorers too: they tell how far
/// the key is right, and nobody can conclude from the question that the key doubts the answer.
const CONTROL: u8 = 8;

/// The answers to one item.
pub(super) struct ItemAnswers<'a> {
    pub(super) item: &'a Item,
    /// The best first.
    pub(super) answers: Vec<String>,
    /// The best answer after one clue, after two, and so on, without the last.
    pub(super) by_clue: Vec<Option<String>>,
}

/// Answers in their places, scored by the key. Time is not known yet: of answers that are to be put to
/// scorers, it is their rank, so that first answers come first.
pub(super) struct ScoredReplies {
    replies: Vec<Reply>,
    by_clue: Vec<ClueReply>,
}

impl ScoredReplies {
    pub(super) fn of(form: &Form, given: &[ItemAnswers<'_>]) -> ScoredReplies {
        let letter = form.letter.to_lowercase();
        let mut scored = ScoredReplies { replies: Vec::new(), by_clue: Vec::new() };
        for ItemAnswers { item, answers, by_clue } in given {
            let key = AnswerKey::of(item);
            for (text, rank) in answers.iter().take(luna_core::answer::MOST_ANSWERS).zip(1_i64..) {
                let mut answer = scored_answer(&letter, item, &key, text);
                answer.waiting_since = is_for_people(&answer.by_key, &answer.id).then_some(rank);
                scored.replies.push(Reply { item: item.id.clone(), rank, answer });
            }
            for (text, clues) in by_clue.iter().zip(1_i64..) {
                if let Some(text) = text {
                    // Scorers see the answers to all clues alone.
                    let answer = scored_answer(&letter, item, &key, text);
                    scored.by_clue.push(ClueReply { item: item.id.clone(), clues, answer });
                }
            }
        }
        scored
    }

    /// Keeps a sitting with its answers.
    pub(super) fn keep(mut self, tx: &mut Tx<'_>, sitting: &Sitting) -> Result<(), Error> {
        for reply in &mut self.replies {
            let waits = &mut reply.answer.waiting_since;
            *waits = waits.map(|rank| sitting.taken_at + rank);
            answer::keep(tx, &reply.answer)?;
        }
        for reply in &self.by_clue {
            answer::keep(tx, &reply.answer)?;
        }
        Ok(sitting::add(tx, sitting, &self.replies, &self.by_clue)?)
    }
}

/// An answer to an item of a form, scored by the key. The same answer always has the same id.
pub fn scored_answer(letter: &str, item: &Item, key: &AnswerKey, text: &str) -> BatteryAnswer {
    BatteryAnswer {
        id: secret::hash(&format!("{letter}\n{}\n{text}", item.id)),
        form: letter.to_owned(),
        item: item.id.clone(),
        text: text.to_owned(),
        by_key: key.score(text),
        waiting_since: None,
        by_people: None,
    }
}

/// Doubtful answers are for people, and some others as a control, always the same ones.
pub fn is_for_people(by_key: &KeyScore, id: &str) -> bool {
    let drawn = id.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    by_key.is_doubtful() || drawn.is_some_and(|drawn| drawn.is_multiple_of(CONTROL))
}
