//! What rated people have answered on an instance, from its database.

use luna_app::predict::{Answers, of_houses, of_player, told};
use luna_core::game::Rules;
use luna_core::rating::Points;
use luna_figures::csv_cell;
use luna_lab::predict::dataset::{Person, Problem, Question};
use luna_machines::predict::{Example, Respondent};
use luna_store::predict::QuestionInformativeness;
use luna_store::{Db, player};

use super::refused;
use crate::config::Config;
use crate::failure::Failure;

/// Questions, and what rated people have answered; whoever answered longest ago is the first.
pub(super) struct Lesson {
    /// "house machines", or a name.
    pub(super) asker: String,
    /// Where not everybody was asked the same, they are "Question 1" and so on.
    pub(super) questions: Vec<String>,
    pub(super) examples: Vec<Example>,
    /// The id of each of those people.
    people: Vec<String>,
    /// The marks that each got for single responses.
    marks: Vec<Vec<Option<Points>>>,
    /// What each of them was asked, where that is not what `questions` says.
    drawn: Option<Vec<Vec<String>>>,
    /// What house machines learn from.
    pub(super) houses: Option<Houses>,
}

/// What people have answered house machines, in all their games.
pub(super) struct Houses {
    pub(super) respondents: Vec<Respondent>,
    answers: Answers,
}

impl Houses {
    /// How much the answers to each question tell that enough people have answered.
    pub(super) async fn told(self) -> Result<Vec<QuestionInformativeness>, Failure> {
        Ok(told(self.answers, 0).await?)
    }
}

/// The database of an instance, which is left as it is.
pub(super) fn open(config: &Config) -> Result<Db, Failure> {
    Db::open_to_read(&config.database).map_err(|error| Failure::opening(&config.database, &error))
}

/// Whom a player has asked, or the machines that come with Luna have, and the number among them of
/// the person of this name, if there is one.
pub(super) fn read(
    config: &Config,
    player: Option<&str>,
    person: &str,
) -> Result<(Lesson, Option<String>), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let runtime = runtime.map_err(|error| Failure::Other(error.into()))?;
    runtime.block_on(async {
        let db = open(config)?;
        let lesson = Lesson::read(&db, player, config.rules).await?;
        let id = called(&db, person).await?;
        let place = |id: &String| lesson.people.iter().position(|known| known == id);
        match id.as_ref().map(place) {
            // Not a number that somebody else has.
            Some(None) => Err(refused(format!(
                "{person} has not answered {}, or has not been guessed by three people yet.",
                lesson.asker
            ))),
            found => Ok((lesson, found.flatten().map(numbered))),
        }
    })
}

/// The id of whoever has this name.
async fn called(db: &Db, name: &str) -> Result<Option<String>, Failure> {
    let wanted = name.to_owned();
    match db.read(move |tx| player::by_name(tx, &wanted)).await {
        Err(luna_store::Error::NotFound) => Ok(None),
        found => Ok(Some(found?.id)),
    }
}

/// People are numbered from 1 and not named.
fn numbered(place: usize) -> String {
    (place + 1).to_string()
}

impl Lesson {
    pub(super) async fn read(
        db: &Db,
        player: Option<&str>,
        rules: Rules,
    ) -> Result<Lesson, Failure> {
        match player {
            None => Lesson::of_houses(db, rules).await,
            Some(name) => Lesson::of_player(db, name).await,
        }
    }

    async fn of_houses(db: &Db, rules: Rules) -> Result<Lesson, Failure> {
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
        Ok(Lesson {
            asker: "house machines".to_owned(),
            questions: if same { first } else { named() },
            examples,
            people,
            marks,
            drawn: Some(drawn).filter(|_| !same),
            houses: Some(Houses { respondents: answers.respondents(), answers }),
        })
    }

    async fn of_player(db: &Db, name: &str) -> Result<Lesson, Failure> {
        let id = called(db, name).await?;
        let id = id.ok_or_else(|| refused(format!("there is no player called {name}")))?;
        let answers = of_player(db, &id, i64::MAX).await?;
        let questions = answers.fixed().ok_or_else(|| {
            refused(format!(
                "There are no questions that {name} has asked in more than half of the games with \
                 rated players."
            ))
        })?;
        let (people, examples) = answers.by_person(&questions).into_iter().unzip();
        let marks = answers.marks(&questions);
        let asker = name.to_owned();
        Ok(Lesson { asker, questions, examples, people, marks, drawn: None, houses: None })
    }

    /// A question; with its number where it is asked twice.
    fn asked(&self, nth: usize) -> String {
        let question = self.questions.get(nth).map_or("", String::as_str);
        match self.questions.iter().filter(|other| *other == question).count() {
            0 | 1 => question.to_owned(),
            _ => format!("{question} ({})", nth + 1),
        }
    }

    /// As [`Lesson::csv`] is read.
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

    /// With a further column where not everybody was asked the same: what it was.
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
