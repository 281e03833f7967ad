//! Settings of an adapter, stored as JSON with the machine. Its key or signing secret is stored
//! separately and encrypted.

use luna_machines::openai::{MaxTokensName, Prompts};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A service to which Luna posts tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PushSetup {
    pub url: String,
}

/// A language model with an OpenAI-compatible API.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenaiSetup {
    pub base_url: String,
    pub model: String,
    #[serde(flatten)]
    pub prompts: Prompts,
    /// The text that ends the model's reasoning; empty if it does not reason.
    pub reasoning_end: String,
    /// 0: Luna's default.
    pub max_tokens: u32,
    /// The server calls that limit `max_completion_tokens`.
    pub completion_tokens: bool,
    /// None: the server's default.
    pub temperature: Option<f64>,
    /// Additional fields of each request.
    pub extra: Map<String, Value>,
    /// 0 is no limit, here and in the next three fields.
    pub tokens_per_game: u64,
    pub tokens_per_day: u64,
    /// Millionths of the owner's currency, as are the prices.
    pub micros_per_game: u64,
    pub micros_per_day: u64,
    pub micros_in_per_million: u64,
    pub micros_out_per_million: u64,
    /// The variable of the server's environment that has the key; empty: none.
    pub key_env: String,
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
