//! Writing a question: drafts, revisions, submission and withdrawal.

use luna_core::quiz::form::{Finding, MOST_CHARS};
use luna_core::quiz::question::{Action, State};
use luna_core::text;
use luna_store::player::Player;
use luna_store::quiz::question::{self, Question};
use luna_store::quiz::revision::{self, Revision};
use luna_store::quiz::{block, finding, play, round, tossup};
use luna_store::{self as store, Tx, assignment};

use super::analysis::{SEARCH, Target};
use super::assessment::{Assessment, answered, tricked};
use super::library::library;
use super::machine_guesses;
use super::review::{KIND, next_state};
use super::watching::{self, Extent};
use crate::error::Error;
use crate::instance::Instance;

/// Drafts that one person may begin in an hour.
pub const DRAFTS_PER_HOUR: i64 = 60;
/// Questions that one person may submit in a day, until editors have accepted one.
pub const SUBMISSIONS_PER_DAY: i64 = 10;
/// Characters of an answer line, at most.
pub const MOST_ANSWER_CHARS: usize = 1_000;
const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;
const YEAR_MS: i64 = 366 * DAY_MS;

/// The licences that a writer chooses from.
pub const LICENCES: [&str; 3] = ["CC BY 4.0", "CC BY-SA 4.0", "CC0 1.0"];
/// The machines that a writer sees: the search guesser alone, or others that they have named too.
const CONDITIONS: [&str; 2] = ["search", "named"];

/// The condition of somebody who sees these machines besides the search guesser.
pub fn condition(watching: &str) -> &'static str {
    let [alone, named] = CONDITIONS;
    if watching.is_empty() { alone } else { named }
}

/// What a writer has typed and chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    pub text: String,
    pub answer_line: String,
    pub page: String,
    pub category: String,
    pub difficulty: String,
    pub credit: String,
    pub licence: String,
    pub embargo_until: Option<i64>,
    pub round_id: Option<String>,
    /// The ids of the machines that watch besides the search guesser, with spaces between.
    pub watching: String,
}

impl Edit {
    /// Refuses what cannot be kept. An unfinished question is fine.
    fn check(&self) -> Result<(), Error> {
        let fields = [
            ("The question", &self.text, MOST_CHARS),
            ("The answer line", &self.answer_line, MOST_ANSWER_CHARS),
            ("The answer", &self.page, 200),
            ("The category", &self.category, 60),
            ("The difficulty", &self.difficulty, 60),
            ("The credit", &self.credit, 100),
        ];
        for (name, field, most) in fields {
            match text::check(field, most) {
                Ok(()) | Err(text::Problem::Empty) => {}
                Err(problem) => return Err(Error::Refused(format!("{name} {problem}."))),
            }
        }
        if !LICENCES.contains(&self.licence.as_str()) {
            return Err(Error::Refused("Choose one of the licences.".to_owned()));
        }
        Ok(())
    }
}

/// Begins a draft, empty or from a tossup that is rewritten. Returns its id.
pub fn begin(
    tx: &mut Tx<'_>,
    app: &Instance,
    me: &Player,
    rewrites: Option<&str>,
) -> Result<String, Error> {
    let now = app.now();
    if question::begun_since(tx, &me.id, now - HOUR_MS)? >= DRAFTS_PER_HOUR {
        let why = format!(
            "You have started {DRAFTS_PER_HOUR} questions within an hour, which is the limit."
        );
        return Err(Error::Refused(why));
    }
    let origin = rewrites.map(|id| rewritable(tx, me, id)).transpose()?;
    let field = |of: fn(&tossup::Tossup) -> &str| origin.as_ref().map_or("", of).to_owned();
    let new = Question {
        id: app.random.id(now),
        writer_id: me.id.clone(),
        state: State::Draft,
        text: field(|it| &it.text),
        answer_line: field(|it| &it.answer_line),
        page: field(|it| it.page.as_deref().unwrap_or_default()),
        category: field(|it| &it.category),
        difficulty: field(|it| &it.difficulty),
        rewrites: origin.map(|it| it.id),
        round_id: None,
        condition: condition("").to_owned(),
        watching: String::new(),
        credit: String::new(),
        licence: LICENCES[0].to_owned(),
        embargo_until: None,
        created_at: now,
        changed_at: now,
        submitted_at: None,
        decided_at: None,
        tossup_id: None,
        taken_down_at: None,
        taken_down_why: String::new(),
    };
    question::create(tx, &new)?;
    Ok(new.id)
}

