//! An owner's machines in their download.

use luna_core::skill::Skill;
use serde_json::{Value, json};

use crate::account::token;
use crate::game::erased_game;
use crate::machine;
use crate::machine::{Machine, skill};
use crate::tx::Tx;
use crate::tx::error::Result;

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
    let rows: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM machine WHERE owner_id = $1 ORDER BY line, version",
        owner_id,
    );
    let mut machines = Vec::new();
    for (id,) in rows {
        let Machine { name, version, declared, standing, .. } = machine::find(tx, &id)?;
        let setup = serde_json::from_str(&declared.setup).unwrap_or(Value::String(declared.setup));
        machines.push(json!({
            "id": id, "name": name, "version": version, "about": declared.about,
            "model": declared.model, "organisation": declared.organisation,
            "licence": declared.licence, "link": declared.link, "contact": declared.contact,
            "way": declared.way.name(), "setup": setup,
            "state": {
                "limits_and_stops": {
                    "most_open": declared.most_open, "most_daily": declared.most_daily,
                    "created_at": standing.created_at, "seen_at": standing.seen_at,
                    "stopped_at": standing.stopped_at,
                    "stopped_by_operator_at": standing.killed_at, "why": standing.killed_why,
                },
                "alarm": {
                    "replaced_at": standing.replaced_at, "alarm_at": standing.alarm_at,
                    "why": standing.alarm_why,
                },
            },
            "skills": declared.skills.iter().map(Skill::name).collect::<Value>(),
            "limits_of_skills": skills(tx, &id)?,
            "tokens": tokens(tx, &id)?,
            "use": usage(tx, &id)?,
            "games_of_erased_partners": erased_games(tx, &id)?,
        }));
    }
    Ok(machines)
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
            "characters": it.characters, "replied_at": it.replied_at,
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
    let games = erased_game::of_machine(tx, id, (i64::MAX, ""), i64::MAX)?;
    Ok(games.into_iter().map(|it| json!({ "game": it.game, "at": it.at })).collect())
}
