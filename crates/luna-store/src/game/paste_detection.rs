//! Typing marks: questions and responses that were pasted in, came faster than anyone types, or were
//! taken from suggestions. They are for researchers, have no effect, and no player is told.

use std::collections::BTreeMap;

use luna_core::game::Move;

use crate::game::record::StoredMove;
use crate::player::sight::Sight;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "typing_mark",
    key: &["game_id", "seq", "part"],
    columns: &[
        (
            Class::Exported,
            &[
                "part",
                "at",
                "chars",
                "took_ms",
                "typed",
                "typed_ms",
                "pasted",
                "is_pasted",
                "is_fast",
                "suggested",
                "is_suggested",
            ],
        ),
        (Class::Withheld(reason::PARTNER), &["game_id"]),
        (Class::NotPersonal, &["seq"]),
    ],
    erasure: Erasure::With("game_move"),
};

/// A page's hint about the way a field was filled in; other programs may say anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// Characters that were pasted or dropped.
    pub pasted: Option<i64>,
    /// Characters that came by keys, and how long these were being pressed.
    pub typed: Option<i64>,
    pub typed_ms: Option<i64>,
}

/// Statistics of typing a question or response, or all of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typing {
    /// Not counting what was kept from before.
    pub chars: i64,
    /// For all of the move.
    pub took_ms: i64,
    pub hint: Hint,
    /// Characters that were taken from a suggestion, if one was taken.
    pub suggested: Option<i64>,
}

/// With fewer characters nothing can be told.
const LEAST_CHARS: i64 = 60;
/// Nobody types so many characters a second for long.
const FASTEST: i64 = 15;
/// Before the name of a field: the draft that holds the suggestion taken for it.
const SUGGESTED: &str = "suggested-";

/// The name of the draft that holds the suggestion taken for a field.
pub fn suggestion_field(field: &str) -> String {
    format!("{SUGGESTED}{field}")
}

impl Typing {
    /// Nine in ten characters were pasted.
    pub fn is_pasted(self) -> bool {
        self.chars >= LEAST_CHARS
            && self.hint.pasted.is_some_and(|pasted| pasted * 10 >= self.chars * 9)
    }

    /// Faster than anyone types.
    pub fn is_fast(self) -> bool {
        let fast = |(chars, ms)| chars >= LEAST_CHARS && chars * 1_000 > ms * FASTEST;
        self.paces().any(fast)
    }

    /// At least half of it is a suggestion's.
    pub fn is_suggested(self) -> bool {
        self.suggested.is_some()
    }

    /// Characters a second.
    pub fn speed(self) -> i64 {
        self.paces().map(|(chars, ms)| chars * 1_000 / ms.max(1)).max().unwrap_or_default()
    }

    /// Characters and milliseconds: of all characters since the page could be opened, and of those that
    /// came by keys while these were pressed.
    fn paces(self) -> impl Iterator<Item = (i64, i64)> {
        let Hint { typed, typed_ms, .. } = self.hint;
        let keys = typed.zip(typed_ms).filter(|(typed, _)| *typed >= LEAST_CHARS);
        [(self.chars, self.took_ms)].into_iter().chain(keys)
    }

    fn is_odd(self) -> bool {
        self.is_pasted() || self.is_fast() || self.is_suggested()
    }
}

/// The characters that each field had before it was the player's to fill in, such as questions kept
/// from another game, and the suggestions that were taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carryover {
    kept: BTreeMap<String, i64>,
    suggested: BTreeMap<String, String>,
}

pub fn carryover(tx: &mut Tx<'_>, seat_id: &str) -> Result<Carryover> {
    let drafts: Vec<(String, String, bool)> = rows!(
        tx,
        "SELECT d.field, d.body, d.at < s.opened_at
         FROM seat s JOIN draft d ON d.player_id = s.player_id AND d.subject_id = s.id
         WHERE s.id = $1",
        seat_id,
    );
    let mut carryover = Carryover::default();
    for (field, body, is_older) in drafts {
        if let Some(of) = field.strip_prefix(SUGGESTED) {
            carryover.suggested.insert(of.to_owned(), body);
        } else if is_older && field.as_str() < SUGGESTED {
            carryover.kept.insert(field, count(&body));
        }
    }
    Ok(carryover)
}

