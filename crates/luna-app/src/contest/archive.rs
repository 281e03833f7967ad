//! The conversations of a contest that is over, as files: plain text, a line of JSON for each key,
//! and the keystroke logs of the Loebner Prize.
//!
//! A file is made piece by piece, each with a read of its own, so its size needs no memory, and a
//! person who withdraws their consent meanwhile is left out from then on.

use luna_core::contest::Stage;
use luna_core::contest::conversation::{Conversation, Speaker};
use luna_core::contest::keystroke_log::KeystrokeLog;
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::schedule::Pair;
use luna_store::Tx;
use luna_store::contest::keystroke::{self, ConversationPlace};
use luna_store::player::Player;
use serde_json::json;

use super::console::may_organise;
use super::outcome::{is_public, is_public_now};
use super::state::State;
use super::talk::Talk;
use crate::error::Error;

/// The reader of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Reads what the people of a conversation have published.
    Public,
    /// Reads everything.
    Organiser,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The lines as they stood in the end.
    Text,
    /// Each key with its time, as lines of JSON.
    Keys,
    /// The format of the Loebner Prize of 2012.
    Log,
}

/// The conversations that a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Whole,
    /// The conversation of a judge in a round, on a side.
    One(usize, usize, Side),
}

/// A conversation that may be read.
#[derive(Clone, Debug)]
pub struct Transcript {
    pub place: ConversationPlace,
    pub conversation: Conversation,
    pub is_public: bool,
}

impl Reader {
    pub fn of(state: &State, player: Option<&Player>) -> Reader {
        match player {
            Some(player) if may_organise(&state.record, player) => Reader::Organiser,
            _ => Reader::Public,
        }
    }
}

impl Format {
    pub const ALL: [Format; 3] = [Format::Text, Format::Keys, Format::Log];

    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Keys => "keys",
            Format::Log => "log",
        }
    }

    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    pub fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Keys => "jsonl",
            Format::Log => "log",
        }
    }
}

/// Decides if a reader may read a conversation. Before the end nobody may.
pub fn may_read(state: &State, now: i64, reader: Reader, place: (usize, usize, Side)) -> bool {
    let (round, judge, side) = place;
    let exists = state.contest.schedule().pair(round, Participant::Judge(judge)).is_some();
    let opened = reader == Reader::Organiser || is_public(state, round, judge, side);
    state.stage(state.now(now)) == Stage::Final && exists && opened
}

/// A conversation of a contest that is over, if the reader may read it.
pub fn transcript(
    tx: &mut Tx<'_>,
    state: &State,
    now: i64,
    reader: Reader,
    (round, judge, side): (usize, usize, Side),
) -> Result<Option<Transcript>, Error> {
    if !may_read(state, now, reader, (round, judge, side)) {
        return Ok(None);
    }
    let is_public = is_public_now(tx, state, (round, judge, side))?;
    if reader == Reader::Public && !is_public {
        return Ok(None);
    }
    let place = state.last_place(round, judge, side);
    let mut talk = Talk::default();
    talk.extend(keystroke::since(tx, &place, [0, 0])?);
    let conversation = talk.conversation(state, &place, now);
    Ok(Some(Transcript { place, conversation, is_public }))
}

/// A piece of a file: its beginning, or one pair. None beyond the last one.
pub fn piece(
    tx: &mut Tx<'_>,
    state: &State,
    now: i64,
    reader: Reader,
    (format, extent): (Format, Extent),
    nth: usize,
) -> Result<Option<String>, Error> {
    let Some(before) = nth.checked_sub(1) else { return Ok(Some(heading(state, format, extent))) };
    let fits = |(round, pair): &(usize, &Pair)| match extent {
        Extent::Whole => true,
        Extent::One(its_round, judge, _) => (*round, pair.cell.judge) == (its_round, judge),
    };
    let mut pairs = state.contest.schedule().pairs().filter(fits);
    let Some((round, pair)) = pairs.nth(before) else { return Ok(None) };
    let sides = Side::BOTH.into_iter().filter(|&side| match extent {
        Extent::Whole => true,
        Extent::One(_, _, only) => only == side,
    });
    let mut talks = Vec::new();
    for side in sides {
        let found = transcript(tx, state, now, reader, (round, pair.cell.judge, side))?;
        talks.push((side, found));
    }
    let file = Pairing { state, round, pair, extent };
    Ok(Some(match format {
        Format::Text => file.text(&talks),
        Format::Keys => file.keys(&talks),
        Format::Log => file.log(&talks),
    }))
}

