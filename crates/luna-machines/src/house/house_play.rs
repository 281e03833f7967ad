//! Moves and replies of the house machines.

mod question_answers;
mod replies;

pub use self::replies::{Lately, Occasion, Source};

use luna_core::answer::Answer;
use luna_core::game::{Duty, Guess, Move, Rules, View};
use luna_core::rng::Chance;
use luna_core::typing::utterance::Utterance;

use crate::house::house_machine::HouseMachine;
use crate::house::learned_guesser::LearnedGuesser;
use crate::house::questions::panel_questions;
use crate::house::recall::{CorpusLine, Recall};
use crate::house::wording::Pool;
use crate::house::{gibberish, heuristic_guess};
use crate::task::{ConverseTask, GameTask, OutsideReply, OutsideTask, QuestionTask, Role, Task};

/// The machines that come with Luna, what they remember, and what they have learned.
pub struct HouseMachines {
    pub recall: Recall,
    pub learned: LearnedGuesser,
}

/// The most characters of a line that a house machine says in a conversation.
const LONGEST_LINE: usize = 300;

/// A move of a house machine, and the authors of its texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    pub mv: Move,
    /// The author of each text of an answer; empty for other moves.
    pub sources: Vec<Source>,
}

/// A task that house machines take.
pub trait HouseTask: Task {
    fn house_reply(
        &self,
        houses: &HouseMachines,
        house: HouseMachine,
        chance: &mut Chance,
    ) -> Self::Reply;

    /// The reply that the Panel gives without asking its model, if it has one.
    fn panel_reply(&self, _chance: &mut Chance) -> Option<Self::Reply> {
        None
    }
}

impl HouseTask for GameTask {
    /// The move for a game that may count.
    fn house_reply(
        &self,
        houses: &HouseMachines,
        house: HouseMachine,
        chance: &mut Chance,
    ) -> Move {
        if let Duty::Ask = self.duty() {
            return Move::Ask(house.questions(Pool::Rated, self.view().rules, &[], chance));
        }
        let allowed = &mut |_: &CorpusLine| true;
        let mut occasion = Occasion { pool: Pool::Rated, lately: &Lately::default(), allowed };
        houses.turn(house, &self.view(), self.duty(), &mut occasion, chance).mv
    }

    fn panel_reply(&self, chance: &mut Chance) -> Option<Move> {
        match self.duty() {
            Duty::Ask => Some(Move::Ask(panel_questions(self.view().rules, &[], chance))),
            Duty::Answer | Duty::Guess => None,
        }
    }
}

impl HouseTask for QuestionTask {
    /// From the corpus alone: a stranger's question must not bring out the words of people who play
    /// here.
    fn house_reply(
        &self,
        houses: &HouseMachines,
        house: HouseMachine,
        chance: &mut Chance,
    ) -> Vec<Answer> {
        houses.answers_to(house, self, chance, &mut |line| line.origin().is_none())
    }
}

/// The lines after which a machine may repeat itself in a conversation.
const REMEMBERED: usize = 20;

impl HouseTask for ConverseTask {
    /// As an entry, a reply to what it has not answered yet. As a judge, a question.
    fn house_reply(
        &self,
        houses: &HouseMachines,
        house: HouseMachine,
        chance: &mut Chance,
    ) -> Utterance {
        let mut given: Vec<String> = self.own().rev().take(REMEMBERED).map(str::to_owned).collect();
        given.reverse();
        let lines = match self.you {
            Role::Judge => {
                let rules = Rules { questions: 1, max_chars: self.max_chars };
                house.questions(Pool::Practice, rules, &given, chance)
            }
            Role::Entry => {
                let heard: Vec<&str> = self.unanswered().collect();
                let most = self.max_chars.min(LONGEST_LINE);
                if heard.is_empty() {
                    Vec::new()
                } else {
                    vec![houses.reply_to(house, &heard.join(" "), most, &given, chance)]
                }
            }
        };
        let typed = |line: String| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines = lines.into_iter().map(typed).filter(|line| !line.is_empty());
        Utterance::Lines(lines.collect())
    }
}

impl HouseTask for OutsideTask {
    fn house_reply(
        &self,
        houses: &HouseMachines,
        house: HouseMachine,
        chance: &mut Chance,
    ) -> OutsideReply {
        match self {
            OutsideTask::Question(task) => {
                OutsideReply::Answers(task.house_reply(houses, house, chance))
            }
            OutsideTask::Converse(task) => {
                OutsideReply::Utterance(task.house_reply(houses, house, chance))
            }
        }
    }
}

/// They know the corpus that comes with Luna, and have learned nothing yet.
impl Default for HouseMachines {
    fn default() -> HouseMachines {
        HouseMachines { recall: Recall::with_corpus(), learned: LearnedGuesser::default() }
    }
}

impl HouseMachines {
    /// A move of a house machine, from its seat's view. Questions are of the practice pool: in rated
    /// games they are written on joining.
    pub fn turn(
        &self,
        house: HouseMachine,
        view: &View,
        duty: Duty,
        occasion: &mut Occasion<'_>,
        chance: &mut Chance,
    ) -> Turn {
        let many = view.rules.questions;
        let mv = match duty {
            Duty::Ask => Move::Ask(house.questions(Pool::Practice, view.rules, &[], chance)),
            Duty::Answer => {
                let questions = view.their_questions.iter().flatten().take(many);
                let most = view.rules.max_chars;
                let replies =
                    replies::replies(&self.recall, house, questions, most, occasion, chance);
                let (texts, sources) = replies.into_iter().unzip();
                return Turn { mv: Move::Answer(texts), sources };
            }
            Duty::Guess => {
                let responses = view.their_answers.as_deref().unwrap_or_default();
                let questions = view.my_questions.as_deref().unwrap_or_default();
                let points = match house {
                    HouseMachine::Gibberish => gibberish::guess(chance),
                    HouseMachine::Eliza | HouseMachine::Recall => (self.learned)
                        .guess(questions, responses)
                        .unwrap_or_else(|| heuristic_guess::guess(questions, responses, chance)),
                };
                Move::Guess(Guess { points, sliders: vec![None; many] })
            }
        };
        Turn { mv, sources: Vec::new() }
    }

    /// A reply in a conversation, from the corpus alone and not one of `given` if there is another.
    pub fn reply_to(
        &self,
        house: HouseMachine,
        line: &str,
        most: usize,
        given: &[String],
        chance: &mut Chance,
    ) -> String {
        let allowed = &mut |line: &CorpusLine| line.origin().is_none();
        let lately = Lately { by_machines: given.to_vec(), by_people: Vec::new() };
        let mut occasion = Occasion { pool: Pool::Practice, lately: &lately, allowed };
        let question = line.to_owned();
        let replies = replies::replies(
            &self.recall,
            house,
            [&question].into_iter(),
            most,
            &mut occasion,
            chance,
        );
        replies.into_iter().next().map(|(text, _)| text).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
