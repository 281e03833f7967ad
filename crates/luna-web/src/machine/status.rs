//! A machine's transport and status in words.

use luna_store::game::THERE_MS;
use luna_store::machine::{Machine, Transport};
use maud::{Markup, html};

pub(super) fn transport_label(way: Transport) -> &'static str {
    match way {
        Transport::House => "comes with Luna",
        Transport::Pull => "API client",
        Transport::Push => "Luna calls its URL",
        Transport::Openai => "language model API",
    }
}

/// The notice on lists of machines and on the pages of their owners.
pub(super) const ALL_STOPPED: &str = "The operator has stopped all registered machines for now.";

/// Returns true if the machine can be paired now.
fn is_there(way: Transport, seen_at: i64, now: i64) -> bool {
    way == Transport::House || now - seen_at < THERE_MS
}

/// The public reason why it starts no more games; it reveals nothing about its current activity.
pub(super) fn gone(machine: &Machine) -> &'static str {
    let standing = &machine.standing;
    match () {
        () if standing.killed_at.is_some() => " The operator has stopped it.",
        () if standing.replaced_at.is_some() => " A later version has replaced it.",
        () if standing.stopped_at.is_some() && machine.comes_with_luna() => {
            " It is not playing now."
        }
        () if standing.stopped_at.is_some() => " Its owner has stopped it.",
        () => "",
    }
}

/// The machine's state, for its owner and operators.
pub(super) fn state(machine: &Machine, now: i64) -> &'static str {
    let standing = &machine.standing;
    match () {
        () if standing.killed_at.is_some() => "stopped by the operator",
        () if standing.replaced_at.is_some() => "replaced by a later version",
        () if standing.stopped_at.is_some() && machine.comes_with_luna() => "offline",
        () if standing.stopped_at.is_some() => "stopped by its owner",
        () if is_there(machine.declared.way, standing.seen_at, now) => "online",
        () => "offline",
    }
}

pub(super) fn machine_badge() -> Markup {
    html! { span.badge { "MACHINE" } }
}
