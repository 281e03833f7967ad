//! The battery: sittings, the different answers in them, and what people say of these.

pub mod answer;
pub mod sitting;
