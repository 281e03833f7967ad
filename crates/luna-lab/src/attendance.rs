//! Attendance: visitors arrive, ask, respond and guess, wait for each other, and mostly leave
//! before the end.

mod luna;
mod matching;
mod most;
mod recognition;
mod site;

use std::collections::BTreeMap;

use luna_core::meeting::GAMES_PER_INTERVIEW;
use luna_core::rng::Chance;

pub use self::recognition::Sighting;
use self::recognition::recognised;
use crate::format::csv_file::CsvFile;
use crate::format::json::{Cell, Object, document};
use crate::format::plain;
use crate::trials::{Estimate, estimate};

/// The people, in minutes and shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visits {
    pub registered: u32,
    /// The days over which they come, and those after which half as many come; none where as many
    /// come every day.
    pub days: f64,
    pub half_life: Option<f64>,
    /// The share who send questions at all.
    pub ask: f64,
    /// The share who leave at each later move of theirs.
    pub leave: f64,
    /// The share who play again after a game, or after a wait that was too long.
    pub again: f64,
    /// The mean time a move takes, and the mean wait that somebody bears.
    pub pace: f64,
    pub patience: f64,
    /// The share who gave an address, and the mean time until a mail brings
    /// them back.
    pub mailed: f64,
    pub back: f64,
}

impl Visits {
    /// As the paper had them. Known are the 1,293 who registered, the two
    /// weeks, the 86 addresses, and that 220 players finished 584 seats, which
    /// is 2.65 each. The rest is chosen so that without any help about 685
    /// games begin, of which about 292 are finished.
    pub fn paper() -> Visits {
        Visits {
            registered: 1293,
            days: 14.0,
            half_life: Some(2.0),
            ask: 0.46,
            leave: 0.06,
            again: 0.62,
            pace: 4.0,
            patience: 19.0,
            mailed: 86.0 / 1293.0,
            back: 600.0,
        }
    }
}

impl Visits {
    /// The same people, as many a day, for four weeks.
    pub fn steady(per_day: u32) -> Visits {
        Visits { registered: 28 * per_day, days: 28.0, half_life: None, ..Visits::paper() }
    }
}

/// The measures that a site takes for players who wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Venue {
    /// Nothing, as the original did.
    Original,
    /// Luna, by its own rules and default settings.
    Luna(Rules),
}

/// The parts of Luna's rules that can be left out, to see what they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub machines: bool,
    /// Machines come to those who wait, instead of in the place of people who meet.
    pub fill_in: bool,
    /// The games in which an interview is played.
    pub interview_games: usize,
    /// A player who has gone is replaced before the time for the move is over.
    pub silence: bool,
}

/// The counts and waits of one simulated site.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Sets of questions that people sent.
    pub asked: u32,
    /// Games that an interview opened since nobody waited. Such a game stays begun when its player
    /// moves into another one.
    pub begun: u32,
    /// Of those, games in which a machine took a seat.
    pub begun_with_machine: u32,
    pub finished: u32,
    /// Finished games with a machine.
    pub with_machine: u32,
    /// People who sent an interview, and those of them with two guesses by people or more within a
    /// week.
    pub askers: u32,
    pub rated: u32,
    /// People who had something to judge or to answer within two minutes of their first interview,
    /// while they were there.
    pub soon: u32,
    /// Each wait that came to its end in time, in minutes.
    pub waits: Vec<f64>,
    /// Waits that lasted longer than they were borne.
    pub given_up: u32,
    /// The finished games, as each of their people saw them.
    pub sightings: Vec<Sighting>,
}

