//! A machine that is a language model behind an `OpenAI`-compatible interface, hosted or local.

mod parse_reply;
mod prompts;

use std::time::Duration;

use reqwest::Method;
use serde::Serialize;
use serde_json::{Map, Value, json};

pub use self::prompts::{PROMPTS, PromptField, Prompts};
use crate::http::{Answer, Http, send};
use crate::task::{
    CallError, CallFailure, ConverseTask, GameTask, OutsideTask, QuestionTask, Task,
};

/// The number of times it is asked again after a reply that cannot be parsed.
const MOST_REASKS: u32 = 2;
/// The tokens of the sentence that tells the model its fault.
const LONGEST_PROBLEM: u64 = 300;
/// The user's message where the other side of a conversation has said nothing.
const WAITING: &str = "(The other side is waiting for you.)";

pub struct Model {
    /// Up to and without `/chat/completions`.
    pub base_url: String,
    pub model: String,
    pub key: Option<String>,
    pub prompts: Prompts,
    /// The end of a model's reasoning, such as `</think>`; all before it is dropped.
    pub reasoning_end: Option<String>,
    pub temperature: Option<f64>,
    pub max_tokens: u32,
    pub max_tokens_name: MaxTokensName,
    /// For one exchange.
    pub timeout: Duration,
    pub patience: Patience,
    /// Further fields of the request body, for options of a server.
    pub extra: Map<String, Value>,
    pub http: Http,
}

/// The server's name for the limit on its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MaxTokensName {
    #[default]
    MaxTokens,
    MaxCompletionTokens,
}

/// The waits and attempts when the server is busy or away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    pub attempts: u32,
    /// Before the second attempt; twice as long before each that follows,
    /// unless the server says how long.
    pub first_wait: Duration,
    /// The most, whatever the server says.
    pub longest_wait: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Without a limit if there is none.
    pub tokens_left: Option<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Requests made, answered or not.
    pub calls: u64,
    pub tokens_in: u64,
    pub tokens_out: u64,
}

/// Millionths of a currency for a million tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prices {
    pub in_micros_per_million: u64,
    pub out_micros_per_million: u64,
}

/// A message to a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message {
    pub role: &'static str,
    pub content: String,
}

/// A task in words, and the reply to it found in what a model writes.
pub trait Prompted: Task {
    fn messages(&self, prompts: &Prompts) -> Vec<Message>;

    /// The reply as JSON, or what is wrong with the text.
    fn find_reply(&self, text: &str) -> Result<Value, String>;
}

/// A reply, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeteredReply<R> {
    pub reply: R,
    pub usage: Usage,
}

/// No reply. Tokens are used even when nothing came of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct NoReply {
    #[source]
    pub error: CallError,
    pub usage: Usage,
    /// The value of `retry-after`.
    pub wait: Option<Duration>,
}

/// The most tokens that a task takes: asked once, and asked again as often as allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenNeed {
    pub once: u64,
    pub whole: u64,
}

/// The model's output.
struct Completion {
    text: String,
    cut_off: bool,
}

impl Message {
    fn system(content: String) -> Message {
        Message { role: "system", content }
    }

    fn user(content: String) -> Message {
        Message { role: "user", content }
    }

    fn assistant(content: String) -> Message {
        Message { role: "assistant", content }
    }
}

impl Prompted for GameTask {
    fn messages(&self, prompts: &Prompts) -> Vec<Message> {
        vec![Message::user(prompts.game(self))]
    }

    fn find_reply(&self, text: &str) -> Result<Value, String> {
        parse_reply::game(self, text)
    }
}

impl Prompted for QuestionTask {
    fn messages(&self, prompts: &Prompts) -> Vec<Message> {
        vec![Message::user(prompts.question(self))]
    }

    fn find_reply(&self, text: &str) -> Result<Value, String> {
        parse_reply::answers(text)
    }
}

impl Prompted for ConverseTask {
    /// The conversation as one: what it said is the assistant's, what it heard the user's.
    fn messages(&self, prompts: &Prompts) -> Vec<Message> {
        let mut messages = vec![Message::system(prompts.converse(self))];
        for line in self.lines.iter().filter(|line| !line.open) {
            let own = line.by == self.you;
            let role = if own { "assistant" } else { "user" };
            match messages.last_mut() {
                Some(last) if last.role == role => {
                    last.content.push('\n');
                    last.content.push_str(&line.text);
                }
                _ if own => {
                    // Many servers want the user to speak first.
                    if messages.len() == 1 {
                        messages.push(Message::user(WAITING.to_owned()));
                    }
                    messages.push(Message::assistant(line.text.clone()));
                }
                _ => messages.push(Message::user(line.text.clone())),
            }
        }
        if messages.last().is_none_or(|last| last.role != "user") {
            messages.push(Message::user(WAITING.to_owned()));
        }
        messages
    }

    fn find_reply(&self, text: &str) -> Result<Value, String> {
        parse_reply::lines(text)
    }
}

