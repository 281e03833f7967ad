//! The contest: creating and running one, the seats of judges and confederates, the machines in the
//! others, and the results.

pub mod archive;
pub mod attendance;
pub mod cache;
pub mod console;
pub mod creation;
pub(crate) mod discipline;
pub mod file;
pub mod folder;
pub mod folder_path;
pub mod invitation;
pub mod judging;
pub mod limits;
pub mod live;
pub mod machine_turn;
mod mail;
mod measures;
pub mod outcome;
mod own_pairs;
pub mod pair;
pub mod phase_change;
pub mod rehearsal;
pub mod screen;
pub mod state;
pub mod statistics;
pub mod talk;
pub mod turn_job;
pub mod typing;
