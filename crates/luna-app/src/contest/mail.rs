//! The mail with the link to a seat.

use luna_core::contest::participant::Participant;
use luna_core::identity::Email;
use luna_store::Tx;
use luna_store::contest::record::Contest;
use luna_store::contest::seat;
use luna_store::game::Context;
use luna_store::mail::{self, Mail};

use crate::error::Error;
use crate::mail::Letter;

/// To somebody who is invited to a seat of a contest.
pub(super) fn invitation(
    tx: &mut Tx<'_>,
    at: &Context,
    public_url: &str,
    contest: &Contest,
    (seat, path): (Participant, &str),
    address: &Email,
) -> Result<(), Error> {
    let role = match seat {
        Participant::Judge(_) => "as a judge",
        Participant::Confederate(_) => "to type with the judges",
        Participant::Entry(_) => "with a program, as an entry",
    };
    let subject = format!("You are invited to the contest {}", contest.name);
    let lines = [
        format!("You are invited to take part in a contest at {public_url}, {role}. Your seat is {seat}."),
        "The link is yours alone: the first person who follows it has the seat. If you do not want \
         to take part, you can ignore this mail. Your address is deleted when you take the seat, \
         or when the contest is over."
            .into(),
    ];
    let url = format!("{public_url}{path}");
    let about = seat::about(&contest.id, seat);
    let letter = Letter::once(subject, lines, "Take my seat", url);
    let mail = letter.mail(at, "contest_invitation", address.as_str());
    Ok(mail::send(tx, &Mail { about: Some(about), ..mail }, at.now)?)
}