/// The characters of a text that are a suggestion's: those at its beginning and its end.
fn in_common(text: &str, suggestion: &str) -> i64 {
    let (text, suggestion): (Vec<char>, Vec<char>) =
        (text.chars().collect(), suggestion.chars().collect());
    let same = |(a, b): &(&char, &char)| a == b;
    let start = text.iter().zip(&suggestion).take_while(same).count();
    let rest = text.len().min(suggestion.len()) - start;
    let end = text.iter().rev().zip(suggestion.iter().rev()).take(rest).take_while(same).count();
    i64::try_from(start + end).unwrap_or(i64::MAX)
}

fn count(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

/// Marks what somebody has just sent, where it was pasted or too fast: each question or
/// response by itself, with the hint that came for it, and all of the move together.
pub fn note(
    tx: &mut Tx<'_>,
    now: i64,
    game_id: &str,
    played: StoredMove,
    mv: &Move,
    kept: &Carryover,
    hints: &[Hint],
) -> Result<()> {
    let (prefix, texts) = match mv {
        Move::Ask(texts) => ("q", texts),
        Move::Answer(texts) => ("r", texts),
        _ => return Ok(()),
    };
    let StoredMove { seq, took_ms: Some(took_ms) } = played else { return Ok(()) };
    let parts = parts(prefix, texts, took_ms, kept, hints);
    let odd = |(_, typing): &(i64, Typing)| typing.is_odd();
    for (part, typing) in [(0, whole(&parts, took_ms))].into_iter().chain(parts).filter(odd) {
        defer!(
            tx,
            "INSERT INTO typing_mark (game_id, seq, part, at, chars, took_ms, typed, typed_ms,
                                      pasted, is_pasted, is_fast, suggested, is_suggested)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
             ON CONFLICT (game_id, seq, part) DO NOTHING",
            row = format_args!("{game_id} {seq} {part}"),
            game_id,
            seq,
            part,
            now,
            typing.chars,
            took_ms,
            typing.hint.typed,
            typing.hint.typed_ms,
            typing.hint.pasted,
            typing.is_pasted(),
            typing.is_fast(),
            typing.suggested,
            typing.is_suggested(),
        );
    }
    Ok(())
}

/// Each text with its number, from 1.
fn parts(
    prefix: &str,
    texts: &[String],
    took_ms: i64,
    kept: &Carryover,
    hints: &[Hint],
) -> Vec<(i64, Typing)> {
    let hints = hints.iter().copied().chain(std::iter::repeat(Hint::default()));
    let part = |((part, text), hint): ((i64, &String), Hint)| {
        let field = format!("{prefix}{part}");
        let before = kept.kept.get(&field).copied().unwrap_or_default();
        let suggested = kept.suggested.get(&field).map(|it| in_common(text, it));
        let suggested = suggested.filter(|suggested| suggested * 2 >= count(text));
        // What was suggested may have been kept from before as well.
        let chars = (count(text) - before.max(suggested.unwrap_or_default())).max(0);
        // More than there is cannot have come in any way.
        let most = |given: Option<i64>| given.map(|given| given.clamp(0, chars));
        let hint = Hint { pasted: most(hint.pasted), typed: most(hint.typed), ..hint };
        (part, Typing { chars, took_ms, hint, suggested })
    };
    (1..).zip(texts).zip(hints).map(part).collect()
}

/// All parts together. Answers too short to tell anything each can tell it together.
fn whole(parts: &[(i64, Typing)], took_ms: i64) -> Typing {
    let sum = |of: fn(&Hint) -> Option<i64>| {
        parts.iter().filter_map(|(_, part)| of(&part.hint)).reduce(i64::saturating_add)
    };
    let hint = Hint {
        pasted: sum(|hint| hint.pasted),
        typed: sum(|hint| hint.typed),
        typed_ms: sum(|hint| hint.typed_ms),
    };
    let chars = parts.iter().map(|(_, part)| part.chars).sum();
    Typing { chars, took_ms, hint, suggested: None }
}

/// The place of a mark in the order of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub at: i64,
    pub game_id: String,
    pub seq: i64,
    /// From 1; 0: all of the move.
    pub part: i64,
}

