//! The machine that plays: a program, a language model, a server or a house machine.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{ArgGroup, Args};
use luna_core::game::Move;
use luna_core::rng::Chance;
use luna_machines::http::Http;
use luna_machines::openai::{Budget, MaxTokensName, Model, Patience, Prompted, Prompts, Usage};
use luna_machines::ssrf_guard::Guard;
use luna_machines::subprocess::Child;
use luna_machines::task::{CallError, GameTask, Task};
use luna_machines::webhook::{ForgeryOutcome, Push};
use luna_machines::{HouseMachine, HouseMachines, HouseTask};
use serde_json::{Map, Value};

use super::text_questions::TextQuestions;
use crate::config::Config;
use crate::config::environment;
use crate::failure::Failure;
use crate::serve::background;

/// A model behind an OpenAI-compatible interface, and how it is asked.
#[derive(Clone, Debug)]
pub(crate) struct ModelOptions {
    pub(crate) base_url: String,
    pub(crate) model: String,
    pub(crate) key: Option<String>,
    pub(crate) temperature: Option<f64>,
    pub(crate) max_tokens: u32,
}

/// The most tokens of one reply.
pub(crate) const MOST_TOKENS: u32 = 4_096;

/// The number of times that a program gets a task without replying.
pub(crate) const PROGRAM_ATTEMPTS: u32 = 3;

/// The options that choose a machine. Exactly one is required.
#[derive(Args, Clone, Debug)]
#[group(skip)]
#[command(group = ArgGroup::new("machine").required(true).multiple(true))]
pub(crate) struct MachineArgs {
    /// A program that reads tasks and writes replies, one line of JSON each. All words after
    /// it belong to the program
    #[arg(
        long, num_args = 1.., allow_hyphen_values = true, value_names = ["PROGRAM", "ARGUMENTS"],
        group = "machine"
    )]
    exec: Option<Vec<String>>,
    /// The base URL of a language model with an OpenAI-compatible interface; its key, if it needs
    /// one, in the variable `LUNA_KEY`
    #[arg(long, value_name = "BASE_URL", group = "machine", requires = "model",
          conflicts_with_all = ["exec", "push"])]
    openai: Option<String>,
    /// The name of the language model
    #[arg(long, value_name = "NAME", requires = "openai")]
    model: Option<String>,
    /// A server to which tasks are posted; the signing secret in the variable
    /// `LUNA_SECRET_PUSH`
    #[arg(long, value_name = "URL", group = "machine", conflicts_with = "exec")]
    push: Option<String>,
    /// A house machine: gibberish, eliza, recall (--corpus adds to its corpus) or panel (with
    /// --openai)
    #[arg(long, value_name = "NAME", group = "machine", conflicts_with_all = ["exec", "push"])]
    house: Option<String>,
    /// In games, ask questions about this text and leave only the other tasks to the machine: plain
    /// text, Markdown or HTML, as the ending of its name tells; `-` for standard input
    #[arg(long, value_name = "FILE")]
    ask_from: Option<PathBuf>,
    /// The time limit for each reply
    #[arg(long, value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
}

/// The source from which machines are started, each for one game at a time.
pub(crate) struct MachineSource {
    origin: Origin,
    limit: Duration,
    /// Questions about a text of the owner, which the machine asks instead of its own.
    text: Option<TextQuestions>,
}

enum Origin {
    Program(Vec<String>),
    Model { panel: bool, options: ModelOptions, http: Http },
    Server { url: String, secret: String, http: Http },
    House(Arc<HouseMachines>, HouseMachine),
}

/// A task that every kind of machine here takes.
pub(crate) trait AnyTask: Prompted + HouseTask + 'static {}

impl<T: Prompted + HouseTask + 'static> AnyTask for T {}

pub(crate) enum Machine {
    Program(Box<Child>, Duration),
    Model(Box<Model>),
    /// A model that asks the questions of the Panel.
    Panel(Box<Model>),
    Server(Push),
    House(Arc<HouseMachines>, HouseMachine),
}

