//! Games, stored as the list of their moves, and the seats players have in them.
//!
//! Every move gets into a game through [`play()`]. Its consequences (deadlines, a machine's turn,
//! mail, the queue, ratings) are written in the same transaction.

mod append;
pub mod browse;
mod consequences;
mod deadline;
mod delayed_move_rows;
mod delayed_moves;
pub mod derived;
pub mod erased_game;
mod erased_texts;
pub mod finished;
pub mod house_texts;
mod interview;
pub(crate) mod leave;
mod left_machine;
pub mod list;
pub(crate) mod load;
mod machine_pacing;
mod machine_pool;
mod machine_wait;
mod meeting;
mod notice;
mod offer;
mod overdue;
pub(crate) mod pairing;
pub mod paste_detection;
pub(crate) mod play;
pub mod question;
pub(crate) mod queue;
pub mod rebuild;
pub(crate) mod record;
pub(crate) mod refused_meeting;
mod rematch;
mod repeats;
mod reveal;
mod sandbox;
mod seat;
mod standstill;
mod start;
pub(crate) mod tables;
pub(crate) mod transcript;

pub use luna_core::game::Kind;

pub use crate::discipline::context::{Context, Timing};
pub use crate::player::sight::{Sight, may_see};
pub use deadline::note_here;
pub use delayed_move_rows::find as delayed_move;
pub use delayed_moves::{leave, release, submit};
pub use interview::repeat_interview;
pub use load::{HIDDEN, load, load_for_update, load_locked, place};
pub use machine_pacing::usual_ms;
pub use machine_pool::{Seating, a_house_is_left, find_machine};
pub use machine_wait::{THERE_MS, retry_later};
pub use overdue::{Overdue, keep_drafts, overdue};
pub use pairing::{AskOutcome, ask, come_from, pair, seat_machine};
pub use play::play;
pub use record::{GameRecord, Occupant, SeatRecord, SeatState, StoredMove};
pub use refused_meeting::{RefusedMeetings, refused_meetings};
pub use rematch::{Rematch, ask as ask_rematch};
pub use sandbox::{join as join_sandbox, join_or_wait, sweep};
pub use standstill::stand_still;
pub use start::{start, start_machine};
pub use transcript::{WrittenMove, has_seat, hide, plays_in, transcript};
