//! The mails we write: as plain text, and the same as HTML.

pub mod account_change;
pub mod claim_link;
pub mod password_reset;
mod single_game;
pub mod stop_link;

use luna_store::email_link::Kind;
use luna_store::game::Context;
use luna_store::machine::Machine;
use luna_store::mail::{Mail, Notice};
use luna_store::player::Player;
use luna_store::{self as store, Tx, email_link};
use maud::{DOCTYPE, html};

use crate::error::Error;
use crate::format::many;
use crate::instance::settings::Settings;
use crate::secret::hash;

const HOUR_MS: i64 = 3_600_000;

/// The content of a mail, before it is formatted as text and as HTML.
pub(crate) struct Letter {
    pub(crate) subject: String,
    pub(crate) lines: Vec<String>,
    /// The label of each button and the address it opens.
    pub(crate) buttons: Vec<(String, String)>,
    /// The label of the way off, and its address.
    pub(crate) off: Option<(&'static str, String)>,
}

const NO_MORE: &str = "No more mails about games";

impl Letter {
    /// A mail that is sent once, regardless of the player's mail settings.
    pub(crate) fn once<const MANY: usize>(
        subject: impl Into<String>,
        lines: [String; MANY],
        label: &str,
        url: String,
    ) -> Letter {
        let buttons = vec![(label.to_owned(), url)];
        Letter { subject: subject.into(), lines: lines.into(), buttons, off: None }
    }

    fn plain(&self) -> String {
        let mut text = self.lines.join("\n\n");
        for (label, url) in &self.buttons {
            text.push_str(&format!("\n\n{label}:\n{url}"));
        }
        if let Some((label, url)) = &self.off {
            text.push_str(&format!("\n\n-- \n{label}:\n{url}"));
        }
        text.push('\n');
        text
    }

    fn html(&self) -> String {
        let button = "display:inline-block;padding:12px 24px;border-radius:999px;\
                      background:#1b2136;color:#f3d98b;text-decoration:none;font-weight:600";
        html! {
            (DOCTYPE)
            html lang="en" {
                body style="margin:0;padding:24px;background:#f7f4ec;color:#1b2136;font:17px/1.6 system-ui,sans-serif" {
                    div style="max-width:36rem;margin:0 auto" {
                        @for line in &self.lines { p { (line) } }
                        @for (label, url) in &self.buttons { p { a href=(url) style=(button) { (label) } } }
                        @if let Some((label, url)) = &self.off {
                            p style="font-size:14px;color:#5b6178" { a href=(url) style="color:#5b6178" { (label) } }
                        }
                    }
                }
            }
        }
        .into_string()
    }

    /// The mail to somebody who is no player here.
    pub(crate) fn mail(&self, at: &Context, kind: &str, address: &str) -> Mail {
        Mail {
            id: at.random.id(at.now),
            player_id: None,
            kind: kind.to_owned(),
            address: address.to_owned(),
            subject: self.subject.clone(),
            plain: self.plain(),
            html: self.html(),
            off_url: self.off.as_ref().map(|(_, url)| url.clone()),
            about: None,
        }
    }
}

/// Creates a link and returns its path.
fn link_path(
    tx: &mut Tx<'_>,
    at: &Context,
    kind: Kind,
    player_id: &str,
    email: &str,
    hours: i64,
) -> Result<String, Error> {
    let token = at.random.secret();
    email_link::make(tx, &hash(&token), kind, player_id, email, at.now + hours * HOUR_MS)?;
    let path = match kind {
        Kind::MailOff => "mail/off",
        Kind::Reset => "reset",
        Kind::Verify => "verify",
    };
    Ok(format!("/{path}/{token}"))
}

/// Creates a link that sets the password of an account, for a reader of a mail about it.
pub fn reset_path(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    email: &str,
) -> Result<String, Error> {
    link_path(tx, at, Kind::Reset, player_id, email, 1)
}

/// Writes the mails of one piece of work.
pub struct Mailer<'m, 'tx> {
    pub tx: &'m mut Tx<'tx>,
    pub at: &'m Context,
    pub settings: &'m Settings,
}

impl Mailer<'_, '_> {
    /// Somebody claims an address: a mail asks for confirmation, or tells the owner of the address. The
    /// claimant sees no difference, not even in the settings.
    pub fn send_claim(&mut self, player_id: &str, email: &str) -> Result<(), Error> {
        match store::player::by_verified_email(self.tx, email)? {
            None => self.verify(player_id, email),
            Some(owner) => {
                // A link like the other, which nobody is ever sent.
                self.link_url(Kind::Verify, player_id, email, 48)?;
                self.already_yours(&owner, email)
            }
        }
    }

