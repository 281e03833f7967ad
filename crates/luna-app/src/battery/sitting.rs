//! Sittings of machines that play in this process: they answer every item of a form at once.

use luna_core::answer::{Limits, Question as Put};
use luna_core::battery::Item;
use luna_core::skill::Skill;
use luna_machines::common_sense::{HouseAnswerer, Question, item_text, shipped_space};
use luna_machines::task::QuestionTask;
use luna_store::battery::sitting::Sitting;
use luna_store::machine::{self, Machine};
use luna_store::{self as store, Tx};

use super::forms::form;
use super::score_replies::{ItemAnswers, ScoredReplies};
use crate::error::Error;
use crate::instance::Instance;
use crate::machine::questions::{house_answers, house_ids};
use crate::machine::tasks::check_running;

const ELSEWHERE: &str =
    "Only house machines answer at once. Start the test of another machine on its page.";
const SHIPPED: &str = "the assertions that come with Luna";

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
        let given = (form.items.iter()).map(|item| given(&doing, &sitter, item));
        let given = given.collect::<Result<Vec<_>, _>>()?;
        Ok::<_, Error>(ScoredReplies::of(form, &given))
    });
    let scored = answered.await.map_err(|error| store::Error::Database(error.into()))??;
    let is_answerer = HouseAnswerer::from_id(&machine.player_id).is_some();
    let now = app.now();
    let new = Sitting {
        id: app.random.id(now),
        player_id: machine.player_id,
        form: letter.to_lowercase(),
        knowledge: if is_answerer { SHIPPED.to_owned() } else { String::new() },
        taken_at: now,
    };
    let id = new.id.clone();
    app.db.write(move |tx| scored.keep(tx, &new)).await?;
    Ok(id)
}

/// The machines of this instance that can sit at once.
pub fn sitters(tx: &mut Tx<'_>, app: &Instance) -> Result<Vec<Machine>, Error> {
    let own = HouseAnswerer::ALL.map(HouseAnswerer::id);
    let others = house_ids(app).filter(|id| !own.contains(id));
    let mut found = Vec::new();
    for id in own.into_iter().chain(others) {
        match machine::find(tx, id) {
            Err(store::Error::NotFound) => {}
            other => found.push(other?),
        }
    }
    Ok(found)
}

fn given<'a>(app: &Instance, machine_id: &str, item: &'a Item) -> Result<ItemAnswers<'a>, Error> {
    let best = |count| Ok(answers(app, machine_id, &item.after_clues(count))?.into_iter().next());
    let by_clue = (1..item.clues.len()).map(best).collect::<Result<_, Error>>()?;
    Ok(ItemAnswers { item, answers: answers(app, machine_id, item)?, by_clue })
}

fn answers(app: &Instance, machine_id: &str, item: &Item) -> Result<Vec<String>, Error> {
    if let Some((answerer, space)) = HouseAnswerer::from_id(machine_id).zip(shipped_space()) {
        // It need not find out what kind of question this is.
        let found = answerer.answer(space, &Question::of(item)).answers;
        return Ok(found.into_iter().map(|it| it.text).collect());
    }
    let task = QuestionTask::new(&item.id, put(item), Limits::USUAL.answer);
    let found = house_answers(app, machine_id, &task)?;
    let found = found.ok_or_else(|| Error::Refused(ELSEWHERE.to_owned()))?;
    Ok(found.into_iter().map(|it| it.text).collect())
}

/// An item as a question for a machine.
pub(super) fn put(item: &Item) -> Put {
    Put { text: item_text(item), ..Put::default() }
}
