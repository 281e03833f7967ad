//! A declaration: rules as an organiser writes them, with everything that may be missing or wrong.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::{
    LastTie, Limits, Medal, MissingRanking, MissingVerdict, Opening, Questioning, Rules, TimeOfDay,
    UnrankedEntry,
};
use crate::contest::participant::Cell;
use crate::contest::round_robin::{self, Fault, Sizes};

/// The most judges, entries or confederates.
pub const MOST_PARTICIPANTS: usize = 64;
/// The longest phase: a day.
pub const MOST_SECONDS: u32 = 86_400;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Declaration {
    pub name: Option<String>,
    pub judges: Option<usize>,
    pub entries: Option<usize>,
    pub confederates: Option<usize>,
    pub starts: Option<String>,
    pub review_seconds: Option<u32>,
    pub break_seconds: Option<u32>,
    pub opening: Option<Opening>,
    pub missing_verdict: Option<MissingVerdict>,
    pub missing_ranking: Option<MissingRanking>,
    pub unranked_entry: Option<UnrankedEntry>,
    pub last_tie: Option<LastTie>,
    pub rounds: Option<Vec<Vec<Cell>>>,
    pub questioning: Option<Questioning>,
    /// The usual limits, unless others are declared.
    pub limits: Option<Limits>,
    pub medals: Option<Vec<Medal>>,
}

