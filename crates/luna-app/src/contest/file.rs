//! The file that declares a contest: its rules, and who is to sit where.

use std::collections::BTreeMap;

use luna_core::contest::participant::Participant;
use luna_core::contest::rules::Rules;
use luna_core::contest::rules::declaration::Declaration;
use luna_core::contest::rules::presets::Preset;
use luna_core::identity::Email;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::folder_path::check_path;
use crate::error::Error;

/// The pace of a good typist.
pub const USUAL_WORDS_PER_MINUTE: u32 = 40;
/// The most bytes of such a file.
pub const LONGEST: usize = 256 * 1024;
const PACES: std::ops::RangeInclusive<u32> = 5..=100_000;
/// The most characters of a name.
const LONGEST_NAME: usize = 100;
/// The most bytes of a sentence about what is wrong. All that can be missing fits.
const LONGEST_SENTENCE: usize = 1_500;

/// A contest as an organiser declares it.
#[derive(Clone, Debug)]
pub struct ContestFile {
    pub rules: Rules,
    pub words_per_minute: u32,
    pub seats: BTreeMap<Participant, SeatHolder>,
    /// The addresses to which invitations are mailed.
    pub addresses: BTreeMap<Participant, Email>,
    /// The text of the file, without these addresses.
    pub source: String,
}

/// The one who is to be in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatHolder {
    /// Somebody who is invited, with a name for the organiser.
    Person(String),
    /// A machine of this instance, by its name.
    Machine(String),
    /// A program that is invited, such as a bridge to a folder.
    Program(String),
    /// A program behind a folder of the server, by its path below the one that the operator allows.
    Folder(String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    preset: Option<String>,
    rules: Option<Map<String, Value>>,
    words_per_minute: Option<u32>,
    #[serde(default)]
    seats: Vec<ContestSeatLine>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContestSeatLine {
    seat: Participant,
    person: Option<String>,
    machine: Option<String>,
    program: Option<String>,
    folder: Option<String>,
    email: Option<String>,
}

impl ContestFile {
    /// Reads the bytes of a file, or says in one line what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<ContestFile, Error> {
        ContestFile::parse(bytes).map_err(|error| match error {
            Error::Refused(why) => Error::Refused(in_one_line(&why)),
            other => other,
        })
    }

    fn parse(bytes: &[u8]) -> Result<ContestFile, Error> {
        let refused = |problem: String| Error::Refused(problem);
        if bytes.len() > LONGEST {
            return Err(refused(format!("The file of a contest has at most {LONGEST} bytes.")));
        }
        let source = str::from_utf8(bytes).map_err(|_| refused("The file is not UTF-8.".into()))?;
        let document: Document = toml::from_str(source).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = 1 + bytes.iter().take(start).filter(|&&byte| byte == b'\n').count();
            refused(format!("Line {line} cannot be read: {}.", error.message()))
        })?;
        let rules = rules(document.preset.as_deref(), document.rules.unwrap_or_default())?;
        let words_per_minute = document.words_per_minute.unwrap_or(USUAL_WORDS_PER_MINUTE);
        if !PACES.contains(&words_per_minute) {
            let (least, most) = (PACES.start(), PACES.end());
            return Err(refused(format!(
                "words_per_minute is {words_per_minute}; it must be {least} to {most}."
            )));
        }
        let (mut seats, mut addresses) = (BTreeMap::new(), BTreeMap::new());
        let mut source = source.to_owned();
        for line in document.seats {
            let seat = line.seat;
            if let Some(written) = &line.email {
                addresses.insert(seat, line.address(written)?);
                source = without(&source, seat, written)?;
            }
            if !exists(&rules, seat) {
                return Err(refused(format!("These rules have no seat {seat}.")));
            }
            if seats.insert(seat, line.declared()?).is_some() {
                return Err(refused(format!("Seat {seat} is declared twice.")));
            }
        }
        Ok(ContestFile { rules, words_per_minute, seats, addresses, source })
    }
}