impl Spot {
    /// Before this, all are.
    pub fn last() -> Spot {
        Spot { at: i64::MAX, game_id: String::new(), seq: 0, part: 0 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Pasted,
    Fast,
    /// Taken from a suggestion, with few changes or none.
    Suggested,
}

impl Mark {
    pub const ALL: [Mark; 3] = [Mark::Pasted, Mark::Fast, Mark::Suggested];

    pub fn name(self) -> &'static str {
        match self {
            Mark::Pasted => "pasted",
            Mark::Fast => "fast",
            Mark::Suggested => "suggested",
        }
    }

    pub fn from_name(name: &str) -> Option<Mark> {
        Mark::ALL.into_iter().find(|mark| mark.name() == name)
    }
}

/// A marked question or response, or all of a move: who made it, and how.
#[derive(Clone, Debug)]
pub struct TypingMark {
    pub spot: Spot,
    pub player_id: String,
    pub name: String,
    /// `ask` or `answer`.
    pub what: &'static str,
    pub typing: Typing,
    /// As it was judged when it came.
    pub pasted: bool,
    pub fast: bool,
    pub suggested: bool,
}

impl TypingMark {
    pub fn marks(&self) -> Vec<Mark> {
        let all = [
            (self.pasted, Mark::Pasted),
            (self.fast, Mark::Fast),
            (self.suggested, Mark::Suggested),
        ];
        all.into_iter().filter_map(|(has, mark)| has.then_some(mark)).collect()
    }
}

record! {
    struct Row {
        game_id: String,
        seq: i64,
        part: i64,
        at: i64,
        player_id: String,
        name: String,
        asked: bool,
        chars: i64,
        took_ms: i64,
        typed: Option<i64>,
        typed_ms: Option<i64>,
        pasted_chars: Option<i64>,
        pasted: bool,
        fast: bool,
        suggested_chars: Option<i64>,
        suggested: bool,
    }
}

fn marked(row: Row) -> TypingMark {
    let hint = Hint { pasted: row.pasted_chars, typed: row.typed, typed_ms: row.typed_ms };
    TypingMark {
        spot: Spot { at: row.at, game_id: row.game_id, seq: row.seq, part: row.part },
        player_id: row.player_id,
        name: row.name,
        what: if row.asked { "ask" } else { "answer" },
        typing: Typing {
            chars: row.chars,
            took_ms: row.took_ms,
            hint,
            suggested: row.suggested_chars,
        },
        pasted: row.pasted,
        fast: row.fast,
        suggested: row.suggested,
    }
}

/// The marks of a game, in the order of its moves; all of a move before its parts.
pub fn of_game(tx: &mut Tx<'_>, game_id: &str) -> Result<Vec<TypingMark>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT t.game_id, t.seq, t.part, t.at, m.player_id, p.name, substr(m.body, 3, 3) = 'ask', t.chars,
                t.took_ms, t.typed, t.typed_ms, t.pasted, t.is_pasted, t.is_fast, t.suggested, t.is_suggested
         FROM typing_mark t JOIN game_move m ON m.game_id = t.game_id AND m.seq = t.seq
         JOIN player p ON p.id = m.player_id
         WHERE t.game_id = $1 ORDER BY t.seq, t.part",
        game_id,
    );
    Ok(rows.into_iter().map(marked).collect())
}

