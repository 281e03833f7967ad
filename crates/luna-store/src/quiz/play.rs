//! Plays: one person alone with one tossup. A person has at most one that is open.

use luna_core::quiz::play::{Buzz, Outcome, Pace, Play as Rules};

use crate::player;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "quiz_play",
    key: &["id"],
    columns: &[(
        Class::Exported,
        &[
            "id",
            "player_id",
            "tossup_id",
            "started_at",
            "word_ms",
            "turned",
            "condition",
            "buzzed_at",
            "position",
            "words",
            "prompted_at",
            "answer",
            "more",
            "outcome",
            "ended_at",
            "appealed_at",
            "is_counted",
        ],
    )],
    erasure: Erasure::Erased(forget),
};

/// A play with what was answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Play {
    pub id: String,
    pub player_id: String,
    pub tossup_id: String,
    pub started_at: i64,
    pub word_ms: i64,
    pub turned: i64,
    /// JSON: the filters that the tossup was drawn by.
    pub condition: String,
    pub buzzed_at: Option<i64>,
    /// The number of words heard at the buzz.
    pub position: Option<i64>,
    /// The number of words of the question.
    pub words: i64,
    pub prompted_at: Option<i64>,
    pub answer: Option<String>,
    /// The answer to a prompt.
    pub more: Option<String>,
    pub outcome: Option<Outcome>,
    pub ended_at: Option<i64>,
    pub appealed_at: Option<i64>,
    /// The person could not know the question; any other play is practice.
    pub is_counted: bool,
}

record! {
    struct Row {
        id: String,
        player_id: String,
        tossup_id: String,
        started_at: i64,
        word_ms: i64,
        turned: i64,
        condition: String,
        buzzed_at: Option<i64>,
        position: Option<i64>,
        words: i64,
        prompted_at: Option<i64>,
        answer: Option<String>,
        more: Option<String>,
        outcome: Option<String>,
        ended_at: Option<i64>,
        appealed_at: Option<i64>,
        is_counted: bool,
    }
}

impl Row {
    fn into_play(self) -> Result<Play> {
        let outcome = self.outcome.as_deref().map(|name| {
            Outcome::from_name(name).ok_or_else(|| Error::corrupt("an unknown outcome"))
        });
        Ok(Play {
            id: self.id,
            player_id: self.player_id,
            tossup_id: self.tossup_id,
            started_at: self.started_at,
            word_ms: self.word_ms,
            turned: self.turned,
            condition: self.condition,
            buzzed_at: self.buzzed_at,
            position: self.position,
            words: self.words,
            prompted_at: self.prompted_at,
            answer: self.answer,
            more: self.more,
            outcome: outcome.transpose()?,
            ended_at: self.ended_at,
            appealed_at: self.appealed_at,
            is_counted: self.is_counted,
        })
    }
}

impl Play {
    /// The play as the rules see it.
    pub fn rules(&self) -> Result<Rules> {
        let count = |n: i64| usize::try_from(n).map_err(Error::corrupt);
        let pace = if self.word_ms > 0 { Pace::timed(self.word_ms) } else { Pace::by_hand() };
        let buzz = match (self.buzzed_at, self.position) {
            (Some(at), Some(position)) => Some(Buzz { at, position: count(position)? }),
            _ => None,
        };
        Ok(Rules {
            pace,
            started_at: self.started_at,
            turned: count(self.turned)?,
            buzz,
            prompted_at: self.prompted_at,
            outcome: self.outcome,
        })
    }

    /// The answer that was judged: that to the prompt, if there was one.
    pub fn last_answer(&self) -> Option<&str> {
        self.more.as_deref().or(self.answer.as_deref())
    }

    /// Takes over what the rules have changed.
    pub fn take(&mut self, rules: &Rules, now: i64) -> Result<()> {
        let count = |n: usize| i64::try_from(n).map_err(Error::corrupt);
        self.turned = count(rules.turned)?;
        self.buzzed_at = rules.buzz.map(|buzz| buzz.at);
        self.position = rules.buzz.map(|buzz| count(buzz.position)).transpose()?;
        self.prompted_at = rules.prompted_at;
        if self.outcome.is_none() && rules.outcome.is_some() {
            self.ended_at = Some(now);
        }
        self.outcome = rules.outcome;
        Ok(())
    }
}

/// The topic of the page of a play. It is followed while the play is open, and not counted.
pub fn topic(id: &str) -> String {
    format!("quiz-play:{id}")
}

/// Holds a person's place in the reading room, before anything else is held: of two questions that
/// are begun at once, the second sees the first.
pub fn hold_place(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    tx.lock("SELECT pg_advisory_xact_lock(2018, hashtext(current_schema()::TEXT || $1))", player_id)
}

/// Begins a play. The caller has ended the one that was open.
pub fn begin(tx: &mut Tx<'_>, play: &Play) -> Result<()> {
    player::require_here(tx, &play.player_id)?;
    run!(
        tx,
        "INSERT INTO quiz_play (id, player_id, tossup_id, started_at, word_ms, turned, condition, words,
                                is_counted)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        play.id,
        play.player_id,
        play.tossup_id,
        play.started_at,
        play.word_ms,
        play.turned,
        play.condition,
        play.words,
        play.is_counted,
    );
    Ok(())
}

