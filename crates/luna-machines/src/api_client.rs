//! A client of Luna's API for machines: games, moves, and the stream of events.
//!
//! Each command carries an idempotency key, so that it can be repeated after a lost connection and
//! still takes effect once. The stream reconnects by itself, from the cursor of the last event.

mod connection;
mod error;
mod events;
mod types;

use luna_core::game::Move;
use luna_core::rating::Points;
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;

pub use self::connection::ApiClient;
pub use self::error::ApiError;
pub use self::events::{Event, Events};
pub use self::types::{
    Account, Estimate, Game, Limits, Mode, OpenTask, OtherRatings, Outcomes, RatingSummary,
    ThemeRating,
};
use crate::task::OutsideReply;

impl ApiClient {
    pub async fn account(&self) -> Result<Account, ApiError> {
        self.exchange(Method::GET, "/account", None).await
    }

    pub async fn game(&self, id: &str) -> Result<Game, ApiError> {
        self.exchange(Method::GET, &format!("/games/{id}"), None).await
    }

    /// The open games, a hundred at most, the latest change first.
    pub async fn open_games(&self) -> Result<Vec<Game>, ApiError> {
        let page: Page = self.exchange(Method::GET, "/games?state=open&limit=100", None).await?;
        Ok(page.games)
    }

    /// Opens a game. `key` is the idempotency key.
    pub async fn open(
        &self,
        key: &str,
        mode: Mode,
        opponent: Option<&str>,
    ) -> Result<Game, ApiError> {
        let body = json!({ "mode": mode, "opponent": opponent });
        self.exchange(Method::POST, "/games", Some((key, body))).await
    }

    /// Sends questions, responses or a guess; any other move aborts the game. `partners_lost` is the
    /// count in the game that the move was made for, so that a move for one partner is not taken for
    /// a later one.
    pub async fn play(
        &self,
        key: &str,
        game: &str,
        mv: &Move,
        partners_lost: u32,
    ) -> Result<Game, ApiError> {
        let (what, body) = match mv {
            Move::Ask(texts) => ("questions", json!({ "questions": texts })),
            Move::Answer(texts) => {
                ("responses", json!({ "responses": texts, "partners_lost": partners_lost }))
            }
            Move::Guess(guess) => {
                let sliders: Vec<Option<f64>> =
                    guess.sliders.iter().map(|slider| slider.and_then(number)).collect();
                let points = number(guess.points);
                let body = json!({
                    "guess": points, "sliders": sliders, "partners_lost": partners_lost,
                });
                ("guess", body)
            }
            Move::Join | Move::Leave | Move::Expire | Move::Remove | Move::Reveal(_) => {
                ("abort", json!({}))
            }
        };
        self.exchange(Method::POST, &format!("/games/{game}/{what}"), Some((key, body))).await
    }

    /// Sends the reply to a task outside games.
    pub async fn reply(
        &self,
        key: &str,
        task: &str,
        reply: &OutsideReply,
    ) -> Result<OpenTask, ApiError> {
        let path = format!("/tasks/{task}/reply");
        self.exchange(Method::POST, &path, Some((key, reply.to_json()))).await
    }

    /// The open tasks outside games.
    pub async fn tasks(&self) -> Result<Vec<OpenTask>, ApiError> {
        let page: Tasks = self.exchange(Method::GET, "/tasks", None).await?;
        Ok(page.tasks)
    }

    /// Aborts a game.
    pub async fn abort(&self, key: &str, game: &str) -> Result<Game, ApiError> {
        self.play(key, game, &Move::Leave, 0).await
    }

    /// The stream of events, which begins with the current state.
    pub fn events(&self) -> Events {
        Events::new(self.clone())
    }
}

#[derive(Deserialize)]
struct Tasks {
    tasks: Vec<OpenTask>,
}

#[derive(Deserialize)]
struct Page {
    games: Vec<Game>,
}

fn number(points: Points) -> Option<f64> {
    points.to_string().parse().ok()
}
