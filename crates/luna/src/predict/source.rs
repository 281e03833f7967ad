//! What is learned from: files, or the games of an instance.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use luna_lab::predict::dataset::{Problem, Scale};
use luna_lab::predict::read::{Persons, add_key, read};
use luna_lab::report::Basis;

use super::lesson::{self, Lesson};
use super::{as_typed, named, refused, wrong};
use crate::config::{Config, Options};
use crate::failure::{Failure, without_password};

/// What is learned from.
#[derive(Args)]
pub(super) struct Source {
    /// Powergrading's folder, Mohler's, a CSV of person, question, response, rating, or what a
    /// player has downloaded of Luna (my-luna-data.json); without any, the database of an instance
    /// is read, which --database names, and left as it is
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// In an instance, who has asked [default: the machines that come with Luna, each person's
    /// last game with one of them]
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// A CSV of question and answer, for a file of responses or an instance
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Who is a person in Mohler's data, which names nobody
    #[arg(long, value_enum, default_value = "complete")]
    people: People,
    /// What ratings are: as given, divided by the largest, or from smallest to largest
    /// [default: given for a file and an instance, else range]
    #[arg(long, value_enum)]
    scale: Option<Scaled>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum People {
    /// The n-th line of every question, for all 87 questions: 24 people
    Complete,
    /// The n-th line within one assignment: twelve problems
    Assignments,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Scaled {
    Given,
    Maximum,
    Range,
}

/// The settings that were given, and whether the database is among those typed.
pub(crate) struct Given {
    pub(crate) options: Options,
    pub(crate) typed: bool,
}

/// Where it is.
pub(super) enum Place {
    Files,
    Instance(Box<Config>),
}

/// Problems from one place, and what their ratings are.
pub(super) struct Set {
    pub(super) scale: Scale,
    pub(super) problems: Vec<Problem>,
}

impl Place {
    pub(super) fn basis(&self) -> Basis {
        match self {
            Place::Files => Basis::Fixed,
            Place::Instance(_) => Basis::Instance,
        }
    }
}

impl Source {
    /// Nothing is read yet.
    pub(super) fn place(&self, given: Given) -> Result<Place, Failure> {
        let Given { options, typed } = given;
        match (self.paths.is_empty(), typed, &self.player) {
            (false, true, _) => Err(wrong(
                "Name either files to learn from or the database of an instance, not both.",
            )),
            (false, false, Some(_)) => {
                Err(wrong("--player is for an instance, and here files are learned from."))
            }
            (false, false, None) => Ok(Place::Files),
            (true, ..) => {
                let named = options.database.is_some();
                let config = Config::load(options)?;
                let path = config.database.strip_prefix("sqlite:").map(Path::new);
                if let Some(path) = path.filter(|path| !named && !path.exists()) {
                    return Err(wrong(&format!(
                        "Name a file or folder to learn from, or with --database the database of \
                         an instance; there is no {}.",
                        path.display()
                    )));
                }
                if let People::Assignments = self.people {
                    return Err(wrong("--people is for Mohler's data, and not for an instance."));
                }
                Ok(Place::Instance(Box::new(config)))
            }
        }
    }

    pub(super) fn read(&self, place: &Place) -> Result<Vec<Set>, Failure> {
        Ok(self.read_with(place, "")?.0)
    }

    /// With the id that somebody has there. In an instance people have numbers, as in what
    /// `luna predict train` writes, and go by their names as well.
    pub(super) fn read_with(
        &self,
        place: &Place,
        person: &str,
    ) -> Result<(Vec<Set>, String), Failure> {
        let Place::Instance(config) = place else { return Ok((self.files()?, person.to_owned())) };
        let (lesson, id) = lesson::read(config, self.player.as_deref(), person)?;
        let set = Set { scale: self.scale(true), problems: vec![self.problem(&lesson)?] };
        Ok((vec![set], id.unwrap_or_else(|| person.to_owned())))
    }

    fn problem(&self, lesson: &Lesson) -> Result<Problem, Failure> {
        let mut problem = lesson.problem();
        if problem.people.is_empty() {
            return Err(refused(format!(
                "The questions of {} have not been answered by any rated player yet whom at least \
                 three people have guessed, so there is nothing to learn from.",
                problem.name
            )));
        }
        if let Some(key) = &self.key {
            add_key(&mut problem.questions, key).map_err(refused)?;
        }
        Ok(problem)
    }

    fn files(&self) -> Result<Vec<Set>, Failure> {
        let who = match self.people {
            People::Complete => Persons::Complete,
            People::Assignments => Persons::Assignments,
        };
        let one = |path: &PathBuf| match (who, path.is_file()) {
            (Persons::Assignments, true) => {
                let path = path.display();
                Err(wrong(&format!("--people is for Mohler's data, and {path} is a file.")))
            }
            (_, is_file) => {
                let problems = read(path, self.key.as_deref(), who).map_err(refused)?;
                Ok(Set { scale: self.scale(is_file), problems })
            }
        };
        let mut all = self.paths.iter().map(one).collect::<Result<Vec<_>, _>>()?;
        // Two files in two folders may have one name, and reports tell them apart by it.
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

    /// Files and instances have ratings, folders have grades.
    fn scale(&self, rated: bool) -> Scale {
        match self.scale {
            Some(Scaled::Given) => Scale::Given,
            Some(Scaled::Maximum) => Scale::Maximum,
            None if rated => Scale::Given,
            Some(Scaled::Range) | None => Scale::Range,
        }
    }

    /// The words that name it all again, but for `more` files.
    pub(super) fn words(&self, place: &Place, more: [(&str, &Option<PathBuf>); 3]) -> Vec<String> {
        let Source { paths, player, key, people, scale } = self;
        let mut words: Vec<String> = match place {
            Place::Files => paths.iter().map(|path| as_typed(path)).collect(),
            Place::Instance(config) => {
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