/// The latest first, before a place: all, or those with one mark; of games that the reader
/// may see.
pub fn list(
    tx: &mut Tx<'_>,
    reader: &str,
    mark: Option<Mark>,
    before: &Spot,
    limit: i64,
) -> Result<Vec<TypingMark>> {
    let Spot { at, game_id, seq, part } = before;
    let sight = Sight::of(tx, reader)?.number();
    let rows: Vec<Row> = match mark {
        None => rows!(
            tx,
            "SELECT t.game_id, t.seq, t.part, t.at, m.player_id, p.name, substr(m.body, 3, 3) = 'ask', t.chars,
                    t.took_ms, t.typed, t.typed_ms, t.pasted, t.is_pasted, t.is_fast, t.suggested, t.is_suggested
             FROM typing_mark t JOIN game_move m ON m.game_id = t.game_id AND m.seq = t.seq
             JOIN player p ON p.id = m.player_id
             WHERE (t.at, t.game_id, t.seq, t.part) < ($1, $2, $3, $4)
                   AND EXISTS (
                       SELECT 1 FROM game g WHERE g.id = t.game_id
                       AND (g.ended_at IS NOT NULL OR CAST($6 AS BIGINT) = 0
                            OR (CAST($6 AS BIGINT) = 1 AND g.waiting_since IS NULL)))
             ORDER BY t.at DESC, t.game_id DESC, t.seq DESC, t.part DESC LIMIT $5",
            at,
            game_id,
            seq,
            part,
            limit,
            sight,
        ),
        Some(Mark::Pasted) => rows!(
            tx,
            "SELECT t.game_id, t.seq, t.part, t.at, m.player_id, p.name, substr(m.body, 3, 3) = 'ask', t.chars,
                    t.took_ms, t.typed, t.typed_ms, t.pasted, t.is_pasted, t.is_fast, t.suggested, t.is_suggested
             FROM typing_mark t JOIN game_move m ON m.game_id = t.game_id AND m.seq = t.seq
             JOIN player p ON p.id = m.player_id
             WHERE t.is_pasted AND (t.at, t.game_id, t.seq, t.part) < ($1, $2, $3, $4)
                   AND EXISTS (
                       SELECT 1 FROM game g WHERE g.id = t.game_id
                       AND (g.ended_at IS NOT NULL OR CAST($6 AS BIGINT) = 0
                            OR (CAST($6 AS BIGINT) = 1 AND g.waiting_since IS NULL)))
             ORDER BY t.at DESC, t.game_id DESC, t.seq DESC, t.part DESC LIMIT $5",
            at,
            game_id,
            seq,
            part,
            limit,
            sight,
        ),
        Some(Mark::Fast) => rows!(
            tx,
            "SELECT t.game_id, t.seq, t.part, t.at, m.player_id, p.name, substr(m.body, 3, 3) = 'ask', t.chars,
                    t.took_ms, t.typed, t.typed_ms, t.pasted, t.is_pasted, t.is_fast, t.suggested, t.is_suggested
             FROM typing_mark t JOIN game_move m ON m.game_id = t.game_id AND m.seq = t.seq
             JOIN player p ON p.id = m.player_id
             WHERE t.is_fast AND (t.at, t.game_id, t.seq, t.part) < ($1, $2, $3, $4)
                   AND EXISTS (
                       SELECT 1 FROM game g WHERE g.id = t.game_id
                       AND (g.ended_at IS NOT NULL OR CAST($6 AS BIGINT) = 0
                            OR (CAST($6 AS BIGINT) = 1 AND g.waiting_since IS NULL)))
             ORDER BY t.at DESC, t.game_id DESC, t.seq DESC, t.part DESC LIMIT $5",
            at,
            game_id,
            seq,
            part,
            limit,
            sight,
        ),
        Some(Mark::Suggested) => rows!(
            tx,
            "SELECT t.game_id, t.seq, t.part, t.at, m.player_id, p.name, substr(m.body, 3, 3) = 'ask', t.chars,
                    t.took_ms, t.typed, t.typed_ms, t.pasted, t.is_pasted, t.is_fast, t.suggested, t.is_suggested
             FROM typing_mark t JOIN game_move m ON m.game_id = t.game_id AND m.seq = t.seq
             JOIN player p ON p.id = m.player_id
             WHERE t.is_suggested AND (t.at, t.game_id, t.seq, t.part) < ($1, $2, $3, $4)
                   AND EXISTS (
                       SELECT 1 FROM game g WHERE g.id = t.game_id
                       AND (g.ended_at IS NOT NULL OR CAST($6 AS BIGINT) = 0
                            OR (CAST($6 AS BIGINT) = 1 AND g.waiting_since IS NULL)))
             ORDER BY t.at DESC, t.game_id DESC, t.seq DESC, t.part DESC LIMIT $5",
            at,
            game_id,
            seq,
            part,
            limit,
            sight,
        ),
    };
    Ok(rows.into_iter().map(marked).collect())
}
