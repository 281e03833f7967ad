//! The Luna Game: two hidden players ask each other five questions, answer the five they are given,
//! and guess each other's Smarts Rating.
//!
//! A game is the list of its moves. [`Game::play`] holds every rule, and people, machines, simulations
//! and the stored log all go through it. A seat whose player goes away is empty until somebody joins.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::rating::{Outcome, Points, Rating, outcome};
use crate::text;

pub mod absence;
pub mod consequences;
pub mod timing;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Seat {
    A,
    B,
}

/// The rules of a game, stored with it so that later games can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub questions: usize,
    /// The most characters in one question or response.
    pub max_chars: usize,
}

impl Rules {
    /// As in the paper: five questions.
    pub const STANDARD: Rules = Rules { questions: 5, max_chars: 5_000 };
    /// What an instance may choose.
    pub const QUESTIONS: RangeInclusive<usize> = 1..=10;
    pub const CHARS: RangeInclusive<usize> = 100..=5_000;
    /// The most characters in all questions of one player, which bounds a request.
    pub const MOST_CHARS: usize = 25_000;
}

/// Stored for ever: variants may be added, never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// Somebody takes the empty seat.
    Join,
    Ask(Vec<String>),
    Answer(Vec<String>),
    Guess(Guess),
    Leave,
    /// The deadline passed.
    Expire,
    /// Banned or erased: the player goes, whatever they have done.
    Remove,
    /// Both have guessed: the ratings in force at this moment.
    Reveal(Reveal),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guess {
    pub points: Points,
    /// A rating of each response, where the player gave one.
    pub sliders: Vec<Option<Points>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reveal {
    pub ratings: [Option<Rating>; 2],
    /// True if the guess made in each seat counts: a person's, in a rated game.
    pub counts: [bool; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    Interview,
    Response,
    Guess,
    Final,
    /// Given up before its end; nothing is revealed.
    Closed,
}

/// The end of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Final,
    Left,
    Expired,
    /// The game was given up, or its machine was stopped.
    Closed,
}

/// The purpose of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Rated,
    /// One person and a machine that answers at once; nothing of it counts.
    Practice,
    /// Two machines, as fast as they are; nothing of it counts.
    Sandbox,
}

/// A player's next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    Ask,
    Answer,
    Guess,
}

/// Why a move was refused, in words for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("This game is over.")]
    Over,
    #[error("You are no longer in this game.")]
    NotSeated,
    #[error("This seat is taken.")]
    SeatTaken,
    #[error("You have already sent your questions.")]
    AlreadyAsked,
    #[error("You have already sent your responses.")]
    AlreadyAnswered,
    #[error("You have already made your guess.")]
    AlreadyGuessed,
    #[error("The other player's questions are not here yet.")]
    NoQuestionsYet,
    #[error("The responses are not here yet.")]
    NoResponsesYet,
    #[error("Please write {0} questions.")]
    QuestionCount(usize),
    #[error("Please write {0} responses.")]
    ResponseCount(usize),
    #[error("Please give one slider for each response.")]
    SliderCount,
    #[error("Question {} {problem}.", .nth + 1)]
    Question { nth: usize, problem: text::Problem },
    #[error("Response {} {problem}.", .nth + 1)]
    Response { nth: usize, problem: text::Problem },
    #[error(
        "The player this was meant for has left the game. Somebody else will take their place, so \
         please look at the game again."
    )]
    PartnerGone,
    #[error("You have finished your part of this game.")]
    PartDone,
    #[error("Both guesses are needed first.")]
    NothingToReveal,
    #[error("Nothing is overdue.")]
    NotOverdue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    sides: [Side; 2],
    reveal: Option<Reveal>,
    closed: bool,
}

/// One seat and what has been written in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Side {
    seated: bool,
    questions: Option<Vec<String>>,
    answers: Option<Vec<String>>,
    guess: Option<Guess>,
    /// The questions are those of somebody who has gone.
    inherited: bool,
    /// The number of times that the player opposite has gone away.
    partners_lost: u32,
}

/// A game as one seat may see it. There is no field for what the other player
/// is, nor for anything not yet due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub rules: Rules,
    pub phase: Phase,
    pub duty: Option<Duty>,
    pub partner_seated: bool,
    pub partners_lost: u32,
    /// My seat's questions were written by the player who sat here before me.
    pub inherited: bool,
    pub my_questions: Option<Vec<String>>,
    pub my_answers: Option<Vec<String>>,
    pub my_guess: Option<Guess>,
    /// Once both have asked.
    pub their_questions: Option<Vec<String>>,
    /// Once both have answered.
    pub their_answers: Option<Vec<String>>,
    pub result: Option<GameResult>,
}

