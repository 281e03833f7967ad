//! The contest: the imitation game of the Loebner Prize, in which judges tell entries from
//! confederates.
//!
//! A contest is its rules, its schedule and the list of its moves. [`Contest::play`] holds every
//! rule about them. What is typed belongs to a [`conversation::Conversation`], which asks the clock
//! of the contest.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use self::clock::{Clock, Command, Phase, Position};
use self::participant::{Participant, Side};
use self::ranking::Rank;
use self::rules::Rules;
use self::schedule::{Pair, Schedule};
use self::verdict::Verdict;

pub mod clock;
pub mod conversation;
pub mod keypress;
pub mod keystroke_log;
pub mod participant;
pub mod ranking;
pub mod results;
pub mod round_robin;
pub mod rules;
pub mod schedule;
pub mod selection;
pub mod verdict;
pub mod visibility;

/// Stored for ever: variants may be added, never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// The organiser changes the clock.
    Clock(Command),
    /// A judge says which side of their pair is the human.
    Verdict { round: usize, human: Side },
    /// A judge ranks the parties that they took for machines.
    Rank(Vec<Rank>),
    /// The organiser waits for no more rankings.
    Close,
}

/// The author of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Author {
    Organiser,
    Judge(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Before,
    Rounds,
    /// All rounds are over, and judges rank.
    Ranking,
    /// Nothing changes any more, and everything is shown.
    Final,
}

/// The reason why a move is refused, in a sentence for its author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("Only the organiser can do this.")]
    NotOrganiser,
    #[error("Only a judge gives verdicts and ranks.")]
    NotJudge,
    #[error("There is no judge J{0} in this contest.")]
    NoSuchJudge(usize),
    #[error("There is no round {0} in this contest.")]
    NoSuchRound(usize),
    #[error("You are excused from round {0}.")]
    Excused(usize),
    #[error("Your verdict on round {0} is due in its review, after both conversations.")]
    BeforeReview(usize),
    #[error("The review of round {0} is over.")]
    ReviewOver(usize),
    #[error("You have already given your verdict on round {0}.")]
    VerdictGiven(usize),
    #[error("The contest is paused.")]
    Paused,
    #[error("Ranks are given when all rounds are over.")]
    RoundsNotOver,
    #[error("You have already given your ranks.")]
    RanksGiven,
    #[error("You took nobody for a machine, so there is nobody to rank.")]
    NobodyToRank,
    #[error("{0}")]
    Ranks(ranking::Problem),
    #[error("{0}")]
    Clock(clock::Refusal),
    #[error("A judge has given ranks, so no round can begin again.")]
    TooLateToRestart,
    #[error("The contest can be closed when all rounds are over.")]
    TooEarlyToClose,
    #[error("This contest is over.")]
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    rules: Rules,
    schedule: Schedule,
    clock: Clock,
    /// By round and judge.
    verdicts: BTreeMap<(usize, usize), Verdict>,
    /// By judge.
    rankings: BTreeMap<usize, Vec<Rank>>,
    closed: bool,
    /// The time of the last move. A clock that is set back does not go before it.
    latest: i64,
}

impl Contest {
    pub fn new(rules: Rules, schedule: Schedule) -> Contest {
        let clock = Clock::new(&rules, schedule.rounds.len());
        Contest {
            rules,
            schedule,
            clock,
            verdicts: BTreeMap::new(),
            rankings: BTreeMap::new(),
            closed: false,
            latest: i64::MIN,
        }
    }

    /// A contest after a log of moves, each with its time.
    pub fn replay<'a>(
        rules: Rules,
        schedule: Schedule,
        log: impl IntoIterator<Item = (i64, Author, &'a Move)>,
    ) -> Result<Contest, Refusal> {
        let contest = Contest::new(rules, schedule);
        log.into_iter().try_fold(contest, |contest, (at, by, mv)| contest.play(at, by, mv))
    }

