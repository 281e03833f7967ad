//! One person alone with one tossup: words are shown, the person buzzes once and answers.

use super::script::Script;

/// Words of latency that a page may lag behind the server's clock, as time.
const LAG_MS: i64 = 1_500;
/// The time that an answer may be on its way after the last moment to give it.
const GRACE_MS: i64 = 2_000;

/// The times of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The time of a word; 0 if the reader asks for more words and nothing is timed.
    pub word_ms: i64,
    /// The time to buzz after the last word.
    pub buzz_ms: i64,
    /// The time to answer after a buzz or a prompt.
    pub answer_ms: i64,
}

impl Pace {
    /// The slowest and the fastest reading, in milliseconds for each word.
    pub const WORD_MS: std::ops::RangeInclusive<i64> = 60..=1_000;

    pub fn timed(word_ms: i64) -> Pace {
        let word_ms = word_ms.clamp(*Pace::WORD_MS.start(), *Pace::WORD_MS.end());
        Pace { word_ms, buzz_ms: 6_000, answer_ms: 10_000 }
    }

    pub fn by_hand() -> Pace {
        Pace { word_ms: 0, buzz_ms: 0, answer_ms: 0 }
    }

    pub fn is_timed(self) -> bool {
        self.word_ms > 0
    }
}

/// The judgment of an answer by the answer line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgment {
    Right,
    /// The answer is not specific enough; the person may say more, once.
    Prompt,
    Wrong,
}

/// The end of a play, and its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Right before the power mark.
    Power,
    Right,
    /// Wrong before the end of the question.
    Neg,
    /// Wrong after the end.
    Wrong,
    /// Nobody buzzed.
    Silent,
}

impl Outcome {
    pub const ALL: [Outcome; 5] =
        [Outcome::Power, Outcome::Right, Outcome::Neg, Outcome::Wrong, Outcome::Silent];

    pub fn points(self) -> i64 {
        match self {
            Outcome::Power => 15,
            Outcome::Right => 10,
            Outcome::Neg => -5,
            Outcome::Wrong | Outcome::Silent => 0,
        }
    }

    pub fn is_right(self) -> bool {
        matches!(self, Outcome::Power | Outcome::Right)
    }

    pub fn name(self) -> &'static str {
        match self {
            Outcome::Power => "power",
            Outcome::Right => "right",
            Outcome::Neg => "neg",
            Outcome::Wrong => "wrong",
            Outcome::Silent => "silent",
        }
    }

    pub fn from_name(name: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.name() == name)
    }

    /// The outcome of an answer to a buzz after so many words: the one rule for players, and for
    /// editors who change a judgment.
    pub fn score(script: &Script, position: usize, right: bool) -> Outcome {
        match right {
            true if script.power().is_some_and(|power| position <= power) => Outcome::Power,
            true => Outcome::Right,
            false if position < script.len() => Outcome::Neg,
            false => Outcome::Wrong,
        }
    }
}

/// A buzz: when, and after how many words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buzz {
    pub at: i64,
    pub position: usize,
}

/// A person's play of one tossup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    pub pace: Pace,
    pub started_at: i64,
    /// The words shown by hand.
    pub turned: usize,
    pub buzz: Option<Buzz>,
    /// The time of the prompt, if there was one.
    pub prompted_at: Option<i64>,
    pub outcome: Option<Outcome>,
}

/// Why something cannot be done in a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("This question is over.")]
    Over,
    #[error("You have already buzzed. Give your answer.")]
    Buzzed,
    #[error("Buzz first, then answer.")]
    NoBuzz,
    #[error("No word has been read yet.")]
    NothingRead,
    #[error("The words of this question appear by themselves.")]
    Timed,
}

impl Play {
    pub fn start(pace: Pace, now: i64) -> Play {
        Play { pace, started_at: now, turned: 0, buzz: None, prompted_at: None, outcome: None }
    }

    /// The number of words that the person may see: those read so far, and all of them when the
    /// play is over. A buzz stops the reading.
    pub fn shown(&self, script: &Script, now: i64) -> usize {
        if self.outcome.is_some() {
            return script.len();
        }
        match self.buzz {
            Some(buzz) => buzz.position,
            None if self.pace.is_timed() => script.shown(now - self.started_at, self.pace.word_ms),
            None => self.turned.min(script.len()),
        }
    }