    /// To an address that somebody claims.
    fn verify(&mut self, player_id: &str, email: &str) -> Result<(), Error> {
        let url = self.link_url(Kind::Verify, player_id, email, 48)?;
        let here = &self.settings.public_url;
        let lines = [
            format!("Somebody wants to use this address for an account at {here}."),
            "If that was you, please confirm it. The link is valid for two days. Otherwise you can \
             ignore this mail."
                .into(),
        ];
        let letter = Letter::once("Is this your address?", lines, "Confirm my address", url);
        self.send(&letter, "verify", player_id, email)
    }

    /// To an address that has an account, when somebody tries to create another.
    fn already_yours(&mut self, owner: &Player, email: &str) -> Result<(), Error> {
        let here = &self.settings.public_url;
        let lines = [
            format!(
                "Somebody tried to create an account at {here} with this address, which already has one."
            ),
            "If that was you, log in, or set a new password. Otherwise you can ignore this mail."
                .into(),
        ];
        let letter =
            Letter::once("You already have an account", lines, "Log in", format!("{here}/login"));
        self.send(&letter, "already_yours", &owner.id, email)
    }

    /// To an address whose password somebody has forgotten, if it has an account or some account
    /// claims it.
    pub fn forgotten(&mut self, email: &str) -> Result<(), Error> {
        if let Some(owner) = store::player::by_verified_email(self.tx, email)? {
            return self.reset(&owner.id, email);
        }
        let claims = store::player::by_claimed_email(self.tx, email, 2)?;
        let (path, player_id, label) = match claims.as_slice() {
            [] => return Ok(()),
            [claim] => (
                reset_path(self.tx, self.at, &claim.id, email)?,
                &claim.id,
                format!("Set a password for {}", claim.name),
            ),
            [oldest, ..] => {
                (self.claims_path(email)?, &oldest.id, "Choose your account".to_owned())
            }
        };
        let here = &self.settings.public_url;
        let lines = [
            format!(
                "Somebody asked for a new password for this address at {here}. Nobody has \
                 confirmed the address there yet."
            ),
            "If that was you, set a password for your account. This also confirms the address. The \
             link is valid for an hour. Otherwise you can ignore this mail."
                .into(),
        ];
        let url = format!("{here}{path}");
        let letter = Letter::once("Set a password and confirm your address", lines, &label, url);
        self.send(&letter, "reset", player_id, email)
    }

    fn reset(&mut self, player_id: &str, email: &str) -> Result<(), Error> {
        let url = self.link_url(Kind::Reset, player_id, email, 1)?;
        let here = &self.settings.public_url;
        let lines = [
            format!("Somebody asked for a new password for your account at {here}."),
            "If that was you, set one. The link is valid for an hour. Otherwise you can ignore \
             this mail."
                .into(),
        ];
        let letter = Letter::once("Set a new password", lines, "Set a new password", url);
        self.send(&letter, "reset", player_id, email)
    }

    /// To the old address, so that nobody loses an account without noticing.
    pub fn address_changes(&mut self, player_id: &str, old: &str, new: &str) -> Result<(), Error> {
        let here = &self.settings.public_url;
        let lines = [
            format!("Your account at {here} will use {new} as soon as that address is confirmed."),
            "If that was not you, log in and change your password now.".into(),
        ];
        let letter = Letter::once(
            "Your address is about to change",
            lines,
            "Settings",
            format!("{here}/settings"),
        );
        self.send(&letter, "address_changes", player_id, old)
    }