/// A tossup that somebody may rewrite: everybody can know it, and they are not reading it now.
fn rewritable(tx: &mut Tx<'_>, me: &Player, id: &str) -> Result<tossup::Tossup, Error> {
    let tossup = tossup::find(tx, id)?;
    let refused = |why: &str| Err(Error::Refused(why.to_owned()));
    if play::open_of(tx, &me.id)?.is_some_and(|open| open.tossup_id == id) {
        return refused("You are reading this question. Finish it before you rewrite it.");
    }
    if tossup.withdrawn_at.is_some() {
        return refused("This question has been withdrawn, so it cannot be rewritten.");
    }
    if !tossup::is_public(tx, id)? {
        return refused("Plays of this question count, so it cannot be rewritten yet.");
    }
    Ok(tossup)
}

/// A question of this writer, held for a change. For anyone else it does not exist.
pub fn own(tx: &mut Tx<'_>, me: &Player, id: &str) -> Result<Question, Error> {
    let question = question::find_for_update(tx, id)?;
    if question.writer_id == me.id { Ok(question) } else { Err(Error::NotFound) }
}

/// Begins a question with a text and an answer.
pub(super) fn begin_with(
    tx: &mut Tx<'_>,
    app: &Instance,
    writer: &Player,
    text: &str,
    answer: &str,
) -> Result<(), Error> {
    let known = library(app).answers();
    let page = known.find(answer).map_or_else(String::new, |it| it.title.clone());
    let edit = Edit {
        text: text.to_owned(),
        answer_line: answer.to_owned(),
        page,
        licence: LICENCES[0].to_owned(),
        ..Edit::default()
    };
    let id = begin(tx, app, writer, None)?;
    save(tx, app, writer, &id, &edit, &[], None)
}

/// Saves what the writer has typed, as a revision with the machines' views of it, and asks the
/// machines that watch about this extent of the text, if any.
pub fn save(
    tx: &mut Tx<'_>,
    app: &Instance,
    me: &Player,
    id: &str,
    edit: &Edit,
    machines: &[Assessment],
    ask: Option<Extent>,
) -> Result<(), Error> {
    edit.check()?;
    if ask.is_some() {
        watching::lock(tx, &edit.watching)?;
    }
    let (now, mut question) = (app.now(), own(tx, me, id)?);
    question.state = next_state(question.state, Action::Edit)?;
    if let Some(round_id) =
        edit.round_id.as_deref().filter(|id| Some(*id) != question.round_id.as_deref())
        && !round::find(tx, round_id)?.is_open(now)
    {
        return Err(Error::Refused("This round is not open.".to_owned()));
    }
    if edit.embargo_until.is_some_and(|until| until > now + 5 * YEAR_MS) {
        return Err(Error::Refused("An embargo must end within five years.".to_owned()));
    }
    watching::check(tx, me, &question.watching, &edit.watching)?;
    question.text.clone_from(&edit.text);
    question.answer_line.clone_from(&edit.answer_line);
    question.page.clone_from(&edit.page);
    question.category.clone_from(&edit.category);
    question.difficulty.clone_from(&edit.difficulty);
    question.credit.clone_from(&edit.credit);
    question.licence.clone_from(&edit.licence);
    question.embargo_until = edit.embargo_until;
    question.round_id.clone_from(&edit.round_id);
    condition(&edit.watching).clone_into(&mut question.condition);
    question.watching.clone_from(&edit.watching);
    question.changed_at = now;
    question::save(tx, &question)?;
    let target = Target::new(&question.page, &question.answer_line);
    let mut machines: Vec<Assessment> =
        machines.iter().filter(|it| it.machine == SEARCH).cloned().collect();
    machines.extend(machine_guesses::assess(tx, id, &edit.watching, &question.text, &target)?);
    let revision = Revision {
        seq: 0,
        at: now,
        text: question.text.clone(),
        answer_line: question.answer_line.clone(),
        page: question.page.clone(),
        machines: serde_json::to_string(&machines).map_err(store::Error::corrupt)?,
        machine_count: machine_guesses::count(answered(&machines))?,
        tricked: machine_guesses::count(tricked(&machines))?,
        watching: question.watching.clone(),
        is_public: false,
    };
    let seq = revision::add(tx, id, &revision)?;
    match ask {
        Some(extent) => watching::ask(tx, app, me, &question, seq, extent),
        None => Ok(()),
    }
}

