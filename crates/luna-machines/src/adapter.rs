//! Adapters to machines elsewhere: a language model, a server, a program.

pub mod openai;
pub mod subprocess;
pub mod webhook;
