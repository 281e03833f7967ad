//! Skills of machines: the tasks they declare, and limits and alarms of each outside games.

use luna_core::skill::Skill;

use crate::player;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "machine_skill",
    key: &["player_id", "skill"],
    columns: &[(
        Class::Exported,
        &[
            "player_id",
            "skill",
            "most_daily",
            "tokens_daily",
            "alarm_at",
            "alarm_why",
            "for_writers",
            "characters",
            "replied_at",
        ],
    )],
    erasure: Erasure::With("the machine"),
};

/// The skills that a machine declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skills(Vec<Skill>);

/// Tasks outside games that a skill takes in a day, unless the machine's owner has set another
/// number.
pub fn usual_daily(skill: Skill) -> i64 {
    match skill {
        Skill::Ask | Skill::Answer | Skill::Guess => 200,
        // A line of a conversation each.
        Skill::Converse => 2_000,
    }
}

record! {
    /// Limits and the alarm of one skill outside games.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct SkillState {
        pub most_daily: Option<i64>,
        /// No limit but the machine's own if there is none.
        pub tokens_daily: Option<i64>,
        pub alarm_at: Option<i64>,
        pub alarm_why: Option<String>,
        /// Everybody who writes trivia may ask the machine.
        pub for_writers: bool,
        /// It is sent what the other side of a conversation types key by key.
        pub characters: bool,
        /// When it first gave a valid reply.
        pub replied_at: Option<i64>,
    }
}

impl Skills {
    pub fn new(skills: impl IntoIterator<Item = Skill>) -> Skills {
        let mut skills: Vec<Skill> = skills.into_iter().collect();
        skills.sort_unstable();
        skills.dedup();
        Skills(skills)
    }

    pub fn all() -> Skills {
        Skills::new(Skill::ALL)
    }

    /// Those that the Luna Game needs.
    pub fn of_game() -> Skills {
        Skills::new(Skill::GAME)
    }

    pub fn has(&self, skill: Skill) -> bool {
        self.0.contains(&skill)
    }

    pub fn iter(&self) -> impl Iterator<Item = Skill> {
        self.0.iter().copied()
    }

    /// Their names with spaces between them, as they are stored.
    pub fn to_text(&self) -> String {
        self.0.iter().map(|skill| skill.name()).collect::<Vec<_>>().join(" ")
    }

    /// Skills of a later Luna are left out.
    pub fn from_text(text: &str) -> Skills {
        Skills::new(text.split_whitespace().filter_map(Skill::from_name))
    }
}

impl SkillState {
    pub fn most_daily(&self, skill: Skill) -> i64 {
        self.most_daily.unwrap_or_else(|| usual_daily(skill))
    }
}

pub fn state(tx: &mut Tx<'_>, machine_id: &str, skill: Skill) -> Result<SkillState> {
    let found: Option<SkillState> = row!(
        tx,
        "SELECT most_daily, tokens_daily, alarm_at, alarm_why, for_writers, characters,
                replied_at
         FROM machine_skill
         WHERE player_id = $1 AND skill = $2",
        machine_id,
        skill.name(),
    );
    Ok(found.unwrap_or_default())
}

/// The machines that everybody who writes trivia may ask.
pub fn for_writers(tx: &mut Tx<'_>, skill: Skill) -> Result<Vec<String>> {
    let found: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM machine_skill
         WHERE skill = $1 AND for_writers = TRUE ORDER BY player_id",
        skill.name(),
    );
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// Lets everybody who writes trivia ask a machine, or only those who may ask it anyway.
pub fn open_to_writers(tx: &mut Tx<'_>, machine_id: &str, skill: Skill, open: bool) -> Result<()> {
    run!(
        tx,
        "INSERT INTO machine_skill (player_id, skill, for_writers) VALUES ($1, $2, $3)
         ON CONFLICT (player_id, skill) DO UPDATE SET for_writers = excluded.for_writers",
        machine_id,
        skill.name(),
        open,
    );
    Ok(())
}

