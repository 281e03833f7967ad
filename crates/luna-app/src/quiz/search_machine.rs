//! The search guesser as a machine of this instance: it answers questions, and plays no games.

use luna_core::answer::Answer;
use luna_machines::task::QuestionTask;
use luna_store::Tx;
use luna_store::player::Player;
use luna_store::quiz::play;

use super::analysis::SEARCH;
use super::library::{Guesser, Library};
use crate::error::Error;
use crate::instance::answering_house::AnsweringHouse;
use crate::instance::memory::Memory;

/// The id of its player, the same on every instance.
pub const ID: &str = "house-search";

const ABOUT: &str = "Answers trivia by searching the questions that this Luna has imported. Give it a tossup, or \
    its beginning; it plays no games.";

const LEARNING: &str = "This machine is still reading its questions. Please ask again in a moment.";
const PLAYING: &str = "Finish your question in the reading room first: this machine may know it.";

pub(super) const HOUSE: AnsweringHouse = AnsweringHouse {
    id: ID,
    name: SEARCH,
    about: ABOUT,
    check: refuse_players,
    answer: |memory: &Memory, _, task| {
        let guesser = memory.get::<Library>().guesser();
        let guesser = guesser.ok_or_else(|| Error::Refused(LEARNING.to_owned()))?;
        Ok(answers(&guesser, task))
    },
};

fn refuse_players(tx: &mut Tx<'_>, asker: &Player) -> Result<(), Error> {
    match play::open_of(tx, &asker.id)? {
        Some(_) => Err(Error::Refused(PLAYING.to_owned())),
        None => Ok(()),
    }
}

/// Up to five answers to a question, best first. Of choices it ranks those that it would guess.
fn answers(guesser: &Guesser, task: &QuestionTask) -> Vec<Answer> {
    let text = match &task.context {
        Some(context) => format!("{context} {}", task.question),
        None => task.question.clone(),
    };
    let ranked = guesser.index().reader().rank(&text);
    let mut answers: Vec<Answer> = Vec::new();
    if task.choices.is_empty() {
        for it in ranked {
            let name = guesser.name(it.answer);
            let fits = !name.trim().is_empty() && name.chars().count() <= task.max_chars;
            if fits && !answers.iter().any(|answer| answer.text == name) {
                answers.push(Answer { text: name.to_owned(), confidence: it.probability });
            }
            if answers.len() == task.max_answers {
                break;
            }
        }
    } else {
        let likely = |choice: &String| {
            let named = ranked.iter().find(|it| same(guesser.name(it.answer), choice));
            Answer { text: choice.clone(), confidence: named.map_or(0.0, |it| it.probability) }
        };
        answers = task.choices.iter().map(likely).collect();
    }
    answers.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    answers.truncate(task.max_answers);
    if answers.is_empty() {
        answers.push(Answer {
            text: "I have never read anything like it.".to_owned(),
            confidence: 0.0,
        });
    }
    answers
}

fn same(name: &str, choice: &str) -> bool {
    let plain = luna_machines::search_guesser::normalise;
    plain(name) == plain(choice)
}
