//! The creation of a contest: its schedule is drawn, machines are seated, people are invited.

use luna_core::contest::participant::Participant;
use luna_core::contest::schedule::Schedule;
use luna_core::skill::Skill;
use luna_store::contest::log::{self, Entry, SeatEvent};
use luna_store::contest::record::{self, Contest};
use luna_store::contest::seat::{self, Kind, Seat};
use luna_store::game::Context;
use luna_store::{self as store, Tx, machine};

use super::file::{ContestFile, SeatHolder, participants};
use super::invitation::Invitation;
use crate::error::Error;
use crate::machine::tasks;
use crate::secret;

/// A new contest, and the invitations to it.
#[derive(Clone, Debug)]
pub struct NewContest {
    pub id: String,
    pub invitations: Vec<Invitation>,
}

/// The kind of a new contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Contest,
    /// A trial, in which machines may have all seats.
    Rehearsal,
}

/// Creates a contest. `organiser` is none for the command line.
pub fn create(
    tx: &mut Tx<'_>,
    at: &Context,
    organiser: Option<&str>,
    file: &ContestFile,
    purpose: Purpose,
) -> Result<NewContest, Error> {
    let id = at.random.id(at.now);
    let seed = at.random.number().cast_unsigned();
    let schedule = Schedule::draw(&file.rules, seed);
    let rules = json(&file.rules)?;
    let contest = Contest {
        id: id.clone(),
        name: file.rules.name.clone(),
        rules_hash: secret::hash(&rules),
        rules,
        source: file.source.clone(),
        schedule: json(&schedule)?,
        words_per_minute: file.words_per_minute.into(),
        organiser_id: organiser.map(str::to_owned),
        is_rehearsal: purpose == Purpose::Rehearsal,
        created_at: at.now,
        version: 0,
    };
    record::create(tx, &contest)?;
    let mut invitations = Vec::new();
    for participant in participants(&file.rules) {
        let declared = file.seats.get(&participant);
        let new = seat_for(tx, at.now, &id, participant, declared, purpose)?;
        let is_invited = new.kind != Kind::Machine && new.folder.is_none();
        let invitation = is_invited.then(|| at.random.secret());
        let token_hash = invitation.as_deref().map(secret::hash);
        seat::add(tx, &new, token_hash.as_deref(), at.now)?;
        let entry = Entry {
            at: at.now,
            actor_id: organiser.map(str::to_owned),
            participant,
            what: if invitation.is_some() { SeatEvent::Invited } else { SeatEvent::Seated },
            player_id: new.player_id.clone(),
        };
        log::add(tx, &id, &entry)?;
        let (label, email) = (new.label, file.addresses.get(&participant).cloned());
        invitations.extend(invitation.map(|token| Invitation { participant, label, token, email }));
    }
    tx.touch(seat::FOLDERS);
    Ok(NewContest { id, invitations })
}

fn seat_for(
    tx: &mut Tx<'_>,
    now: i64,
    contest_id: &str,
    participant: Participant,
    declared: Option<&SeatHolder>,
    purpose: Purpose,
) -> Result<Seat, Error> {
    let is_entry = matches!(participant, Participant::Entry(_));
    let (kind, label) = match declared {
        Some(SeatHolder::Machine(name)) => (Kind::Machine, name.clone()),
        Some(SeatHolder::Program(name) | SeatHolder::Folder(name)) => (Kind::Program, name.clone()),
        Some(SeatHolder::Person(name)) => (Kind::Person, name.clone()),
        None if is_entry => {
            return Err(Error::Refused(format!(
                "The file does not say which entry {participant} is; add a seat with a machine, a \
                 program or a folder."
            )));
        }
        None => (Kind::Person, String::new()),
    };
    check_kind(participant, kind, purpose)?;
    let player_id = match kind {
        Kind::Machine => Some(seatable_machine(tx, &label)?),
        Kind::Person | Kind::Program => None,
    };
    let joined_at = (kind == Kind::Machine).then_some(now);
    Ok(Seat {
        contest_id: contest_id.to_owned(),
        participant,
        kind,
        label,
        player_id,
        joined_at,
        briefed_at: None,
        consented_at: None,
        is_public: false,
        folder: match declared {
            Some(SeatHolder::Folder(path)) => Some(path.clone()),
            _ => None,
        },
    })
}

/// Entries are machines or programs; judges and confederates are people, except in a rehearsal. A
/// confederate may type in a program of their own, such as one behind a folder.
pub(super) fn check_kind(
    participant: Participant,
    kind: Kind,
    purpose: Purpose,
) -> Result<(), Error> {
    match (participant, kind, purpose) {
        (Participant::Entry(_), Kind::Person, _) => {
            Err(Error::Refused(format!("{participant} is an entry, so it cannot be a person.")))
        }
        (Participant::Judge(_), Kind::Machine | Kind::Program, Purpose::Contest)
        | (Participant::Confederate(_), Kind::Machine, Purpose::Contest) => {
            Err(Error::Refused(format!(
                "{participant} must be a person; machines have these seats only in a rehearsal."
            )))
        }
        (Participant::Judge(_), Kind::Program, Purpose::Rehearsal) => {
            Err(Error::Refused(format!("{participant} is a judge, so it cannot be a program.")))
        }
        _ => Ok(()),
    }
}

/// The id of a machine that can be seated, by its name or its id.
pub(super) fn seatable_machine(tx: &mut Tx<'_>, name: &str) -> Result<String, Error> {
    let id = match machine::named(tx, name)? {
        Some(named) => named.id,
        None => name.to_owned(),
    };
    let machine = machine::find(tx, &id).map_err(|error| match error {
        store::Error::NotFound => Error::Refused(format!("There is no machine “{name}”.")),
        other => other.into(),
    })?;
    tasks::check_running(tx, &machine, Skill::Converse)?;
    Ok(id)
}

fn json(value: &impl serde::Serialize) -> Result<String, Error> {
    Ok(serde_json::to_string(value).map_err(store::Error::corrupt)?)
}
