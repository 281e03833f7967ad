//! The keystroke log of a pair, as the judge program of the Loebner Prize wrote it in 2012: four
//! lines of heading, then a line for each key of judge, program and confederate.
//!
//! A log names the program on both sides; its fourth line says on which side the program was.

use std::fmt;

use super::conversation::{Keystroke, Speaker};
use super::keypress::names;
use super::keypress::plain::Rewriter;
use super::participant::Side;
use crate::typing::stroke::Stroke;

/// One log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeystrokeLog {
    /// The first line.
    pub contest: String,
    /// The second line, which says who may use the log.
    pub notice: String,
    /// None in a log of a trial.
    pub judge: Option<usize>,
    pub program: String,
    pub round: Option<usize>,
    pub program_side: Side,
    pub keys: Vec<LoggedKey>,
}

/// A key with its place and its time, in microseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedKey {
    pub at_us: i64,
    pub by: Speaker,
    pub side: Side,
    pub stroke: Stroke,
}

/// The reason why bytes are no log, in a sentence with the number of the line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("Line {0} is not UTF-8.")]
    NotText(usize),
    #[error("The log ends within its heading of four lines.")]
    ShortHeading,
    #[error("Line {0} must read: Transcripts of judge NUMBER program NAME round NUMBER.")]
    Title(usize),
    #[error("Line {0} must read: Left =program, or: Left =human.")]
    Left(usize),
    #[error(
        "Line {0} is not a key. A key reads: J, the number of the judge, a time of 18 digits, judge \
         or the name of the program, left or right, and the name of the key."
    )]
    Key(usize),
    #[error("Line {0} has the judge or the program of another log.")]
    Stray(usize),
}

const TITLE: &str = "Transcripts of judge ";
const HEADING: usize = 4;
/// The end of a line.
const END: &str = "\r\n";

impl KeystrokeLog {
    /// Adds what was typed on a side. Characters without a key take their plain form, or are left
    /// out where they have none.
    pub fn add(&mut self, side: Side, keystrokes: &[Keystroke]) {
        let mut rewriters = [Rewriter::default(), Rewriter::default()];
        for &Keystroke { at, by, stroke } in keystrokes {
            let at_us = at.saturating_mul(1_000);
            let plain = rewriters[by.index()].rewrite(stroke).strokes;
            self.keys.extend(plain.into_iter().map(|stroke| LoggedKey { at_us, by, side, stroke }));
        }
        // Those of one side stay in their order.
        self.keys.sort_by_key(|key| key.at_us);
    }

    /// Reads one log or several, one after another. A last line that was cut off is left out, and so
    /// are keys without a name.
    pub fn read(bytes: &[u8]) -> Result<Vec<KeystrokeLog>, Unreadable> {
        let text = str::from_utf8(bytes).map_err(|error| {
            let before = bytes.iter().take(error.valid_up_to());
            Unreadable::NotText(1 + before.filter(|&&byte| byte == b'\n').count())
        })?;
        let is_cut = !text.is_empty() && !text.ends_with('\n');
        let lines: Vec<&str> = text.lines().collect();
        let (mut logs, mut at): (Vec<KeystrokeLog>, usize) = (Vec::new(), 0);
        while let Some(line) = lines.get(at) {
            let begins = at == 0 || lines.get(at + 2).is_some_and(|third| third.starts_with(TITLE));
            match logs.last_mut() {
                Some(log) if !begins => {
                    let is_last = at + 1 == lines.len();
                    match log.key(line, at + 1) {
                        Ok(key) => log.keys.extend(key),
                        Err(_) if is_cut && is_last => {}
                        Err(error) => return Err(error),
                    }
                    at += 1;
                }
                _ => {
                    logs.push(heading(&lines, at)?);
                    at += HEADING;
                }
            }
        }
        Ok(logs)
    }

