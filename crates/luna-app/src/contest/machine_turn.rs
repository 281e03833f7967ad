//! Turns of machines in conversations. A machine hears a line when it has ended, or when the other
//! side has stopped typing; its reply is planned key by key at a person's pace.

use luna_core::contest::conversation::{Conversation, ConversationLine, Speaker};
use luna_core::typing::stroke::{Key, Stroke};
use luna_core::typing::typist::Typist;
use luna_machines::task::{ConverseTask, TaskLine, Wants};
use luna_machines::{HouseMachine, HouseTask as _};
use luna_store::contest::keystroke::{self, ConversationPlace, StrokeBatch};
use luna_store::contest::turn::{self, Turn as Turns};
use luna_store::task::State as TaskState;
use luna_store::{Tx, machine, player, task};

use super::state::State;
use super::talk::Talk;
use super::turn_job::{self, MachineTurn, prompt, still_ms};
use crate::error::Error;
use crate::instance::Instance;
use crate::job::Transaction;
use crate::machine::conversations::{self, Occasion};

/// A machine's turn, with what it sees.
struct TurnView<'a> {
    state: &'a State,
    place: &'a ConversationPlace,
    by: Speaker,
    talk: Talk,
    conversation: Conversation,
    turns: Option<Turns>,
    now: i64,
}

/// What a machine does in its turn.
enum Turn {
    /// Nothing, until somebody prompts it.
    Listen,
    /// Nothing before a time.
    Wait(i64),
    Speak(HeardLines),
}

/// What a machine has heard.
struct HeardLines {
    /// The number of lines of the other side that have ended.
    lines: usize,
    /// The time at which the last one ended.
    since: i64,
}

impl Transaction for MachineTurn {
    /// Takes a turn: looks at the conversation, and plans what the machine types.
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        let Some((place, by)) = self.place() else { return Ok(()) };
        let state = State::read(tx, &place.contest_id)?;
        let now = state.now(app.now());
        let is_seated = state.machine(&place, by) == Some(self.machine.as_str());
        if !is_seated || !place.is_open(&state.position(now)) {
            return Ok(());
        }
        let mut talk = Talk::default();
        talk.extend(keystroke::since(tx, &place, [0, 0])?);
        let conversation = talk.conversation(&state, &place, now);
        let turns = turn::find(tx, &place, by)?;
        let seen = TurnView { state: &state, place: &place, by, talk, conversation, turns, now };
        if seen.turns.as_ref().is_some_and(|turns| turns.task_id.is_some()) {
            return seen.type_reply(tx, self);
        }
        match seen.decide() {
            Turn::Listen => Ok(()),
            Turn::Wait(until) => self.schedule(tx, until),
            Turn::Speak(heard) => seen.speak(tx, app, self, &heard),
        }
    }
}

