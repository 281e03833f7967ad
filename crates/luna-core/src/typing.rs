//! Typing: keys as they are pressed, what is said at once, and a typist who types it out.

pub mod stroke;
pub mod typist;
pub mod utterance;
