//! Every response of finished, rated games, with the mark and the guess it earned: for
//! operators and for those who study the games with them. Players have ids and no names.

use luna_core::game::Seat;
use luna_core::rating::Points;

use crate::game;
use crate::game::paste_detection::{self, Mark, TypingMark};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// One question with its response, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    pub game_id: String,
    /// When the game ended.
    pub at: i64,
    /// The question, from 1.
    pub part: i64,
    pub judge: Party,
    pub player: Party,
    /// The question was written by somebody who left before the judge came.
    pub inherited: bool,
    pub question: String,
    pub response: String,
    /// The judge's points for this response, if they gave any.
    pub mark: Option<Points>,
    /// The guess about the player, from all of the responses.
    pub guess: Points,
    /// True if the guess counts in ratings now.
    pub counts: bool,
    /// Marks of responses that were pasted or arrived faster than anyone types.
    pub typing: Vec<Mark>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    pub id: String,
    pub machine: bool,
}

/// The end of a game.
pub type End = (i64, String);

/// The time after which the last so many of the games that count have ended; none if there are fewer.
pub fn last_games_since(tx: &mut Tx<'_>, games: i64) -> Result<Option<i64>> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT ended_at FROM game
         WHERE ended_at IS NOT NULL AND NOT practice AND NOT sandbox
         ORDER BY ended_at DESC, id DESC LIMIT 1 OFFSET $1",
        games,
    );
    Ok(found.map(|(ended_at,)| ended_at))
}

/// The responses of some games, the first to end before the others, after the one that
/// is given; and where it goes on, if it does.
pub fn responses(
    tx: &mut Tx<'_>,
    after: (i64, &str),
    games: i64,
) -> Result<(Vec<Response>, Option<End>)> {
    let page: Vec<End> = rows!(
        tx,
        "SELECT ended_at, id FROM game
         WHERE ended_at IS NOT NULL AND (ended_at, id) > ($1, $2) AND NOT practice AND NOT sandbox
         ORDER BY ended_at, id LIMIT $3",
        after.0,
        after.1,
        games,
    );
    let mut all = Vec::new();
    for (at, game_id) in &page {
        of_game(tx, *at, game_id, &mut all)?;
    }
    let full = i64::try_from(page.len()).is_ok_and(|found| found >= games);
    Ok((all, page.into_iter().last().filter(|_| full)))
}

/// The responses of one game, which ended at that time.
pub fn responses_of_game(tx: &mut Tx<'_>, ended_at: i64, game_id: &str) -> Result<Vec<Response>> {
    let mut all = Vec::new();
    of_game(tx, ended_at, game_id, &mut all)?;
    Ok(all)
}

/// The same, unless something has happened to the game since: there is a report, or one of the two
/// players never wants to meet the other again.
pub fn untouched_responses(
    tx: &mut Tx<'_>,
    game_id: &str,
    (one, other): (&str, &str),
) -> Result<Option<Vec<Response>>> {
    let touched: Option<(i64,)> = row!(
        tx,
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM report WHERE game_id = $1)
            OR EXISTS (SELECT 1 FROM block WHERE by_player = $2 AND met = $3)
            OR EXISTS (SELECT 1 FROM block WHERE by_player = $3 AND met = $2)",
        game_id,
        one,
        other,
    );
    if touched.is_some() { Ok(None) } else { responses_of_game(tx, 0, game_id).map(Some) }
}

impl Response {
    /// A moderator has hidden the question or the response.
    pub fn is_hidden(&self) -> bool {
        [&self.question, &self.response].into_iter().any(|text| *text == game::HIDDEN)
    }
}

fn of_game(tx: &mut Tx<'_>, at: i64, game_id: &str, all: &mut Vec<Response>) -> Result<()> {
    let guesses: Vec<(String, i64, bool)> = rows!(
        tx,
        "SELECT side, points, counts FROM guess WHERE game_id = $1 ORDER BY side",
        game_id,
    );
    // Nobody has guessed in games that were given up.
    if guesses.is_empty() {
        return Ok(());
    }
    let loaded = game::load(tx, game_id)?;
    let marked = paste_detection::of_game(tx, game_id)?;
    for (side, points, counts) in guesses {
        let seat = Seat::from_name(&side).ok_or_else(|| Error::corrupt("an unknown seat"))?;
        let party = |seat| loaded.occupant(seat).map(|it| (it.player_id.clone(), it.machine));
        let view = loaded.game.view(seat);
        let (Some(judge), Some(player)) = (party(seat), party(seat.other())) else { continue };
        let (Some(questions), Some(responses), Some(guess)) =
            (view.my_questions, view.their_answers, view.my_guess)
        else {
            continue;
        };
        let [judge, player] = [judge, player].map(|(id, machine)| Party { id, machine });
        let texts = questions.into_iter().zip(responses).zip(guess.sliders);
        for (((question, response), mark), part) in texts.zip(1..) {
            let is = |it: &&TypingMark| {
                it.what == "answer" && it.spot.part == part && it.player_id == player.id
            };
            let typed = marked.iter().find(is);
            all.push(Response {
                game_id: game_id.to_owned(),
                at,
                part,
                judge: judge.clone(),
                player: player.clone(),
                inherited: view.inherited,
                question,
                response,
                mark,
                guess: Points::from_millionths(points).map_err(Error::corrupt)?,
                counts,
                typing: typed.map_or_else(Vec::new, TypingMark::marks),
            });
        }
    }
    Ok(())
}
