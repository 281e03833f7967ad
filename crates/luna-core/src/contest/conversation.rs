//! A conversation of a judge with one party, key by key.
//!
//! Each speaker numbers its own strokes from 0. After a broken connection it sends again what may
//! have been lost; strokes that have arrived are recognised by their numbers, so none is lost or
//! doubled. Readers resume by the number of strokes that they have shown.

use super::clock::{Phase, Position};
use super::participant::Side;
use super::rules::{Limits, Opening, Rules};
use crate::typing::stroke::{NotText, Stroke};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Speaker {
    Judge,
    /// The entry or the confederate.
    Party,
}

/// A stroke with its speaker and the time at which it arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keystroke {
    pub at: i64,
    pub by: Speaker,
    pub stroke: Stroke,
}

/// A line as it stood when it ended, or as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationLine {
    pub by: Speaker,
    pub text: String,
    /// The time of its first key.
    pub began_at: i64,
    /// The time of its last key.
    pub ended_at: i64,
    /// True if its speaker has ended it with Return.
    pub complete: bool,
}

/// The reason why strokes are not taken, in a sentence for their sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("This conversation has not begun.")]
    NotBegun,
    #[error("This conversation is over.")]
    Over,
    #[error("The contest is paused.")]
    Paused,
    #[error("The judge speaks first.")]
    JudgeFirst,
    #[error("A line has at most {0} characters.")]
    LongLine(usize),
    #[error("Nobody types more than {keys} keys in {seconds} seconds; wait before you send more.")]
    Flood { keys: usize, seconds: u32 },
    #[error("The keys from number {expected} on have not arrived. Send them first.")]
    Gap { expected: usize },
    #[error("Another key has already arrived as number {0}.")]
    Changed(usize),
    #[error("{0}")]
    NotText(NotText),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    pub round: usize,
    /// The beginning of the round that it belongs to.
    pub attempt: usize,
    pub side: Side,
    opening: Opening,
    limits: Limits,
    keystrokes: Vec<Keystroke>,
    /// The line that each speaker is typing.
    lines: [String; 2],
    /// The number of strokes of each speaker.
    counts: [usize; 2],
    opened: bool,
}

impl Conversation {
    pub fn new(rules: &Rules, round: usize, attempt: usize, side: Side) -> Conversation {
        Conversation {
            round,
            attempt,
            side,
            opening: rules.opening,
            limits: rules.limits,
            keystrokes: Vec::new(),
            lines: [String::new(), String::new()],
            counts: [0, 0],
            opened: false,
        }
    }

    /// Continues a conversation with the keystrokes that are stored of it.
    pub fn restore(mut self, stored: impl IntoIterator<Item = Keystroke>) -> Conversation {
        for keystroke in stored {
            self.take(keystroke);
        }
        self
    }

    /// Returns true once the judge has spoken, so that the party may.
    pub fn is_opened(&self) -> bool {
        self.opened
    }

    /// Decides if a speaker may type at the clock's position.
    pub fn check_floor(&self, position: &Position, by: Speaker) -> Result<(), Refusal> {
        let mine = (self.round, self.attempt);
        let current = match (position.phase, position.round) {
            (Phase::Before, _) => return Err(Refusal::NotBegun),
            (_, None) => return Err(Refusal::Over),
            (_, Some(round)) => (round, position.attempt),
        };
        let waits = position.phase == Phase::Left && self.side == Side::Right;
        if mine > current || mine == current && waits {
            Err(Refusal::NotBegun)
        } else if mine < current || !position.phase.is_for(self.side) {
            Err(Refusal::Over)
        } else if position.paused {
            Err(Refusal::Paused)
        } else if by == Speaker::Party && !self.opened {
            Err(Refusal::JudgeFirst)
        } else {
            Ok(())
        }
    }

    /// Takes strokes, of which the first has the number `first` of its speaker. All of them are
    /// taken or none; those that have arrived before change nothing. Returns the number of new ones.
    ///
    /// Stored strokes are ordered by time and then by speaker, so a stroke of the judge is later
    /// than one of the party that came before it.
    pub fn receive(
        &mut self,
        position: &Position,
        at: i64,
        by: Speaker,
        first: usize,
        strokes: &[Stroke],
    ) -> Result<usize, Refusal> {
        let fresh = self.fresh(by, first, strokes)?;
        if fresh.is_empty() {
            return Ok(0);
        }
        self.check_floor(position, by)?;
        let at = self
            .keystrokes
            .last()
            .map_or(at, |last| at.max(last.at.saturating_add(i64::from(last.by > by))));
        self.check_pace(at, by, fresh.len())?;
        self.check_lines(by, fresh)?;
        for &stroke in fresh {
            self.take(Keystroke { at, by, stroke });
        }
        Ok(fresh.len())
    }

    /// Turns text into strokes, and stops reading at the first bound that it breaks.
    pub fn strokes(&self, text: &str) -> Result<Vec<Stroke>, Refusal> {
        let mut strokes = Vec::new();
        let mut length = 0_usize;
        for c in text.chars() {
            let stroke = Stroke::from_char(c).map_err(Refusal::NotText)?;
            length = self.line_length(length, stroke)?;
            if strokes.len() == self.limits.window_keys {
                return Err(self.flood());
            }
            strokes.push(stroke);
        }
        Ok(strokes)
    }

