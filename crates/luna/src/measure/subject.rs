//! The machines that are measured, and the one that judges.

use std::collections::BTreeSet;
use std::time::Duration;

use clap::{ArgGroup, Args};
use serde::{Deserialize, Serialize};

use crate::bot::machine::{MOST_TOKENS, MachineSource, ModelOptions};
use crate::config::{Config, environment};
use crate::failure::{Failure, without_password};
use crate::predict::as_typed;

/// The machines to measure; each flag may be repeated.
#[derive(Args, Clone, Debug)]
#[group(skip)]
#[command(group = ArgGroup::new("subject").required(true).multiple(true))]
pub(super) struct SubjectArgs {
    /// The base URL of an OpenAI-compatible server, up to “/chat/completions”; its key, if it
    /// needs one, in the variable `LUNA_KEY`
    #[arg(long, value_name = "BASE_URL", group = "subject", requires = "model")]
    openai: Option<String>,
    /// The names of the models there
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "openai")]
    model: Vec<String>,
    /// A program that reads tasks and writes replies, one line of JSON each; quote it with its arguments
    #[arg(long, value_name = "PROGRAM", group = "subject")]
    command: Vec<String>,
    /// A server to which tasks are posted; the signing secret in the variable `LUNA_SECRET_PUSH`
    #[arg(long, value_name = "URL", group = "subject")]
    push: Vec<String>,
    /// House machines: gibberish, eliza or recall
    #[arg(long, value_name = "NAME", value_delimiter = ',', group = "subject")]
    house: Vec<String>,
    /// The base URL of the server of a model that judges conversations, questions and games; its key in the
    /// variable `LUNA_JUDGE_KEY`
    #[arg(long, value_name = "BASE_URL", requires = "judge_model")]
    judge_openai: Option<String>,
    /// The name of that model
    #[arg(long, value_name = "NAME", requires = "judge_openai")]
    judge_model: Option<String>,
    /// The temperature of the models, if it is not the server's own
    #[arg(long, value_name = "NUMBER")]
    temperature: Option<f64>,
    /// The most tokens of one reply
    #[arg(long, value_name = "COUNT", default_value_t = MOST_TOKENS)]
    max_tokens: u32,
    /// The time limit for each reply
    #[arg(long, value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
}

/// A machine by its name, and where it comes from.
pub(super) struct Subject {
    pub(super) source: MachineSource,
    description: Description,
}

/// A machine as the log and the report describe it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Description {
    pub(super) name: String,
    pub(super) way: String,
    pub(super) address: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_tokens: Option<u32>,
}

impl SubjectArgs {
    pub(super) fn subjects(&self, config: &Config) -> Result<Vec<Subject>, Failure> {
        let limit = self.limit();
        let mut all = Vec::new();
        if let Some(url) = &self.openai {
            for model in &self.model {
                let key = environment::variable("LUNA_KEY");
                all.push(self.of_model(url, model, key)?);
            }
        }
        for command in &self.command {
            let words = words(command)?;
            let name = words.first().and_then(|it| it.rsplit('/').next()).unwrap_or_default();
            let description = described(name, "command", command);
            all.push(Subject { source: MachineSource::of_program(words, limit), description });
        }
        for url in &self.push {
            let description = described("server", "push", url);
            all.push(Subject { source: MachineSource::of_server(url, limit)?, description });
        }
        for house in &self.house {
            let source = MachineSource::of_house(house, config, limit)?;
            all.push(Subject { source, description: described(house, "house", "this program") });
        }
        name_apart(&mut all);
        Ok(all)
    }

    fn of_model(&self, url: &str, model: &str, key: Option<String>) -> Result<Subject, Failure> {
        let options = ModelOptions {
            base_url: url.to_owned(),
            model: model.to_owned(),
            key,
            temperature: self.temperature,
            max_tokens: self.max_tokens,
        };
        let source = MachineSource::of_model(options, self.limit())?;
        let description = Description {
            model: Some(model.to_owned()),
            temperature: self.temperature,
            max_tokens: Some(self.max_tokens),
            ..described(model, "openai", url)
        };
        Ok(Subject { source, description })
    }

    fn limit(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }

    /// As on the command line.
    pub(super) fn words(&self) -> Vec<String> {
        let typed = |text: &str| as_typed(std::path::Path::new(text));
        let mut words = Vec::new();
        let mut add = |flag: &str, value: &str| words.push(format!("{flag} {}", typed(value)));
        if let Some(url) = &self.openai {
            add("--openai", &without_password(url));
            self.model.iter().for_each(|it| add("--model", it));
        }
        self.command.iter().for_each(|it| add("--command", it));
        self.push.iter().for_each(|it| add("--push", &without_password(it)));
        self.house.iter().for_each(|it| add("--house", it));
        if let (Some(url), Some(model)) = (&self.judge_openai, &self.judge_model) {
            add("--judge-openai", &without_password(url));
            add("--judge-model", model);
        }
        if let Some(temperature) = self.temperature {
            add("--temperature", &temperature.to_string());
        }
        if self.max_tokens != MOST_TOKENS {
            add("--max-tokens", &self.max_tokens.to_string());
        }
        words
    }
}

/// The model that judges, if there is one.
pub(super) fn judge(args: &SubjectArgs) -> Result<Option<Subject>, Failure> {
    let (Some(url), Some(model)) = (&args.judge_openai, &args.judge_model) else { return Ok(None) };
    args.of_model(url, model, environment::variable("LUNA_JUDGE_KEY")).map(Some)
}

impl Subject {
    pub(super) fn describe(&self) -> Description {
        self.description.clone()
    }

    pub(super) fn name(&self) -> &str {
        &self.description.name
    }
}

fn described(name: &str, way: &str, address: &str) -> Description {
    Description {
        // A slash separates the parts of a task's id.
        name: name.replace('/', "-"),
        way: way.to_owned(),
        // The report may be shown to anybody.
        address: without_password(address),
        model: None,
        temperature: None,
        max_tokens: None,
    }
}

/// A name that is there already gets a number.
fn name_apart(all: &mut [Subject]) {
    let mut names = BTreeSet::new();
    for subject in all {
        let name = subject.description.name.clone();
        let mut nth = 2;
        while !names.insert(subject.description.name.clone()) {
            subject.description.name = format!("{name}-{nth}");
            nth += 1;
        }
    }
}

/// The words of a command. Quotation marks hold words together; there is nothing else of a shell.
fn words(command: &str) -> Result<Vec<String>, Failure> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match (quote, words.is_empty()) {
        (None, false) => Ok(words),
        (Some(_), _) => Err(Failure::usage("--command has a quotation mark that is not closed")),
        (None, true) => Err(Failure::usage("--command takes a program")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_an_address_is_not_described() {
        let it = described("brain", "openai", "https://ann:s3cret@brain.example/v1");
        assert_eq!(it.address, "https://ann@brain.example/v1");
    }

    #[test]
    fn a_command_is_split_at_spaces_but_not_within_quotation_marks() {
        let split = |text: &str| words(text).map_err(|it| it.to_string());
        assert_eq!(split("python3  bot.py").unwrap(), ["python3", "bot.py"]);
        assert_eq!(
            split("'my bot' --name \"a 'b'\" ''").unwrap(),
            ["my bot", "--name", "a 'b'", ""]
        );
        assert!(split("python3 'bot.py").unwrap_err().contains("not closed"));
        assert!(split("  ").unwrap_err().contains("takes a program"));
    }
}