impl MachineArgs {
    pub(crate) fn kind(&self, config: &Config) -> Result<MachineSource, Failure> {
        let origin = if let Some(command) = &self.exec {
            Origin::Program(without_separator(command).to_vec())
        } else if let (Some(base_url), Some(model)) = (&self.openai, &self.model) {
            let (base_url, model) = (base_url.clone(), model.clone());
            let panel = match self.house.as_deref() {
                None => false,
                Some(PANEL) => true,
                Some(other) => {
                    let why = format!("{other} is not a language model: omit --openai");
                    return Err(Failure::Refused(why));
                }
            };
            let key = environment::variable("LUNA_KEY");
            let options =
                ModelOptions { base_url, model, key, temperature: None, max_tokens: MOST_TOKENS };
            Origin::Model { panel, options, http: http()? }
        } else if let Some(url) = &self.push {
            server(url)?
        } else {
            house(self.house.as_deref().unwrap_or_default(), config)?
        };
        let text = self.ask_from.as_deref().map(TextQuestions::read).transpose()?;
        if let Some(text) = &text {
            tracing::info!(questions = text.count(), "asking about the text");
        }
        Ok(MachineSource { origin, limit: self.limit(), text })
    }

    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}

/// The program without a leading `--`.
pub(crate) fn without_separator(command: &[String]) -> &[String] {
    match command {
        [first, rest @ ..] if first == "--" => rest,
        all => all,
    }
}

/// An HTTP client. The operator of the bot names the address, so private networks are allowed.
fn http() -> Result<Http, Failure> {
    Http::new(Guard { private: true }, Duration::from_secs(10)).map_err(Failure::Refused)
}

fn server(url: &str) -> Result<Origin, Failure> {
    let secret = environment::variable("LUNA_SECRET_PUSH").ok_or_else(|| {
        let why = "the variable LUNA_SECRET_PUSH must hold the signing secret";
        Failure::Settings(why.to_owned())
    })?;
    Ok(Origin::Server { url: url.to_owned(), secret, http: http()? })
}

/// The house machine that is a language model.
const PANEL: &str = "panel";

fn house(name: &str, config: &Config) -> Result<Origin, Failure> {
    if name == PANEL {
        let why = "the panel is a language model: say which, with --openai BASE_URL --model NAME";
        return Err(Failure::Refused(why.to_owned()));
    }
    let unknown = || {
        let names = HouseMachine::ALL.map(HouseMachine::name).join(", ");
        Failure::Refused(format!("there is no house machine {name}; there are {names} and {PANEL}"))
    };
    let house =
        HouseMachine::ALL.into_iter().find(|house| house.name() == name).ok_or_else(unknown)?;
    let houses = HouseMachines::default();
    houses.recall.add(background::corpus(config)?);
    Ok(Origin::House(Arc::new(houses), house))
}

/// The time after which a program that cannot run has usually ended.
const START: Duration = Duration::from_secs(1);

impl MachineSource {
    fn of(origin: Origin, limit: Duration) -> MachineSource {
        MachineSource { origin, limit, text: None }
    }

    pub(crate) fn of_model(options: ModelOptions, limit: Duration) -> Result<Self, Failure> {
        Ok(Self::of(Origin::Model { panel: false, options, http: http()? }, limit))
    }

    /// A program with its arguments.
    pub(crate) fn of_program(words: Vec<String>, limit: Duration) -> Self {
        Self::of(Origin::Program(words), limit)
    }

    pub(crate) fn of_server(url: &str, limit: Duration) -> Result<Self, Failure> {
        Ok(Self::of(server(url)?, limit))
    }

    pub(crate) fn of_house(name: &str, config: &Config, limit: Duration) -> Result<Self, Failure> {
        Ok(Self::of(house(name, config)?, limit))
    }

    pub(crate) async fn start(&self, name: &str) -> Result<Machine, CallError> {
        let timeout = self.limit;
        Ok(match &self.origin {
            Origin::Program(command) => {
                let (program, args) = command.split_first().ok_or_else(|| {
                    CallError::Refused("There is no program to start.".to_owned())
                })?;
                let args: Vec<&str> = args.iter().map(String::as_str).collect();
                Machine::Program(Box::new(Child::start(program, &args, name).await?), timeout)
            }
            Origin::Model { panel, options, http } => {
                let kind = if *panel { Machine::Panel } else { Machine::Model };
                let ModelOptions { base_url, model, key, temperature, max_tokens } =
                    options.clone();
                kind(Box::new(Model {
                    base_url,
                    model,
                    key,
                    prompts: Prompts::default(),
                    reasoning_end: Some("</think>".to_owned()),
                    temperature,
                    max_tokens,
                    max_tokens_name: MaxTokensName::default(),
                    timeout,
                    patience: Patience::default(),
                    extra: Map::new(),
                    http: http.clone(),
                }))
            }
            Origin::Server { url, secret, http } => Machine::Server(Push {
                url: url.clone(),
                secret: secret.clone(),
                http: http.clone(),
                timeout,
            }),
            Origin::House(houses, house) => Machine::House(Arc::clone(houses), *house),
        })
    }

