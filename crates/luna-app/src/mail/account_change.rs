//! Mails about changes of an account and about new ways into it, so that nobody loses an account
//! without noticing. No link in them logs in.

use luna_store as store;
use luna_store::moderation_log::Act;
use luna_store::player::Role;

use crate::error::Error;
use crate::format::minute;
use crate::mail::{Letter, Mailer};

/// A change that the owner of an account is told of.
#[derive(Clone, Copy, Debug)]
pub enum AccountChange<'a> {
    /// Somebody who had the password, or a link from a mail, has set another one.
    Password,
    /// An operator has set one.
    PasswordByOperator,
    /// The account has another address; `old` is the one that was confirmed before.
    Address {
        old: Option<&'a str>,
        new: &'a str,
    },
    Role(Option<Role>),
    /// An operator has banned the owner, for this reason.
    Ban(&'a str),
    Token {
        machine: &'a str,
        name: &'a str,
    },
    /// Somebody has logged in from a browser that was not known.
    NewBrowser(&'a str),
    SecondFactorOn,
    SecondFactorOff,
    SecondFactorOffByOperator,
    /// Somebody has logged in with a recovery code of the second factor; so many are left.
    SecondFactorCode {
        left: usize,
    },
}

impl AccountChange<'_> {
    fn kind(&self) -> &'static str {
        match self {
            AccountChange::Password | AccountChange::PasswordByOperator => "password_changed",
            AccountChange::Address { .. } => "address_changed",
            AccountChange::Role(_) => "role_changed",
            AccountChange::Ban(_) => "banned",
            AccountChange::Token { .. } => "new_token",
            AccountChange::NewBrowser(_) => "new_browser",
            AccountChange::SecondFactorOn
            | AccountChange::SecondFactorOff
            | AccountChange::SecondFactorOffByOperator
            | AccountChange::SecondFactorCode { .. } => "second_factor",
        }
    }

    fn subject(&self) -> &'static str {
        match self {
            AccountChange::Password | AccountChange::PasswordByOperator => {
                "Your password has been changed"
            }
            AccountChange::Address { .. } => "Your address has been changed",
            AccountChange::Role(_) => "Your role has been changed",
            AccountChange::Ban(_) => "Your account has been banned",
            AccountChange::Token { .. } => "Your machine has a new token",
            AccountChange::NewBrowser(_) => "A new browser has logged in",
            AccountChange::SecondFactorOn => "Your second factor is on",
            AccountChange::SecondFactorOff | AccountChange::SecondFactorOffByOperator => {
                "Your second factor is off"
            }
            AccountChange::SecondFactorCode { .. } => "A recovery code has been used",
        }
    }

    /// The event, as the end of a sentence that begins with the time. `site` says where.
    fn event(&self, site: &str) -> String {
        match self {
            AccountChange::Password => {
                format!("the password of your account {site} was changed.")
            }
            AccountChange::PasswordByOperator => {
                format!("an operator gave your account {site} a new password.")
            }
            AccountChange::Address { new, .. } => {
                format!("the address of your account {site} was changed to {new}.")
            }
            AccountChange::Role(Some(role)) => {
                format!("your account {site} was given the role of {}.", role.name())
            }
            AccountChange::Role(None) => {
                format!("the role of your account {site} was taken away.")
            }
            AccountChange::Ban(why) => {
                format!("your account {site} was banned. The reason: {}", why.trim())
            }
            AccountChange::Token { machine, name } => format!(
                "somebody who was logged in to your account {site} made a token called \
                 \u{201c}{name}\u{201d} for your machine {machine}."
            ),
            AccountChange::NewBrowser(device) => format!(
                "somebody logged in to your account {site} with your password, from a browser \
                 that has not done so before: {device}."
            ),
            AccountChange::SecondFactorOn => {
                format!("a second factor was set up for your account {site}.")
            }
            AccountChange::SecondFactorOff => {
                format!("the second factor of your account {site} was turned off.")
            }
            AccountChange::SecondFactorOffByOperator => {
                format!("an operator turned off the second factor of your account {site}.")
            }
            AccountChange::SecondFactorCode { left } => format!(
                "a recovery code stood in for your second factor {site}. The codes that are \
                 left: {left}."
            ),
        }
    }

    /// What has ended, if the change has ended all ways in.
    fn ends_ways_in(&self) -> bool {
        matches!(
            self,
            AccountChange::Password
                | AccountChange::PasswordByOperator
                | AccountChange::Address { .. }
                | AccountChange::Role(_)
                | AccountChange::Ban(_)
        )
    }

    /// The advice for somebody who did not do this.
    fn advice(&self, here: &str, contact: &str) -> String {
        let operators = match (contact, here) {
            ("", "") => "The site's contact page has their address.".to_owned(),
            ("", _) => format!("Their address is at {here}/contact."),
            _ => format!("You reach them at {contact}."),
        };
        match self {
            AccountChange::Token { .. } => format!(
                "If that was not you, revoke the token under \u{201c}Ways in\u{201d} at \
                 {here}/settings and change your password."
            ),
            AccountChange::Role(_)
            | AccountChange::PasswordByOperator
            | AccountChange::SecondFactorOffByOperator => {
                format!("If you do not know why, ask the operators. {operators}")
            }
            AccountChange::Ban(_) => format!(
                "If you think that this is wrong, write to the operators. {operators} You can \
                 still log in to download your data or to erase yourself."
            ),
            AccountChange::Address { .. } => format!(
                "If that was not you, write to the operators at once: only they can give the \
                 account back. {operators}"
            ),
            AccountChange::Password
            | AccountChange::NewBrowser(_)
            | AccountChange::SecondFactorOn
            | AccountChange::SecondFactorOff
            | AccountChange::SecondFactorCode { .. } => format!(
                "If that was not you, set another password at {here}/forgot now. It ends every \
                 way into your account but the new password."
            ),
        }
    }
}

impl Mailer<'_, '_> {
    /// Bans a person and tells them why.
    pub fn ban(&mut self, act: Act<'_>) -> Result<(), Error> {
        store::erase::ban(self.tx, self.at, act)?;
        self.account_changed(act.of, &AccountChange::Ban(act.why))
    }

    /// Tells the owner of an account of a change, at the confirmed address. A change of the address
    /// goes to both.
    pub fn account_changed(
        &mut self,
        player_id: &str,
        change: &AccountChange<'_>,
    ) -> Result<(), Error> {
        let player = store::player::find(self.tx, player_id)?;
        let Some(address) = player.email.filter(|_| player.verified) else { return Ok(()) };
        let here = &self.settings.public_url;
        // A command does not know the address unless it is set.
        let site = if here.is_empty() { "on Luna".to_owned() } else { format!("at {here}") };
        let mut lines = vec![format!("On {}, {}", minute(self.at.now), change.event(&site))];
        if change.ends_ways_in() {
            lines.push(
                "Everything else that let somebody in has ended: other browsers are logged out, \
                 links in older mails and invitations no longer work, and the tokens of your \
                 machines are revoked. Your programs need new ones."
                    .into(),
            );
        }
        lines.push(change.advice(here, &self.settings.contact));
        let button =
            (!here.is_empty()).then(|| ("Settings".to_owned(), format!("{here}/settings")));
        let letter = Letter {
            subject: change.subject().to_owned(),
            lines,
            buttons: button.into_iter().collect(),
            off: None,
        };
        if let AccountChange::Address { old: Some(old), .. } = change {
            self.send(&letter, change.kind(), player_id, old)?;
        }
        self.send(&letter, change.kind(), player_id, &address)
    }
}
