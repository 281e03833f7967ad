//! Tossups: imported, shipped, or written here and published.

use super::{play, source};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "tossup",
    key: &["id"],
    columns: &[(
        Class::NotPersonal,
        &[
            "id",
            "source_id",
            "number",
            "packet",
            "text",
            "answer_line",
            "page",
            "category",
            "subcategory",
            "difficulty",
            "draw",
            "withdrawn_at",
            "released_in",
        ],
    )],
    erasure: Erasure::With("quiz_question"),
};

record! {
    /// A question with its answer line.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Tossup {
        pub id: String,
        pub source_id: String,
        /// The row in its source, from 1.
        pub number: i64,
        pub packet: String,
        /// With the power mark, if there is one.
        pub text: String,
        pub answer_line: String,
        pub page: Option<String>,
        pub category: String,
        pub subcategory: String,
        pub difficulty: String,
        pub withdrawn_at: Option<i64>,
    }
}

/// The tossups that somebody wants to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TossupFilter<'a> {
    pub category: Option<&'a str>,
    pub difficulty: Option<&'a str>,
    pub source: Option<&'a str>,
}

/// Adds a tossup at a random place of the draw.
pub fn add(tx: &mut Tx<'_>, tossup: &Tossup, draw: i64) -> Result<()> {
    run!(
        tx,
        "INSERT INTO tossup (id, source_id, number, packet, text, answer_line, page, category,
                             subcategory, difficulty, draw)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        tossup.id,
        tossup.source_id,
        tossup.number,
        tossup.packet,
        tossup.text,
        tossup.answer_line,
        tossup.page,
        tossup.category,
        tossup.subcategory,
        tossup.difficulty,
        draw,
    );
    tx.touch(source::TOPIC);
    Ok(())
}

/// Updates the text and all that describes it. A withdrawn tossup stays withdrawn, and a tossup keeps
/// its number.
pub fn update(tx: &mut Tx<'_>, tossup: &Tossup) -> Result<()> {
    run!(
        tx,
        "UPDATE tossup SET text = $2, answer_line = $3, page = $4, category = $5, subcategory = $6,
                           difficulty = $7
         WHERE id = $1 AND withdrawn_at IS NULL",
        tossup.id,
        tossup.text,
        tossup.answer_line,
        tossup.page,
        tossup.category,
        tossup.subcategory,
        tossup.difficulty,
    );
    tx.touch(source::TOPIC);
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Tossup> {
    let found: Option<Tossup> = row!(
        tx,
        "SELECT id, source_id, number, packet, text, answer_line, page, category, subcategory,
                difficulty, withdrawn_at
         FROM tossup WHERE id = $1",
        id,
    );
    found.ok_or(Error::NotFound)
}

/// Tossups in the order of their ids, after an id, to read all of them page by page.
pub fn page(tx: &mut Tx<'_>, after: &str, limit: i64) -> Result<Vec<Tossup>> {
    Ok(rows!(
        tx,
        "SELECT id, source_id, number, packet, text, answer_line, page, category, subcategory,
                difficulty, withdrawn_at
         FROM tossup WHERE id > $1 ORDER BY id LIMIT $2",
        after,
        limit,
    ))
}

/// The tossups of one source, in its order, after a number.
pub fn of_source(tx: &mut Tx<'_>, source_id: &str, after: i64, limit: i64) -> Result<Vec<Tossup>> {
    Ok(rows!(
        tx,
        "SELECT id, source_id, number, packet, text, answer_line, page, category, subcategory,
                difficulty, withdrawn_at
         FROM tossup WHERE source_id = $1 AND number > $2 ORDER BY number LIMIT $3",
        source_id,
        after,
        limit,
    ))
}

/// Draws a tossup that somebody has not played: the first at or after a random place, else from the
/// start. None if they have played all of them.
pub fn draw(
    tx: &mut Tx<'_>,
    player_id: &str,
    wanted: &TossupFilter<'_>,
    from: i64,
) -> Result<Option<Tossup>> {
    for start in [from, i64::MIN] {
        let found: Option<(String,)> = match *wanted {
            TossupFilter { source: Some(source), category, difficulty } => row!(
                tx,
                "SELECT t.id FROM tossup t
                 WHERE t.source_id = $2 AND t.draw >= $3 AND t.withdrawn_at IS NULL
                       AND (CAST($4 AS TEXT) IS NULL OR t.category = $4)
                       AND (CAST($5 AS TEXT) IS NULL OR t.difficulty = $5)
                       AND NOT EXISTS (SELECT 1 FROM quiz_play p
                                       WHERE p.player_id = $1 AND p.tossup_id = t.id)
                 ORDER BY t.draw, t.id LIMIT 1",
                player_id,
                source,
                start,
                category,
                difficulty,
            ),
            TossupFilter { source: None, category: Some(category), difficulty } => row!(
                tx,
                "SELECT t.id FROM tossup t
                 WHERE t.category = $2 AND t.draw >= $3 AND t.withdrawn_at IS NULL
                       AND (CAST($4 AS TEXT) IS NULL OR t.difficulty = $4)
                       AND NOT EXISTS (SELECT 1 FROM quiz_play p
                                       WHERE p.player_id = $1 AND p.tossup_id = t.id)
                 ORDER BY t.draw, t.id LIMIT 1",
                player_id,
                category,
                start,
                difficulty,
            ),
            TossupFilter { source: None, category: None, difficulty: Some(difficulty) } => row!(
                tx,
                "SELECT t.id FROM tossup t
                 WHERE t.difficulty = $2 AND t.draw >= $3 AND t.withdrawn_at IS NULL
                       AND NOT EXISTS (SELECT 1 FROM quiz_play p
                                       WHERE p.player_id = $1 AND p.tossup_id = t.id)
                 ORDER BY t.draw, t.id LIMIT 1",
                player_id,
                difficulty,
                start,
            ),
            TossupFilter { source: None, category: None, difficulty: None } => row!(
                tx,
                "SELECT t.id FROM tossup t
                 WHERE t.draw >= $2 AND t.withdrawn_at IS NULL
                       AND NOT EXISTS (SELECT 1 FROM quiz_play p
                                       WHERE p.player_id = $1 AND p.tossup_id = t.id)
                 ORDER BY t.draw, t.id LIMIT 1",
                player_id,
                start,
            ),
        };
        if let Some((id,)) = found {
            return find(tx, &id).map(Some);
        }
    }
    Ok(None)
}

/// A tossup that somebody has missed and not been asked again since: the one missed longest ago.
pub fn draw_miss(
    tx: &mut Tx<'_>,
    player_id: &str,
    wanted: &TossupFilter<'_>,
) -> Result<Option<Tossup>> {
    let found: Option<(String,)> = row!(
        tx,
        "SELECT p.tossup_id FROM quiz_play p
         WHERE p.player_id = $1 AND p.outcome IN ('neg', 'wrong', 'silent')
               AND NOT EXISTS (SELECT 1 FROM quiz_play l
                               WHERE l.player_id = $1 AND l.tossup_id = p.tossup_id
                                     AND l.started_at > p.started_at)
               AND (SELECT t.withdrawn_at IS NULL
                           AND (CAST($2 AS TEXT) IS NULL OR t.category = $2)
                           AND (CAST($3 AS TEXT) IS NULL OR t.difficulty = $3)
                           AND (CAST($4 AS TEXT) IS NULL OR t.source_id = $4)
                    FROM tossup t WHERE t.id = p.tossup_id)
         ORDER BY p.started_at, p.id LIMIT 1",
        player_id,
        wanted.category,
        wanted.difficulty,
        wanted.source,
    );
    found.map(|(id,)| find(tx, &id)).transpose()
}

/// Holds a tossup for the judgment of an answer: a ruling about it comes before or after.
pub fn lock_for_judgment(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.lock("SELECT 1 FROM tossup WHERE id = $1 FOR SHARE", id)
}

/// Holds a tossup for a ruling about its answers.
pub(super) fn hold_for_ruling(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.lock("SELECT 1 FROM tossup WHERE id = $1 FOR NO KEY UPDATE", id)
}

/// The categories, difficulties or sources that can be played, each with its number of tossups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    pub categories: Vec<(String, i64)>,
    pub difficulties: Vec<(String, i64)>,
}

