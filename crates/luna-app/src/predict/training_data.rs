//! Responses of rated people, read a page at a time.

use std::collections::BTreeMap;

use luna_core::rating::Points;
use luna_machines::predict::{Example, Exchange, MOST, Respondent};
use luna_machines::{HouseMachine, is_gibberish};
use luna_store::predict::{self, AnsweredGame, Page, Person};
use luna_store::{Db, Result, Tx, machine};

use crate::machine::machine_calls::panel;

/// The smallest number of rated people to train on.
pub const ENOUGH: usize = 30;

/// People at a time.
const PAGE: usize = 50;
/// The number of each person's last games that are used.
const GAMES: usize = 4;

/// Responses of rated people to one player, or to all house machines.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// By id, their games in any order.
    people: BTreeMap<String, Person>,
}

/// Responses to house machines, in games that were over at `until`.
pub async fn of_houses(db: &Db, until: i64) -> Result<Answers> {
    let mut answers = Answers::default();
    for asker in db.read(houses).await? {
        answers.add_all(db, &asker, until).await?;
    }
    Ok(answers)
}

/// To one player.
pub async fn of_player(db: &Db, id: &str, until: i64) -> Result<Answers> {
    let mut answers = Answers::default();
    answers.add_all(db, id, until).await?;
    Ok(answers)
}

fn houses(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let mut all: Vec<String> =
        HouseMachine::ALL.iter().map(|house| house.id().to_owned()).collect();
    let panels = machine::versions(tx, panel::ID)?;
    all.extend(panels.into_iter().map(|it| it.machine.player_id));
    Ok(all)
}

impl Answers {
    async fn add_all(&mut self, db: &Db, asker: &str, until: i64) -> Result<()> {
        let mut after = String::new();
        loop {
            let asker = asker.to_owned();
            let read = move |tx: &mut Tx<'_>| predict::people(tx, &asker, until, &after, PAGE);
            let Page { people, more } = db.read(read).await?;
            for person in people {
                self.add(person);
            }
            let Some(last) = more else { return Ok(()) };
            after = last;
        }
    }

    fn add(&mut self, person: Person) {
        match self.people.get_mut(&person.id) {
            Some(known) => known.games.extend(person.games),
            None => drop(self.people.insert(person.id.clone(), person)),
        }
    }

    /// The questions that were asked in more than half of the games, if any were.
    pub fn fixed(&self) -> Option<Vec<String>> {
        let mut times: BTreeMap<&[String], usize> = BTreeMap::new();
        for game in self.people.values().flat_map(|person| &person.games) {
            *times.entry(&game.questions).or_default() += 1;
        }
        let all: usize = times.values().sum();
        let most = times.into_iter().max_by_key(|(_, times)| *times);
        most.filter(|(_, times)| times * 2 > all).map(|(questions, _)| questions.to_vec())
    }

    /// The people who were asked all of these questions, with their latest answers. The person whose
    /// latest is the oldest comes first.
    pub fn to(&self, questions: &[String]) -> Vec<Example> {
        self.by_person(questions).into_iter().map(|(_, example)| example).collect()
    }

    /// The same, each with the id of its author.
    pub fn by_person(&self, questions: &[String]) -> Vec<(String, Example)> {
        let one = |(latest, person): (&AnsweredGame, &Person)| {
            (person.id.clone(), example(person, latest.responses.clone()))
        };
        self.latest(questions).into_iter().map(one).collect()
    }

    /// For each of the same people, the marks that the asker gave to single responses.
    pub fn marks(&self, questions: &[String]) -> Vec<Vec<Option<Points>>> {
        self.latest(questions).into_iter().map(|(latest, _)| latest.marks.clone()).collect()
    }

    fn latest(&self, questions: &[String]) -> Vec<(&AnsweredGame, &Person)> {
        let mut all: Vec<(&AnsweredGame, &Person)> = Vec::new();
        for person in self.people.values() {
            let games = person.games.iter().filter(|game| game.questions == questions);
            all.extend(games.max().map(|latest| (latest, person)));
        }
        all.sort_unstable_by_key(|(latest, _)| *latest);
        all
    }

    /// Everybody with the last games in which they were asked real questions, ordered by their last
    /// game, oldest first.
    pub fn respondents(&self) -> Vec<Respondent> {
        self.sensible().into_iter().map(|(_, games, person)| respondent(person, &games)).collect()
    }

    /// The last of them, as many as a model trains on.
    pub(super) fn last_respondents(&self) -> Vec<Respondent> {
        let all = self.sensible();
        let last = all.into_iter().rev().take(MOST).rev();
        last.map(|(_, games, person)| respondent(person, &games)).collect()
    }

    /// Each person's id with their latest answers to any questions.
    pub fn last_games(&self) -> Vec<(String, AnsweredGame, f64)> {
        let mut all = Vec::new();
        for (id, games, person) in self.sensible() {
            if let Some(latest) = games.first() {
                all.push((id.clone(), (*latest).clone(), rating(person)));
            }
        }
        all
    }

    /// Everybody's games without those in which Gibberish asked, latest first; people are ordered
    /// by their last game, oldest first.
    fn sensible(&self) -> Vec<(&String, Vec<&AnsweredGame>, &Person)> {
        let mut all = Vec::new();
        for (id, person) in &self.people {
            let mut games: Vec<&AnsweredGame> = (person.games.iter())
                .filter(|game| !game.questions.iter().any(|question| is_gibberish(question)))
                .collect();
            games.sort_unstable_by(|one, other| other.cmp(one));
            if !games.is_empty() {
                all.push((id, games, person));
            }
        }
        all.sort_unstable_by(|(_, one, _), (_, other, _)| one.cmp(other));
        all
    }

    /// Each question that enough people have answered, with the latest response of each of those who
    /// answered last, as many as a model trains on.
    pub(super) fn by_question(&self) -> impl Iterator<Item = (String, Vec<Example>)> {
        let mut all: BTreeMap<&String, Vec<(&AnsweredGame, &String, &Person)>> = BTreeMap::new();
        for person in self.people.values() {
            let mut latest: BTreeMap<&String, (&AnsweredGame, &String)> = BTreeMap::new();
            for game in &person.games {
                for (question, response) in game.questions.iter().zip(&game.responses) {
                    let known = latest.entry(question).or_insert((game, response));
                    *known = (*known).max((game, response));
                }
            }
            for (question, (game, response)) in latest {
                all.entry(question).or_default().push((game, response, person));
            }
        }
        all.retain(|_, given| given.len() >= ENOUGH);
        all.into_iter().map(|(question, mut given)| {
            given.sort_unstable_by_key(|(game, _, _)| *game);
            let last = given.split_off(given.len().saturating_sub(MOST));
            let examples = last.into_iter().map(|(_, said, who)| example(who, vec![said.clone()]));
            (question.clone(), examples.collect())
        })
    }
}

fn example(person: &Person, responses: Vec<String>) -> Example {
    Example { responses, rating: rating(person) }
}

/// From 0 to 1.
fn rating(person: &Person) -> f64 {
    person.rating.mean() / 100.0
}

fn respondent(person: &Person, games: &[&AnsweredGame]) -> Respondent {
    let exchanges = |game: &&AnsweredGame| {
        let pairs = game.questions.iter().cloned().zip(game.responses.iter().cloned());
        pairs.map(|(question, response)| Exchange { question, response }).collect()
    };
    Respondent { games: games.iter().take(GAMES).map(exchanges).collect(), rating: rating(person) }
}
