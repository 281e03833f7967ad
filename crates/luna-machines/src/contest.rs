//! The contest as a program sees it: a conversation, and two ways to a seat.

pub mod contest_seat;
pub mod converse;
pub mod lpp;
