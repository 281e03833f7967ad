//! The seats at the console of a contest: who is there, and new links and machines for them.

use luna_app::contest::console::{Attendant, Console, MailState};
use luna_core::contest::Stage;
use luna_core::contest::participant::Participant;
use luna_store::contest::seat::Kind;
use maud::{Markup, html};

use crate::html::table::{Column, table};
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// `chooses_folders`: this reader may choose folders on the server.
pub(super) fn section(visitor: &Visitor, seen: &Console, chooses_folders: bool) -> Markup {
    let has_folder =
        |it: &Attendant| chooses_folders && !matches!(it.seat.participant, Participant::Judge(_));
    let heads =
        [Column::Text("Seat"), Column::Text("Name"), Column::Text("State"), Column::Text("Change")];
    let rows = html! {
        @for attendant in &seen.seats {
            tr {
                td { (attendant.seat.participant) }
                td.words dir="auto" { @if attendant.seat.label.is_empty() { "–" } @else { (attendant.seat.label) } }
                td.words { (state(attendant)) }
                td {
                    @if attendant.seat.kind != Kind::Machine { (new_link(visitor, seen, attendant.seat.participant)) }
                    @if has_folder(attendant) {
                        a.small href={ "/contests/" (seen.record.id) "/folders/" (attendant.seat.participant) } { "A folder for " (attendant.seat.participant) }
                    }
                }
            }
        }
    };
    html! {
        h2 { "Seats" }
        (table("Seats", &heads, &rows))
        @if seen.clock.stage < Stage::Final {
            p.hint {
                "For a substitute, make a new link. The person who has the seat now loses it. With an address, "
                "the link is mailed as well; the address is deleted when somebody takes the seat."
            }
        }
        @if seen.clock.stage < Stage::Ranking { (machine(visitor, seen)) }
    }
}

fn new_link(visitor: &Visitor, seen: &Console, seat: Participant) -> Markup {
    html! {
        form.row method="post" action={ "/contests/" (seen.record.id) "/console" } {
            (csrf(visitor))
            input type="hidden" name="do" value="invite";
            input type="hidden" name="id" value=(seat);
            input.short id={ "mail-" (seat) } type="email" name="email" data-kept placeholder="Mail it to (optional)" maxlength="254"
                autocomplete="off" aria-label={ "Address to mail the link for " (seat) " to, optional" };
            button.button.quiet { "New link for " (seat) }
        }
    }
}

/// The form that puts a machine into the seat of an entry, or into any seat of a rehearsal.
fn machine(visitor: &Visitor, seen: &Console) -> Markup {
    let may_sit = |it: &&Attendant| {
        seen.record.is_rehearsal || matches!(it.seat.participant, Participant::Entry(_))
    };
    html! {
        form.row.after method="post" action={ "/contests/" (seen.record.id) "/console" } {
            (csrf(visitor))
            input type="hidden" name="do" value="seat";
            label for="machine-seat" { "Put a machine into seat" }
            select #machine-seat name="id" data-kept {
                @for attendant in seen.seats.iter().filter(may_sit) {
                    option { (attendant.seat.participant) }
                }
            }
            input.short #machine-name type="text" name="machine" data-kept required maxlength="100" placeholder="Name of the machine"
                aria-label="Name of the machine" autocomplete="off" dir="auto";
            button.button.quiet { "Seat it" }
        }
    }
}

fn state(attendant: &Attendant) -> String {
    let seat = &attendant.seat;
    let words = match (seat.kind, attendant.is_connected) {
        (Kind::Machine, _) => "a machine",
        (_, true) => "here",
        _ if seat.folder.is_some() => "waits for the server to open its folder",
        _ if seat.consented_at.is_some() => "has agreed, not here now",
        _ if seat.joined_at.is_some() => "has joined",
        _ => match &attendant.mail {
            None => "invited",
            Some(MailState::Waiting) => "invited, the mail waits",
            Some(MailState::Sent) => "invited by mail",
            Some(MailState::Failed(why)) => return format!("the mail has failed: {why}"),
        },
    };
    words.to_owned()
}