    pub fn play(mut self, at: i64, by: Author, mv: &Move) -> Result<Contest, Refusal> {
        let at = at.max(self.latest);
        if self.stage(at) == Stage::Final {
            return Err(Refusal::Over);
        }
        match mv {
            Move::Clock(command) => {
                check_organiser(by)?;
                self = self.command(at, *command)?;
            }
            Move::Verdict { round, human } => {
                let judge = self.check_judge(by)?;
                self.check_verdict(at, judge, *round)?;
                self.verdicts.insert((*round, judge), Verdict { human: *human, at });
            }
            Move::Rank(ranks) => {
                let judge = self.check_judge(by)?;
                self.check_ranks(at, judge, ranks)?;
                self.rankings.insert(judge, ranks.clone());
            }
            Move::Close => {
                check_organiser(by)?;
                if self.stage(at) != Stage::Ranking {
                    return Err(Refusal::TooEarlyToClose);
                }
                self.closed = true;
            }
        }
        self.latest = at;
        Ok(self)
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The state of the clock. It answers which round this is.
    pub fn position(&self, now: i64) -> Position {
        self.clock.position(now.max(self.latest))
    }

    pub fn stage(&self, now: i64) -> Stage {
        match self.position(now).phase {
            Phase::Before => Stage::Before,
            Phase::Left | Phase::Right | Phase::Both | Phase::Review | Phase::Break => {
                Stage::Rounds
            }
            Phase::Over if self.closed || self.all_ranked() => Stage::Final,
            Phase::Over => Stage::Ranking,
        }
    }

    /// The pair that somebody is in now; none while they are excused and between the rounds.
    pub fn pair(&self, now: i64, participant: Participant) -> Option<&Pair> {
        let position = self.position(now);
        let round = position.round.filter(|_| position.phase != Phase::Break);
        self.schedule.pair(round?, participant)
    }

    pub fn verdict(&self, round: usize, judge: usize) -> Option<Verdict> {
        self.verdicts.get(&(round, judge)).copied()
    }

    /// The ranks that a judge has given.
    pub fn ranking(&self, judge: usize) -> Option<&[Rank]> {
        self.rankings.get(&judge).map(Vec::as_slice)
    }

    /// The rounds in which a judge took somebody for a machine, who is to be ranked at the end.
    pub fn rounds_to_rank(&self, judge: usize) -> Vec<usize> {
        let mine = self.verdicts.keys().filter(|(_, by)| *by == judge);
        mine.map(|(round, _)| *round).collect()
    }

    /// Returns true if every judge with somebody to rank has done it. A contest in which nobody had
    /// is left to the organiser, who may want to hold a round again.
    fn all_ranked(&self) -> bool {
        let ranked =
            |judge| self.rankings.contains_key(&judge) || self.rounds_to_rank(judge).is_empty();
        !self.rankings.is_empty() && (1..=self.rules.judges).all(ranked)
    }

    fn command(mut self, at: i64, command: Command) -> Result<Contest, Refusal> {
        if command == Command::Restart {
            if !self.rankings.is_empty() {
                return Err(Refusal::TooLateToRestart);
            }
            // Verdicts on conversations that are held again do not count.
            let again = self.clock.last_round(at);
            self.verdicts.retain(|(round, _), _| Some(*round) != again);
        }
        self.clock = self.clock.command(at, command).map_err(Refusal::Clock)?;
        Ok(self)
    }

    fn check_judge(&self, by: Author) -> Result<usize, Refusal> {
        match by {
            Author::Organiser => Err(Refusal::NotJudge),
            Author::Judge(judge) if (1..=self.rules.judges).contains(&judge) => Ok(judge),
            Author::Judge(judge) => Err(Refusal::NoSuchJudge(judge)),
        }
    }

    fn check_verdict(&self, at: i64, judge: usize, round: usize) -> Result<(), Refusal> {
        if self.schedule.round(round).is_empty() {
            return Err(Refusal::NoSuchRound(round));
        }
        if self.schedule.pair(round, Participant::Judge(judge)).is_none() {
            return Err(Refusal::Excused(round));
        }
        if self.verdict(round, judge).is_some() {
            return Err(Refusal::VerdictGiven(round));
        }
        let position = self.position(at);
        let due = match (position.round, position.phase) {
            (Some(current), _) => round.cmp(&current),
            (None, Phase::Before) => Ordering::Greater,
            (None, _) => Ordering::Less,
        };
        let questions = [Phase::Left, Phase::Right, Phase::Both].contains(&position.phase);
        match due {
            Ordering::Greater => Err(Refusal::BeforeReview(round)),
            Ordering::Equal if questions => Err(Refusal::BeforeReview(round)),
            Ordering::Less => Err(Refusal::ReviewOver(round)),
            Ordering::Equal if position.phase != Phase::Review => Err(Refusal::ReviewOver(round)),
            Ordering::Equal if position.paused => Err(Refusal::Paused),
            Ordering::Equal => Ok(()),
        }
    }

    fn check_ranks(&self, at: i64, judge: usize, ranks: &[Rank]) -> Result<(), Refusal> {
        if self.stage(at) != Stage::Ranking {
            return Err(Refusal::RoundsNotOver);
        }
        if self.rankings.contains_key(&judge) {
            return Err(Refusal::RanksGiven);
        }
        let rounds = self.rounds_to_rank(judge);
        if rounds.is_empty() {
            return Err(Refusal::NobodyToRank);
        }
        ranking::check(self.rules.entries, &rounds, ranks).map_err(Refusal::Ranks)
    }
}

fn check_organiser(by: Author) -> Result<(), Refusal> {
    match by {
        Author::Organiser => Ok(()),
        Author::Judge(_) => Err(Refusal::NotOrganiser),
    }
}

impl Stage {
    pub fn name(self) -> &'static str {
        match self {
            Stage::Before => "before",
            Stage::Rounds => "rounds",
            Stage::Ranking => "ranking",
            Stage::Final => "final",
        }
    }
}

#[cfg(test)]
mod tests;
