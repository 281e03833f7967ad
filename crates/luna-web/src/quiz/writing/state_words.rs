//! The states of a question in words.

use luna_core::quiz::question::State;

/// The state of a question in words for its writer.
pub(in crate::quiz) fn state_words(state: State) -> &'static str {
    match state {
        State::Draft => "Draft",
        State::Submitted => "Waiting for editors",
        State::Accepted => "Accepted",
        State::Returned => "Returned with comments",
        State::Rejected => "Rejected",
        State::Withdrawn => "Withdrawn",
        State::Published => "Published",
        State::TakenDown => "Taken down",
    }
}