/// Holds a play for a change: two requests about it take turns.
pub fn find_for_update(tx: &mut Tx<'_>, id: &str) -> Result<Play> {
    tx.lock("SELECT 1 FROM quiz_play WHERE id = $1 FOR UPDATE", id)?;
    find(tx, id)
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Play> {
    let row: Option<Row> = row!(
        tx,
        "SELECT id, player_id, tossup_id, started_at, word_ms, turned, condition, buzzed_at,
                position, words, prompted_at, answer, more, outcome, ended_at, appealed_at,
                is_counted
         FROM quiz_play WHERE id = $1",
        id,
    );
    row.ok_or(Error::NotFound)?.into_play()
}

/// The open play of a person.
pub fn open_of(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<Play>> {
    let row: Option<Row> = row!(
        tx,
        "SELECT id, player_id, tossup_id, started_at, word_ms, turned, condition, buzzed_at,
                position, words, prompted_at, answer, more, outcome, ended_at, appealed_at,
                is_counted
         FROM quiz_play WHERE player_id = $1 AND outcome IS NULL",
        player_id,
    );
    row.map(Row::into_play).transpose()
}

/// Open plays in the order of their players, after a player.
pub fn all_open(tx: &mut Tx<'_>, after: &str, limit: i64) -> Result<Vec<Play>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, player_id, tossup_id, started_at, word_ms, turned, condition, buzzed_at,
                position, words, prompted_at, answer, more, outcome, ended_at, appealed_at,
                is_counted
         FROM quiz_play WHERE outcome IS NULL AND player_id > $1 ORDER BY player_id LIMIT $2",
        after,
        limit,
    );
    rows.into_iter().map(Row::into_play).collect()
}

pub fn count_open(tx: &mut Tx<'_>) -> Result<i64> {
    let count: Option<(i64,)> =
        row!(tx, "SELECT count(*) FROM quiz_play WHERE outcome IS NULL AND player_id > $1", "",);
    Ok(count.map_or(0, |(count,)| count))
}

/// Saves what has changed in a play.
pub fn save(tx: &mut Tx<'_>, play: &Play) -> Result<()> {
    run!(
        tx,
        "UPDATE quiz_play
         SET turned = $2, buzzed_at = $3, position = $4, prompted_at = $5, answer = $6, more = $7,
             outcome = $8, ended_at = $9, appealed_at = $10
         WHERE id = $1",
        play.id,
        play.turned,
        play.buzzed_at,
        play.position,
        play.prompted_at,
        play.answer,
        play.more,
        play.outcome.map(Outcome::name),
        play.ended_at,
        play.appealed_at,
    );
    tx.wake(&topic(&play.id));
    Ok(())
}

/// A person's plays that are over, the latest first, before a play.
pub fn latest_of(
    tx: &mut Tx<'_>,
    player_id: &str,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<Play>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, player_id, tossup_id, started_at, word_ms, turned, condition, buzzed_at,
                position, words, prompted_at, answer, more, outcome, ended_at, appealed_at,
                is_counted
         FROM quiz_play
         WHERE player_id = $1 AND outcome IS NOT NULL AND (started_at, id) < ($2, $3)
         ORDER BY started_at DESC, id DESC LIMIT $4",
        player_id,
        before.0,
        before.1,
        limit,
    );
    rows.into_iter().map(Row::into_play).collect()
}

/// The plays of a tossup in which somebody has answered, oldest first.
pub fn answered(tx: &mut Tx<'_>, tossup_id: &str) -> Result<Vec<Play>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, player_id, tossup_id, started_at, word_ms, turned, condition, buzzed_at,
                position, words, prompted_at, answer, more, outcome, ended_at, appealed_at,
                is_counted
         FROM quiz_play
         WHERE tossup_id = $1 AND outcome IS NOT NULL AND answer IS NOT NULL
         ORDER BY started_at, id",
        tossup_id,
    );
    rows.into_iter().map(Row::into_play).collect()
}

/// Changes the outcome of a play that is over.
pub(super) fn score_again(tx: &mut Tx<'_>, play: &Play, outcome: Outcome) -> Result<()> {
    run!(tx, "UPDATE quiz_play SET outcome = $2 WHERE id = $1", play.id, outcome.name());
    tx.wake(&topic(&play.id));
    Ok(())
}

/// Plays whose player says that their answer was right, without a ruling so far, oldest first.
pub fn appeals(tx: &mut Tx<'_>, limit: i64) -> Result<Vec<Play>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, player_id, tossup_id, started_at, word_ms, turned, condition, buzzed_at,
                position, words, prompted_at, answer, more, outcome, ended_at, appealed_at,
                is_counted
         FROM quiz_play WHERE appealed_at IS NOT NULL AND appealed_at > 0
         ORDER BY appealed_at, id LIMIT $1",
        limit,
    );
    rows.into_iter().map(Row::into_play).collect()
}

