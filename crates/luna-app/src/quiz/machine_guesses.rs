//! Views that registered machines have of a question, from their answers on what they have heard of
//! it: its beginnings up to the ends of sentences.

use luna_machines::sentences;
use luna_store::machine::{self, Machine};
use luna_store::quiz::guess::{self, Guess as Kept};
use luna_store::quiz::{answer, question, revision};
use luna_store::task::{self, State};
use luna_store::{self as store, Tx, player};

use super::analysis::{BUZZ, SEARCH, Target, word_ends};
use super::assessment::{Assessment, Guess, PrefixGuess, answered, parse, tricked};
use super::library::unmarked;
use crate::machine::questions::reply::{RankedAnswer, Reply};
use crate::secret;

const NOT_ASKED: &str = "It has not been asked about this text yet.";
const WAITING: &str = "It has been asked, and has two minutes to answer.";
const DECLINED: &str = "It has declined to answer.";
const LATE: &str = "It did not answer within two minutes.";
const FAILED: &str = "It gave no answer that could be read. Its owner can see why.";

/// A text up to the end of one of its sentences.
#[derive(Debug)]
pub(super) struct Beginning {
    /// As the machines are asked: without the power mark, with one space between words.
    pub(super) text: String,
    pub(super) hash: String,
    words: usize,
    pub(super) is_finished: bool,
}

/// The machines with these ids, as they are stored with a question.
pub fn ids(watching: &str) -> Vec<&str> {
    watching.split_whitespace().collect()
}

/// A task's reply or its problem. What went wrong in detail is for the owner of a machine.
pub(super) fn outcome(task: &task::Task, machine: &Machine) -> (Option<String>, Option<String>) {
    match &task.state {
        State::Open | State::Declined => (None, None),
        State::Done(reply) => (Some(reply.clone()), None),
        State::Failed(_) if task.ended_at.is_some_and(|at| at >= task.due_at) => {
            (None, Some(LATE.to_owned()))
        }
        State::Failed(why) if machine.owner_id.as_deref() == Some(task.asked_by.as_str()) => {
            (None, Some(why.clone()))
        }
        State::Failed(_) => (None, Some(FAILED.to_owned())),
    }
}

/// The owner of the tasks that are put for questions under writing.
pub(crate) const OWNER: &str = "quiz";

/// Keeps what came of a task that has ended, if it was asked for a question under writing: with the
/// revision that it was asked about, and with later ones that begin with the same sentences. The
/// machine is locked.
pub(crate) fn handle_end(tx: &mut Tx<'_>, task: &task::Task) -> store::Result<()> {
    let Some((question_id, seq)) = guess::question_of(tx, &task.id)? else { return Ok(()) };
    question::find_for_update(tx, &question_id)?;
    let machine = machine::find(tx, &task.machine_id)?;
    let (reply, problem) = outcome(task, &machine);
    let at = task.ended_at.unwrap_or(task.due_at);
    guess::end(tx, &task.id, at, (reply.as_deref(), problem.as_deref()))?;
    refresh(tx, &question_id, seq)?;
    tx.touch(&question::topic(&question_id));
    Ok(())
}

/// Brings the revisions from one on up to what the machines have said by now.
pub(super) fn refresh(tx: &mut Tx<'_>, question_id: &str, seq: i64) -> store::Result<()> {
    for mut revision in revision::since(tx, question_id, seq)? {
        let target = Target::new(&revision.page, &revision.answer_line);
        let mut all = parse(&revision.machines)?;
        all.retain(|machine| machine.machine == SEARCH);
        all.extend(assess(tx, question_id, &revision.watching, &revision.text, &target)?);
        revision.machines = serde_json::to_string(&all).map_err(store::Error::corrupt)?;
        revision.machine_count = count(answered(&all))?;
        revision.tricked = count(tricked(&all))?;
        revision::update(tx, question_id, &revision)?;
    }
    Ok(())
}

pub(super) fn count(n: usize) -> store::Result<i64> {
    i64::try_from(n).map_err(store::Error::corrupt)
}

/// The views that machines have of a text, from what they have said about its beginnings.
pub fn assess(
    tx: &mut Tx<'_>,
    question_id: &str,
    watching: &str,
    text: &str,
    target: &Target,
) -> store::Result<Vec<Assessment>> {
    let beginnings = beginnings(text);
    let mut all = Vec::new();
    for id in ids(watching) {
        let kept = guess::of_machine(tx, question_id, id)?;
        let machine = Assessment {
            machine: id.to_owned(),
            name: player::find(tx, id)?.name,
            ..Assessment::default()
        };
        let is_page = |guess: &str| Ok(answer::find(tx, guess)?.is_some());
        all.push(view(machine, &beginnings, &kept, target, is_page)?);
    }
    Ok(all)
}

fn view(
    mut machine: Assessment,
    beginnings: &[Beginning],
    kept: &[Kept],
    target: &Target,
    mut is_page: impl FnMut(&str) -> store::Result<bool>,
) -> store::Result<Assessment> {
    let mut whole = None;
    for (nth, beginning) in beginnings.iter().enumerate() {
        let kept = kept.iter().find(|kept| kept.heard == beginning.hash);
        let guesses =
            kept.and_then(|it| it.reply.as_deref()).map(|it| guesses(it, target, &mut is_page));
        let guesses = guesses.transpose()?.unwrap_or_default();
        if let Some(top) = guesses.first() {
            machine.passed.push(PrefixGuess { words: beginning.words, guess: top.clone() });
        }
        if nth + 1 == beginnings.len() {
            whole = kept;
            machine.guesses = guesses;
        }
    }
    let sure = machine.passed.iter().find(|it| it.guess.probability >= BUZZ);
    machine.buzz = sure.map(|it| it.words);
    machine.tricked = machine.guesses.first().is_some_and(|top| !top.is_answer);
    machine.silence = match whole {
        _ if !machine.guesses.is_empty() => None,
        None => Some(NOT_ASKED.to_owned()),
        Some(it) if it.ended_at.is_none() => Some(WAITING.to_owned()),
        Some(it) => Some(it.problem.clone().unwrap_or_else(|| DECLINED.to_owned())),
    };
    Ok(machine)
}

