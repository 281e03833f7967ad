//! A player's own pages: the inbox and the profile.

pub(crate) mod inbox;
pub(crate) mod profile;