    /// The questions about the owner's text, if there is one and the task is to ask.
    pub(crate) fn questions(&self, task: &GameTask) -> Option<Result<Move, CallError>> {
        match (&self.text, task) {
            (Some(text), GameTask::Ask { game, questions, max_chars, .. }) => {
                let drawn = text.draw(game, *questions, *max_chars);
                Some(drawn.map(Move::Ask).map_err(CallError::Refused))
            }
            (None, _) | (Some(_), GameTask::Answer { .. } | GameTask::Guess { .. }) => None,
        }
    }
}

impl Machine {
    /// Returns the machine's reply. An unusable reply is requested once more, with the problem.
    pub(crate) async fn call<T: AnyTask>(&mut self, task: &T) -> Result<T::Reply, CallError> {
        self.metered(task, &Budget::default()).await.0
    }

    /// The same within a budget of tokens, and what it took.
    pub(crate) async fn metered<T: AnyTask>(
        &mut self,
        task: &T,
        budget: &Budget,
    ) -> (Result<T::Reply, CallError>, Usage) {
        match self {
            Machine::Model(model) => match model.call(task, budget).await {
                Ok(replied) => (Ok(replied.reply), replied.usage),
                Err(none) => (Err(none.error), none.usage),
            },
            other => (other.unmetered(task).await, Usage::default()),
        }
    }

    async fn unmetered<T: AnyTask>(&mut self, task: &T) -> Result<T::Reply, CallError> {
        if let (Machine::Panel(_), Some(reply)) = (&self, task.panel_reply(&mut chance(task))) {
            return Ok(reply);
        }
        match self {
            Machine::Program(child, limit) => child.call(task, *limit).await,
            Machine::Model(model) | Machine::Panel(model) => {
                let replied = model.call(task, &Budget::default()).await;
                replied.map(|replied| replied.reply).map_err(|none| none.error)
            }
            Machine::Server(push) => {
                let called = push.call(environment::now() / 1000, task).await;
                called.map_err(|failed| failed.error)
            }
            Machine::House(houses, house) => {
                Ok(task.house_reply(houses, *house, &mut chance(task)))
            }
        }
    }

    /// Sends `message` and checks the first reply as one to `task`. A model gets the task as text,
    /// and more than one attempt.
    pub(crate) async fn once<T: AnyTask>(
        &mut self,
        message: &Value,
        task: &T,
    ) -> Result<Result<T::Reply, String>, CallError> {
        match self {
            Machine::Program(child, limit) => child.strictly(message, task, *limit).await,
            Machine::Server(push) => {
                let told = push.once(environment::now() / 1000, message, task).await;
                told.map_err(|failed| failed.error)
            }
            Machine::Model(_) | Machine::Panel(_) | Machine::House(..) => {
                self.call(task).await.map(Ok)
            }
        }
    }

    /// The reason why a program has ended before its first task, if it has.
    pub(crate) async fn ended_at_once(&mut self) -> Option<CallError> {
        match self {
            Machine::Program(child, _) => child.ends_within(START).await,
            Machine::Model(_) | Machine::Panel(_) | Machine::Server(_) | Machine::House(..) => None,
        }
    }

    /// Returns whether the machine is a program that has never replied to a task.
    pub(crate) fn is_mute(&self) -> bool {
        matches!(self, Machine::Program(child, _) if !child.has_replied())
    }

    /// Asks a server if it is ready; other machines always are.
    pub(crate) async fn ready(&self) -> Option<Result<(), CallError>> {
        match self {
            Machine::Server(push) => Some(push.ready(environment::now() / 1000).await),
            Machine::Program(..) | Machine::Model(_) | Machine::Panel(_) | Machine::House(..) => {
                None
            }
        }
    }

    /// Sends a server a task with a wrong signature.
    pub(crate) async fn forged(
        &self,
        task: &GameTask,
    ) -> Option<Result<ForgeryOutcome, CallError>> {
        match self {
            Machine::Server(push) => Some(push.forged(environment::now() / 1000, task).await),
            Machine::Program(..) | Machine::Model(_) | Machine::Panel(_) | Machine::House(..) => {
                None
            }
        }
    }

    /// The number of attempts at a task without a reply.
    pub(crate) fn attempts(&self) -> u32 {
        match self {
            Machine::Program(..) | Machine::House(..) => PROGRAM_ATTEMPTS,
            Machine::Model(_) | Machine::Panel(_) | Machine::Server(_) => 8,
        }
    }
}

fn chance(task: &impl Task) -> Chance {
    Chance::from_words(&[&task.delivery(), "bot"])
}