/// One site over many trials.
#[derive(Clone, Debug, PartialEq)]
pub struct Attendance {
    pub name: &'static str,
    pub visits: Visits,
    pub venue: Venue,
    pub begun: Estimate,
    pub finished: Estimate,
    /// In percent of those begun.
    pub share: Estimate,
    /// Finished games between two people, each with two guesses of people about people.
    pub between_people: Estimate,
    /// The most of these that those who come allow, whatever the site does.
    pub most: Estimate,
    /// In percent of the games begun in which no machine ever sat.
    pub people_share: Estimate,
    /// In percent of all interviews: those whose game was finished.
    pub served: Estimate,
    /// In percent of all who asked: those with two guesses by people or more within a week.
    pub rated: Estimate,
    /// In percent of all who asked: those who had something to do within two minutes.
    pub soon: Estimate,
    /// Half of the waits that ended were shorter, and nine in ten.
    pub median_wait: Estimate,
    pub long_wait: Estimate,
    /// In percent of all waits.
    pub given_up: Estimate,
    /// In percent of pairs of a machine and a person: those told apart by their times.
    pub recognised: Estimate,
}

const LUNA: Rules =
    Rules { machines: true, fill_in: false, interview_games: GAMES_PER_INTERVIEW, silence: true };
const ONE_GAME: Rules = Rules { interview_games: 1, ..LUNA };

/// The site of the paper, Luna as it is, and without some of what it does.
pub const VENUES: [(&str, Venue); 7] = [
    ("as in the paper", Venue::Original),
    ("Luna", Venue::Luna(LUNA)),
    ("Luna, no machines", Venue::Luna(Rules { machines: false, ..LUNA })),
    ("Luna, nobody replaced", Venue::Luna(Rules { silence: false, ..LUNA })),
    ("one game an interview", Venue::Luna(ONE_GAME)),
    ("one game, no machines", Venue::Luna(Rules { machines: false, ..ONE_GAME })),
    ("machines fill in", Venue::Luna(Rules { fill_in: true, ..ONE_GAME })),
];

impl Venue {
    fn interview_games(self) -> usize {
        match self {
            Venue::Original => 1,
            Venue::Luna(rules) => rules.interview_games,
        }
    }
}

/// One trial.
pub fn visit(visits: &Visits, venue: Venue, chance: Chance) -> Outcome {
    match venue {
        Venue::Original => site::OriginalSite::new(*visits, chance).run(),
        Venue::Luna(rules) => luna::LunaSite::new(*visits, rules, chance).run(),
    }
}

/// The guesses of people about each person within a week of their first interview, and if they had
/// something to do soon.
#[derive(Default)]
struct Judged {
    people: BTreeMap<usize, Asker>,
}

struct Asker {
    first: f64,
    guesses: u32,
    has_work_since: Option<f64>,
}

const SOON: f64 = 2.0;
const WEEK: f64 = 7.0 * 24.0 * 60.0;

impl Judged {
    fn asks(&mut self, person: usize, now: f64) {
        let asker = Asker { first: now, guesses: 0, has_work_since: None };
        self.people.entry(person).or_insert(asker);
    }

    fn has_work(&mut self, person: usize, now: f64) {
        if let Some(asker) = self.people.get_mut(&person) {
            asker.has_work_since.get_or_insert(now);
        }
    }

    fn is_guessed_about(&mut self, person: usize, now: f64) {
        if let Some(asker) = self.people.get_mut(&person)
            && now - asker.first <= WEEK
        {
            asker.guesses += 1;
        }
    }

    fn tell(&self, outcome: &mut Outcome) {
        let count = |of: &dyn Fn(&Asker) -> bool| {
            u32::try_from(self.people.values().filter(|it| of(it)).count()).unwrap_or(u32::MAX)
        };
        outcome.askers = count(&|_| true);
        outcome.rated = count(&|it| it.guesses >= 2);
        outcome.soon = count(&|it| it.has_work_since.is_some_and(|at| at - it.first <= SOON));
    }
}

