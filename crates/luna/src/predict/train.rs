//! `luna predict train`: a model of the ratings of an instance, with its accuracy.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_app::format::percent;
use luna_app::predict::{
    ENOUGH, PredictionErrors, cross_validated_errors, informativeness, train_on_same_questions,
    train_predictor, training_size, trial_errors,
};
use luna_machines::predict::{ExchangePredictor, Predictor};
use serde_json::{Value, json};

use super::instance_dataset::{self, InstanceDataset};
use crate::admin::questions::one_line;
use crate::config::environment;
use crate::config::{Config, Options};
use crate::failure::Failure;
use crate::file::private;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Train {
    /// The player who asked the questions [default: the house machines]
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Also write the answers to a file for `luna predict run`, with the asker's marks of single
    /// responses; people are numbered
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl Train {
    pub(super) fn run(&self, options: Options, out: &mut Printer) -> Result<(), Failure> {
        let config = Config::load(options)?;
        environment::start_log(&config);
        let runtime = tokio::runtime::Runtime::new();
        let runtime = runtime.map_err(|error| Failure::Other(error.into()))?;
        runtime.block_on(self.train(&config, out))
    }

    async fn train(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let db = instance_dataset::open(config)?;
        let mut dataset =
            InstanceDataset::read(&db, self.player.as_deref(), config.settings.rules).await?;
        let houses = dataset.houses.take();
        let people = houses.as_ref().map_or(dataset.examples.len(), |it| it.respondents.len());
        if people < ENOUGH {
            return Err(Failure::refused(format!(
                "{people} players with guesses by at least three people have answered the questions \
                 of {}; training needs {ENOUGH}.",
                dataset.asker,
            )));
        }
        if let Some(path) = &self.csv {
            let file = private::options().create(true).truncate(true).open(path);
            file.and_then(|mut file| file.write_all(dataset.csv().as_bytes()))
                .map_err(|error| Failure::writing(path, &error))?;
        }
        let learned = if let Some(houses) = &houses {
            train_predictor(houses.respondents.clone()).await?.map(|it| Outcome::from(&it))
        } else {
            let (questions, examples) = (dataset.questions.clone(), dataset.examples.clone());
            train_on_same_questions(questions, examples).await?.map(|it| Outcome::on(&it))
        };
        let outcome = learned.ok_or_else(|| {
            Failure::refused(format!(
                "Nothing can be learned from the ratings of {people} players."
            ))
        })?;
        if out.is_json() {
            out.line(&self.line(&dataset.asker, people, &outcome))?;
        } else {
            write!(out, "{}", self.report(&dataset.asker, people, &outcome))?;
        }
        let mut told: Vec<(f64, String)> = if let Some(houses) = houses {
            houses
                .informativeness_of_each()
                .await?
                .into_iter()
                .map(|told| (told.share, told.text))
                .collect()
        } else {
            let (questions, examples) = (dataset.questions, dataset.examples);
            let shares = informativeness(questions.clone(), examples).await?;
            shares.into_iter().zip(questions).collect()
        };
        told.sort_by(|(a, one), (b, other)| b.total_cmp(a).then_with(|| one.cmp(other)));
        if !out.is_json() && told.is_empty() {
            writeln!(out, "\nNo question has been answered by {ENOUGH} rated players yet.")?;
        } else if !out.is_json() {
            writeln!(out, "\nShare of the variance of ratings that the answers predict:")?;
        }
        for (share, question) in told {
            let line = json!({ "share": share, "question": question });
            let words = format!("{:>8}  {}", percent(share), one_line(&question));
            out.result(&line, words)?;
        }
        Ok(())
    }

    fn line(&self, asker: &str, people: usize, outcome: &Outcome) -> Value {
        let Outcome { tried, p, better } = outcome;
        json!({
            "asker": asker, "people": training_size(people), "error": tried.error,
            "constant_error": tried.constant, "p": p,
            "better": better, "house": self.player.is_none(),
        })
    }

    fn report(&self, asker: &str, people: usize, outcome: &Outcome) -> String {
        let Outcome { tried: PredictionErrors { error, constant }, p, better } = outcome;
        let people = training_size(people);
        let guess = match (&self.player, better) {
            (Some(_), true) => "That is better than the constant guess.",
            (Some(_), false) => "It is not known whether that is better than the constant guess.",
            (None, true) => "House machines guess with it once the server has trained it too.",
            (None, false) => {
                "House machines do not guess with it: it is not known to be better than the \
                 constant guess."
            }
        };
        format!(
            "Learned from the answers of {people} rated players to the questions of {asker}.\n\
             The error for unseen players is {error:.2} points, that of the best constant guess \
             {constant:.2} (p = {p:.2e}).\n{guess}\n",
        )
    }
}

/// The accuracy of a model.
struct Outcome {
    tried: PredictionErrors,
    p: f64,
    better: bool,
}

impl Outcome {
    /// The accuracy of a model on answers to any questions.
    fn from(learned: &ExchangePredictor) -> Outcome {
        Outcome {
            tried: trial_errors(learned),
            p: learned.trial().p,
            better: learned.beats_constant(),
        }
    }

    /// The accuracy of a model on answers to questions that everybody was asked.
    fn on(learned: &Predictor) -> Outcome {
        Outcome {
            tried: cross_validated_errors(learned),
            p: learned.cross_validation().p,
            better: learned.beats_constant(),
        }
    }
}