/// Takes the appeals about an answer off the queue. `plain` is the form in which two answers are
/// the same. The times stay, as negative numbers.
pub fn settle_appeals(
    tx: &mut Tx<'_>,
    tossup_id: &str,
    answer: &str,
    plain: impl Fn(&str) -> String,
) -> Result<()> {
    for play in answered(tx, tossup_id)? {
        let last = play.last_answer().unwrap_or_default();
        if play.appealed_at.is_some_and(|at| at > 0) && plain(last) == plain(answer) {
            run!(tx, "UPDATE quiz_play SET appealed_at = -appealed_at WHERE id = $1", play.id,);
        }
    }
    Ok(())
}

/// The number of plays of a tossup.
pub fn count_of(tx: &mut Tx<'_>, tossup_id: &str) -> Result<i64> {
    let found: Option<(i64,)> =
        row!(tx, "SELECT count(*) FROM quiz_play WHERE tossup_id = $1", tossup_id);
    Ok(found.map_or(0, |(count,)| count))
}

/// Makes the open plays of a tossup practice: everybody may read its answer from now on.
pub(super) fn make_practice(tx: &mut Tx<'_>, tossup_id: &str) -> Result<()> {
    // IS NULL would have PostgreSQL read the index of all open plays.
    run!(
        tx,
        "UPDATE quiz_play SET is_counted = FALSE WHERE tossup_id = $1 AND COALESCE(outcome, '') = ''",
        tossup_id,
    );
    Ok(())
}

/// Ends the open plays of a tossup that is withdrawn, and takes its appeals off the queue. What is
/// over stays as it was.
pub(super) fn interrupt(tx: &mut Tx<'_>, tossup_id: &str, now: i64) -> Result<()> {
    let open: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM quiz_play WHERE tossup_id = $1 AND COALESCE(outcome, '') = '' ORDER BY id",
        tossup_id,
    );
    for (id,) in open {
        run!(
            tx,
            "UPDATE quiz_play SET outcome = 'silent', ended_at = $2, is_counted = FALSE
             WHERE id = $1",
            id,
            now,
        );
        tx.wake(&topic(&id));
    }
    run!(
        tx,
        "UPDATE quiz_play SET appealed_at = -appealed_at WHERE tossup_id = $1 AND appealed_at > 0",
        tossup_id,
    );
    Ok(())
}

/// The tally of one person's plays in one category.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub category: String,
    pub outcomes: Vec<(Outcome, i64)>,
    /// The mean share of the question heard at a buzz, from 0 to 1.
    pub mean_position: Option<f64>,
}

/// A person's plays by category: all of them, or those that count.
pub fn tallies(tx: &mut Tx<'_>, player_id: &str, only_counted: bool) -> Result<Vec<Tally>> {
    let rows: Vec<(String, String, i64, i64, Option<f64>)> = rows!(
        tx,
        "SELECT t.category, p.outcome, count(*), count(p.position),
                CAST(sum(CAST(p.position AS DOUBLE PRECISION) / p.words) AS DOUBLE PRECISION)
         FROM quiz_play p JOIN tossup t ON t.id = p.tossup_id
         WHERE p.player_id = $1 AND p.outcome IS NOT NULL AND p.is_counted IN (TRUE, $2)
         GROUP BY t.category, p.outcome ORDER BY t.category, p.outcome",
        player_id,
        only_counted,
    );
    let mut all: Vec<(Tally, i64, f64)> = Vec::new();
    for (category, outcome, count, buzzes, shares) in rows {
        let outcome =
            Outcome::from_name(&outcome).ok_or_else(|| Error::corrupt("an unknown outcome"))?;
        if all.last().is_none_or(|(tally, ..)| tally.category != category) {
            all.push((Tally { category, ..Tally::default() }, 0, 0.0));
        }
        if let Some((tally, heard, sum)) = all.last_mut() {
            tally.outcomes.push((outcome, count));
            *heard += buzzes;
            *sum += shares.unwrap_or(0.0);
        }
    }
    let mean = |(tally, buzzes, sum): (Tally, i64, f64)| {
        let buzzes = i32::try_from(buzzes).map_or(f64::from(i32::MAX), f64::from);
        let mean_position = (buzzes > 0.0).then(|| sum / buzzes);
        Tally { mean_position, ..tally }
    };
    Ok(all.into_iter().map(mean).collect())
}

/// Deletes the plays of a person.
fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM quiz_play WHERE player_id = $1", player_id);
    Ok(())
}

/// All plays of a person, oldest first, for their download.
pub(crate) fn of_player(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Play>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, player_id, tossup_id, started_at, word_ms, turned, condition, buzzed_at,
                position, words, prompted_at, answer, more, outcome, ended_at, appealed_at,
                is_counted
         FROM quiz_play WHERE player_id = $1 ORDER BY started_at, id",
        player_id,
    );
    rows.into_iter().map(Row::into_play).collect()
}
