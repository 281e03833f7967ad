//! The row of a machine.

use super::{Lifecycle, Machine, MachineConfig, Skills, Transport};
use crate::{Error, Result, Tx};

record! {
    struct MachineRow {
        name: String,
        owner_id: Option<String>,
        line: String,
        version: i64,
        about: String,
        model: String,
        link: String,
        contact: String,
        way: String,
        setup: String,
        most_open: i64,
        most_daily: i64,
        skills: String,
        created_at: i64,
        seen_at: i64,
        stopped_at: Option<i64>,
        killed_at: Option<i64>,
        killed_why: Option<String>,
        replaced_at: Option<i64>,
        alarm_at: Option<i64>,
        alarm_why: Option<String>,
    }
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Machine> {
    let row: Option<MachineRow> = row!(
        tx,
        "SELECT p.name, m.owner_id, m.line, m.version, m.about, m.model, m.link, m.contact, m.way,
                m.setup, m.most_open, m.most_daily, m.skills, m.created_at, m.seen_at, m.stopped_at,
                m.killed_at, m.killed_why, m.replaced_at, m.alarm_at, m.alarm_why
         FROM machine m JOIN player p ON p.id = m.player_id WHERE m.player_id = $1",
        id,
    );
    row.ok_or(Error::NotFound)?.into_machine(id)
}

impl MachineRow {
    fn into_machine(self, id: &str) -> Result<Machine> {
        let way = Transport::from_name(&self.way);
        Ok(Machine {
            player_id: id.to_owned(),
            name: self.name,
            owner_id: self.owner_id,
            line: self.line,
            version: self.version,
            declared: MachineConfig {
                about: self.about,
                model: self.model,
                link: self.link,
                contact: self.contact,
                way: way.ok_or_else(|| Error::corrupt("an unknown way in"))?,
                setup: self.setup,
                most_open: self.most_open,
                most_daily: self.most_daily,
                skills: Skills::from_text(&self.skills),
            },
            standing: Lifecycle {
                created_at: self.created_at,
                seen_at: self.seen_at,
                stopped_at: self.stopped_at,
                killed_at: self.killed_at,
                killed_why: self.killed_why,
                replaced_at: self.replaced_at,
                alarm_at: self.alarm_at,
                alarm_why: self.alarm_why,
            },
        })
    }
}
