//! The machine that plays: a program, a language model, a server, or one that
//! comes with Luna.

use std::sync::Arc;
use std::time::Duration;

use clap::{ArgGroup, Args};
use luna_core::chance::Chance;
use luna_machines::address::Guard;
use luna_machines::child::Child;
use luna_machines::http::Http;
use luna_machines::openai::{Budget, MaxTokensName, Model, Patience, Prompted, Prompts};
use luna_machines::push::{Forged, Push};
use luna_machines::task::{CallError, GameTask, Task};
use luna_machines::{House, HouseTask, Houses};
use serde_json::{Map, Value};

use crate::config::Config;
use crate::failure::Failure;
use crate::{memory, outside};

/// How often a program is given a task that it does not reply to.
pub(crate) const PROGRAM_ATTEMPTS: u32 = 3;

/// Which machine; one of them.
#[derive(Args, Clone, Debug)]
#[group(skip)]
#[command(group = ArgGroup::new("machine").required(true).multiple(true))]
pub(crate) struct Which {
    /// A program that reads tasks and writes replies, a line of JSON each.
    /// Everything after it is the program's
    #[arg(
        long, num_args = 1.., allow_hyphen_values = true, value_names = ["PROGRAM", "ARGUMENTS"],
        group = "machine"
    )]
    exec: Option<Vec<String>>,
    /// A language model behind an interface like that of `OpenAI`, with the key in
    /// the variable `LUNA_KEY` if it wants one
    #[arg(long, value_name = "BASE_URL", group = "machine", requires = "model",
          conflicts_with_all = ["exec", "push"])]
    openai: Option<String>,
    /// The name of the language model
    #[arg(long, value_name = "NAME", requires = "openai")]
    model: Option<String>,
    /// A server that tasks are posted to, with the secret that signs them in the
    /// variable `LUNA_SECRET_PUSH`
    #[arg(long, value_name = "URL", group = "machine", conflicts_with = "exec")]
    push: Option<String>,
    /// A machine that comes with Luna: gibberish, eliza, recall (--corpus adds to what
    /// it knows) or panel (with --openai)
    #[arg(long, value_name = "NAME", group = "machine", conflicts_with_all = ["exec", "push"])]
    house: Option<String>,
    /// How long it may take for each reply
    #[arg(long, value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
}

/// What machines are started from, each for a game at a time.
pub(crate) struct Kind {
    way: Way,
    limit: Duration,
}

enum Way {
    Program(Vec<String>),
    Model { panel: bool, base_url: String, model: String, key: Option<String>, http: Http },
    Server { url: String, secret: String, http: Http },
    House(Arc<Houses>, House),
}

/// A task that every kind of machine here takes.
pub(crate) trait AnyTask: Prompted + HouseTask + 'static {}

impl<T: Prompted + HouseTask + 'static> AnyTask for T {}

pub(crate) enum Machine {
    Program(Box<Child>, Duration),
    Model(Box<Model>),
    /// A model that asks what the other house machines ask.
    Panel(Box<Model>),
    Server(Push),
    House(Arc<Houses>, House),
}

impl Which {
    pub(crate) fn kind(&self, config: &Config) -> Result<Kind, Failure> {
        let way = if let Some(command) = &self.exec {
            Way::Program(bare(command).to_vec())
        } else if let (Some(base_url), Some(model)) = (&self.openai, &self.model) {
            let (base_url, model) = (base_url.clone(), model.clone());
            let panel = match self.house.as_deref() {
                None => false,
                Some(PANEL) => true,
                Some(other) => {
                    let why = format!("{other} is no language model: leave --openai out");
                    return Err(Failure::Refused(why));
                }
            };
            Way::Model { panel, base_url, model, key: outside::variable("LUNA_KEY"), http: http()? }
        } else if let Some(url) = &self.push {
            let secret = outside::variable("LUNA_SECRET_PUSH").ok_or_else(|| {
                let why = "the variable LUNA_SECRET_PUSH is to hold the secret that signs tasks";
                Failure::Settings(why.to_owned())
            })?;
            Way::Server { url: url.clone(), secret, http: http()? }
        } else {
            house(self.house.as_deref().unwrap_or_default(), config)?
        };
        Ok(Kind { way, limit: self.limit() })
    }

    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}

/// A program may stand behind `--`.
pub(crate) fn bare(command: &[String]) -> &[String] {
    match command {
        [first, rest @ ..] if first == "--" => rest,
        all => all,
    }
}

/// Whoever runs it says where, also on a private network.
fn http() -> Result<Http, Failure> {
    Http::new(Guard { private: true }, Duration::from_secs(10)).map_err(Failure::Refused)
}

/// The house machine that is a language model.
const PANEL: &str = "panel";

