//! Invitations to the seats of a contest, and the mails with their links.

use luna_core::contest::participant::Participant;
use luna_core::identity::Email;
use luna_store::Tx;
use luna_store::contest::record;
use luna_store::game::Context;

use super::mail;
use crate::error::Error;

/// An invitation to a seat. Its token is shown once, as only its hash is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub participant: Participant,
    /// The name that the organiser gave.
    pub label: String,
    /// The secret part of the link.
    pub token: String,
    /// The address to which the link is mailed.
    pub email: Option<Email>,
}

impl Invitation {
    /// The path of the link.
    pub fn path(&self) -> String {
        format!("/contests/join/{}", self.token)
    }
}

/// Mails the links of those invitations that have an address. Returns the number of mails.
pub fn mail_links(
    tx: &mut Tx<'_>,
    at: &Context,
    public_url: &str,
    contest_id: &str,
    invitations: &[Invitation],
) -> Result<usize, Error> {
    let contest = record::find(tx, contest_id)?;
    let mut mails = 0;
    for invitation in invitations {
        if let Some(email) = &invitation.email {
            let (seat, path) = (invitation.participant, invitation.path());
            mail::invitation(tx, at, public_url, &contest, (seat, &path), email)?;
            mails += 1;
        }
    }
    Ok(mails)
}
