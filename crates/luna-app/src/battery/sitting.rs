//! Sittings: a machine answers every item of a form, the key scores the answers, and what the key
//! doubts is put to scorers.

use luna_core::answer::{Limits, Question as Put};
use luna_core::battery::{Form, Item, Scored, Subtest};
use luna_core::skill::Skill;
use luna_machines::common_sense::{AnswerKey, HouseAnswerer, Question, shipped_space};
use luna_machines::task::QuestionTask;
use luna_store::battery::answer::{self, BatteryAnswer};
use luna_store::battery::sitting::{self, Reply, Sitting};
use luna_store::machine::{self, Machine};
use luna_store::{self as store, Tx};

use super::forms::form;
use crate::error::Error;
use crate::instance::Instance;
use crate::questions::{house_answers, house_ids};
use crate::secret;
use crate::tasks::check_running;

/// Of the answers that the key is sure of, one in this many is put to scorers too: they tell how far
/// the key is right, and nobody can conclude from the question that the key doubts the answer.
const CONTROL: u8 = 8;

const ELSEWHERE: &str =
    "Only machines that come with Luna can sit the battery here; choose one of them.";
const SHIPPED: &str = "the assertions that come with Luna";

/// The answers to one item, the best first.
struct Given<'a> {
    item: &'a Item,
    answers: Vec<String>,
}

/// Has a machine that plays in this process sit a form. Returns the id of the sitting.
pub async fn sit(app: &Instance, machine_id: &str, letter: &str) -> Result<String, Error> {
    let form = form(letter).map_err(Error::Refused)?;
    let wanted = machine_id.to_owned();
    let machine = app
        .db
        .read(move |tx| {
            let machine = machine::find(tx, &wanted)?;
            check_running(tx, &machine, Skill::Answer)?;
            Ok::<_, Error>(machine)
        })
        .await?;
    let (doing, sitter) = (app.clone(), machine.player_id.clone());
    let answered = tokio::task::spawn_blocking(move || {
        let given = answers(&doing, &sitter, &form)?;
        Ok::<_, Error>(scored(&form, &given))
    });
    let scored = answered.await.map_err(|error| store::Error::Database(error.into()))??;
    let (doing, letter) = (app.clone(), letter.to_lowercase());
    app.db.write(move |tx| keep(tx, &doing, &machine, &letter, scored)).await
}

/// The machines of this instance that can sit at once.
pub fn sitters(tx: &mut Tx<'_>) -> Result<Vec<Machine>, Error> {
    let mut found = Vec::new();
    for id in house_ids() {
        match machine::find(tx, id) {
            Err(store::Error::NotFound) => {}
            other => found.push(other?),
        }
    }
    Ok(found)
}

fn answers<'a>(app: &Instance, machine_id: &str, form: &'a Form) -> Result<Vec<Given<'a>>, Error> {
    let mut given = Vec::new();
    for item in &form.items {
        let known = HouseAnswerer::from_id(machine_id).zip(shipped_space());
        let answers = if let Some((answerer, space)) = known {
            // It need not find out what kind of question this is.
            let found = answerer.answer(space, &Question::of(item)).answers;
            found.into_iter().map(|it| it.text).collect()
        } else {
            let found = house_answers(app, machine_id, &task(item))?;
            let found = found.ok_or_else(|| Error::Refused(ELSEWHERE.to_owned()))?;
            found.into_iter().map(|it| it.text).collect()
        };
        given.push(Given { item, answers });
    }
    Ok(given)
}

/// An item as a task for a machine.
fn task(item: &Item) -> QuestionTask {
    let put = Put { text: asked(item), ..Put::default() };
    QuestionTask::new(&item.id, put, Limits::USUAL.answer)
}

/// An item in words.
pub fn asked(item: &Item) -> String {
    match (&item.question, item.subtest) {
        (Some(question), _) => question.clone(),
        (None, Subtest::WordReasoning) => format!("What is it? {}", item.clues.join(" ")),
        (None, _) => Question::of(item).text(),
    }
}

/// Answers in their places, with the first pass by key. Time is not known yet: of answers that are to
/// be put to scorers, it is their rank, so that first answers come first.
fn scored(form: &Form, given: &[Given<'_>]) -> Vec<Reply> {
    let letter = form.letter.to_lowercase();
    let mut replies = Vec::new();
    for Given { item, answers } in given {
        let key = AnswerKey::of(item);
        for (text, rank) in answers.iter().take(luna_core::answer::MOST_ANSWERS).zip(1_i64..) {
            let id = secret::hash(&format!("{letter}\n{}\n{text}", item.id));
            let by_key = key.score(text);
            let waiting_since = is_for_people(&by_key, &id).then_some(rank);
            let answer = BatteryAnswer {
                id,
                form: letter.clone(),
                item: item.id.clone(),
                text: text.clone(),
                by_key,
                waiting_since,
                by_people: None,
            };
            replies.push(Reply { item: item.id.clone(), rank, answer });
        }
    }
    replies
}

/// Doubtful answers are for people, and some others as a control, always the same ones.
fn is_for_people(by_key: &Scored, id: &str) -> bool {
    let drawn = id.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    by_key.is_doubtful() || drawn.is_some_and(|drawn| drawn.is_multiple_of(CONTROL))
}

fn keep(
    tx: &mut Tx<'_>,
    app: &Instance,
    machine: &Machine,
    letter: &str,
    mut replies: Vec<Reply>,
) -> Result<String, Error> {
    let now = app.now();
    for reply in &mut replies {
        reply.answer.waiting_since = reply.answer.waiting_since.map(|rank| now + rank);
        answer::keep(tx, &reply.answer)?;
    }
    let is_answerer = HouseAnswerer::from_id(&machine.player_id).is_some();
    let new = Sitting {
        id: app.random.id(now),
        player_id: machine.player_id.clone(),
        form: letter.to_owned(),
        knowledge: if is_answerer { SHIPPED.to_owned() } else { String::new() },
        taken_at: now,
    };
    sitting::add(tx, &new, &replies)?;
    Ok(new.id)
}
