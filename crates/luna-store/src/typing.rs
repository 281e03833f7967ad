//! Questions and responses that were pasted in, or came faster than anyone
//! types: a mark for whoever studies the games. Nothing follows from it, and no
//! player is told.

use luna_core::game::Move;

use crate::{Error, Result, Tx};

/// What a page says of how it was filled in; other programs may say anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// Characters that were pasted or dropped.
    pub pasted: Option<i64>,
    /// Characters that came by keys, and how long these were being pressed.
    pub typed: Option<i64>,
    pub typed_ms: Option<i64>,
}

/// How a move was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typing {
    /// Not counting what was kept from before.
    pub chars: i64,
    pub took_ms: i64,
    pub hint: Hint,
}

/// With fewer characters nothing can be told.
const LEAST_CHARS: i64 = 60;
/// Nobody types so many characters a second for long.
const FASTEST: i64 = 15;

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

    /// Characters a second.
    pub fn speed(self) -> i64 {
        self.paces().map(|(chars, ms)| chars * 1_000 / ms.max(1)).max().unwrap_or_default()
    }

    /// How many characters in how many milliseconds: all of them since the page could
    /// be opened, and those that came by keys while these were pressed.
    fn paces(self) -> impl Iterator<Item = (i64, i64)> {
        let Hint { typed, typed_ms, .. } = self.hint;
        let keys = typed.zip(typed_ms).filter(|(typed, _)| *typed >= LEAST_CHARS);
        [(self.chars, self.took_ms)].into_iter().chain(keys)
    }
}

/// How much of what is in a player's form has been there since before it was
/// theirs to fill in, such as questions kept from another game.
pub fn kept_chars(tx: &mut Tx<'_>, seat_id: &str) -> Result<i64> {
    let kept: Vec<(String,)> = rows!(
        tx,
        "SELECT d.body FROM seat s JOIN draft d ON d.player_id = s.player_id AND d.seat_id = s.id
         WHERE s.id = $1 AND d.at < s.opened_at AND d.field < 's'",
        seat_id,
    );
    let chars: usize = kept.iter().map(|(body,)| body.chars().count()).sum();
    i64::try_from(chars).map_err(Error::corrupt)
}

/// Marks the move that somebody has just sent, if it was pasted or too fast.
pub fn note(tx: &mut Tx<'_>, now: i64, seat_id: &str, kept: i64, hint: Hint) -> Result<()> {
    let found: Option<(String, i64, i64, i64, String)> = row!(
        tx,
        "SELECT m.game_id, m.seq, m.at, m.took_ms, m.body FROM seat s
         JOIN game_move m ON m.game_id = s.game_id AND m.side = s.side
                             AND m.player_id = s.player_id
         WHERE s.id = $1 AND m.took_ms IS NOT NULL ORDER BY m.seq DESC",
        seat_id,
    );
    let Some((game_id, seq, _, took_ms, body)) = found.filter(|found| found.2 >= now) else {
        return Ok(());
    };
    let mv: Move = serde_json::from_str(&body).map_err(Error::corrupt)?;
    let (Move::Ask(texts) | Move::Answer(texts)) = mv else { return Ok(()) };
    let chars: usize = texts.iter().map(|text| text.chars().count()).sum();
    let chars = (i64::try_from(chars).map_err(Error::corrupt)? - kept).max(0);
    let most = |said: Option<i64>| said.map(|said| said.clamp(0, chars));
    let hint = Hint { pasted: most(hint.pasted), typed: most(hint.typed), ..hint };
    let typing = Typing { chars, took_ms, hint };
    if typing.is_pasted() || typing.is_fast() {
        run!(
            tx,
            "INSERT INTO typing (game_id, seq, chars, took_ms, typed, typed_ms, pasted)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game_id, seq) DO NOTHING",
            game_id,
            seq,
            chars,
            took_ms,
            hint.typed,
            hint.typed_ms,
            hint.pasted,
        );
    }
    Ok(())
}

/// A marked move of a game: who made it, and how.
#[derive(Clone, Debug)]
pub struct Marked {
    pub seq: i64,
    pub name: String,
    /// `ask` or `answer`.
    pub what: &'static str,
    pub typing: Typing,
}

pub fn of_game(tx: &mut Tx<'_>, game_id: &str) -> Result<Vec<Marked>> {
    type Row = (i64, String, String, i64, i64, Option<i64>, Option<i64>, Option<i64>);
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT t.seq, p.name, m.body, t.chars, t.took_ms, t.typed, t.typed_ms, t.pasted
         FROM typing t JOIN game_move m ON m.game_id = t.game_id AND m.seq = t.seq
         JOIN player p ON p.id = m.player_id
         WHERE t.game_id = $1 ORDER BY t.seq",
        game_id,
    );
    let marked = |(seq, name, body, chars, took_ms, typed, typed_ms, pasted): Row| {
        let what = match serde_json::from_str(&body).map_err(Error::corrupt)? {
            Move::Ask(_) => "ask",
            _ => "answer",
        };
        Ok(Marked {
            seq,
            name,
            what,
            typing: Typing { chars, took_ms, hint: Hint { pasted, typed, typed_ms } },
        })
    };
    rows.into_iter().map(marked).collect()
}