pub fn choices(tx: &mut Tx<'_>) -> Result<Choices> {
    let categories = rows!(
        tx,
        "SELECT category, count(*) FROM tossup WHERE withdrawn_at IS NULL
         GROUP BY category ORDER BY category",
    );
    let difficulties = rows!(
        tx,
        "SELECT difficulty, count(*) FROM tossup WHERE withdrawn_at IS NULL
         GROUP BY difficulty ORDER BY difficulty",
    );
    Ok(Choices { categories, difficulties })
}

/// Takes a tossup out of the reading room, and its words out of the database. Plays of it that are
/// over keep their points.
pub fn withdraw(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    run!(
        tx,
        "UPDATE tossup
         SET withdrawn_at = $2, text = '', answer_line = '', packet = '', page = NULL
         WHERE id = $1",
        id,
        now,
    );
    play::interrupt(tx, id, now)?;
    tx.touch(source::TOPIC);
    Ok(())
}

/// Returns true if somebody outside of the reading room can know a tossup: a release has it, or its
/// source is open to everybody.
pub fn is_public(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    let found: Option<(Option<i64>, bool)> = row!(
        tx,
        "SELECT t.released_in, s.is_secret FROM tossup t JOIN quiz_source s ON s.id = t.source_id
         WHERE t.id = $1",
        id,
    );
    let (released_in, is_secret) = found.ok_or(Error::NotFound)?;
    Ok(released_in.is_some() || !is_secret)
}

/// Publishes a tossup that somebody has written here; its number follows the last.
pub(super) fn publish(tx: &mut Tx<'_>, tossup: &Tossup, draw: i64) -> Result<()> {
    let last: Option<(i64,)> = row!(
        tx,
        "SELECT number FROM tossup WHERE source_id = $1 ORDER BY number DESC LIMIT 1",
        tossup.source_id,
    );
    let number = last.map_or(0, |(last,)| last) + 1;
    add(tx, &Tossup { number, ..tossup.clone() }, draw)?;
    source::count(tx, &tossup.source_id, 1)
}
