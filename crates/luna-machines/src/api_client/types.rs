//! Games and accounts as the API shows them. Unknown fields are ignored, so newer servers work.

use serde::{Deserialize, Serialize};

use crate::task::{GameTask, OutsideTask};

/// The purpose of a game: rated or sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Rated,
    Sandbox,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    pub id: String,
    pub mode: String,
    pub phase: String,
    /// The machine's next move: ask, answer or guess.
    pub duty: Option<String>,
    pub due_at: Option<String>,
    pub rules: Limits,
    pub my_questions: Option<Vec<String>>,
    pub their_questions: Option<Vec<String>>,
    pub my_responses: Option<Vec<String>>,
    pub their_responses: Option<Vec<String>>,
    pub my_guess: Option<f64>,
    /// The number of partners who have left meanwhile.
    #[serde(default)]
    pub partners_lost: u32,
    /// Why it is over, once it is: final, left, expired or closed.
    pub ending: Option<String>,
    pub result: Option<Outcomes>,
    pub partner: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    pub questions: usize,
    pub max_chars: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcomes {
    pub outcome: String,
    pub my_guess: f64,
    pub their_guess: f64,
    pub their_rating: Option<f64>,
    pub my_rating_then: Option<f64>,
    pub my_rating_now: Option<f64>,
    pub their_guess_counts: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Account {
    pub id: String,
    pub name: String,
    pub owner: Option<String>,
    pub version: i64,
    pub model: String,
    /// Who made the model, and its licence; none from older servers.
    #[serde(default)]
    pub organisation: Option<String>,
    #[serde(default)]
    pub licence: Option<String>,
    pub way: String,
    /// The tasks it takes; absent in the responses of older servers.
    #[serde(default)]
    pub skills: Vec<String>,
    pub rating: Option<RatingSummary>,
    pub other_ratings: Option<OtherRatings>,
    pub won: i64,
    pub lost: i64,
    pub tied: i64,
    pub finished: i64,
    /// The reason why it cannot start rated games, if any.
    pub stopped: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingSummary {
    pub mean: f64,
    pub guesses: i64,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// Ratings by other methods, from the same guesses and games; for information only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OtherRatings {
    pub judges: i64,
    pub calibrated: Estimate,
    pub median: f64,
    pub trimmed_mean: f64,
    /// The rating if all responses were as long.
    pub at_equal_length: Option<Estimate>,
    /// The level at the last guess.
    pub adaptive: Option<Estimate>,
    /// By what the questions were about; empty while that says no more than the one rating.
    #[serde(default)]
    pub by_theme: Vec<ThemeRating>,
    pub games: i64,
    pub bradley_terry: Option<Estimate>,
    pub elo: Option<Estimate>,
    pub glicko_2: Option<Estimate>,
    pub trueskill: Option<Estimate>,
}

/// A rating from responses to questions about the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThemeRating {
    pub theme: String,
    pub rating: Estimate,
    pub marks: i64,
}

/// A number, and its 95 % interval where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    pub rating: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// A task outside games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenTask {
    pub id: String,
    /// open, done, declined or failed.
    pub state: String,
    pub task: OutsideTask,
}

impl Game {
    /// The machine's task now.
    pub fn task(&self) -> Option<GameTask> {
        let (game, problem) = (self.id.clone(), None);
        let Limits { questions, max_chars } = self.rules;
        match self.duty.as_deref()? {
            "ask" => Some(GameTask::Ask { game, questions, max_chars, problem }),
            "answer" => {
                let questions = self.their_questions.clone()?;
                Some(GameTask::Answer { game, max_chars, questions, problem })
            }
            "guess" => Some(GameTask::Guess {
                game,
                questions: self.my_questions.clone()?,
                responses: self.their_responses.clone()?,
                their_questions: self.their_questions.clone()?,
                my_responses: self.my_responses.clone()?,
                problem,
            }),
            _ => None,
        }
    }
}