impl TurnView<'_> {
    fn decide(&self) -> Turn {
        let TurnView { by, now, .. } = *self;
        if let Some(busy) = self.talk.last_at(by).filter(|last| *last > now) {
            return Turn::Wait(busy);
        }
        if by == Speaker::Party && !self.conversation.is_opened() {
            return Turn::Listen;
        }
        let still_ms = still_ms(self.state);
        let lines = self.lines_of(by.other());
        let mut ended =
            lines.iter().filter(|line| line.complete || line.ended_at + still_ms <= now);
        let heard = HeardLines {
            lines: ended.clone().count(),
            since: ended.next_back().map_or(now, |line| line.ended_at),
        };
        let opens = by == Speaker::Judge && self.turns.is_none();
        if opens || heard.lines > self.replied_to().unwrap_or(0) {
            return Turn::Speak(heard);
        }
        let open = lines.iter().find(|line| !line.complete && line.ended_at + still_ms > now);
        open.map_or(Turn::Listen, |line| Turn::Wait(line.ended_at + still_ms))
    }

    fn replied_to(&self) -> Option<usize> {
        self.turns.as_ref().map(|turns| turns.heard)
    }

    fn lines_of(&self, by: Speaker) -> Vec<ConversationLine> {
        self.conversation.lines().into_iter().filter(|line| line.by == by).collect()
    }

    /// A house machine speaks at once; another one is asked.
    fn speak(
        &self,
        tx: &mut Tx<'_>,
        app: &Instance,
        turn: &MachineTurn,
        heard: &HeardLines,
    ) -> Result<(), Error> {
        if !turn::advance(tx, self.place, self.by, self.replied_to(), heard.lines)? {
            return Ok(());
        }
        let Some(house) = HouseMachine::from_id(&turn.machine) else {
            return self.ask(tx, app, turn);
        };
        let lines = self.task_lines(Wants::Lines);
        let task = ConverseTask::new("", "", self.by.into(), Wants::Lines, self.elapsed(), lines);
        let nth = self.lines_of(self.by).len();
        let chance = |what| self.state.chance(self.place, self.by, what, nth);
        let said = task.house_reply(&app.houses, house, &mut chance("reply"));
        let words = u32::try_from(self.state.record.words_per_minute).unwrap_or(u32::MAX);
        let mut typist = Typist::new(chance("pace"), f64::from(words));
        let unanswered = task.unanswered().collect::<Vec<_>>().join(" ");
        let keys = said.keys(&unanswered, &mut typist);
        self.plan(tx, turn, &keys, heard.since)
    }

    /// Asks a machine elsewhere. When its task ends, it has another turn.
    fn ask(&self, tx: &mut Tx<'_>, app: &Instance, turn: &MachineTurn) -> Result<(), Error> {
        let named = self.turns.as_ref().and_then(|turns| turns.conversation.clone());
        let conversation = named.unwrap_or_else(|| app.random.id(self.now));
        let machine = machine::find(tx, &turn.machine)?;
        let Some(asker) = self.state.player(self.place, self.by.other()) else { return Ok(()) };
        let asker = player::find(tx, asker)?;
        let lines = self.task_lines(conversations::wants(tx, &turn.machine)?);
        let request = conversations::Turn {
            conversation: conversation.clone(),
            you: self.by.into(),
            elapsed_ms: self.elapsed(),
            lines,
        };
        let task = conversations::ask(
            tx,
            app,
            &asker,
            &machine,
            Occasion::Contest(turn_job::OWNER),
            request,
        )?;
        Ok(turn::set_task(tx, self.place, self.by, &conversation, Some(&task.id))?)
    }

    /// Plans the reply of a machine elsewhere, if it has come.
    fn type_reply(&self, tx: &mut Tx<'_>, turn: &MachineTurn) -> Result<(), Error> {
        let Some(Turns { conversation: Some(conversation), task_id: Some(id), heard }) =
            &self.turns
        else {
            return Ok(());
        };
        let task = task::find(tx, id)?;
        if task.state == TaskState::Open {
            return Ok(());
        }
        turn::set_task(tx, self.place, self.by, conversation, None)?;
        let words = u32::try_from(self.state.record.words_per_minute).unwrap_or(u32::MAX);
        let keys = conversations::keys(&task, f64::from(words))?;
        let lines = self.lines_of(self.by.other());
        let last = heard.checked_sub(1).and_then(|nth| lines.get(nth));
        self.plan(tx, turn, &keys, last.map_or(self.now, |line| line.ended_at))?;
        // It may have missed a line meanwhile.
        turn.schedule(tx, self.now.max(keys.last().map_or(0, |_| self.now + 1)))
    }

    /// The lines of both as a machine is told them, with one that its speaker has left open.
    fn task_lines(&self, wants: Wants) -> Vec<TaskLine> {
        let mut lines = wants.lines(&self.conversation);
        let still_ms = still_ms(self.state);
        let other = self.lines_of(self.by.other());
        let left = other.last().filter(|line| {
            !line.complete && line.ended_at + still_ms <= self.now && !line.text.trim().is_empty()
        });
        if let Some(line) = left.filter(|_| wants == Wants::Lines) {
            let at_ms = line.ended_at - self.began_at();
            lines.push(TaskLine::new(line.by.into(), &line.text, at_ms));
        }
        lines
    }

    fn began_at(&self) -> i64 {
        self.conversation.keystrokes().first().map_or(self.now, |key| key.at)
    }

    fn elapsed(&self) -> i64 {
        self.now - self.began_at()
    }

    /// Stores keys with the times at which they are due, after a time, and prompts the machine on
    /// the other side, if it is one.
    fn plan(
        &self,
        tx: &mut Tx<'_>,
        turn: &MachineTurn,
        keys: &[Key],
        since: i64,
    ) -> Result<(), Error> {
        let most = self.state.contest.rules().limits.line_characters;
        let by = self.by;
        let mut number = self.talk.next_numbers()[by.index()];
        let (mut typed, mut length) = (Vec::new(), 0_usize);
        // The first pause is reading and thinking, which began when the line ended.
        let mut at = since;
        for key in keys {
            at = (at + i64::from(key.delay_ms)).max(self.now + 1);
            match key.stroke {
                Stroke::Character(_) if length >= most => continue,
                Stroke::Character(_) => length += 1,
                Stroke::Backspace => length = length.saturating_sub(1),
                Stroke::Return => length = 0,
            }
            typed.push(StrokeBatch { by, number, at, strokes: vec![key.stroke], is_planned: true });
            number += 1;
        }
        keystroke::add(tx, self.place, &typed, Some(&turn.machine))?;
        match typed.last() {
            Some(last) => prompt(tx, self.state, self.place, last, false),
            None => Ok(()),
        }
    }
}