impl Prompted for OutsideTask {
    fn messages(&self, prompts: &Prompts) -> Vec<Message> {
        match self {
            OutsideTask::Question(task) => task.messages(prompts),
            OutsideTask::Converse(task) => task.messages(prompts),
        }
    }

    fn find_reply(&self, text: &str) -> Result<Value, String> {
        match self {
            OutsideTask::Question(task) => task.find_reply(text),
            OutsideTask::Converse(task) => task.find_reply(text),
        }
    }
}

impl Default for Patience {
    fn default() -> Patience {
        let (first_wait, longest_wait) = (Duration::from_secs(2), Duration::from_secs(60));
        Patience { attempts: 4, first_wait, longest_wait }
    }
}

impl Usage {
    /// The cost, rounded up.
    pub fn micros(&self, prices: &Prices) -> u64 {
        let millionths = u128::from(self.tokens_in) * u128::from(prices.in_micros_per_million)
            + u128::from(self.tokens_out) * u128::from(prices.out_micros_per_million);
        u64::try_from(millionths.div_ceil(1_000_000)).unwrap_or(u64::MAX)
    }

    fn tokens(self) -> u64 {
        self.tokens_in.saturating_add(self.tokens_out)
    }
}

impl Model {
    pub async fn call<T: Prompted>(
        &self,
        task: &T,
        budget: &Budget,
    ) -> Result<MeteredReply<T::Reply>, NoReply> {
        let mut usage = Usage::default();
        match self.converse(task, budget, &mut usage).await {
            Ok(reply) => Ok(MeteredReply { reply, usage }),
            Err(CallFailure { error, wait }) => Err(NoReply { error, usage, wait }),
        }
    }

    /// The tokens to set aside before [`Model::call`].
    pub fn need(&self, task: &impl Prompted) -> TokenNeed {
        let max_tokens = u64::from(self.max_tokens);
        let asked = most_all(&task.messages(&self.prompts));
        let once = asked.saturating_add(max_tokens);
        // Each attempt sends all earlier output again, so the longest is assumed.
        let again = max_tokens.saturating_mul(3).saturating_add(LONGEST_PROBLEM);
        let exchanges = u64::from(MOST_REASKS) + 1;
        let read_again = exchanges * (exchanges - 1) / 2;
        let whole = once.saturating_mul(exchanges).saturating_add(again.saturating_mul(read_again));
        TokenNeed { once, whole }
    }

    async fn converse<T: Prompted>(
        &self,
        task: &T,
        budget: &Budget,
        usage: &mut Usage,
    ) -> Result<T::Reply, CallFailure> {
        let mut messages = task.messages(&self.prompts);
        let mut reasks = 0;
        loop {
            let completion = self.complete(&messages, budget, usage).await?;
            let text =
                parse_reply::after_reasoning(&completion.text, self.reasoning_end.as_deref());
            let end = self.reasoning_end.as_deref().filter(|end| !end.is_empty());
            // Reasoning that was cut off before its end is no reply.
            let thoughts =
                completion.cut_off && end.is_some_and(|end| !completion.text.contains(end));
            let read = if thoughts {
                Err("The reply was cut off.".to_owned())
            } else {
                task.find_reply(text).and_then(|reply| task.read_value(&reply))
            };
            let problem = match read {
                Ok(reply) => return Ok(reply),
                Err(_) if completion.cut_off => format!(
                    "The reply was cut off after {} tokens; please be shorter.",
                    self.max_tokens
                ),
                Err(problem) => problem,
            };
            if reasks == MOST_REASKS {
                return Err(CallError::Invalid(problem).into());
            }
            reasks += 1;
            // Not every server takes an empty message.
            let said = if text.trim().is_empty() { "(nothing)" } else { text.trim() };
            messages.push(Message::assistant(said.to_owned()));
            let again = format!("{problem} Please reply again, in full, and only as asked for.");
            messages.push(Message::user(again));
        }
    }

    /// One completion, with as many attempts as patience has.
    async fn complete(
        &self,
        messages: &[Message],
        budget: &Budget,
        usage: &mut Usage,
    ) -> Result<Completion, CallFailure> {
        let mut wait = self.patience.first_wait;
        let mut attempt = 1;
        loop {
            self.check_budget(messages, budget, *usage)?;
            usage.calls += 1;
            let (error, asked) = match self.exchange(messages).await {
                Ok(answer) if answer.status == 200 => {
                    return Ok(completion(&answer, messages, usage)?);
                }
                Ok(answer) => (refusal(&answer, self.key.as_deref()), answer.retry_after),
                Err(error) => (error, None),
            };
            if let CallError::Stalled(_) = error {
                // Output that arrives after the timeout may still be charged.
                usage.tokens_in = usage.tokens_in.saturating_add(estimate_all(messages));
                usage.tokens_out = usage.tokens_out.saturating_add(u64::from(self.max_tokens));
            }
            let passing = matches!(error, CallError::Unreachable(_) | CallError::Stalled(_));
            if attempt >= self.patience.attempts || !passing {
                return Err(CallFailure { error, wait: asked });
            }
            attempt += 1;
            tokio::time::sleep(asked.unwrap_or(wait).min(self.patience.longest_wait)).await;
            wait = wait.saturating_mul(2);
        }
    }