/// One seat's final page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    pub outcome: Outcome,
    pub my_guess: Points,
    pub their_guess: Points,
    pub their_rating: Option<Rating>,
    pub my_rating_then: Option<Rating>,
    pub my_rating_now: Option<Rating>,
    /// True if their guess went into my rating.
    pub their_guess_counts: bool,
}

impl Game {
    /// A new game: one player in seat A, about to ask.
    pub fn new(rules: Rules) -> Game {
        let first = Side { seated: true, ..Side::default() };
        Game { rules, sides: [first, Side::default()], reveal: None, closed: false }
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub fn phase(&self) -> Phase {
        let both = |has: fn(&Side) -> bool| self.sides.iter().all(has);
        match (self.closed, self.reveal.is_some()) {
            (true, _) => Phase::Closed,
            (_, true) => Phase::Final,
            _ if !both(|side| side.seated && side.questions.is_some()) => Phase::Interview,
            _ if !both(|side| side.answers.is_some()) => Phase::Response,
            _ => Phase::Guess,
        }
    }

    /// The move that `seat` owes now; none when it waits for the other or is empty.
    pub fn duty(&self, seat: Seat) -> Option<Duty> {
        let side = self.side(seat);
        let owes = match self.phase() {
            Phase::Interview => side.questions.is_none().then_some(Duty::Ask),
            Phase::Response => side.answers.is_none().then_some(Duty::Answer),
            Phase::Guess => side.guess.is_none().then_some(Duty::Guess),
            Phase::Final | Phase::Closed => None,
        };
        owes.filter(|_| side.seated)
    }

    /// The empty seat in a game whose player has asked and now waits for
    /// somebody.
    pub fn vacancy(&self) -> Option<Seat> {
        let waits = |seat: Seat| self.side(seat).seated && self.side(seat).questions.is_some();
        [Seat::A, Seat::B].into_iter().find(|&seat| {
            self.phase() == Phase::Interview && !self.side(seat).seated && waits(seat.other())
        })
    }

    /// Returns true if the next player in the empty seat finds questions already asked.
    pub fn vacancy_has_questions(&self) -> bool {
        self.vacancy().is_some_and(|seat| self.side(seat).questions.is_some())
    }

    /// Both have guessed and nothing has been revealed.
    pub fn awaits_reveal(&self) -> bool {
        self.phase() == Phase::Guess && self.sides.iter().all(|side| side.guess.is_some())
    }

    pub fn guess(&self, seat: Seat) -> Option<Points> {
        self.side(seat).guess.as_ref().map(|guess| guess.points)
    }

    pub fn play(mut self, by: Seat, mv: &Move) -> Result<Game, Refusal> {
        if matches!(self.phase(), Phase::Final | Phase::Closed) {
            return Err(Refusal::Over);
        }
        if *mv == Move::Join {
            if self.side(by).seated {
                return Err(Refusal::SeatTaken);
            }
            self.side_mut(by).seated = true;
            return Ok(self);
        }
        if !self.side(by).seated {
            return Err(Refusal::NotSeated);
        }
        match mv {
            Move::Join => {}
            Move::Ask(questions) => {
                self.check_ask(by, questions)?;
                self.side_mut(by).questions = Some(questions.clone());
            }
            Move::Answer(answers) => {
                self.check_answer(by, answers)?;
                self.side_mut(by).answers = Some(answers.clone());
            }
            Move::Guess(guess) => {
                self.check_guess(by, guess)?;
                self.side_mut(by).guess = Some(guess.clone());
            }
            Move::Leave if self.side(by).guess.is_some() => return Err(Refusal::PartDone),
            Move::Expire if self.duty(by).is_none() => return Err(Refusal::NotOverdue),
            Move::Leave | Move::Expire | Move::Remove => self.empty(by),
            Move::Reveal(reveal) if self.awaits_reveal() => self.reveal = Some(*reveal),
            Move::Reveal(_) => return Err(Refusal::NothingToReveal),
        }
        Ok(self)
    }

    fn check_ask(&self, by: Seat, questions: &[String]) -> Result<(), Refusal> {
        if self.side(by).questions.is_some() {
            return Err(Refusal::AlreadyAsked);
        }
        if questions.len() != self.rules.questions {
            return Err(Refusal::QuestionCount(self.rules.questions));
        }
        for (nth, question) in questions.iter().enumerate() {
            text::check(question, self.rules.max_chars)
                .map_err(|problem| Refusal::Question { nth, problem })?;
        }
        Ok(())
    }

    fn check_answer(&self, by: Seat, answers: &[String]) -> Result<(), Refusal> {
        if self.side(by).answers.is_some() {
            return Err(Refusal::AlreadyAnswered);
        }
        if self.phase() != Phase::Response {
            return Err(Refusal::NoQuestionsYet);
        }
        if answers.len() != self.rules.questions {
            return Err(Refusal::ResponseCount(self.rules.questions));
        }
        for (nth, answer) in answers.iter().enumerate() {
            text::check(answer, self.rules.max_chars)
                .map_err(|problem| Refusal::Response { nth, problem })?;
        }
        Ok(())
    }

    fn check_guess(&self, by: Seat, guess: &Guess) -> Result<(), Refusal> {
        if self.side(by).guess.is_some() {
            return Err(Refusal::AlreadyGuessed);
        }
        if self.phase() != Phase::Guess {
            return Err(Refusal::NoResponsesYet);
        }
        if guess.sliders.len() != self.rules.questions {
            return Err(Refusal::SliderCount);
        }
        Ok(())
    }

    /// Empties a seat. The other player's texts are kept: their questions wait for the next partner,
    /// and if they have responded, so do the questions they responded to. Only a guess is made again,
    /// since it was about the player who has gone.
    fn empty(&mut self, gone: Seat) {
        let other = gone.other();
        let answered = self.side(other).answers.is_some();
        let left = self.side_mut(gone);
        let questions = left.questions.take().filter(|_| answered);
        let inherited = questions.is_some();
        *left = Side { questions, inherited, ..Side::default() };
        let stays = self.side_mut(other);
        stays.guess = None;
        stays.partners_lost += 1;
        self.closed = !stays.seated;
    }

    /// The game as the player in `seat` may see it.
    pub fn view(&self, seat: Seat) -> View {
        let (mine, theirs) = (self.side(seat), self.side(seat.other()));
        let phase = self.phase();
        let both_asked = matches!(phase, Phase::Response | Phase::Guess | Phase::Final);
        let both_answered = matches!(phase, Phase::Guess | Phase::Final);
        View {
            rules: self.rules,
            phase,
            duty: self.duty(seat),
            partner_seated: theirs.seated,
            partners_lost: mine.partners_lost,
            inherited: mine.inherited,
            my_questions: mine.questions.clone(),
            my_answers: mine.answers.clone(),
            my_guess: mine.guess.clone(),
            their_questions: theirs
                .questions
                .clone()
                // A player who has responded has seen them, even if the seat is empty now.
                .filter(|_| both_asked || mine.answers.is_some()),
            their_answers: theirs.answers.clone().filter(|_| both_answered),
            result: self.result(seat),
        }
    }

    /// Both guesses and ratings, only after the reveal.
    pub fn result(&self, seat: Seat) -> Option<GameResult> {
        let Reveal { ratings, counts } = self.reveal?;
        let (my_guess, their_guess) = (self.guess(seat)?, self.guess(seat.other())?);
        let (mine, theirs) = (ratings[seat.index()], ratings[seat.other().index()]);
        let counts = counts[seat.other().index()];
        let now = if counts { Some(Rating::after(mine, their_guess)) } else { mine };
        Some(GameResult {
            outcome: outcome(my_guess, their_guess, [mine, theirs]),
            my_guess,
            their_guess,
            their_rating: theirs,
            my_rating_then: mine,
            my_rating_now: now,
            their_guess_counts: counts,
        })
    }

    fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index()]
    }
}