    /// To the owner of a machine that was stopped by an alarm.
    pub fn alarm(&mut self, machine: &Machine, why: &str) -> Result<(), Error> {
        let Some(owner) = &machine.owner_id else { return Ok(()) };
        let owner = store::player::find(self.tx, owner)?;
        let Some(address) = owner.email.filter(|_| owner.verified) else { return Ok(()) };
        let page = format!("{}/settings/machines/{}", self.settings.public_url, machine.player_id);
        let subject = format!("Your machine {} has been stopped", machine.name);
        let lines = [
            "It will not start rated games until you let it play again. The reason:".into(),
            why.to_owned(),
        ];
        let letter = Letter::once(subject, lines, "Your machine", page);
        self.send(&letter, "alarm", &owner.id, &address)
    }

    /// To all operators, when judges have been found who may act together.
    pub fn blocs(&mut self, new: usize) -> Result<(), Error> {
        if new == 0 {
            return Ok(());
        }
        let subject = "Judges who may act together";
        let found =
            if new == 1 { "A group of judges".into() } else { format!("{new} groups of judges") };
        let lines = [
            format!(
                "{found} at {} may be raising or lowering the rating of one player together.",
                self.settings.public_url
            ),
            "Their guesses count in the Smarts Rating until you decide. Please look at what they have \
             in common: honest judges can look alike too."
                .into(),
        ];
        let page = format!("{}/admin/judges", self.settings.public_url);
        let letter = Letter::once(subject, lines, "Judges to review", page);
        for operator in store::player::operators(self.tx)? {
            if let Some(address) = operator.email.filter(|_| operator.verified) {
                self.send(&letter, "blocs", &operator.id, &address)?;
            }
        }
        Ok(())
    }

    /// To the owners of machines whose partners have been erased, once a day.
    pub fn erasures(&mut self) -> Result<(), Error> {
        for (owner, games) in store::erased_game::owners_to_tell(self.tx, self.at.now)? {
            let owner = store::player::find(self.tx, &owner)?;
            let Some(address) = owner.email.filter(|_| owner.verified) else { continue };
            let page = format!("{}/settings/machines", self.settings.public_url);
            let lines = [
                format!(
                    "Partners of your machines in {} have since been erased.",
                    many(games, "game")
                ),
                "The terms for owners require you to delete everything you kept from these games. \
             Your programs can read the same list at GET /api/v1/erasures."
                    .into(),
            ];
            let letter =
                Letter::once("Please delete data of erased players", lines, "The games", page);
            self.send(&letter, "erasures", &owner.id, &address)?;
        }
        Ok(())
    }

    /// One mail with all news that a player has not seen yet.
    pub fn about_games(&mut self, player: &Player) -> Result<(), Error> {
        let notices = store::mail::take_notices(self.tx, &player.id)?;
        let Some(address) = player.email.clone().filter(|_| player.verified && player.wants_mail)
        else {
            return self.about_single_games(&player.id, &notices);
        };
        let mut news = Vec::new();
        for notice in &notices {
            if let Some(line) = line(self.tx, &player.id, notice)? {
                news.push((line, notice));
            }
        }
        let Some((first, notice)) = news.first() else { return Ok(()) };
        let one = news.len() == 1;
        let count = i64::try_from(news.len()).unwrap_or(0);
        let subject = if one {
            first.0.to_owned()
        } else {
            format!("News from {} on Luna", many(count, "game"))
        };
        let lines = told_once(news.iter().map(|((_, text), _)| *text));
        let (label, url) = match one {
            true => (
                "Open the game",
                format!("{}/games/{}", self.settings.public_url, notice.subject_id),
            ),
            false => ("Open your games", format!("{}/games", self.settings.public_url)),
        };
        let off = self.link_url(Kind::MailOff, &player.id, &address, 24 * 365)?;
        let kind = if one { notice.kind.as_str() } else { "digest" };
        let buttons = vec![(label.to_owned(), url)];
        let letter = Letter { subject, lines, buttons, off: Some((NO_MORE, off)) };
        self.send(&letter, kind, &player.id, &address)?;
        Ok(store::player::note_mail(self.tx, &player.id, self.at.now)?)
    }