impl ContestSeatLine {
    fn address(&self, written: &str) -> Result<Email, Error> {
        let seat = self.seat;
        if self.machine.is_some() || self.folder.is_some() {
            return Err(Error::Refused(format!(
                "Seat {seat} has nobody who could be invited by mail."
            )));
        }
        Email::parse(written).map_err(|_| {
            Error::Refused(format!(
                "“{written}” in seat {seat} is not an email address, such as name@example.org."
            ))
        })
    }

    fn declared(self) -> Result<SeatHolder, Error> {
        let seat = self.seat;
        let (declared, name) = match (self.person, self.machine, self.program, self.folder) {
            (Some(name), None, None, None) => (SeatHolder::Person(name.clone()), name),
            (None, Some(name), None, None) => (SeatHolder::Machine(name.clone()), name),
            (None, None, Some(name), None) => (SeatHolder::Program(name.clone()), name),
            (None, None, None, Some(name)) => {
                check_path(&name)?;
                (SeatHolder::Folder(name.clone()), name)
            }
            _ => {
                return Err(Error::Refused(format!(
                    "Seat {seat} must have one of person, machine, program and folder."
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

/// The text of the file without an address. It is stored with the contest, an address with a mail
/// alone.
fn without(source: &str, seat: Participant, address: &str) -> Result<String, Error> {
    let quoted = ['"', '\''].map(|quote| format!("{quote}{address}{quote}"));
    match quoted.iter().find(|quoted| source.contains(quoted.as_str())) {
        Some(quoted) => Ok(source.replace(quoted.as_str(), "\"\"")),
        None => Err(Error::Refused(format!(
            "The address in seat {seat} must be in quotation marks, without escapes."
        ))),
    }
}

/// A sentence that may quote the file, without its line ends and of a bounded length.
fn in_one_line(why: &str) -> String {
    let plain: String = why.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if plain.len() <= LONGEST_SENTENCE {
        return plain;
    }
    let (begin, _) = plain.split_at(plain.floor_char_boundary(LONGEST_SENTENCE));
    format!("{begin}…")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_in_one_line_with_its_number() {
        let long = format!("preset = \"{}\"", "long ".repeat(1_000));
        let seat = |rest| format!("preset = \"2009\"\nseats = [{{ seat = \"E1\", {rest} }}]");
        let all = [
            ("preset = \"2009\"\nseats = [{ seat = \"J1\" \"x\" }]", "Line 2 cannot be read: "),
            ("\n\nrules = 3", "Line 3 cannot be read: "),
            ("preset = \"20\\n09\"", "There is no preset “20 09”; there are 2008, "),
            (&long, "There is no preset “long long"),
            ("", "The rules do not say what the contest is called"),
            (
                &seat("machine = \"eliza\", email = \"ann@example.org\""),
                "Seat E1 has nobody who could be invited",
            ),
            (&seat("program = \"p\", email = \"ann\""), "“ann” in seat E1 is not an email address"),
            (
                &seat("program = \"p\", email = \"\\u0061nn@example.org\""),
                "The address in seat E1 must be in quotation marks",
            ),
        ];
        for (text, begin) in all {
            let refusal = ContestFile::read(text.as_bytes()).unwrap_err().to_string();
            assert!(refusal.starts_with(begin), "{refusal}");
            assert!(refusal.lines().count() == 1 && refusal.len() < 2_000, "{refusal}");
        }
    }

    #[test]
    fn an_address_is_read_and_does_not_stay_in_the_text_of_the_file() {
        let text = "preset = \"2009\"\n[[seats]]\nseat = \"J1\"\nperson = \"Ann\"\n\
                    email = \"Ann@Example.org\"\n[[seats]]\nseat = \"J2\"\nperson = \"Ann\"\n\
                    email = 'Ann@Example.org'\n";
        let file = ContestFile::read(text.as_bytes()).unwrap();
        let written: Vec<&str> = file.addresses.values().map(Email::as_str).collect();
        assert_eq!(written, ["ann@example.org", "ann@example.org"]);
        assert_eq!(file.source.matches("email = \"\"").count(), 2, "{}", file.source);
        assert!(!file.source.to_lowercase().contains("example"), "{}", file.source);
    }
}