/// Simulates each venue in this many trials.
pub fn attendance(visits: &Visits, trials: u32, seed: u64) -> Vec<Attendance> {
    let venues = VENUES.into_iter().map(|(name, venue)| {
        let chance =
            |trial: u32| Chance::from_words(&["attendance", &seed.to_string(), &trial.to_string()]);
        let all: Vec<Outcome> =
            (0..trials).map(|trial| visit(visits, venue, chance(trial))).collect();
        let most = |trial| most::most_games(visits, venue.interview_games(), chance(trial));
        let over = |value: fn(&Outcome) -> f64| estimate(all.iter().map(value));
        Attendance {
            name,
            visits: *visits,
            venue,
            begun: over(|one| f64::from(one.begun)),
            finished: over(|one| f64::from(one.finished)),
            share: over(|one| 100.0 * f64::from(one.finished) / f64::from(one.begun.max(1))),
            between_people: over(|one| f64::from(one.finished - one.with_machine)),
            most: estimate((0..trials).map(most)),
            people_share: over(|one| {
                let without = one.begun - one.begun_with_machine;
                100.0 * f64::from(one.finished - one.with_machine) / f64::from(without.max(1))
            }),
            served: over(|one| {
                let people = f64::from(2 * one.finished - one.with_machine);
                100.0 * people / f64::from(one.asked.max(1))
            }),
            rated: over(|one| 100.0 * f64::from(one.rated) / f64::from(one.askers.max(1))),
            soon: over(|one| 100.0 * f64::from(one.soon) / f64::from(one.askers.max(1))),
            median_wait: over(|one| level(&one.waits, 1, 2)),
            long_wait: over(|one| level(&one.waits, 9, 10)),
            given_up: over(|one| {
                let all = luna_learn::float(one.waits.len()) + f64::from(one.given_up);
                100.0 * f64::from(one.given_up) / all.max(1.0)
            }),
            recognised: recognised(&all.iter().map(|one| &*one.sightings).collect::<Vec<_>>()),
        }
    });
    venues.collect()
}

/// The wait that a share of all are shorter than.
fn level(waits: &[f64], part: usize, of: usize) -> f64 {
    let mut sorted = waits.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() * part / of).copied().unwrap_or(0.0)
}

/// The columns of numbers, each of which is followed by its standard error.
const COLUMNS: [&str; 13] = [
    "begun",
    "finished",
    "share",
    "between_people",
    "most",
    "people_share",
    "served",
    "rated",
    "soon",
    "median_wait",
    "long_wait",
    "given_up",
    "recognised",
];

/// Returns a line for each venue.
pub fn csv(all: &[Attendance]) -> String {
    let columns = COLUMNS.iter().flat_map(|&it| [it.to_owned(), format!("{it}_error")]);
    let mut file = CsvFile::new();
    file.record(["site".to_owned()].into_iter().chain(columns));
    for one in all {
        let numbers = one.numbers().into_iter().flat_map(|it| [it.value, it.error].map(plain));
        file.record([one.name.to_owned()].into_iter().chain(numbers));
    }
    file.text()
}

/// Returns a line of JSON for each venue, with the columns of the CSV.
pub fn json(all: &[Attendance]) -> Vec<String> {
    let line = |one: &Attendance| {
        let numbers = COLUMNS.into_iter().zip(one.numbers()).flat_map(|(column, it)| {
            [(column.to_owned(), it.value), (format!("{column}_error"), it.error)]
        });
        let numbers: Vec<(String, String)> =
            numbers.map(|(column, number)| (column, plain(number))).collect();
        let site = [("site", Cell(one.name))];
        let cells = numbers.iter().map(|(column, number)| (column.as_str(), Cell(number)));
        document(&site.into_iter().chain(cells).collect::<Object<_, _>>())
    };
    all.iter().map(line).collect()
}

impl Attendance {
    pub(crate) fn numbers(&self) -> [Estimate; 13] {
        [
            self.begun,
            self.finished,
            self.share,
            self.between_people,
            self.most,
            self.people_share,
            self.served,
            self.rated,
            self.soon,
            self.median_wait,
            self.long_wait,
            self.given_up,
            self.recognised,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_help_it_is_as_the_paper_had_it() {
        let all = attendance(&Visits::paper(), 30, 1);
        let near =
            |found: Estimate, expected: f64| (found.value - expected).abs() / expected < 0.08;
        assert!(near(all[0].begun, 685.0), "{:?}", all[0].begun);
        assert!(near(all[0].finished, 292.0), "{:?}", all[0].finished);
        assert!((all[0].between_people.value - all[0].finished.value).abs() < 1e-9);
    }

    fn named<'a>(all: &'a [Attendance], name: &str) -> &'a Attendance {
        all.iter().find(|one| one.name == name).unwrap()
    }