    pub(crate) fn send(
        &mut self,
        letter: &Letter,
        kind: &str,
        player_id: &str,
        address: &str,
    ) -> Result<(), Error> {
        let player_id = Some(player_id.to_owned());
        let mail = Mail { player_id, ..letter.mail(self.at, kind, address) };
        Ok(store::mail::send(self.tx, &mail, self.at.now)?)
    }

    /// Creates a link and returns its URL.
    fn link_url(
        &mut self,
        kind: Kind,
        player_id: &str,
        email: &str,
        hours: i64,
    ) -> Result<String, Error> {
        let path = link_path(self.tx, self.at, kind, player_id, email, hours)?;
        Ok(format!("{}{path}", self.settings.public_url))
    }

    /// Makes a link to the page on which the owner of an address names their account.
    fn claims_path(&mut self, email: &str) -> Result<String, Error> {
        let at = self.at;
        let key = store::setting::keep_first(self.tx, store::setting::KEY, &at.random.secret())?;
        Ok(format!("/claims/{}", claim_link::seal(&key, &at.random, email, at.now)))
    }
}

/// Each sentence once, with the number of games.
fn told_once<'a>(sentences: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<(&str, i64)> = Vec::new();
    for sentence in sentences {
        match all.iter_mut().find(|(known, _)| *known == sentence) {
            Some((_, count)) => *count += 1,
            None => all.push((sentence, 1)),
        }
    }
    let line = |(sentence, count): (&str, i64)| match count {
        1 => sentence.to_owned(),
        more => format!("In {}: {sentence}", many(more, "game")),
    };
    all.into_iter().map(line).collect()
}

/// Subject and sentence of one piece of news; none if it is old by now.
fn line(
    tx: &mut Tx<'_>,
    player_id: &str,
    notice: &Notice,
) -> Result<Option<(&'static str, &'static str)>, Error> {
    use luna_core::game::{Duty, Ending};
    let Ok(place) = store::game::place(tx, &notice.subject_id, player_id) else { return Ok(None) };
    let loaded = store::game::load(tx, &place.game_id)?;
    let duty = loaded.game.duty(place.seat).filter(|_| place.here);
    let over = place.ending == Some(Ending::Final);
    Ok(match (notice.kind.as_str(), duty) {
        ("over", _) if over => Some((
            "A game is over",
            "Both guesses are in. See who was closer, and who you played with.",
        )),
        ("ripened", _) if over => Some((
            "Others have guessed too",
            "More people have guessed about somebody you guessed about. See how close you came.",
        )),
        ("again", None) if place.here && !over => Some((
            "Your partner has left",
            "Nothing you wrote is lost. Your game is first in the queue for a new partner.",
        )),
        ("turn", Some(Duty::Answer)) => Some((
            "Questions for you",
            "You have a partner, and their questions are waiting for you.",
        )),
        ("turn", Some(Duty::Guess)) => Some((
            "Responses are in",
            "Your partner has answered your questions. Read the responses and guess.",
        )),
        ("turn", Some(Duty::Ask)) => {
            Some(("Your questions, please", "A game is waiting for your questions."))
        }
        ("reminder", Some(Duty::Ask)) => {
            Some(("Your game is waiting", "Half of the time for your questions has passed."))
        }
        ("reminder", Some(_)) => Some((
            "Your partner is waiting",
            "Half of the time for your move has passed. When it runs out, your seat goes to somebody else.",
        )),
        _ => None,
    })
}
