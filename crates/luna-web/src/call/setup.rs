//! What a machine's way in needs: kept as JSON beside the machine. What opens
//! it, a key or a signing secret, is kept apart and sealed.

use luna_machines::openai::MaxTokensName;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A service that Luna posts to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct PushSetup {
    pub(crate) url: String,
}

/// A language model that Luna asks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct OpenaiSetup {
    pub(crate) base_url: String,
    pub(crate) model: String,
    /// Prompts; an empty one is Luna's own.
    pub(crate) ask: String,
    pub(crate) answer: String,
    pub(crate) guess: String,
    /// Where the model stops thinking and begins to reply; empty: it never thinks.
    pub(crate) reasoning_end: String,
    /// 0: as many as Luna thinks best.
    pub(crate) max_tokens: u32,
    /// The server calls that limit `max_completion_tokens`.
    pub(crate) completion_tokens: bool,
    /// None: what the server thinks best.
    pub(crate) temperature: Option<f64>,
    /// What else the server is told.
    pub(crate) extra: Map<String, Value>,
    /// As with the next three, 0 is no limit.
    pub(crate) tokens_per_game: u64,
    pub(crate) tokens_per_day: u64,
    /// Millionths of the owner's currency, as are the prices.
    pub(crate) micros_per_game: u64,
    pub(crate) micros_per_day: u64,
    pub(crate) micros_in_per_million: u64,
    pub(crate) micros_out_per_million: u64,
    /// The variable of the server's environment that has the key; empty: none.
    pub(crate) key_env: String,
}

impl OpenaiSetup {
    pub(super) fn max_tokens_name(&self) -> MaxTokensName {
        if self.completion_tokens {
            MaxTokensName::MaxCompletionTokens
        } else {
            MaxTokensName::MaxTokens
        }
    }
}