fn guesses(
    reply: &str,
    target: &Target,
    is_page: &mut impl FnMut(&str) -> store::Result<bool>,
) -> store::Result<Vec<Guess>> {
    let reply: Reply = serde_json::from_str(reply).map_err(store::Error::corrupt)?;
    let guess = |it: RankedAnswer| {
        let is_answer = target.is(&it.answer, is_page(&it.answer)?);
        Ok(Guess { is_answer, answer: it.answer, probability: it.confidence })
    };
    reply.answers.into_iter().map(guess).collect()
}

/// The beginnings of a text up to the end of each sentence; the last one is the whole text.
pub(super) fn beginnings(text: &str) -> Vec<Beginning> {
    let text = unmarked(text);
    let beginning = |end: usize| {
        let heard = text.get(..end)?;
        let plain = heard.split_whitespace().collect::<Vec<_>>().join(" ");
        let closing = ['"', '\'', '”', '’', '»', ')', ']'];
        Some(Beginning {
            hash: secret::hash(&plain),
            words: word_ends(heard).len(),
            is_finished: plain
                .trim_end_matches(closing)
                .ends_with(['.', '!', '?', '…', '。', '！', '？', '।', '؟', '۔']),
            text: plain,
        })
    };
    sentences(&text).into_iter().filter_map(|range| beginning(range.end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str, reply: Option<&str>, problem: Option<&str>) -> Kept {
        Kept {
            machine_id: "robot".to_owned(),
            heard: secret::hash(text),
            seq: 1,
            task_id: None,
            asked_at: 1,
            ended_at: Some(2),
            reply: reply.map(str::to_owned),
            problem: problem.map(str::to_owned),
        }
    }

    fn said(answer: &str, confidence: f64) -> String {
        serde_json::json!({ "answers": [{ "answer": answer, "confidence": confidence }] })
            .to_string()
    }

    fn of(text: &str, kept: &[Kept]) -> Assessment {
        let target = Target::new("Raven", "<u>raven</u>s");
        view(Assessment::default(), &beginnings(text), kept, &target, |_| Ok(false)).unwrap()
    }

    #[test]
    fn a_machine_buzzes_at_the_first_sentence_end_where_it_is_sure() {
        let (unsure, sure) = (said("Crow", 0.4), said("a raven", 0.5));
        let kept = [
            kept("It is black.", Some(&unsure), None),
            kept("It is black. It flies.", Some(&sure), None),
            kept("It is black. It flies. Name it.", Some(&sure), None),
        ];
        let shown = of("It is (*) black.  It flies.\nName it.", &kept);
        assert_eq!(shown.buzz, Some(5));
        assert_eq!(shown.passed.len(), 3);
        assert!(shown.guesses[0].is_answer && !shown.tricked);
        assert_eq!(shown.silence, None);
    }

    #[test]
    fn a_machine_that_has_not_heard_the_whole_text_does_not_count() {
        let (sure, wrong) = (said("raven", 0.9), said("Crow", 0.9));
        let heard = kept("It is black.", Some(&sure), None);
        let shown = of("It is black. It flies.", std::slice::from_ref(&heard));
        assert_eq!((shown.buzz, shown.tricked), (Some(3), false));
        assert_eq!(shown.silence.as_deref(), Some(NOT_ASKED));
        assert_eq!(answered(&[shown]), 0);
        let failed = kept("It is black. It flies.", None, Some(LATE));
        let shown = of("It is black. It flies.", &[heard.clone(), failed]);
        assert_eq!(shown.silence.as_deref(), Some(LATE));
        let declined = kept("It is black. It flies.", None, None);
        let waiting = Kept { ended_at: None, ..declined.clone() };
        let shown = of("It is black. It flies.", &[waiting]);
        assert_eq!(shown.silence.as_deref(), Some(WAITING));
        assert_eq!(of("It is black. It flies.", &[declined]).silence.as_deref(), Some(DECLINED));
        let tricked = of("It is black.", &[kept("It is black.", Some(&wrong), None)]);
        assert!(tricked.tricked && answered(&[tricked]) == 1);
    }

    #[test]
    fn the_title_of_another_page_is_wrong_even_if_the_line_accepts_it() {
        let target = Target::new("John Quincy Adams", "John Quincy <u>Adams</u>");
        let is_answer = |guess: &str, titles: &[&str]| {
            let kept = kept("He was president.", Some(&said(guess, 0.9)), None);
            let is_page = |guess: &str| Ok(titles.contains(&guess));
            let beginnings = beginnings("He was president.");
            let shown = view(Assessment::default(), &beginnings, &[kept], &target, is_page);
            shown.unwrap().guesses[0].is_answer
        };
        assert!(is_answer("John Adams", &[]) && is_answer("Adams", &["John Adams"]));
        assert!(!is_answer("John Adams", &["John Adams"]));
        assert!(is_answer("John Quincy Adams", &["John Quincy Adams"]));
    }

    #[test]
    fn an_unfinished_sentence_is_told_from_a_finished_one() {
        let finished = |text: &str| beginnings(text).last().is_some_and(|it| it.is_finished);
        assert!(finished("It is black. He asked “Why?”"));
        assert!(!finished("It is black. It is"));
        assert!(!finished(""));
    }
}