/// A gap or a mistake in the rules, in a sentence for the organiser.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("The rules do not say {what}; write {key} = {choices}.")]
    Missing { key: &'static str, what: &'static str, choices: &'static str },
    #[error("The name of the contest is empty.")]
    NoName,
    #[error("There are {found} {who}; a contest has 1 to {MOST_PARTICIPANTS}.")]
    Size { who: &'static str, found: usize },
    #[error("The contest starts at “{0}”, which is not a time of day such as 10:00.")]
    Start(String),
    #[error("{key} is {seconds}; it must be {least} to {MOST_SECONDS}.")]
    Length { key: &'static str, seconds: u32, least: u32 },
    #[error("{key} is 0, so nobody could type.")]
    Limit { key: &'static str },
    #[error("Medal {nth} has no name.")]
    MedalName { nth: usize },
    #[error("The medal “{name}” requires {percent} % of the {who}; the maximum is 100.")]
    MedalShare { name: String, percent: u32, who: &'static str },
    #[error("The medal “{name}” can never be won, because one above it requires no more.")]
    MedalOrder { name: String },
    #[error("{0}")]
    Rounds(Fault),
}

/// The problems of a declaration; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentences: Vec<String> = self.0.iter().map(Problem::to_string).collect();
        f.write_str(&sentences.join(" "))
    }
}

impl std::error::Error for Problems {}

impl Declaration {
    /// Turns a declaration into rules, or says everything that is wrong with it.
    pub fn check(self) -> Result<Rules, Problems> {
        let mut problems = self.missing();
        problems.extend(self.mistakes());
        match self.rules() {
            Some(rules) if problems.is_empty() => Ok(rules),
            _ => Err(Problems(problems)),
        }
    }

    fn missing(&self) -> Vec<Problem> {
        let all = [
            (self.name.is_some(), "name", "what the contest is called", "\"…\""),
            (self.judges.is_some(), "judges", "how many judges there are", "4"),
            (self.entries.is_some(), "entries", "how many entries there are", "4"),
            (self.confederates.is_some(), "confederates", "how many confederates there are", "4"),
            (self.starts.is_some(), "starts", "when the first round starts", "\"10:00\""),
            (self.review_seconds.is_some(), "review_seconds", "how long the review lasts", "600"),
            (self.break_seconds.is_some(), "break_seconds", "how long a break lasts", "300"),
            (
                self.opening.is_some(),
                "opening",
                "when a judge has spoken and the other side may",
                "\"character\" or \"line\"",
            ),
            (
                self.missing_verdict.is_some(),
                "missing_verdict",
                "how a pair without a verdict counts",
                "\"zero\", \"one\" or \"void\"",
            ),
            (
                self.missing_ranking.is_some(),
                "missing_ranking",
                "which ranks count for a judge who gives none",
                "\"left_out\" or \"middle\"",
            ),
            (
                self.unranked_entry.is_some(),
                "unranked_entry",
                "where an entry that nobody has ranked stands in a tie",
                "\"first\" or \"last\"",
            ),
            (
                self.last_tie.is_some(),
                "last_tie",
                "what decides between equal totals and equal mean ranks",
                "\"shared\" or \"lot\"",
            ),
            (
                self.questioning.is_some(),
                "questioning",
                "how long the sides are open",
                "{ sides = \"in_turn\", left_seconds = 300, right_seconds = 300 } or \
                 { sides = \"at_once\", seconds = 1500 }",
            ),
            (self.medals.is_some(), "medals", "which medals there are", "[] for none"),
        ];
        let missing = all.into_iter().filter(|(declared, ..)| !declared);
        missing.map(|(_, key, what, choices)| Problem::Missing { key, what, choices }).collect()
    }

    fn mistakes(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.name.as_ref().is_some_and(|name| name.trim().is_empty()) {
            problems.push(Problem::NoName);
        }
        let sizes = [
            ("judges", self.judges),
            ("entries", self.entries),
            ("confederates", self.confederates),
        ];
        let wrong = sizes.into_iter().filter_map(|(who, found)| Some((who, found?)));
        let wrong = wrong.filter(|(_, found)| !(1..=MOST_PARTICIPANTS).contains(found));
        problems.extend(wrong.map(|(who, found)| Problem::Size { who, found }));
        if let Some(starts) = &self.starts
            && starts.parse::<TimeOfDay>().is_err()
        {
            problems.push(Problem::Start(starts.clone()));
        }
        problems.extend(self.wrong_lengths());
        problems.extend(self.limits.into_iter().flat_map(wrong_limits));
        problems.extend(self.medals.iter().flat_map(|medals| wrong_medals(medals)));
        // Rounds cannot be compared with sizes that are wrong themselves.
        if let Some(rounds) = &self.rounds
            && problems.is_empty()
            && let (Some(judges), Some(entries), Some(confederates)) =
                (self.judges, self.entries, self.confederates)
        {
            let faults = round_robin::check(Sizes { judges, entries, confederates }, rounds);
            problems.extend(faults.into_iter().map(Problem::Rounds));
        }
        problems
    }

    fn wrong_lengths(&self) -> impl Iterator<Item = Problem> {
        let questioning = match self.questioning {
            None => [None, None],
            Some(Questioning::AtOnce { seconds }) => {
                [Some(("questioning.seconds", seconds, 1)), None]
            }
            Some(Questioning::InTurn { left_seconds, right_seconds }) => [
                Some(("questioning.left_seconds", left_seconds, 1)),
                Some(("questioning.right_seconds", right_seconds, 1)),
            ],
        };
        let others = [
            self.review_seconds.map(|seconds| ("review_seconds", seconds, 1)),
            self.break_seconds.map(|seconds| ("break_seconds", seconds, 0)),
        ];
        let all = questioning.into_iter().chain(others).flatten();
        let wrong = all.filter(|(_, seconds, least)| !(*least..=MOST_SECONDS).contains(seconds));
        wrong.map(|(key, seconds, least)| Problem::Length { key, seconds, least })
    }

    fn rules(self) -> Option<Rules> {
        Some(Rules {
            name: self.name?,
            judges: self.judges?,
            entries: self.entries?,
            confederates: self.confederates?,
            starts: self.starts?.parse().ok()?,
            review_seconds: self.review_seconds?,
            break_seconds: self.break_seconds?,
            opening: self.opening?,
            missing_verdict: self.missing_verdict?,
            missing_ranking: self.missing_ranking?,
            unranked_entry: self.unranked_entry?,
            last_tie: self.last_tie?,
            rounds: self.rounds,
            questioning: self.questioning?,
            limits: self.limits.unwrap_or(Limits::USUAL),
            medals: self.medals?,
        })
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        Declaration::deserialize(deserializer)?.check().map_err(D::Error::custom)
    }
}

fn wrong_limits(limits: Limits) -> impl Iterator<Item = Problem> {
    let all = [
        ("limits.line_characters", limits.line_characters > 0),
        ("limits.window_keys", limits.window_keys > 0),
        ("limits.window_seconds", limits.window_seconds > 0),
    ];
    all.into_iter().filter(|(_, right)| !right).map(|(key, _)| Problem::Limit { key })
}

fn wrong_medals(medals: &[Medal]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (before, medal) in medals.iter().enumerate() {
        if medal.name.trim().is_empty() {
            problems.push(Problem::MedalName { nth: before + 1 });
        }
        let shares =
            [("judges", medal.judges_percent), ("confederates", medal.confederates_percent)];
        for (who, percent) in shares {
            if percent > 100 {
                let name = medal.name.clone();
                problems.push(Problem::MedalShare { name, percent, who });
            }
        }
        let higher = medals.iter().take(before);
        let mut easier = higher.filter(|higher| {
            higher.judges_percent <= medal.judges_percent
                && higher.confederates_percent <= medal.confederates_percent
        });
        if easier.next().is_some() {
            problems.push(Problem::MedalOrder { name: medal.name.clone() });
        }
    }
    problems
}