/// Has a machine sent what the other side of a conversation types key by key, or line by line.
pub fn send_characters(tx: &mut Tx<'_>, machine_id: &str, characters: bool) -> Result<()> {
    run!(
        tx,
        "INSERT INTO machine_skill (player_id, skill, characters) VALUES ($1, $2, $3)
         ON CONFLICT (player_id, skill) DO UPDATE SET characters = excluded.characters",
        machine_id,
        Skill::Converse.name(),
        characters,
    );
    Ok(())
}

/// Sets the limits of a skill outside games.
pub fn set_limits(
    tx: &mut Tx<'_>,
    machine_id: &str,
    skill: Skill,
    most_daily: Option<i64>,
    tokens_daily: Option<i64>,
) -> Result<()> {
    run!(
        tx,
        "INSERT INTO machine_skill (player_id, skill, most_daily, tokens_daily)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (player_id, skill) DO UPDATE SET
             most_daily = excluded.most_daily, tokens_daily = excluded.tokens_daily",
        machine_id,
        skill.name(),
        most_daily,
        tokens_daily,
    );
    Ok(())
}

/// Notes that a registered machine has given a valid reply. The first one of a skill is kept.
pub fn note_reply(tx: &mut Tx<'_>, machine_id: &str, skill: Skill, now: i64) -> Result<()> {
    let known: Option<(String,)> = row!(
        tx,
        "SELECT skill FROM machine_skill
         WHERE player_id = $1 AND skill = $2 AND replied_at IS NOT NULL",
        machine_id,
        skill.name(),
    );
    if known.is_some() {
        return Ok(());
    }
    let noted = run!(
        tx,
        "INSERT INTO machine_skill (player_id, skill, replied_at)
         SELECT player_id, $2, CAST($3 AS BIGINT) FROM machine
         WHERE player_id = $1 AND owner_id IS NOT NULL
         ON CONFLICT (player_id, skill) DO UPDATE SET replied_at = excluded.replied_at",
        machine_id,
        skill.name(),
        now,
    );
    if noted > 0 {
        tx.touch(&player::topic(machine_id));
    }
    Ok(())
}

/// Raises the alarm of a skill. Returns true if there was none.
pub fn alarm(tx: &mut Tx<'_>, machine_id: &str, skill: Skill, now: i64, why: &str) -> Result<bool> {
    let raised = run!(
        tx,
        "INSERT INTO machine_skill (player_id, skill, alarm_at, alarm_why)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (player_id, skill) DO UPDATE SET
             alarm_at = excluded.alarm_at, alarm_why = excluded.alarm_why
         WHERE machine_skill.alarm_at IS NULL",
        machine_id,
        skill.name(),
        now,
        why,
    );
    Ok(raised > 0)
}

/// Ends the alarm of a skill, if there is one.
pub fn calm(tx: &mut Tx<'_>, machine_id: &str, skill: Skill) -> Result<()> {
    run!(
        tx,
        "UPDATE machine_skill SET alarm_at = NULL, alarm_why = NULL
         WHERE player_id = $1 AND skill = $2 AND alarm_at IS NOT NULL",
        machine_id,
        skill.name(),
    );
    Ok(())
}

/// Takes the limits of the version before.
pub(crate) fn inherit(tx: &mut Tx<'_>, before: &str, machine_id: &str) -> Result<()> {
    run!(
        tx,
        "INSERT INTO machine_skill
             (player_id, skill, most_daily, tokens_daily, for_writers, characters)
         SELECT $2, skill, most_daily, tokens_daily, for_writers, characters
         FROM machine_skill WHERE player_id = $1",
        before,
        machine_id,
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skills_are_stored_as_their_names() {
        assert_eq!(Skills::all().to_text(), "ask answer guess converse");
        assert_eq!(Skills::of_game().to_text(), "ask answer guess");
        assert_eq!(Skills::from_text("guess ask ask"), Skills::new([Skill::Ask, Skill::Guess]));
        let later = Skills::from_text("answer juggle");
        assert_eq!(later.iter().collect::<Vec<_>>(), [Skill::Answer]);
    }
}
