//! Training data for the prediction of ratings: rated people's answers to one asker. And its
//! results: when a model was last trained, and how informative each question is.

pub mod distance;
pub mod fit;
pub mod index;

use std::collections::BTreeSet;

use luna_core::game::Seat;
use luna_core::rating::{Points, Rating};
use serde::{Deserialize, Serialize};

use crate::db::{setting, topic};
use crate::game::load::load;
use crate::job::retraining;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::sql::RowPair;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "question_told",
    key: &["asker", "nth"],
    columns: &[
        (Class::Exported, &["asker", "text", "people", "share", "at"]),
        (Class::NotPersonal, &["nth"]),
    ],
    erasure: Erasure::Erased(forget),
};

/// The number of people who must have guessed of a player before a model learns from them.
const GUESSED: i64 = 3;
/// Under which the machines that come with Luna ask, all together.
pub const HOUSES: &str = "house";
/// The setting that says when it was last learned.
const LEARNED: &str = "learned";

/// A rated person, and the games in which they have answered one who asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    pub id: String,
    pub rating: Rating,
    /// The latest first.
    pub games: Vec<AnsweredGame>,
}

/// A finished game, from the asker's side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnsweredGame {
    pub at: i64,
    pub game_id: String,
    pub questions: Vec<String>,
    pub responses: Vec<String>,
    /// The asker's points for each response, if they gave any.
    pub marks: Vec<Option<Points>>,
}

/// Some of the rated people who have answered a player, as it was at a time.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub people: Vec<Person>,
    /// The last player of this page, if another page follows.
    pub more: Option<String>,
}

/// The rated people who have answered the questions of a player in rated games
/// that were over at `until`, with their ratings then, from the guesses that
/// count now; after the one given by id. Nobody who has been erased or banned or
/// whose guesses do not count, and no machine, is among them.
pub fn people(tx: &mut Tx<'_>, asker: &str, until: i64, after: &str, limit: usize) -> Result<Page> {
    let most = i64::try_from(limit).map_err(Error::corrupt)?;
    let mut ids = BTreeSet::new();
    for counts in [true, false] {
        let met: Vec<(String,)> = rows!(
            tx,
            "SELECT DISTINCT of_player FROM guess
             WHERE by_player = $1 AND counts = $2 AND of_player > $3
             ORDER BY of_player LIMIT $4",
            asker,
            counts,
            after,
            most,
        );
        ids.extend(met.into_iter().map(|(id,)| id));
    }
    let ids: Vec<String> = ids.into_iter().take(limit).collect();
    let mut page = Page::default();
    for id in &ids {
        if let Some(rating) = rating(tx, id, until)? {
            let games = games(tx, asker, id, until)?;
            page.people.push(Person { id: id.clone(), rating, games });
        }
    }
    page.more = ids.last().filter(|_| ids.len() == limit).cloned();
    Ok(page)
}

/// The rating of a player from whose games a model may learn.
fn rating(tx: &mut Tx<'_>, id: &str, until: i64) -> Result<Option<Rating>> {
    let found: Option<(i64, i64)> = row!(
        tx,
        "SELECT COALESCE(CAST(sum(g.points) AS BIGINT), 0), count(*)
         FROM guess g JOIN player p ON p.id = g.of_player
         WHERE g.of_player = $1 AND g.counts = TRUE AND g.at <= $2 AND p.kind = 'human'
               AND p.erased_at IS NULL AND p.banned_at IS NULL AND p.excluded_at IS NULL",
        id,
        until,
    );
    let found = found.filter(|(_, count)| *count >= GUESSED);
    Ok(found.and_then(|(sum, count)| Rating::from_sum(sum, count)))
}

fn games(tx: &mut Tx<'_>, asker: &str, of: &str, until: i64) -> Result<Vec<AnsweredGame>> {
    let mut all = Vec::new();
    for counts in [true, false] {
        let found: Vec<(i64, String)> = rows!(
            tx,
            "SELECT at, game_id FROM guess
             WHERE by_player = $1 AND counts = $2 AND of_player = $3 AND at <= $4",
            asker,
            counts,
            of,
            until,
        );
        for (at, game_id) in found {
            all.extend(answered(tx, asker, game_id, at)?);
        }
    }
    all.sort_unstable_by(|a, b| b.cmp(a));
    Ok(all)
}

/// Nothing where the questions were somebody's who had to go.
fn answered(
    tx: &mut Tx<'_>,
    asker: &str,
    game_id: String,
    at: i64,
) -> Result<Option<AnsweredGame>> {
    let loaded = load(tx, &game_id)?;
    let sits = |seat: &Seat| loaded.occupant(*seat).is_some_and(|it| it.player_id == asker);
    let Some(seat) = Seat::BOTH.into_iter().find(sits) else { return Ok(None) };
    let view = loaded.game.view(seat);
    let marks = view.my_guess.map_or_else(Vec::new, |guess| guess.sliders);
    let both = view.my_questions.zip(view.their_answers).filter(|_| !view.inherited);
    Ok(both.map(|(questions, responses)| AnsweredGame { at, game_id, questions, responses, marks }))
}

