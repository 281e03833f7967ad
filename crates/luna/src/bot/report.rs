//! The results of `luna bot check`, in words or as JSON.

use std::io::Write;

use serde::Serialize;

use crate::failure::Failure;

/// A defect of a machine, with the fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Defect {
    pub(crate) problem: String,
    pub(crate) mend: &'static str,
    /// The machine did not reply at all.
    pub(crate) silent: bool,
}

#[derive(Serialize)]
struct Verdict<'a> {
    check: &'a str,
    /// None for a check that was skipped.
    passed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<&'a str>,
}

pub(crate) struct Report<'a, W> {
    out: &'a mut W,
    json: bool,
    passed: usize,
    wrong: usize,
    left_out: usize,
    /// The number of checks in a row without a reply.
    silent: usize,
}

/// The number of checks in a row without a reply after which the rest is skipped.
const MOST_SILENT: usize = 2;

impl<W: Write> Report<'_, W> {
    pub(crate) fn new(out: &mut W, json: bool) -> Report<'_, W> {
        Report { out, json, passed: 0, wrong: 0, left_out: 0, silent: 0 }
    }

    /// Returns whether the machine seems not to reply at all.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.silent >= MOST_SILENT
    }

    pub(crate) fn is_well(&self) -> bool {
        self.wrong == 0
    }

    pub(crate) fn note(&mut self, check: &str, done: Result<(), Defect>) -> Result<(), Failure> {
        match done {
            Ok(()) => {
                self.passed += 1;
                self.silent = 0;
                self.say(&Verdict { check, passed: Some(true), problem: None, mend: None })
            }
            Err(Defect { problem, mend, silent }) => {
                self.wrong += 1;
                self.silent = if silent { self.silent + 1 } else { 0 };
                let mend = (!mend.is_empty()).then_some(mend);
                let problem = Some(problem.as_str());
                self.say(&Verdict { check, passed: Some(false), problem, mend })
            }
        }
    }

    /// Records a passed check with a remark.
    pub(crate) fn remark(&mut self, check: &str, what: &str, mend: &str) -> Result<(), Failure> {
        self.passed += 1;
        self.silent = 0;
        let (problem, mend) = (Some(what), Some(mend));
        self.say(&Verdict { check, passed: Some(true), problem, mend })
    }

    pub(crate) fn leave_out(&mut self, check: &str) -> Result<(), Failure> {
        self.left_out += 1;
        let why = "Fix the defects above first.";
        self.say(&Verdict { check, passed: None, problem: None, mend: Some(why) })
    }

    fn say(&mut self, verdict: &Verdict<'_>) -> Result<(), Failure> {
        if self.json {
            let line =
                serde_json::to_string(verdict).map_err(|error| Failure::Other(error.into()))?;
            return Ok(writeln!(self.out, "{line}")?);
        }
        let word = match verdict.passed {
            Some(true) => "passed",
            Some(false) => "wrong",
            None => "not tried",
        };
        writeln!(self.out, "{word:9}  {}", verdict.check)?;
        for text in [verdict.problem, verdict.mend].into_iter().flatten() {
            writeln!(self.out, "{:9}  {text}", "")?;
        }
        Ok(())
    }

    pub(crate) fn sum_up(self) -> Result<(), Failure> {
        let Report { passed, wrong, left_out, .. } = self;
        let all = passed + wrong + left_out;
        if passed == all {
            if !self.json {
                writeln!(self.out, "All {all} checks passed.")?;
            }
            return Ok(());
        }
        Err(Failure::Refused(format!("{} of {all} checks did not pass", all - passed)))
    }
}

const REPLIES: &str = "The reply depends on the “type” of the task: {\"questions\":[…]} for ask, \
                       {\"responses\":[…]} for answer, {\"guess\":62.5} for guess, \
                       {\"answers\":[{\"answer\":\"…\",\"confidence\":0.9}]} for question, \
                       {\"lines\":[…]} for converse.";

/// Fixes, by a part of the problem's description.
const MENDS: [(&str, &str); 23] = [
    ("lease write ", "Send a list of as many texts as “rules” says."),
    ("is not a number", "Write the guess as a number, such as 62.5, not as text."),
    (
        "is not JSON",
        "A reply is one line of JSON. Write nothing else to standard output; messages for people go \
         to standard error.",
    ),
    (
        "two lines for one task",
        "Write one line for each task and nothing else: the second would count as the reply to the \
         next task. Messages for people go to standard error.",
    ),
    ("outside 0 to 1.", "A confidence is a probability: from 0 to 1, as a number."),
    ("best answer comes first", "Sort the answers by confidence, the highest first."),
    (
        "not one of the choices",
        "Where a question has choices, answer with one of them, letter by letter.",
    ),
    (
        "contains a line break",
        "Each text in “lines” is one line. Split what the machine says at its line breaks.",
    ),
    (
        "cannot be typed",
        "Send text only: no control characters, and none that change the direction.",
    ),
    (
        "lines; the limit is",
        "Say less: a person types a line or two. The task's max_lines is the limit.",
    ),
    (
        "counting one for the end of each line",
        "Say less: the task's max_keys limits all that is said at once.",
    ),
    (
        "“delays_ms”",
        "With “keys”, send “delays_ms”: a list of whole numbers, one for each character of “keys”.",
    ),
    ("is not UTF-8", "Write UTF-8, regardless of the system's encoding."),
    ("The reply has no", REPLIES),
    ("is not a list of", REPLIES),
    ("is not a JSON object", REPLIES),
    ("is still empty", "Each text needs a visible character; “I do not know.” is enough."),
    ("the limit is", "Cut texts at the task's max_chars. The limit counts characters, not bytes."),
    (
        "needed.",
        "The task gives the number: “questions” of ask is a number, and each question of \
                         answer gets one response.",
    ),
    ("outside 0 to 100", "A guess is from 0 to 100, even if a text asks for another."),
    (
        "did not reply within",
        "Reply sooner, or allow more time with --timeout. End each reply with a \
                                      line break and flush the output.",
    ),
    (
        "has ended",
        "Its standard error is above. The program must read tasks until its input \
                           ends and reply to each, even if it does not know what to say.",
    ),
    ("is longer than", "A reply is one line, and far shorter."),
];

pub(crate) fn defect(what: &str, problem: &str, silent: bool) -> Defect {
    let found = MENDS.iter().find(|(part, _)| problem.contains(part));
    let mend = found.map_or("", |(_, mend)| mend);
    let mut letters = problem.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string());
    let problem = format!("{what}: {}{}", first.unwrap_or_default(), letters.as_str());
    Defect { problem, mend, silent }
}
