//! A player's download from Luna: the games in which they asked the same questions, with each
//! partner's answers and rating at the time.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::ReadError;
use super::rows::{BOM, excerpt, utf8};
use crate::predict::dataset::{Person, Question};

#[derive(Deserialize)]
struct Download {
    games: Vec<Game>,
}

#[derive(Deserialize)]
struct Game {
    #[serde(rename = "game")]
    id: String,
    moves: Vec<Move>,
    their_answers: Option<Vec<String>>,
    /// From 0 to 100.
    their_rating: Option<f64>,
}

#[derive(Deserialize)]
struct Move {
    #[serde(rename = "move")]
    made: MoveKind,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum MoveKind {
    Asked { ask: Vec<String> },
    Other(IgnoredAny),
}

/// A game that was played to its end, with a partner who had a rating.
struct PlayedGame<'a> {
    game: &'a str,
    asked: &'a [String],
    answers: &'a [String],
    rating: f64,
}

/// Returns true for a download, which a CSV cannot be by its beginning.
pub(super) fn is(bytes: &[u8]) -> bool {
    bytes.strip_prefix(BOM).unwrap_or(bytes).trim_ascii_start().starts_with(b"{")
}

/// Reads the set of questions that was asked most often, and the first of several such sets.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<(Vec<Question>, Vec<Person>), ReadError> {
    let download: Download = serde_json::from_str(utf8(file, bytes)?).map_err(|error| {
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or_default();
        let why = format!("this is not a player's download from Luna ({why})");
        ReadError::at(file, error.line(), why)
    })?;
    let mut sets: Vec<(&[String], Vec<PlayedGame<'_>>)> = Vec::new();
    for game in &download.games {
        let Some(played) = game.rated(file)? else { continue };
        match sets.iter_mut().find(|(asked, _)| *asked == played.asked) {
            Some((_, all)) => all.push(played),
            None => sets.push((played.asked, vec![played])),
        }
    }
    let (asked, played) =
        sets.into_iter().rev().max_by_key(|(_, all)| all.len()).ok_or_else(|| {
            let why = "no game in it has a partner's answers and the partner's rating";
            ReadError::of(file, why)
        })?;
    let person = |game: PlayedGame<'_>| Person {
        id: game.game.to_owned(),
        responses: game.answers.to_vec(),
        rating: game.rating,
        grades: Vec::new(),
    };
    let questions = asked.iter().map(|text| Question::plain(text)).collect();
    Ok((questions, played.into_iter().map(person).collect()))
}

impl Game {
    fn rated(&self, file: &str) -> Result<Option<PlayedGame<'_>>, ReadError> {
        let asked = self.moves.iter().rev().find_map(|it| match &it.made {
            MoveKind::Asked { ask } => Some(ask),
            MoveKind::Other(_) => None,
        });
        let (Some(asked), Some(answers), Some(rating)) =
            (asked, &self.their_answers, self.their_rating)
        else {
            return Ok(None);
        };
        let wrong = |why| Err(ReadError::of(file, format!("game {}: {why}", excerpt(&self.id))));
        if asked.len() != answers.len() {
            return wrong(format!("{} answers for {} questions", answers.len(), asked.len()));
        }
        if !(0.0..=100.0).contains(&rating) {
            return wrong(format!("a rating must be from 0 to 100, not {rating}"));
        }
        let rating = rating / 100.0;
        Ok(Some(PlayedGame { game: &self.id, asked, answers, rating }))
    }
}
