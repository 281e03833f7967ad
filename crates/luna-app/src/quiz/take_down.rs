//! Taking a published question down: at once, for good, and from all that is released later.

use luna_core::quiz::question::Action;
use luna_core::text;
use luna_store::Tx;
use luna_store::moderation_log::{self, Act};
use luna_store::player::Player;
use luna_store::quiz::question::{self, Question};
use luna_store::quiz::tossup;

use super::review::next_state;
use super::writing::own;
use crate::error::Error;
use crate::instance::Instance;

/// Takes down a question of this writer, without giving a reason.
pub fn by_writer(tx: &mut Tx<'_>, app: &Instance, me: &Player, id: &str) -> Result<(), Error> {
    let question = own(tx, me, id)?;
    take_down(tx, app, question, "")
}

/// Takes down a question for an editor. The writer reads the reason.
pub fn by_editor(
    tx: &mut Tx<'_>,
    app: &Instance,
    editor: &Player,
    id: &str,
    why: &str,
) -> Result<(), Error> {
    text::check(why, 500).map_err(|problem| Error::Refused(format!("The reason {problem}.")))?;
    let question = question::find_for_update(tx, id)?;
    let act = Act { by: Some(&editor.id), of: &question.writer_id.clone(), why };
    take_down(tx, app, question, why)?;
    Ok(moderation_log::note(tx, &app.moment(), act, moderation_log::Action::TakeDown)?)
}

fn take_down(
    tx: &mut Tx<'_>,
    app: &Instance,
    mut question: Question,
    why: &str,
) -> Result<(), Error> {
    let now = app.now();
    question.state = next_state(question.state, Action::TakeDown)?;
    question.taken_down_at = Some(now);
    why.clone_into(&mut question.taken_down_why);
    question.changed_at = now;
    if let Some(tossup_id) = &question.tossup_id {
        tossup::withdraw(tx, tossup_id, now)?;
    }
    Ok(question::save(tx, &question)?)
}
