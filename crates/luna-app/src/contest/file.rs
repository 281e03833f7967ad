//! The file that declares a contest: its rules, and who is to sit where.

use std::collections::BTreeMap;

use luna_core::contest::participant::Participant;
use luna_core::contest::rules::Rules;
use luna_core::contest::rules::declaration::Declaration;
use luna_core::contest::rules::presets::Preset;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::Error;

/// The pace of a good typist.
pub const USUAL_WORDS_PER_MINUTE: u32 = 40;
/// The most bytes of such a file.
pub const LONGEST: usize = 256 * 1024;
const PACES: std::ops::RangeInclusive<u32> = 5..=100_000;
/// The most characters of a name.
const LONGEST_NAME: usize = 100;

/// A contest as an organiser declares it.
#[derive(Clone, Debug)]
pub struct ContestFile {
    pub rules: Rules,
    pub words_per_minute: u32,
    pub seats: BTreeMap<Participant, Declared>,
    /// The text of the file.
    pub source: String,
}

/// The one who is to be in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declared {
    /// Somebody who is invited, with a name for the organiser.
    Person(String),
    /// A machine of this instance, by its name.
    Machine(String),
    /// A program that is invited, such as a bridge to a folder.
    Program(String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    preset: Option<String>,
    rules: Option<Map<String, Value>>,
    words_per_minute: Option<u32>,
    #[serde(default)]
    seats: Vec<Line>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    seat: Participant,
    person: Option<String>,
    machine: Option<String>,
    program: Option<String>,
}

impl ContestFile {
    /// Reads the bytes of a file, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<ContestFile, Error> {
        let refused = |problem: String| Error::Refused(problem);
        if bytes.len() > LONGEST {
            return Err(refused(format!("The file of a contest has at most {LONGEST} bytes.")));
        }
        let source = str::from_utf8(bytes).map_err(|_| refused("The file is not UTF-8.".into()))?;
        let document: Document = toml::from_str(source)
            .map_err(|error| refused(format!("The file cannot be read: {error}")))?;
        let rules = rules(document.preset.as_deref(), document.rules.unwrap_or_default())?;
        let words_per_minute = document.words_per_minute.unwrap_or(USUAL_WORDS_PER_MINUTE);
        if !PACES.contains(&words_per_minute) {
            let (least, most) = (PACES.start(), PACES.end());
            return Err(refused(format!(
                "words_per_minute is {words_per_minute}; it must be {least} to {most}."
            )));
        }
        let mut seats = BTreeMap::new();
        for line in document.seats {
            let seat = line.seat;
            if !exists(&rules, seat) {
                return Err(refused(format!("There is no seat {seat} by these rules.")));
            }
            if seats.insert(seat, line.declared()?).is_some() {
                return Err(refused(format!("Seat {seat} is declared twice.")));
            }
        }
        Ok(ContestFile { rules, words_per_minute, seats, source: source.to_owned() })
    }
}

impl Line {
    fn declared(self) -> Result<Declared, Error> {
        let seat = self.seat;
        let (declared, name) = match (self.person, self.machine, self.program) {
            (Some(name), None, None) => (Declared::Person(name.clone()), name),
            (None, Some(name), None) => (Declared::Machine(name.clone()), name),
            (None, None, Some(name)) => (Declared::Program(name.clone()), name),
            _ => {
                return Err(Error::Refused(format!(
                    "Seat {seat} must have one of person, machine and program."
                )));
            }
        };
        if name.trim().is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(Error::Refused(format!(
                "The name in seat {seat} must have 1 to {LONGEST_NAME} characters."
            )));
        }
        Ok(declared)
    }
}

/// The rules of a preset with what the file says instead; without a preset those of the file.
fn rules(preset: Option<&str>, own: Map<String, Value>) -> Result<Rules, Error> {
    let mut all = match preset {
        None => Map::new(),
        Some(name) => {
            let preset = Preset::from_name(name).ok_or_else(|| {
                let names = Preset::ALL.map(Preset::name).join(", ");
                Error::Refused(format!("There is no preset “{name}”; there are {names}."))
            })?;
            match serde_json::to_value(preset.rules()) {
                Ok(Value::Object(all)) => all,
                _ => Map::new(),
            }
        }
    };
    // Rounds that are written out belong to their sizes.
    let sizes = ["judges", "entries", "confederates"];
    if sizes.iter().any(|size| own.contains_key(*size)) {
        all.remove("rounds");
    }
    all.extend(own);
    let declaration: Declaration = serde_json::from_value(Value::Object(all))
        .map_err(|error| Error::Refused(format!("The rules cannot be read: {error}.")))?;
    declaration.check().map_err(|problems| Error::Refused(problems.to_string()))
}

fn exists(rules: &Rules, participant: Participant) -> bool {
    let many = match participant {
        Participant::Judge(_) => rules.judges,
        Participant::Entry(_) => rules.entries,
        Participant::Confederate(_) => rules.confederates,
    };
    (1..=many).contains(&participant.number())
}

/// Everybody who takes part by these rules.
pub fn participants(rules: &Rules) -> impl Iterator<Item = Participant> {
    let judges = (1..=rules.judges).map(Participant::Judge);
    let entries = (1..=rules.entries).map(Participant::Entry);
    judges.chain(entries).chain((1..=rules.confederates).map(Participant::Confederate))
}
