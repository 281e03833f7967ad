//! A player's account: the ways into it, and what each of them keeps.

pub mod email_link;
pub mod recovery;
pub mod second_factor;
pub mod session;
pub mod token;
pub mod ways_in;