    fn check_budget(
        &self,
        messages: &[Message],
        budget: &Budget,
        usage: Usage,
    ) -> Result<(), CallError> {
        let Some(left) = budget.tokens_left else { return Ok(()) };
        let left = left.saturating_sub(usage.tokens());
        let needed = most_all(messages).saturating_add(u64::from(self.max_tokens));
        if needed <= left {
            return Ok(());
        }
        Err(CallError::Spent(format!(
            "This may take {needed} tokens and {left} are left in the budget."
        )))
    }

    async fn exchange(&self, messages: &[Message]) -> Result<Answer, CallError> {
        let url = format!("{}/chat/completions", self.base_url.trim_end_matches('/'));
        let mut body = self.extra.clone();
        body.insert("model".to_owned(), json!(self.model));
        body.insert("messages".to_owned(), json!(messages));
        body.insert("stream".to_owned(), json!(false));
        let max_tokens = match self.max_tokens_name {
            MaxTokensName::MaxTokens => "max_tokens",
            MaxTokensName::MaxCompletionTokens => "max_completion_tokens",
        };
        body.insert(max_tokens.to_owned(), json!(self.max_tokens));
        if let Some(temperature) = self.temperature {
            body.insert("temperature".to_owned(), json!(temperature));
        }
        let mut request = self
            .http
            .request(Method::POST, &url)?
            .header("content-type", "application/json")
            .body(Value::Object(body).to_string());
        if let Some(key) = &self.key {
            request = request.bearer_auth(key);
        }
        send(request, self.timeout).await
    }
}

/// The output and its usage: as the server counts it, or as we estimate it where the server does not
/// say.
fn completion(
    answer: &Answer,
    messages: &[Message],
    usage: &mut Usage,
) -> Result<Completion, CallError> {
    let reply: Value = match answer.body.as_deref().map(serde_json::from_str) {
        Ok(Ok(reply)) => reply,
        Ok(Err(_)) => {
            return Err(CallError::Refused("The server's answer is not JSON.".to_owned()));
        }
        Err(problem) => return Err(CallError::Refused(problem.clone())),
    };
    let choice = &reply["choices"][0];
    let text = written(&choice["message"]["content"]);
    let count = |name: &str, estimate: u64| reply["usage"][name].as_u64().unwrap_or(estimate);
    usage.tokens_in =
        usage.tokens_in.saturating_add(count("prompt_tokens", estimate_all(messages)));
    usage.tokens_out = usage.tokens_out.saturating_add(count("completion_tokens", estimate(&text)));
    if !choice["message"].is_object() {
        return Err(CallError::Refused(
            "The server's answer has no message of a model.".to_owned(),
        ));
    }
    Ok(Completion { text, cut_off: choice["finish_reason"] == "length" })
}

/// The text of a message, which some servers send in parts, among reasoning and images.
fn written(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(text_of).collect(),
        _ => String::new(),
    }
}

fn text_of(part: &Value) -> Option<&str> {
    let kind = part["type"].as_str();
    let text = part.as_str().or_else(|| part["text"].as_str())?;
    kind.is_none_or(|kind| matches!(kind, "text" | "output_text")).then_some(text)
}

/// A server's response other than 200, without the key in it.
fn refusal(answer: &Answer, key: Option<&str>) -> CallError {
    let body = answer.body.as_deref().unwrap_or_default();
    let reply: Value = serde_json::from_str(body).unwrap_or_default();
    let said = reply["error"]["message"].as_str().or(reply["error"].as_str()).unwrap_or_default();
    let said = match key.filter(|key| !key.is_empty()) {
        Some(key) => said.replace(key, "…"),
        None => said.to_owned(),
    };
    let said: String = said.chars().filter(|c| !c.is_control()).take(300).collect();
    let status = answer.status;
    let sentence = if said.is_empty() {
        format!("The server answered {status}.")
    } else {
        format!("The server answered {status}: {said}")
    };
    match status {
        408 | 409 | 425 | 429 | 500.. => CallError::Unreachable(sentence),
        // The address or the key is wrong, and will be.
        401 | 404 | 405 => CallError::Refused(sentence),
        // A content filter may refuse this request and accept the next game's.
        _ => CallError::Invalid(sentence),
    }
}

/// About four characters to a token.
fn estimate(text: &str) -> u64 {
    u64::try_from(text.chars().count().div_ceil(4)).unwrap_or(u64::MAX)
}

fn estimate_all(messages: &[Message]) -> u64 {
    messages.iter().map(|message| estimate(&message.content)).sum()
}

/// An upper estimate of a message's tokens: seldom more than one for two bytes in any script, and
/// the overhead that a server adds.
fn most(text: &str) -> u64 {
    u64::try_from(text.len().div_ceil(2) + 8).unwrap_or(u64::MAX)
}

fn most_all(messages: &[Message]) -> u64 {
    messages.iter().map(|message| most(&message.content)).sum()
}
