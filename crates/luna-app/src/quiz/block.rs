//! Blocks of writers: what they submit waits until a moderator lifts the block.

use luna_core::text;
use luna_store::Tx;
use luna_store::moderation_log::{self, Act, Action};
use luna_store::player::Player;
use luna_store::quiz::block;

use crate::error::Error;
use crate::instance::Instance;

/// Blocks a writer, with a reason that they read.
pub fn block(
    tx: &mut Tx<'_>,
    app: &Instance,
    editor: &Player,
    writer_id: &str,
    why: &str,
) -> Result<(), Error> {
    check(why)?;
    if writer_id == editor.id {
        return Err(Error::Refused("You cannot block yourself.".to_owned()));
    }
    if !block::add(tx, writer_id, why, app.now())? {
        return Err(Error::Refused("This writer is blocked already.".to_owned()));
    }
    let act = Act { by: Some(&editor.id), of: writer_id, why };
    Ok(moderation_log::note(tx, &app.moment(), act, Action::BlockWriter)?)
}

/// Lifts the block of a writer. What they had submitted is back in the queue.
pub fn lift(
    tx: &mut Tx<'_>,
    app: &Instance,
    editor: &Player,
    writer_id: &str,
    why: &str,
) -> Result<(), Error> {
    check(why)?;
    if !block::lift(tx, writer_id)? {
        return Err(Error::Refused("This writer is not blocked.".to_owned()));
    }
    let act = Act { by: Some(&editor.id), of: writer_id, why };
    Ok(moderation_log::note(tx, &app.moment(), act, Action::UnblockWriter)?)
}

fn check(why: &str) -> Result<(), Error> {
    text::check(why, 500).map_err(|problem| Error::Refused(format!("The reason {problem}.")))
}