    /// The number of a speaker's next stroke.
    pub fn next_number(&self, by: Speaker) -> usize {
        self.counts[by.index()]
    }

    /// The strokes of both after the first `shown`, for a reader who resumes.
    pub fn after(&self, shown: usize) -> &[Keystroke] {
        self.keystrokes.get(shown..).unwrap_or(&[])
    }

    pub fn keystrokes(&self) -> &[Keystroke] {
        &self.keystrokes
    }

    /// The line that a speaker is typing.
    pub fn open_line(&self, by: Speaker) -> &str {
        &self.lines[by.index()]
    }

    /// The lines of both, sorted by their first key. A line that was taken back entirely is none.
    pub fn lines(&self) -> Vec<ConversationLine> {
        let mut lines = Vec::new();
        let mut open: [Option<ConversationLine>; 2] = [None, None];
        for &Keystroke { at, by, stroke } in &self.keystrokes {
            let line = open[by.index()].get_or_insert_with(|| ConversationLine {
                by,
                text: String::new(),
                began_at: at,
                ended_at: at,
                complete: false,
            });
            line.ended_at = at;
            match stroke {
                Stroke::Character(c) => line.text.push(c),
                Stroke::Backspace => {
                    line.text.pop();
                }
                Stroke::Return => {
                    line.complete = true;
                    lines.extend(open[by.index()].take());
                }
            }
            if open[by.index()].as_ref().is_some_and(|line| line.text.is_empty()) {
                open[by.index()] = None;
            }
        }
        lines.extend(open.into_iter().flatten());
        lines.sort_by_key(|line| line.began_at);
        lines
    }

    /// The strokes that have not arrived before.
    fn fresh<'a>(
        &self,
        by: Speaker,
        first: usize,
        strokes: &'a [Stroke],
    ) -> Result<&'a [Stroke], Refusal> {
        let expected = self.next_number(by);
        let known = expected.checked_sub(first).ok_or(Refusal::Gap { expected })?;
        let (again, fresh) = strokes.split_at(known.min(strokes.len()));
        if again.is_empty() {
            return Ok(fresh);
        }
        let arrived = self.keystrokes.iter().filter(|key| key.by == by).skip(first);
        let changed = arrived.zip(again).position(|(key, stroke)| key.stroke != *stroke);
        match changed {
            Some(nth) => Err(Refusal::Changed(first + nth)),
            None => Ok(fresh),
        }
    }

    fn check_pace(&self, at: i64, by: Speaker, fresh: usize) -> Result<(), Refusal> {
        let since = at.saturating_sub(i64::from(self.limits.window_seconds) * 1_000);
        let window = self.keystrokes.iter().rev().take_while(|key| key.at > since);
        let recent = window.filter(|key| key.by == by).count();
        if recent + fresh > self.limits.window_keys { Err(self.flood()) } else { Ok(()) }
    }

    fn check_lines(&self, by: Speaker, fresh: &[Stroke]) -> Result<(), Refusal> {
        let mut length = self.open_line(by).chars().count();
        for stroke in fresh {
            length = self.line_length(length, *stroke)?;
        }
        Ok(())
    }

    /// The length of a line after one more stroke.
    fn line_length(&self, before: usize, stroke: Stroke) -> Result<usize, Refusal> {
        let most = self.limits.line_characters;
        match stroke {
            Stroke::Character(_) if before >= most => Err(Refusal::LongLine(most)),
            Stroke::Character(_) => Ok(before + 1),
            Stroke::Return => Ok(0),
            Stroke::Backspace => Ok(before.saturating_sub(1)),
        }
    }

    fn flood(&self) -> Refusal {
        Refusal::Flood { keys: self.limits.window_keys, seconds: self.limits.window_seconds }
    }

    fn take(&mut self, key: Keystroke) {
        let line = &mut self.lines[key.by.index()];
        let spoken = match key.stroke {
            Stroke::Character(c) => {
                line.push(c);
                self.opening == Opening::Character && !c.is_whitespace()
            }
            Stroke::Backspace => {
                line.pop();
                false
            }
            Stroke::Return => {
                let blank = line.trim().is_empty();
                line.clear();
                self.opening == Opening::Line && !blank
            }
        };
        self.opened |= spoken && key.by == Speaker::Judge;
        self.counts[key.by.index()] += 1;
        self.keystrokes.push(key);
    }
}

impl Speaker {
    pub const BOTH: [Speaker; 2] = [Speaker::Judge, Speaker::Party];

    pub fn index(self) -> usize {
        match self {
            Speaker::Judge => 0,
            Speaker::Party => 1,
        }
    }

    pub fn other(self) -> Speaker {
        match self {
            Speaker::Judge => Speaker::Party,
            Speaker::Party => Speaker::Judge,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Speaker::Judge => "judge",
            Speaker::Party => "party",
        }
    }

    pub fn from_name(name: &str) -> Option<Speaker> {
        Speaker::BOTH.into_iter().find(|speaker| speaker.name() == name)
    }
}

#[cfg(test)]
mod tests;
