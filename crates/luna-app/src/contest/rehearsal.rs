//! A rehearsal: machines have all seats, and the whole contest runs within a minute.

use std::collections::BTreeMap;

use luna_core::contest::clock::Command;
use luna_core::contest::clock::timetable;
use luna_core::contest::rules::{Questioning, Rules};
use luna_core::contest::schedule::Schedule;
use luna_machines::HouseMachine;
use luna_store::Tx;
use luna_store::game::Context;

use super::console;
use super::creation::{self, NewContest, Purpose};
use super::file::{ContestFile, SeatHolder, USUAL_WORDS_PER_MINUTE, participants};
use crate::error::Error;

/// The time that a rehearsal takes, unless it has more phases than seconds.
const SECONDS: u32 = 50;

/// Creates a rehearsal by these rules and starts it.
pub fn start(
    tx: &mut Tx<'_>,
    at: &Context,
    organiser: Option<&str>,
    rules: &Rules,
) -> Result<NewContest, Error> {
    let created = creation::create(tx, at, organiser, &file(rules), Purpose::Rehearsal)?;
    console::command(tx, at, &created.id, organiser, Command::Start)?;
    Ok(created)
}

/// The rules with every length shortened, and machines in all seats.
pub fn file(rules: &Rules) -> ContestFile {
    let rounds = Schedule::draw(rules, 0).rounds.len();
    let planned: u32 = timetable(rules, rounds).iter().map(|segment| segment.seconds).sum();
    let scale = |seconds: u32| {
        let scaled = u64::from(seconds) * u64::from(SECONDS) / u64::from(planned.max(SECONDS));
        u32::try_from(scaled).unwrap_or(SECONDS).max(1)
    };
    let faster = planned.div_ceil(SECONDS).max(1);
    let short = Rules {
        name: format!("Rehearsal: {}", rules.name),
        review_seconds: scale(rules.review_seconds),
        break_seconds: scale(rules.break_seconds),
        questioning: match rules.questioning {
            Questioning::InTurn { left_seconds, right_seconds } => Questioning::InTurn {
                left_seconds: scale(left_seconds),
                right_seconds: scale(right_seconds),
            },
            Questioning::AtOnce { seconds } => Questioning::AtOnce { seconds: scale(seconds) },
        },
        ..rules.clone()
    };
    let houses = HouseMachine::ALL.iter().cycle();
    let machines = houses.map(|house| SeatHolder::Machine(house.id().to_owned()));
    ContestFile {
        seats: participants(&short).zip(machines).collect(),
        words_per_minute: USUAL_WORDS_PER_MINUTE.saturating_mul(faster).min(100_000),
        rules: short,
        addresses: BTreeMap::new(),
        source: String::new(),
    }
}
