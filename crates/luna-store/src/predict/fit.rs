//! What marks tell about questions: difficulty and discrimination, and whether machines find a
//! question harder than people do.

use std::collections::BTreeMap;

use luna_core::text::comparable;

use super::answered;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "question_fit",
    key: &["asker", "nth"],
    columns: &[
        (
            Class::Exported,
            &[
                "asker",
                "text",
                "marks",
                "difficulty",
                "difficulty_low",
                "difficulty_high",
                "discrimination",
                "discrimination_low",
                "discrimination_high",
                "machines",
                "at",
            ],
        ),
        (Class::NotPersonal, &["nth", "words"]),
    ],
    erasure: Erasure::Erased(forget),
};

record! {
    /// The parameters of a question by item response theory, each with the ends of its 95 % interval.
    #[derive(Clone, Debug, PartialEq)]
    pub struct QuestionParameters {
        pub text: String,
        /// The number of answers with a mark.
        pub marks: i64,
        /// In standard deviations of people's abilities; 0 is where an average person gets a mark
        /// in the middle.
        pub difficulty: f64,
        pub difficulty_low: f64,
        pub difficulty_high: f64,
        /// In logits per standard deviation.
        pub discrimination: f64,
        pub discrimination_low: f64,
        pub discrimination_high: f64,
        /// 1 if machines find it easier than people of the same ability, -1 if they find it harder,
        /// 0 if no difference was found; `None` with too few marks.
        pub machines: Option<i64>,
        pub at: i64,
    }
}

/// Replaces the questions of a player, unless they have been erased.
pub fn keep(tx: &mut Tx<'_>, asker: &str, all: &[QuestionParameters]) -> Result<()> {
    // Erasing takes the player first too.
    tx.lock("SELECT 1 FROM player WHERE id = $1 FOR KEY SHARE", asker)?;
    let here: Option<(String,)> =
        row!(tx, "SELECT id FROM player WHERE id = $1 AND erased_at IS NULL", asker);
    forget(tx, asker)?;
    for (it, nth) in all.iter().zip(1_i64..).filter(|_| here.is_some()) {
        run!(
            tx,
            "INSERT INTO question_fit
                 (asker, nth, text, words, marks, difficulty, difficulty_low, difficulty_high,
                  discrimination, discrimination_low, discrimination_high, machines, at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
            asker,
            nth,
            it.text,
            comparable(&it.text),
            it.marks,
            it.difficulty,
            it.difficulty_low,
            it.difficulty_high,
            it.discrimination,
            it.discrimination_low,
            it.discrimination_high,
            it.machines,
            it.at,
        );
    }
    Ok(())
}

/// Deletes what was computed before that time.
pub fn delete_older(tx: &mut Tx<'_>, at: i64) -> Result<()> {
    run!(tx, "DELETE FROM question_fit WHERE at < $1", at);
    Ok(())
}

/// The questions of a player, in the order in which they were stored.
pub fn of_asker(tx: &mut Tx<'_>, asker: &str) -> Result<Vec<QuestionParameters>> {
    Ok(rows!(
        tx,
        "SELECT text, marks, difficulty, difficulty_low, difficulty_high, discrimination,
                discrimination_low, discrimination_high, machines, at
         FROM question_fit WHERE asker = $1 ORDER BY nth",
        asker,
    ))
}

/// The last games of a player that are read for [`asked_of`].
const GAMES: i64 = 30;

/// The questions with known parameters that people asked a player in games that were over at a time:
/// the most telling first.
pub fn asked_of(tx: &mut Tx<'_>, until: i64, player_id: &str) -> Result<Vec<QuestionParameters>> {
    let games: Vec<(String, String, i64)> = rows!(
        tx,
        "SELECT game_id, by_player, at FROM guess
         WHERE of_player = $1 AND counts = TRUE AND at < $2 ORDER BY at DESC LIMIT $3",
        player_id,
        until,
        GAMES,
    );
    let mut questions = Vec::new();
    for (game_id, asker, at) in games {
        questions
            .extend(answered(tx, &asker, game_id, at)?.into_iter().flat_map(|it| it.questions));
    }
    let index = ParameterIndex::of_questions(tx, questions.iter().map(String::as_str))?;
    let mut all: Vec<QuestionParameters> = index.0.into_values().collect();
    all.sort_by(|one, other| other.discrimination.total_cmp(&one.discrimination));
    Ok(all)
}

/// Questions whose parameters are known, by [`comparable`] text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParameterIndex(BTreeMap<String, QuestionParameters>);

impl ParameterIndex {
    /// Those of the wanted questions that anybody has asked.
    pub fn of_questions<'a>(
        tx: &mut Tx<'_>,
        wanted: impl IntoIterator<Item = &'a str>,
    ) -> Result<ParameterIndex> {
        let mut index = ParameterIndex::default();
        for words in wanted.into_iter().map(comparable) {
            if words.is_empty() || index.0.contains_key(&words) {
                continue;
            }
            let found: Option<QuestionParameters> = row!(
                tx,
                "SELECT text, marks, difficulty, difficulty_low, difficulty_high, discrimination,
                        discrimination_low, discrimination_high, machines, at
                 FROM question_fit WHERE words = $1 ORDER BY asker LIMIT 1",
                words,
            );
            if let Some(found) = found {
                index.0.insert(words, found);
            }
        }
        Ok(index)
    }

    pub fn get(&self, question: &str) -> Option<&QuestionParameters> {
        self.0.get(&comparable(question))
    }

    /// The discrimination of a question, for an order with the most telling first; of an unknown
    /// question the usual one.
    pub fn discrimination(&self, question: &str) -> f64 {
        self.get(question).map_or(1.0, |it| it.discrimination)
    }
}

fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM question_fit WHERE asker = $1", player_id);
    Ok(())
}