    #[test]
    fn people_meet_more_often_than_on_the_papers_site_although_there_are_machines() {
        let all = attendance(&Visits::paper(), 8, 2);
        let [paper, luna, alone] =
            ["as in the paper", "Luna", "one game, no machines"].map(|name| named(&all, name));
        assert!(luna.between_people.value > 1.4 * paper.between_people.value, "{all:?}");
        assert!(luna.between_people.value > 1.1 * alone.between_people.value, "{all:?}");
        assert!(luna.finished.value > luna.between_people.value + 200.0, "{all:?}");
        assert!(luna.rated.value > 1.5 * paper.rated.value, "{all:?}");
        assert!(luna.soon.value > 90.0 && paper.soon.value < 70.0, "{all:?}");
        assert!((alone.between_people.value - alone.finished.value).abs() < 1e-9);
    }

    #[test]
    fn machines_that_fill_in_take_the_place_of_people() {
        let all = attendance(&Visits::paper(), 4, 2);
        let [paper, fill_in] =
            ["as in the paper", "machines fill in"].map(|name| named(&all, name));
        assert!((80.0..90.0).contains(&fill_in.share.value), "{fill_in:?}");
        assert!(fill_in.between_people.value < 0.3 * paper.between_people.value, "{all:?}");
        assert!(fill_in.rated.value < 3.0, "{fill_in:?}");
    }

    #[test]
    fn everybody_finishes_who_never_leaves_nor_tires() {
        let steady = Visits { ask: 1.0, leave: 0.0, again: 0.0, patience: 1e9, ..Visits::paper() };
        let outcome = visit(&steady, Venue::Original, Chance::from_seed(4));
        // Of an odd number, one is left waiting until they tire of it.
        assert_eq!((outcome.begun, outcome.finished, outcome.given_up), (647, 646, 1));
        let luna = visit(&steady, Venue::Luna(LUNA), Chance::from_seed(4));
        assert!(luna.finished <= luna.begun && luna.begun - luna.finished <= 4, "{luna:?}");
        assert!(luna.with_machine > 0 && luna.finished > 2 * luna.with_machine, "{luna:?}");
    }

    #[test]
    fn no_site_has_more_games_than_those_who_come_allow() {
        for visits in [Visits::steady(5), Visits::steady(25)] {
            for one in attendance(&visits, 6, 3) {
                assert!(one.between_people.value < one.most.value, "{one:?}");
            }
        }
        let steady = Visits { ask: 1.0, leave: 0.0, again: 0.0, patience: 1e9, ..Visits::paper() };
        let most = most::most_games(&steady, 1, Chance::from_seed(4));
        assert!((most - 646.5).abs() < 1e-9, "of 1293: {most}");
    }

    #[test]
    fn a_name_with_a_comma_is_one_cell() {
        let all = attendance(&Visits::paper(), 2, 1);
        let table = csv(&all);
        assert!(table.contains("\n\"Luna, no machines\","), "{table}");
        let line: serde_json::Value = serde_json::from_str(&json(&all)[2]).unwrap();
        assert_eq!(line["site"], "Luna, no machines");
        let shares = (&line["share"], &line["people_share"]);
        assert!(shares.0 == shares.1 && shares.0.is_number(), "without machines: {line}");
        assert_eq!(line.as_object().unwrap().len(), 1 + 2 * 13);
    }

    #[test]
    fn nobody_finishes_where_nobody_asks() {
        let idle = Visits { ask: 0.0, ..Visits::paper() };
        for (_, venue) in VENUES {
            assert_eq!(visit(&idle, venue, Chance::from_seed(4)), Outcome::default());
        }
    }
}