/// Players who have finished at least so many games, after the one given by id.
pub fn askers(tx: &mut Tx<'_>, games: i64, after: &str, limit: i64) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM player WHERE id > $1 AND finished >= $2 AND erased_at IS NULL
         ORDER BY id LIMIT $3",
        after,
        games,
        limit,
    );
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The number of times that this has happened.
pub fn seq(tx: &mut Tx<'_>) -> Result<i64> {
    topic::seq(tx, retraining::ANSWERS)
}

/// The state of house machines' training. The same games give the same model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingState {
    /// Games that were over then are what it was learned from.
    pub until: i64,
    /// [`seq`] then.
    pub seq: i64,
    /// The number of games that were over on this instance by then.
    pub games: i64,
    /// It was learned from the answers of so many rated people, or would have been.
    pub people: i64,
    /// The errors of the predictions, if there are people enough.
    pub tried: Option<PredictionErrors>,
    /// Since when house machines guess so, if they do.
    pub since: Option<i64>,
}

/// The errors of predictions for people who were not trained on: roots of mean squares, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PredictionErrors {
    pub error: f64,
    /// The same of the best guess that is the same for everybody.
    pub constant: f64,
}

pub fn training_state(tx: &mut Tx<'_>) -> Result<Option<TrainingState>> {
    let kept = setting::get(tx, LEARNED)?;
    kept.map(|kept| serde_json::from_str(&kept).map_err(Error::corrupt)).transpose()
}

pub fn set_training_state(tx: &mut Tx<'_>, learned: &TrainingState) -> Result<()> {
    setting::set(tx, LEARNED, &serde_json::to_string(learned).map_err(Error::corrupt)?)
}

record! {
    /// The share of the variance of ratings that the answers to a question explain.
    #[derive(Clone, Debug, PartialEq)]
    pub struct QuestionInformativeness {
        pub text: String,
        /// The number of rated people whose answers were used.
        pub people: i64,
        /// The explained share of the variance of their ratings.
        pub share: f64,
        pub at: i64,
    }
}

/// Stores the informativeness of the questions of a player, or of [`HOUSES`].
pub fn keep(tx: &mut Tx<'_>, asker: &str, all: &[QuestionInformativeness]) -> Result<()> {
    // Erasing takes the player first too.
    tx.lock("SELECT 1 FROM player WHERE id = $1 FOR KEY SHARE", asker)?;
    let erased: Option<(String,)> =
        row!(tx, "SELECT id FROM player WHERE id = $1 AND erased_at IS NOT NULL", asker);
    run!(tx, "DELETE FROM question_told WHERE asker = $1", asker);
    for (told, nth) in all.iter().zip(1_i64..).filter(|_| erased.is_none()) {
        run!(
            tx,
            "INSERT INTO question_told (asker, nth, text, people, share, at)
             VALUES ($1, $2, $3, $4, $5, $6)",
            asker,
            nth,
            told.text,
            told.people,
            told.share,
            told.at,
        );
    }
    Ok(())
}

/// The informativeness of a player's questions, in the order in which it was stored.
pub fn of_asker(tx: &mut Tx<'_>, asker: &str) -> Result<Vec<QuestionInformativeness>> {
    Ok(rows!(
        tx,
        "SELECT text, people, share, at FROM question_told WHERE asker = $1 ORDER BY nth",
        asker
    ))
}

/// A line of the operator's list.
#[derive(Clone, Debug)]
pub struct QuestionLine {
    pub asker: String,
    pub nth: i64,
    /// None: the machines that come with Luna.
    pub name: Option<String>,
    pub told: QuestionInformativeness,
}

/// Those that tell most first, after the one given by share, asker and number.
pub fn list(tx: &mut Tx<'_>, after: (f64, &str, i64), limit: i64) -> Result<Vec<QuestionLine>> {
    let rows: Vec<RowPair<(String, i64, Option<String>), QuestionInformativeness>> = rows!(
        tx,
        "SELECT q.asker, q.nth, (SELECT p.name FROM player p WHERE p.id = q.asker),
                q.text, q.people, q.share, q.at
         FROM question_told q WHERE (q.share, q.asker, q.nth) < ($1, $2, $3)
         ORDER BY q.share DESC, q.asker DESC, q.nth DESC LIMIT $4",
        after.0,
        after.1,
        after.2,
        limit,
    );
    let listed = |RowPair((asker, nth, name), told)| QuestionLine { asker, nth, name, told };
    Ok(rows.into_iter().map(listed).collect())
}

/// Nothing of an erased player is learned from, and nothing of theirs is kept. Nothing
/// was learned from people without a guess.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM question_told WHERE asker = $1", player_id);
    let guessed: Option<(String,)> = row!(
        tx,
        "SELECT game_id FROM guess WHERE of_player = $1 AND counts = TRUE LIMIT 1",
        player_id,
    );
    if guessed.is_some() {
        retraining::mark_outdated(tx);
    }
    Ok(())
}
