//! `luna predict train`: ratings predicted from the games of an instance.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_machines::predict::Predictor;
use luna_web::predict::{ENOUGH, Tried, heard, informativeness, percent, trained};
use serde_json::{Value, json};

use super::lesson::{self, Lesson};
use super::refused;
use crate::admin::questions::one_line;
use crate::config::{Config, Options};
use crate::failure::Failure;
use crate::outside;
use crate::print::Printer;
use crate::private;

#[derive(Args)]
pub(crate) struct Train {
    /// Who has asked [default: the machines that come with Luna, who all ask the same]
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Also write the answers, as `luna predict run` reads them, with the marks that the asker
    /// gave to single responses; people are numbered
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl Train {
    pub(super) fn run(&self, options: Options, out: &mut Printer) -> Result<(), Failure> {
        let config = Config::load(options)?;
        outside::start_log(&config);
        let runtime = tokio::runtime::Runtime::new();
        let runtime = runtime.map_err(|error| Failure::Other(error.into()))?;
        runtime.block_on(self.train(&config, out))
    }

    async fn train(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let db = lesson::open(config)?;
        let lesson = Lesson::read(&db, self.player.as_deref(), config.rules).await?;
        let Lesson { asker, questions, examples, .. } = &lesson;
        if examples.len() < ENOUGH {
            return Err(refused(format!(
                "The questions of {asker} have been answered by {} rated players whom at least \
                 three people have guessed; to learn from them it takes {ENOUGH}.",
                examples.len(),
            )));
        }
        if let Some(path) = &self.csv {
            let file = private::options().create(true).truncate(true).open(path);
            file.and_then(|mut file| file.write_all(lesson.csv().as_bytes()))
                .map_err(|why| refused(format!("cannot write {}: {why}", path.display())))?;
        }
        let predictor = trained(questions.clone(), examples.clone()).await?.ok_or_else(|| {
            refused(format!(
                "Nothing can be learned from the ratings of {} players.",
                examples.len()
            ))
        })?;
        if out.is_json() {
            out.line(&self.line(&lesson, &predictor))?;
        } else {
            write!(out, "{}", self.report(&lesson, &predictor))?;
        }
        let shares = informativeness(questions.clone(), examples.clone()).await?;
        let mut told: Vec<(f64, &String)> = shares.into_iter().zip(questions).collect();
        told.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        if !out.is_json() {
            writeln!(out, "\nShare of the variance of ratings that the answers predict:")?;
        }
        for (share, question) in told {
            let line = json!({ "share": share, "question": question });
            let words = format!("{:>8}  {}", percent(share), one_line(question));
            out.result(&line, words)?;
        }
        Ok(())
    }

    fn line(&self, lesson: &Lesson, predictor: &Predictor) -> Value {
        let Tried { error, constant } = luna_web::predict::tried(predictor);
        json!({
            "asker": lesson.asker, "people": heard(&lesson.examples), "error": error,
            "constant_error": constant, "p": predictor.tried().p,
            "better": predictor.beats_constant(), "house": self.player.is_none(),
        })
    }

    fn report(&self, lesson: &Lesson, predictor: &Predictor) -> String {
        let Tried { error, constant } = luna_web::predict::tried(predictor);
        let people = heard(&lesson.examples);
        let better = predictor.beats_constant();
        let guess = match (&self.player, better) {
            (Some(_), true) => "That is better than the constant guess.",
            (Some(_), false) => "That is not known to be better than the constant guess.",
            (None, true) => "House machines guess by it, once the server has learned it too.",
            (None, false) => {
                "House machines do not guess by it: it is not known to be better than the \
                 constant guess."
            }
        };
        let p = predictor.tried().p;
        format!(
            "Learned from the answers of {people} rated players to the questions of {}.\n\
             Off by {error:.2} points for players not learned from; the best constant guess by \
             {constant:.2} (p = {p:.2e}).\n{guess}\n",
            lesson.asker,
        )
    }
}