    fn key(&self, line: &str, number: usize) -> Result<Option<LoggedKey>, Unreadable> {
        let parts: Vec<&str> = line.splitn(5, ' ').collect();
        let [judge, time, by, side, name] = parts[..] else { return Err(Unreadable::Key(number)) };
        if judge != judge_name(self.judge) || by != "judge" && by != self.program {
            let is_key = judge.starts_with('J') && at_us(time).is_some();
            return Err(if is_key { Unreadable::Stray(number) } else { Unreadable::Key(number) });
        }
        // A program of 2012 had keys without a name.
        if name.trim_matches(' ').is_empty() {
            return Ok(None);
        }
        let found = (at_us(time), Side::from_name(side), names::read(name));
        let (Some(at_us), Some(side), Some(stroke)) = found else {
            return Err(Unreadable::Key(number));
        };
        let by = if by == "judge" { Speaker::Judge } else { Speaker::Party };
        Ok(Some(LoggedKey { at_us, by, side, stroke }))
    }
}

fn heading(lines: &[&str], at: usize) -> Result<KeystrokeLog, Unreadable> {
    let Some([contest, notice, title, left]) = lines.get(at..at + HEADING) else {
        return Err(Unreadable::ShortHeading);
    };
    let (judge, program, round) = read_title(title).ok_or(Unreadable::Title(at + 3))?;
    let program_side = match left.trim_end() {
        "Left =program" => Side::Left,
        "Left =human" => Side::Right,
        _ => return Err(Unreadable::Left(at + 4)),
    };
    Ok(KeystrokeLog {
        contest: (*contest).to_owned(),
        notice: (*notice).to_owned(),
        judge,
        program: program.to_owned(),
        round,
        program_side,
        keys: Vec::new(),
    })
}

fn read_title(line: &str) -> Option<(Option<usize>, &str, Option<usize>)> {
    let (judge, rest) = line.strip_prefix(TITLE)?.split_once(" program ")?;
    let (program, round) = rest.split_once(" round ")?;
    let number = |text: &str| match text {
        "" => Some(None),
        text => text.parse::<usize>().ok().filter(|it| it.to_string() == text).map(Some),
    };
    let is_name = program == program_name(program);
    is_name.then_some((number(judge)?, program, number(round)?))
}

/// A name as it stands in a line: one word, and not the word for the judge.
pub fn program_name(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    match words.join("_") {
        joined if joined.is_empty() => "_".to_owned(),
        joined if joined == "judge" => "judge_".to_owned(),
        joined => joined,
    }
}

fn judge_name(judge: Option<usize>) -> String {
    judge.map_or_else(|| "J".to_owned(), |number| format!("J{number}"))
}

/// Reads a time: a zero, ten digits of seconds, a zero, and six digits of microseconds.
fn at_us(time: &str) -> Option<i64> {
    let digits = time.len() == 18 && time.bytes().all(|byte| byte.is_ascii_digit());
    let (seconds, rest) = digits.then(|| time.split_at(11))?;
    let (zero, microseconds) = rest.split_at(1);
    let us: i64 = microseconds.parse().ok()?;
    let seconds: i64 = seconds.parse().ok()?;
    (zero == "0").then_some(seconds * 1_000_000 + us)
}

impl fmt::Display for KeystrokeLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |it: Option<usize>| it.map(|number| number.to_string()).unwrap_or_default();
        let left = if self.program_side == Side::Left { "program" } else { "human" };
        let program = program_name(&self.program);
        let (judge, round) = (number(self.judge), number(self.round));
        write!(f, "{}{END}{}{END}", one_line(&self.contest), one_line(&self.notice))?;
        write!(f, "{TITLE}{judge} program {program} round {round}{END}Left ={left} {END}")?;
        let judge = judge_name(self.judge);
        for key in &self.keys {
            // Nothing else can be typed in a log.
            let Some(name) = names::of(key.stroke) else { continue };
            let at_us = key.at_us.max(0);
            let (seconds, us) = (at_us / 1_000_000, at_us % 1_000_000);
            let by = if key.by == Speaker::Judge { "judge" } else { &program };
            let side = key.side.name();
            write!(f, "{judge} {seconds:011}0{us:06} {by} {side} {name}{END}")?;
        }
        Ok(())
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests;
