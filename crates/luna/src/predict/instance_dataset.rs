//! Training data from the database of an instance: the answers of rated people.

use luna_app::predict::{Answers, informativeness_of_each, of_houses, of_player};
use luna_core::game::Rules;
use luna_core::rating::Points;
use luna_figures::csv_cell;
use luna_lab::predict::dataset::{Person, Problem, Question};
use luna_machines::predict::{Example, Respondent};
use luna_store::predict::QuestionInformativeness;
use luna_store::{Db, player};

use crate::config::Config;
use crate::failure::Failure;

/// Questions with the answers of rated people, the earliest first.
pub(super) struct InstanceDataset {
    /// "house machines" or a player's name.
    pub(super) asker: String,
    /// The questions, or "Question 1" and so on if people were asked different ones.
    pub(super) questions: Vec<String>,
    pub(super) examples: Vec<Example>,
    /// The ids of the people.
    people: Vec<String>,
    /// The marks of each person's responses.
    marks: Vec<Vec<Option<Points>>>,
    /// The actual questions of each person, if they differ.
    drawn: Option<Vec<Vec<String>>>,
    /// The training data of house machines.
    pub(super) houses: Option<HouseAnswers>,
}

/// The answers of people to house machines in all their games.
pub(super) struct HouseAnswers {
    pub(super) respondents: Vec<Respondent>,
    answers: Answers,
}

impl HouseAnswers {
    /// The informativeness of each question that enough people have answered.
    pub(super) async fn informativeness_of_each(
        self,
    ) -> Result<Vec<QuestionInformativeness>, Failure> {
        Ok(informativeness_of_each(self.answers, 0).await?)
    }
}

/// Opens the database of an instance without changing it.
pub(super) fn open(config: &Config) -> Result<Db, Failure> {
    Db::open_to_read(&config.database).map_err(|error| Failure::opening(&config.database, &error))
}

/// Reads the data of a player or of the house machines. Returns it with the number of the person
/// of this name, if there is one.
pub(super) fn read(
    config: &Config,
    player: Option<&str>,
    person: &str,
) -> Result<(InstanceDataset, Option<String>), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let runtime = runtime.map_err(|error| Failure::Other(error.into()))?;
    runtime.block_on(async {
        let db = open(config)?;
        let dataset = InstanceDataset::read(&db, player, config.settings.rules).await?;
        let id = called(&db, person).await?;
        let place = |id: &String| dataset.people.iter().position(|known| known == id);
        match id.as_ref().map(place) {
            // The name must not be taken for somebody else's number.
            Some(None) => Err(Failure::refused(format!(
                "{person} has not answered {}, or has not been guessed by three people yet.",
                dataset.asker
            ))),
            found => Ok((dataset, found.flatten().map(numbered))),
        }
    })
}

/// The id of the player with this name.
async fn called(db: &Db, name: &str) -> Result<Option<String>, Failure> {
    let wanted = name.to_owned();
    match db.read(move |tx| player::by_name(tx, &wanted)).await {
        Err(luna_store::Error::NotFound) => Ok(None),
        found => Ok(Some(found?.id)),
    }
}

/// The number of a person, from 1. Names are left out.
fn numbered(place: usize) -> String {
    (place + 1).to_string()
}

impl InstanceDataset {
    pub(super) async fn read(
        db: &Db,
        player: Option<&str>,
        rules: Rules,
    ) -> Result<InstanceDataset, Failure> {
        match player {
            None => InstanceDataset::of_houses(db, rules).await,
            Some(name) => InstanceDataset::of_player(db, name).await,
        }
    }

    async fn of_houses(db: &Db, rules: Rules) -> Result<InstanceDataset, Failure> {
        let answers = of_houses(db, i64::MAX).await?;
        let mut games = answers.last_games();
        games.retain(|(_, game, _)| game.questions.len() == rules.questions);
        let first = games.first().map(|(_, game, _)| game.questions.clone()).unwrap_or_default();
        let same = games.iter().all(|(_, game, _)| game.questions == first);
        let named = || (1..=rules.questions).map(|nth| format!("Question {nth}")).collect();
        let (mut people, mut examples) = (Vec::new(), Vec::new());
        let (mut marks, mut drawn) = (Vec::new(), Vec::new());
        for (id, game, rating) in games {
            people.push(id);
            marks.push(game.marks);
            examples.push(Example { responses: game.responses, rating });
            drawn.push(game.questions);
        }
        Ok(InstanceDataset {
            asker: "house machines".to_owned(),
            questions: if same { first } else { named() },
            examples,
            people,
            marks,
            drawn: Some(drawn).filter(|_| !same),
            houses: Some(HouseAnswers { respondents: answers.respondents(), answers }),
        })
    }

    async fn of_player(db: &Db, name: &str) -> Result<InstanceDataset, Failure> {
        let id = called(db, name).await?;
        let id = id.ok_or_else(|| Failure::refused(format!("there is no player called {name}")))?;
        let answers = of_player(db, &id, i64::MAX).await?;
        let questions = answers.fixed().ok_or_else(|| {
            Failure::refused(format!(
                "There are no questions that {name} has asked in more than half of the games with \
                 rated players."
            ))
        })?;
        let (people, examples) = answers.by_person(&questions).into_iter().unzip();
        let marks = answers.marks(&questions);
        let asker = name.to_owned();
        Ok(InstanceDataset { asker, questions, examples, people, marks, drawn: None, houses: None })
    }

    /// A question, with its number if it occurs twice.
    fn asked(&self, nth: usize) -> String {
        let question = self.questions.get(nth).map_or("", String::as_str);
        match self.questions.iter().filter(|other| *other == question).count() {
            0 | 1 => question.to_owned(),
            _ => format!("{question} ({})", nth + 1),
        }
    }

    /// The data as a problem, equal to the one read from [`InstanceDataset::csv`].
    pub(super) fn problem(&self) -> Problem {
        let person = |(at, one): (usize, &Example)| Person {
            id: numbered(at),
            responses: one.responses.clone(),
            rating: one.rating,
            grades: Vec::new(),
        };
        let asked = |nth| Question::plain(&self.asked(nth));
        Problem {
            name: self.asker.clone(),
            questions: (0..self.questions.len()).map(asked).collect(),
            people: self.examples.iter().enumerate().map(person).collect(),
        }
    }

    /// The data as CSV, with a further column for the actual question if they differ.
    pub(super) fn csv(&self) -> String {
        let more = if self.drawn.is_some() { ",asked" } else { "" };
        let mut lines = vec![format!("person,question,response,rating,mark{more}\n")];
        for (at, Example { responses, rating }) in self.examples.iter().enumerate() {
            let person = numbered(at);
            for (nth, response) in responses.iter().enumerate() {
                let (question, response) = (csv_cell(&self.asked(nth)), csv_cell(response));
                let mark = self.marks.get(at).and_then(|marks| *marks.get(nth)?);
                let mark = mark.map_or_else(String::new, |mark| mark.to_string());
                let drawn = self.drawn.as_ref().and_then(|all| all.get(at)?.get(nth));
                let drawn = drawn.map_or_else(String::new, |it| format!(",{}", csv_cell(it)));
                lines.push(format!("{person},{question},{response},{rating},{mark}{drawn}\n"));
            }
        }
        lines.concat()
    }
}