impl View {
    /// Responses and guesses meant for one partner are not taken for the next:
    /// whether those made when so many had gone still find the same one.
    pub fn same_partner(&self, partners_lost: u32) -> Result<(), Refusal> {
        if self.partners_lost == partners_lost { Ok(()) } else { Err(Refusal::PartnerGone) }
    }
}

impl Seat {
    pub const BOTH: [Seat; 2] = [Seat::A, Seat::B];

    pub fn other(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }

    pub fn index(self) -> usize {
        match self {
            Seat::A => 0,
            Seat::B => 1,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Seat::A => "A",
            Seat::B => "B",
        }
    }

    pub fn from_name(name: &str) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| seat.name() == name)
    }
}

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Phase::Interview => "interview",
            Phase::Response => "response",
            Phase::Guess => "guess",
            Phase::Final => "final",
            Phase::Closed => "closed",
        }
    }
}

impl Ending {
    pub const ALL: [Ending; 4] = [Ending::Final, Ending::Left, Ending::Expired, Ending::Closed];

    pub fn name(self) -> &'static str {
        match self {
            Ending::Final => "final",
            Ending::Left => "left",
            Ending::Expired => "expired",
            Ending::Closed => "closed",
        }
    }

    pub fn from_name(name: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.name() == name)
    }
}

impl Kind {
    /// Returns true if its guesses go into ratings and machines play it at people's pace.
    pub fn counts(self) -> bool {
        self == Kind::Rated
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::Rated => "rated",
            Kind::Practice => "practice",
            Kind::Sandbox => "sandbox",
        }
    }
}

#[cfg(test)]
mod tests;
