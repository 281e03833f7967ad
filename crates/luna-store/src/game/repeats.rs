//! Whether a machine's questions would be no news to somebody who sits down opposite.

use luna_core::game::Seat;

use super::record::GameRecord;
use crate::game::question::questions_heard;
use crate::tx::Tx;
use crate::tx::error::Result;

/// Returns true if the machine opposite an empty seat comes with Luna and would ask somebody who
/// sits down there what they were asked lately.
pub(super) fn repeats(
    tx: &mut Tx<'_>,
    loaded: &GameRecord,
    empty: Seat,
    player_id: &str,
) -> Result<bool> {
    let Some(opposite) = loaded.occupant(empty.other()).filter(|who| who.machine) else {
        return Ok(false);
    };
    let owner: Option<(Option<String>,)> =
        row!(tx, "SELECT owner_id FROM machine WHERE player_id = $1", opposite.player_id);
    if owner.is_some_and(|(owner,)| owner.is_some()) {
        return Ok(false);
    }
    let asked = loaded.game.view(empty.other()).my_questions.unwrap_or_default();
    let heard = questions_heard(tx, player_id)?;
    Ok(asked.iter().any(|question| heard.contains(question)))
}