fn heading(state: &State, format: Format, extent: Extent) -> String {
    let record = &state.record;
    match (format, extent) {
        (Format::Text, _) => format!("{}\nRules: SHA-256 {}\n", record.name, record.rules_hash),
        (Format::Keys, Extent::Whole) => {
            let line = json!({
                "type": "contest", "contest": record.id, "name": record.name,
                "rules_sha256": record.rules_hash,
            });
            format!("{line}\n")
        }
        (Format::Keys, Extent::One(..)) | (Format::Log, _) => String::new(),
    }
}

/// A pair as a piece of a file.
struct Pairing<'a> {
    state: &'a State,
    round: usize,
    pair: &'a Pair,
    extent: Extent,
}

type Talks = [(Side, Option<Transcript>)];

impl Pairing<'_> {
    fn text(&self, talks: &Talks) -> String {
        let mut text = String::new();
        let judge = self.pair.cell.judge;
        for (side, transcript) in talks {
            let party = self.pair.party(*side);
            let name = self.program().filter(|_| *side == self.pair.entry_side);
            let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
            let side = side.name();
            text.push_str(&format!("\nRound {}, J{judge}, {side}: {party}{name}\n", self.round));
            let Some(Transcript { conversation, is_public, .. }) = transcript else {
                text.push_str("  This conversation is private.\n");
                continue;
            };
            if !is_public {
                text.push_str("  Not for publication: somebody in it has not agreed.\n");
            }
            let began = conversation.keystrokes().first().map_or(0, |key| key.at);
            for line in conversation.lines() {
                let by = match line.by {
                    Speaker::Judge => format!("J{judge}"),
                    Speaker::Party => party.to_string(),
                };
                let ms = line.began_at - began;
                let (seconds, tenth) = (ms / 1_000, ms % 1_000 / 100);
                text.push_str(&format!("{seconds:>6}.{tenth}  {by}: {}\n", line.text));
            }
        }
        text
    }

    /// The keys of one conversation have no more than time, speaker and key.
    fn keys(&self, talks: &Talks) -> String {
        let (mut text, judge) = (String::new(), self.pair.cell.judge);
        for (side, transcript) in talks {
            if self.extent == Extent::Whole {
                let line = json!({
                    "type": "conversation", "round": self.round, "judge": judge,
                    "side": side.name(), "party": self.pair.party(*side).to_string(),
                    "program": self.program().filter(|_| *side == self.pair.entry_side),
                    "is_public": transcript.as_ref().is_some_and(|it| it.is_public),
                });
                text.push_str(&format!("{line}\n"));
            }
            let keys = transcript.iter().flat_map(|it| it.conversation.keystrokes());
            for key in keys {
                let stroke = key.stroke.to_char().to_string();
                let mut line = json!({ "at": key.at, "by": key.by.name(), "key": stroke });
                if self.extent == Extent::Whole {
                    line["type"] = json!("key");
                    line["round"] = json!(self.round);
                    line["judge"] = json!(judge);
                    line["side"] = json!(side.name());
                }
                text.push_str(&format!("{line}\n"));
            }
        }
        text
    }

    fn log(&self, talks: &Talks) -> String {
        let open: Vec<&Transcript> = talks.iter().filter_map(|(_, it)| it.as_ref()).collect();
        let notice = match &open[..] {
            [] => return String::new(),
            open if open.iter().all(|it| it.is_public) => {
                "Published with the consent of those who typed"
            }
            _ => "Not for publication: somebody in it has not agreed",
        };
        let mut log = KeystrokeLog {
            contest: self.state.record.name.clone(),
            notice: notice.to_owned(),
            judge: Some(self.pair.cell.judge),
            program: self.program().unwrap_or("program").to_owned(),
            round: Some(self.round),
            program_side: self.pair.entry_side,
            keys: Vec::new(),
        };
        for transcript in open {
            log.add(transcript.place.side, transcript.conversation.keystrokes());
        }
        log.to_string()
    }

    fn program(&self) -> Option<&str> {
        let entry = Participant::Entry(self.pair.cell.entry);
        self.state.seats.get(&entry).map(|seat| seat.label.as_str())
    }
}
