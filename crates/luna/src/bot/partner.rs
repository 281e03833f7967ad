//! The partner of a checked machine: a house machine that plays through the API, the same way for
//! the same seed.

use luna_core::rng::Chance;
use luna_machines::api_client::{ApiClient, ApiError, Event, Game, Mode};
use luna_machines::task::Task as _;
use luna_machines::{HouseMachine, HouseMachines, HouseTask as _};
use tokio::sync::watch;

use crate::config::environment;

pub(crate) struct Partner {
    pub(crate) luna: ApiClient,
    /// The name of the checked machine.
    opponent: &'static str,
    houses: HouseMachines,
    seed: u64,
}

impl Partner {
    pub(crate) fn new(luna: ApiClient, opponent: &'static str, seed: u64) -> Partner {
        Partner { luna, opponent, houses: HouseMachines::default(), seed }
    }

    /// Plays one game with the checked machine to its end, from the moment when `may` is true.
    pub(crate) async fn play(
        &self,
        house: HouseMachine,
        mut may: watch::Receiver<bool>,
    ) -> Result<Game, ApiError> {
        let mut events = self.luna.events();
        let mut mine = None;
        loop {
            match events.next().await? {
                Event::Game { game, .. } => {
                    let over = game.ending.is_some();
                    if over && mine.as_ref() == Some(&game.id) {
                        return Ok(*game);
                    }
                    if !over {
                        mine.get_or_insert_with(|| game.id.clone());
                        drop(may.wait_for(|&may| may).await);
                        self.turn(house, &game).await?;
                    }
                }
                Event::Ready { .. } if mine.is_none() => mine = Some(self.open().await?),
                Event::Ready { .. }
                | Event::Account { .. }
                | Event::Task { .. }
                | Event::Closing { .. }
                | Event::Cut { .. }
                | Event::Unknown => {}
            }
        }
    }

    /// Starts a game with the machine and leaves it when there are questions to answer.
    pub(crate) async fn leave(&self, house: HouseMachine) -> Result<(), ApiError> {
        let mut events = self.luna.events();
        let id = self.open().await?;
        loop {
            let Event::Game { game, .. } = events.next().await? else { continue };
            match game.duty.as_deref() {
                Some("answer") => break drop(self.luna.abort(&key(), &id).await?),
                _ => self.turn(house, &game).await?,
            }
        }
        Ok(())
    }

    async fn open(&self) -> Result<String, ApiError> {
        Ok(self.luna.open(&key(), Mode::Sandbox, Some(self.opponent)).await?.id)
    }

    async fn turn(&self, house: HouseMachine, game: &Game) -> Result<(), ApiError> {
        let Some(task) = game.task() else { return Ok(()) };
        let seed = self.seed.to_string();
        let mut chance = Chance::from_words(&[&seed, house.name(), task.kind()]);
        let mv = task.house_reply(&self.houses, house, &mut chance);
        match self.luna.play(&key(), &game.id, &mv, game.partners_lost).await {
            // The machine has left.
            Err(error) if matches!(error.status(), Some(404 | 409)) => Ok(()),
            other => other.map(drop),
        }
    }
}

fn key() -> String {
    environment::random().secret()
}
