//! What was typed in one conversation, with what machines are to type in it later.

use std::sync::Arc;

use luna_core::contest::conversation::{Conversation, Keystroke, Speaker};
use luna_store::contest::keystroke::{ConversationPlace, StrokeBatch};

use super::state::State;

/// All strokes of a conversation, by speaker and in order.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    // Shared with the copies that are made for each key.
    by: [Vec<Arc<StrokeBatch>>; 2],
}

impl Talk {
    /// The number of the next stroke of each speaker.
    pub fn next_numbers(&self) -> [usize; 2] {
        Speaker::BOTH.map(|by| {
            let last = self.by[by.index()].last();
            last.map_or(0, |typed| typed.number + typed.strokes.len())
        })
    }

    /// Adds what has been typed since.
    pub fn extend(&mut self, typed: Vec<StrokeBatch>) {
        for typed in typed {
            self.by[typed.by.index()].push(Arc::new(typed));
        }
    }

    /// Takes over what the other knows of the same conversation and this one does not.
    pub fn merge(&mut self, other: &Talk) {
        for (mine, theirs) in self.by.iter_mut().zip(&other.by) {
            if theirs.len() > mine.len() {
                mine.clone_from(theirs);
            }
        }
    }

    /// The conversation as it stands at a time. What a machine is to type is shown when its time
    /// has come, if the conversation was open then.
    pub fn conversation(&self, state: &State, place: &ConversationPlace, now: i64) -> Conversation {
        let now = state.now(now);
        let rules = state.contest.rules();
        let ConversationPlace { round, attempt, side, .. } = *place;
        let mut shown: Vec<Keystroke> = Vec::new();
        for typed in self.by.iter().flatten() {
            if typed.is_planned && !is_shown(state, place, typed, now) {
                continue;
            }
            let StrokeBatch { at, by, .. } = **typed;
            shown.extend(typed.strokes.iter().map(|&stroke| Keystroke { at, by, stroke }));
        }
        // Those of one speaker stay in their order.
        shown.sort_by_key(|key| (key.at, key.by));
        Conversation::new(rules, round, attempt, side).restore(shown)
    }

    /// The time at which a machine types its next key.
    pub fn next_due(&self, now: i64) -> Option<i64> {
        let planned = self.by.iter().flatten().filter(|typed| typed.is_planned);
        planned.map(|typed| typed.at).filter(|at| *at > now).min()
    }

    /// The time of the last key of a speaker, planned ones included.
    pub fn last_at(&self, by: Speaker) -> Option<i64> {
        self.by[by.index()].last().map(|typed| typed.at)
    }
}

fn is_shown(state: &State, place: &ConversationPlace, typed: &StrokeBatch, now: i64) -> bool {
    typed.at <= now && place.is_open(&state.position_then(typed.at))
}
