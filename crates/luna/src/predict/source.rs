//! The sources of training data: files, or the games of an instance.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use luna_lab::predict::dataset::{Problem, Scale};
use luna_lab::predict::read::{Persons, add_key, read};
use luna_lab::report::Basis;

use super::command_line::{as_typed, named};
use super::instance_dataset::{self, InstanceDataset};
use crate::config::{Config, Options};
use crate::failure::{Failure, without_password};

/// The options that choose the training data.
#[derive(Args)]
pub(super) struct SourceArgs {
    /// Powergrading's folder, Mohler's folder, a CSV of person, question, response and rating, or
    /// a player's download (my-luna-data.json) [default: the database of an instance, which stays
    /// unchanged]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// In an instance, the player who asked the questions [default: the house machines, with each
    /// person's last game]
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// An answer key for a file of responses or an instance: a CSV of question and answer
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// The definition of a person in Mohler's data, which names nobody
    #[arg(long, value_enum, default_value = "complete")]
    people: People,
    /// The scale of ratings: as given, divided by the largest, or from smallest to largest
    /// [default: given for a file and an instance, otherwise range]
    #[arg(long, value_enum)]
    scale: Option<ScaleChoice>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum People {
    /// The n-th line of every question, for all 87 questions: 24 people
    Complete,
    /// The n-th line within one assignment: twelve problems
    Assignments,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ScaleChoice {
    Given,
    Maximum,
    Range,
}

/// The given settings. `typed` means that the command line names the database.
pub(crate) struct GivenSettings {
    pub(crate) options: Options,
    pub(crate) typed: bool,
}

/// The place of the training data.
pub(super) enum DataSource {
    Files,
    Instance(Box<Config>),
}

/// Problems from one place with the scale of their ratings.
pub(super) struct RatedProblems {
    pub(super) scale: Scale,
    pub(super) problems: Vec<Problem>,
}

impl DataSource {
    pub(super) fn basis(&self) -> Basis {
        match self {
            DataSource::Files => Basis::Fixed,
            DataSource::Instance(_) => Basis::Instance,
        }
    }
}

impl SourceArgs {
    /// The place of the data, which is not read yet.
    pub(super) fn place(&self, given: GivenSettings) -> Result<DataSource, Failure> {
        let GivenSettings { options, typed } = given;
        match (self.paths.is_empty(), typed, &self.player) {
            (false, true, _) => Err(Failure::usage(
                "Name either files to learn from or the database of an instance, not both.",
            )),
            (false, false, Some(_)) => {
                Err(Failure::usage("--player is for an instance, and files are given."))
            }
            (false, false, None) => Ok(DataSource::Files),
            (true, ..) => {
                let named = options.database.is_some();
                let config = Config::load(options)?;
                let path = config.database.strip_prefix("sqlite:").map(Path::new);
                if let Some(path) = path.filter(|path| !named && !path.exists()) {
                    return Err(Failure::usage(&format!(
                        "Name a file or folder to learn from, or with --database the database of \
                         an instance; there is no {}.",
                        path.display()
                    )));
                }
                if let People::Assignments = self.people {
                    return Err(Failure::usage(
                        "--people is for Mohler's data, and not for an instance.",
                    ));
                }
                Ok(DataSource::Instance(Box::new(config)))
            }
        }
    }

    pub(super) fn read(&self, place: &DataSource) -> Result<Vec<RatedProblems>, Failure> {
        Ok(self.read_with(place, "")?.0)
    }

    /// Reads the data. Returns it with the id of a person. In an instance people have numbers, as in
    /// the file of `luna predict train`, and may be given by name too.
    pub(super) fn read_with(
        &self,
        place: &DataSource,
        person: &str,
    ) -> Result<(Vec<RatedProblems>, String), Failure> {
        let DataSource::Instance(config) = place else {
            return Ok((self.files()?, person.to_owned()));
        };
        let (dataset, id) = instance_dataset::read(config, self.player.as_deref(), person)?;
        let set =
            RatedProblems { scale: self.scale(true), problems: vec![self.problem(&dataset)?] };
        Ok((vec![set], id.unwrap_or_else(|| person.to_owned())))
    }

    fn problem(&self, dataset: &InstanceDataset) -> Result<Problem, Failure> {
        let mut problem = dataset.problem();
        if problem.people.is_empty() {
            return Err(Failure::refused(format!(
                "No player with guesses by at least three people has answered the questions of {} \
                 yet, so there is nothing to learn from.",
                problem.name
            )));
        }
        if let Some(key) = &self.key {
            add_key(&mut problem.questions, key).map_err(Failure::refused)?;
        }
        Ok(problem)
    }

    fn files(&self) -> Result<Vec<RatedProblems>, Failure> {
        let who = match self.people {
            People::Complete => Persons::Complete,
            People::Assignments => Persons::Assignments,
        };
        let one = |path: &PathBuf| match (who, path.is_file()) {
            (Persons::Assignments, true) => {
                let path = path.display();
                Err(Failure::usage(&format!(
                    "--people is for Mohler's data, and {path} is a file."
                )))
            }
            (_, is_file) => {
                let problems = read(path, self.key.as_deref(), who).map_err(Failure::refused)?;
                Ok(RatedProblems { scale: self.scale(is_file), problems })
            }
        };
        let mut all = self.paths.iter().map(one).collect::<Result<Vec<_>, _>>()?;
        // Two files in different folders may have the same name, and reports show the name only.
        let mut known = BTreeMap::new();
        for problem in all.iter_mut().flat_map(|set| &mut set.problems) {
            let times = known.entry(problem.name.clone()).or_insert(0);
            *times += 1;
            if *times > 1 {
                problem.name = format!("{} ({times})", problem.name);
            }
        }
        Ok(all)
    }

    /// The scale of the data: files and instances have ratings, folders have grades.
    fn scale(&self, rated: bool) -> Scale {
        match self.scale {
            Some(ScaleChoice::Given) => Scale::Given,
            Some(ScaleChoice::Maximum) => Scale::Maximum,
            None if rated => Scale::Given,
            Some(ScaleChoice::Range) | None => Scale::Range,
        }
    }

    /// The words that repeat the choice of data, and of `more` files.
    pub(super) fn words(
        &self,
        place: &DataSource,
        more: [(&str, &Option<PathBuf>); 3],
    ) -> Vec<String> {
        let SourceArgs { paths, player, key, people, scale } = self;
        let mut words: Vec<String> = match place {
            DataSource::Files => paths.iter().map(|path| as_typed(path)).collect(),
            DataSource::Instance(config) => {
                let url = without_password(&config.database);
                vec![format!("--database {}", as_typed(Path::new(&url)))]
            }
        };
        words.extend(player.as_ref().map(|it| format!("--player {}", as_typed(Path::new(it)))));
        for (name, path) in [("key", key)].into_iter().chain(more) {
            words.extend(path.as_ref().map(|path| format!("--{name} {}", as_typed(path))));
        }
        if let People::Assignments = people {
            words.push("--people assignments".to_owned());
        }
        words.extend(scale.map(|scale| format!("--scale {}", named(&scale))));
        words
    }
}