    /// Shows more words of a question that is read by hand.
    pub fn turn(&mut self, script: &Script, words: usize) -> Result<(), Refusal> {
        self.check_reading()?;
        if self.pace.is_timed() {
            return Err(Refusal::Timed);
        }
        self.turned = self.turned.saturating_add(words).min(script.len());
        Ok(())
    }

    /// Stops the reading. `seen` is the number of words that were on the page; it counts as far as
    /// the page may lag behind. A second buzz changes nothing.
    pub fn buzz(&mut self, script: &Script, now: i64, seen: Option<usize>) -> Result<(), Refusal> {
        if self.outcome.is_none() && self.buzz.is_some() {
            return Ok(());
        }
        self.check_reading()?;
        let shown = self.shown(script, now);
        let least = match self.pace.is_timed() {
            true => script.shown(now - self.started_at - LAG_MS, self.pace.word_ms),
            false => shown,
        };
        let position = seen.map_or(shown, |seen| seen.clamp(least, shown));
        if position == 0 {
            return Err(Refusal::NothingRead);
        }
        self.buzz = Some(Buzz { at: now, position });
        Ok(())
    }

    /// The time by which the answer must be given; none while nobody has buzzed or if nothing is
    /// timed.
    pub fn answer_by(&self) -> Option<i64> {
        let buzz = self.buzz.filter(|_| self.pace.is_timed())?;
        Some(self.prompted_at.unwrap_or(buzz.at) + self.pace.answer_ms)
    }

    /// Takes an answer, judged already. A prompt is given once; an answer that would need a second
    /// one is wrong, and so is one that comes too late.
    pub fn answer(
        &mut self,
        script: &Script,
        now: i64,
        judgment: &Judgment,
    ) -> Result<(), Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::Over);
        }
        let buzz = self.buzz.ok_or(Refusal::NoBuzz)?;
        let late = self.answer_by().is_some_and(|by| now > by + GRACE_MS);
        let right = match judgment {
            _ if late => false,
            Judgment::Prompt if self.prompted_at.is_none() => {
                self.prompted_at = Some(now);
                return Ok(());
            }
            Judgment::Right => true,
            Judgment::Prompt | Judgment::Wrong => false,
        };
        self.outcome = Some(Outcome::score(script, buzz.position, right));
        Ok(())
    }

    /// Ends the play if its time is over. Returns true if that has ended it.
    pub fn lapse(&mut self, script: &Script, now: i64) -> bool {
        if self.outcome.is_some() || !self.pace.is_timed() {
            return false;
        }
        let ended = match self.buzz {
            Some(buzz) => self
                .answer_by()
                .filter(|by| now > by + GRACE_MS)
                .map(|_| Outcome::score(script, buzz.position, false)),
            None => (now > self.open_until(script)).then_some(Outcome::Silent),
        };
        self.outcome = ended;
        ended.is_some()
    }

    /// Ends a question that nobody wants to answer: all words are read, or the person gives up.
    pub fn give_up(&mut self, script: &Script) -> Result<(), Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::Over);
        }
        let wrong = |buzz: Buzz| Outcome::score(script, buzz.position, false);
        self.outcome = Some(self.buzz.map_or(Outcome::Silent, wrong));
        Ok(())
    }

    /// The last moment to buzz in a timed play.
    pub fn last_buzz_at(&self, script: &Script) -> i64 {
        let read = script.shown_after(script.len(), self.pace.word_ms);
        self.started_at.saturating_add(read).saturating_add(self.pace.buzz_ms)
    }

    /// The last moment at which a buzz in a timed play may arrive.
    pub fn open_until(&self, script: &Script) -> i64 {
        self.last_buzz_at(script).saturating_add(GRACE_MS)
    }

    fn check_reading(&self) -> Result<(), Refusal> {
        match (self.outcome, self.buzz) {
            (Some(_), _) => Err(Refusal::Over),
            (None, Some(_)) => Err(Refusal::Buzzed),
            (None, None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
