//! An owner's machines in their download.

use luna_core::skill::Skill;
use serde_json::{Value, json};

use crate::error::Result;
use crate::machine::skill;
use crate::tx::Tx;
use crate::{erase, machine, token};

record! {
    struct ExportedMachine {
        id: String,
        name: String,
        version: i64,
        about: String,
        model: String,
        link: String,
        contact: String,
        way: String,
        setup: String,
    }
}

record! {
    struct LimitsAndStops {
        most_open: i64,
        most_daily: i64,
        created_at: i64,
        seen_at: i64,
        stopped_at: Option<i64>,
        killed_at: Option<i64>,
        killed_why: Option<String>,
    }
}

record! {
    struct Usage {
        day: i64,
        subject: String,
        calls: i64,
        replies: i64,
        invalid: i64,
        tokens_in: i64,
        tokens_out: i64,
        micros: i64,
        problem: Option<String>,
        skill: Option<String>,
    }
}

/// Returns all versions of all machines of an owner, with their tokens and their use.
pub(super) fn of_owner(tx: &mut Tx<'_>, owner_id: &str) -> Result<Vec<Value>> {
    let rows: Vec<ExportedMachine> = rows!(
        tx,
        "SELECT m.player_id, p.name, m.version, m.about, m.model, m.link, m.contact, m.way, m.setup
         FROM machine m JOIN player p ON p.id = m.player_id
         WHERE m.owner_id = $1 ORDER BY m.line, m.version",
        owner_id,
    );
    let mut machines = Vec::new();
    for row in rows {
        let ExportedMachine { id, name, version, about, model, link, contact, way, setup } = row;
        let setup: Value = serde_json::from_str(&setup).unwrap_or(Value::String(setup));
        let mut machine = json!({
            "id": id, "name": name, "version": version, "about": about, "model": model,
            "link": link, "contact": contact, "way": way, "setup": setup,
        });
        machine["state"] = state(tx, &id)?;
        let declared = machine::find(tx, &id)?.declared.skills;
        machine["skills"] = declared.iter().map(Skill::name).collect();
        machine["limits_of_skills"] = skills(tx, &id)?;
        machine["tokens"] = tokens(tx, &id)?;
        machine["use"] = usage(tx, &id)?;
        machine["games_of_erased_partners"] = erased_games(tx, &id)?;
        machines.push(machine);
    }
    Ok(machines)
}

fn state(tx: &mut Tx<'_>, id: &str) -> Result<Value> {
    let limits: Option<LimitsAndStops> = row!(
        tx,
        "SELECT most_open, most_daily, created_at, seen_at, stopped_at, killed_at, killed_why
         FROM machine WHERE player_id = $1",
        id,
    );
    let alarm: Option<(Option<i64>, Option<i64>, Option<String>)> =
        row!(tx, "SELECT replaced_at, alarm_at, alarm_why FROM machine WHERE player_id = $1", id,);
    Ok(json!({
        "limits_and_stops": limits.map(|it| json!({
            "most_open": it.most_open, "most_daily": it.most_daily, "created_at": it.created_at,
            "seen_at": it.seen_at, "stopped_at": it.stopped_at,
            "stopped_by_operator_at": it.killed_at, "why": it.killed_why })),
        "alarm": alarm.map(|(replaced_at, at, why)| json!({
            "replaced_at": replaced_at, "alarm_at": at, "why": why })),
    }))
}

fn skills(tx: &mut Tx<'_>, id: &str) -> Result<Value> {
    let rows: Vec<(String,)> =
        rows!(tx, "SELECT skill FROM machine_skill WHERE player_id = $1 ORDER BY skill", id);
    let mut skills = Vec::new();
    for skill in rows.iter().filter_map(|(name,)| Skill::from_name(name)) {
        let it = skill::state(tx, id, skill)?;
        skills.push(json!({
            "skill": skill.name(), "most_daily": it.most_daily, "tokens_daily": it.tokens_daily,
            "alarm_at": it.alarm_at, "alarm_why": it.alarm_why, "for_writers": it.for_writers,
            "characters": it.characters,
        }));
    }
    Ok(skills.into())
}

fn tokens(tx: &mut Tx<'_>, id: &str) -> Result<Value> {
    let token = |it: &token::Token| {
        json!({
            "name": it.name, "ends_in": it.tail, "scope": it.scope.name(), "created_at": it.created_at,
            "used_at": it.used_at, "revoked_at": it.revoked_at,
        })
    };
    Ok(token::list(tx, id)?.iter().map(token).collect())
}

fn usage(tx: &mut Tx<'_>, id: &str) -> Result<Value> {
    let rows: Vec<Usage> = rows!(
        tx,
        "SELECT day, subject_id, calls, replies, invalid, tokens_in, tokens_out, micros, problem, skill
         FROM spent WHERE player_id = $1 ORDER BY day, subject_id",
        id,
    );
    let day = |it: Usage| {
        json!({
            "day": it.day, "game": it.subject, "skill": it.skill, "calls": it.calls,
            "replies": it.replies, "invalid": it.invalid, "tokens_in": it.tokens_in,
            "tokens_out": it.tokens_out, "micros": it.micros, "problem": it.problem,
        })
    };
    Ok(rows.into_iter().map(day).collect())
}

/// Games of a machine whose partner was erased, by the ids that its owner knows.
fn erased_games(tx: &mut Tx<'_>, id: &str) -> Result<Value> {
    let games = erase::games_of_machine(tx, id, (i64::MAX, ""), i64::MAX)?;
    Ok(games.into_iter().map(|it| json!({ "game": it.game, "at": it.at })).collect())
}