/// Hands a question to the editors, with what the checks have found. Nothing that is found stops
/// it: an editor decides, but must set aside each finding before the question is accepted.
pub fn submit(
    tx: &mut Tx<'_>,
    app: &Instance,
    me: &Player,
    id: &str,
    found: &[Finding],
) -> Result<(), Error> {
    let (now, mut question) = (app.now(), own(tx, me, id)?);
    let next = next_state(question.state, Action::Submit)?;
    check_writer(tx, &question, now)?;
    let missing = [
        (question.text.trim().is_empty(), "Write the question first."),
        (question.answer_line.trim().is_empty(), "The answer line is still empty."),
        (question.page.is_empty(), "Pick the answer from the list."),
        (question.category.is_empty(), "Choose a category."),
    ];
    if let Some((_, why)) = missing.iter().find(|(missing, _)| *missing) {
        return Err(Error::Refused((*why).to_owned()));
    }
    if let Some(id) = &question.round_id
        && !round::find(tx, id)?.is_open(now)
    {
        let why = "The round of this question is not open. Choose another one, or none.";
        return Err(Error::Refused(why.to_owned()));
    }
    assignment::supersede(tx, KIND, id)?;
    finding::replace(tx, id, found)?;
    question.state = next;
    question.submitted_at = Some(now);
    question.decided_at = None;
    question.changed_at = now;
    Ok(question::save(tx, &question)?)
}

/// Refuses a submission of a writer who is blocked, or who is new and has submitted enough today.
fn check_writer(tx: &mut Tx<'_>, question: &Question, now: i64) -> Result<(), Error> {
    let writer_id = &question.writer_id;
    if let Some(block) = block::find(tx, writer_id)? {
        let why = format!(
            "A moderator has stopped you from submitting questions: {} Your questions stay saved.",
            sentence(&block.why)
        );
        return Err(Error::Refused(why));
    }
    let today = question::submitted_since(tx, writer_id, &question.id, now - DAY_MS)?;
    if today >= SUBMISSIONS_PER_DAY && !question::has_accepted(tx, writer_id)? {
        let why = format!(
            "You have submitted {SUBMISSIONS_PER_DAY} questions within a day, which is the limit until editors \
             accept your first one. This question is saved; submit it tomorrow."
        );
        return Err(Error::Refused(why));
    }
    Ok(())
}

/// A reason with a full stop.
fn sentence(why: &str) -> String {
    if why.ends_with(['.', '!', '?']) { why.to_owned() } else { format!("{why}.") }
}

/// Chooses the revisions that may be published with a question: these, and no others.
pub fn publish_drafts(tx: &mut Tx<'_>, me: &Player, id: &str, seqs: &[i64]) -> Result<(), Error> {
    let question = own(tx, me, id)?;
    Ok(revision::set_public(tx, &question.id, seqs)?)
}

/// Takes a question back.
pub fn withdraw(tx: &mut Tx<'_>, app: &Instance, me: &Player, id: &str) -> Result<(), Error> {
    let mut question = own(tx, me, id)?;
    question.state = next_state(question.state, Action::Withdraw)?;
    question.changed_at = app.now();
    assignment::supersede(tx, KIND, id)?;
    Ok(question::save(tx, &question)?)
}