fn house(name: &str, config: &Config) -> Result<Way, Failure> {
    if name == PANEL {
        let why = "the panel is a language model: say which, with --openai BASE_URL --model NAME";
        return Err(Failure::Refused(why.to_owned()));
    }
    let unknown = || {
        let names = House::ALL.map(House::name).join(", ");
        Failure::Refused(format!("there is no house machine {name}; there are {names} and {PANEL}"))
    };
    let house = House::ALL.into_iter().find(|house| house.name() == name).ok_or_else(unknown)?;
    let wrong = |error| Failure::Other(anyhow::Error::from(error));
    let houses = Houses::new().map_err(wrong)?;
    houses.recall.add(memory::corpus(config)?).map_err(wrong)?;
    Ok(Way::House(Arc::new(houses), house))
}

/// A program that cannot run has mostly ended after so long.
const START: Duration = Duration::from_secs(1);

impl Kind {
    pub(crate) async fn start(&self, name: &str) -> Result<Machine, CallError> {
        let timeout = self.limit;
        Ok(match &self.way {
            Way::Program(command) => {
                let (program, args) = command.split_first().ok_or_else(|| {
                    CallError::Refused("There is no program to start.".to_owned())
                })?;
                let args: Vec<&str> = args.iter().map(String::as_str).collect();
                Machine::Program(Box::new(Child::start(program, &args, name).await?), timeout)
            }
            Way::Model { panel, base_url, model, key, http } => {
                let kind = if *panel { Machine::Panel } else { Machine::Model };
                kind(Box::new(Model {
                    base_url: base_url.clone(),
                    model: model.clone(),
                    key: key.clone(),
                    prompts: Prompts::default(),
                    reasoning_end: Some("</think>".to_owned()),
                    temperature: None,
                    max_tokens: 4_096,
                    max_tokens_name: MaxTokensName::default(),
                    timeout,
                    patience: Patience::default(),
                    extra: Map::new(),
                    http: http.clone(),
                }))
            }
            Way::Server { url, secret, http } => Machine::Server(Push {
                url: url.clone(),
                secret: secret.clone(),
                http: http.clone(),
                timeout,
            }),
            Way::House(houses, house) => Machine::House(Arc::clone(houses), *house),
        })
    }
}

impl Machine {
    /// Asks once more, saying why, if the reply cannot be understood.
    pub(crate) async fn call<T: AnyTask>(&mut self, task: &T) -> Result<T::Reply, CallError> {
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
                let called = push.call(outside::now() / 1000, task).await;
                called.map_err(|failed| failed.error)
            }
            Machine::House(houses, house) => {
                Ok(task.house_reply(houses, *house, &mut chance(task)))
            }
        }
    }

    /// Sends `message` and takes the first reply for one to `task`, or says what
    /// is wrong with it. A model is asked in words, again if need be.
    pub(crate) async fn once<T: AnyTask>(
        &mut self,
        message: &Value,
        task: &T,
    ) -> Result<Result<T::Reply, String>, CallError> {
        match self {
            Machine::Program(child, limit) => child.strictly(message, task, *limit).await,
            Machine::Server(push) => {
                let told = push.once(outside::now() / 1000, message, task).await;
                told.map_err(|failed| failed.error)
            }
            Machine::Model(_) | Machine::Panel(_) | Machine::House(..) => {
                self.call(task).await.map(Ok)
            }
        }
    }

    /// Why a program has ended by itself, if it does so before it is given a task.
    pub(crate) async fn ended_at_once(&mut self) -> Option<CallError> {
        match self {
            Machine::Program(child, _) => child.ends_within(START).await,
            Machine::Model(_) | Machine::Panel(_) | Machine::Server(_) | Machine::House(..) => None,
        }
    }

    /// Whether it is a program that has never replied to a task.
    pub(crate) fn is_mute(&self) -> bool {
        matches!(self, Machine::Program(child, _) if !child.has_replied())
    }

    /// Whether a server says that it is there; others need not.
    pub(crate) async fn ready(&self) -> Option<Result<(), CallError>> {
        match self {
            Machine::Server(push) => Some(push.ready(outside::now() / 1000).await),
            Machine::Program(..) | Machine::Model(_) | Machine::Panel(_) | Machine::House(..) => {
                None
            }
        }
    }

    /// What becomes of a task that somebody else has signed; of a server alone.
    pub(crate) async fn forged(&self, task: &GameTask) -> Option<Result<Forged, CallError>> {
        match self {
            Machine::Server(push) => Some(push.forged(outside::now() / 1000, task).await),
            Machine::Program(..) | Machine::Model(_) | Machine::Panel(_) | Machine::House(..) => {
                None
            }
        }
    }

    /// How often a task is tried when there is no reply.
    pub(crate) fn attempts(&self) -> u32 {
        match self {
            Machine::Program(..) | Machine::House(..) => PROGRAM_ATTEMPTS,
            Machine::Model(_) | Machine::Panel(_) | Machine::Server(_) => 8,
        }
    }
}

fn chance(task: &impl Task) -> Chance {
    Chance::from_words(&[task.subject(), task.kind(), "bot"])
}
