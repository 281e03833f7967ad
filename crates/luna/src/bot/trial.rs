//! The trials of a machine that plays by itself.

use luna_machines::HouseMachine;

use super::fault_proxy::Fault;

/// The course of one game, or of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trial {
    /// A whole game with a house machine.
    Whole(HouseMachine),
    Fault(Fault),
    /// The event stream breaks off.
    Cut,
    /// The partner takes long.
    Slow,
    /// The partner leaves.
    Leaves,
    /// The machine is killed and started again.
    Killed,
}

pub(crate) const TRIALS: [(&str, Trial); 12] = [
    ("a game against gibberish", Trial::Whole(HouseMachine::Gibberish)),
    ("a game against eliza", Trial::Whole(HouseMachine::Eliza)),
    ("a game against recall", Trial::Whole(HouseMachine::Recall)),
    ("a stream that breaks off", Trial::Cut),
    ("too many requests (429)", Trial::Fault(Fault::TooMany)),
    ("a busy server (503)", Trial::Fault(Fault::Busy)),
    ("an answer that is lost", Trial::Fault(Fault::Lost)),
    ("events that come twice", Trial::Fault(Fault::Twice)),
    ("events that come late", Trial::Fault(Fault::Late)),
    ("a partner who takes long", Trial::Slow),
    ("a partner who leaves", Trial::Leaves),
    ("being killed in a game and started again", Trial::Killed),
];
