//! A moderator's decision on a report: nothing, or some of hide, warn, ban and stop.

use axum::response::Redirect;
use luna_app::house_machines;
use luna_app::mail::Mailer;
use luna_store::game::Context;
use luna_store::moderation_log::{self, Act, Action};
use luna_store::player::{Player, Role};
use luna_store::report::{self, Report};
use luna_store::{self as store, Tx, assignment, machine};
use maud::{Markup, html};

use super::super::assignments::{Items, Queue};
use super::super::listing::plain;
use super::super::players::NO_BAN;
use super::super::transcript::not_a_party;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// The address of the queue.
pub(super) const HERE: &str = "/admin/reports";
pub(super) static QUEUE: Queue = Queue {
    kind: report::KIND,
    here: HERE,
    items: Items::Pages(HERE),
    noun: "report",
    none: "There is no report for you to decide.",
    lease: |tx, app, me| {
        let waiting = report::waiting(tx, &me.id, WAITING)?;
        Ok(assignment::lease_first(tx, report::KIND, &me.id, &waiting, app.now())?)
    },
};
/// Reports that are looked at for the next one to decide.
const WAITING: i64 = 500;

/// The player who reads a warning: themselves, or the owner of a machine.
pub(super) fn warned(tx: &mut Tx<'_>, subject: &str) -> store::Result<Option<String>> {
    match machine::find(tx, subject) {
        Ok(machine) => Ok(machine.owner_id),
        Err(store::Error::NotFound) => Ok(Some(subject.to_owned())),
        Err(other) => Err(other),
    }
}

/// The forms of an open report.
pub(super) fn forms(
    report: &Report,
    subject: Option<&Player>,
    has_owner: bool,
    visitor: &Visitor,
) -> Markup {
    let action = format!("{HERE}/{}", report.id);
    let tick = |name: &str, words: &str| {
        html! { label.tick { input type="checkbox" name=(name) value="yes"; span { (words) } } }
    };
    html! {
        form.sheet method="post" action=(action) {
            (csrf(visitor))
            div.field {
                label for="why" { "Reason" }
                input #why name="why" type="text" required;
                p.hint { "The log records the reason. A player who is warned or banned will read it, so do not name the reporter." }
            }
            @if let Some(subject) = subject {
                @if report.spot.is_some() { (tick("hide", "Hide the text from everybody")) }
                @if subject.machine {
                    @if has_owner { (tick("warn", "Warn the machine's owner")) }
                    (tick("stop", "Stop all versions of the machine"))
                } @else {
                    (tick("warn", "Warn the player"))
                    @if !subject.moderates() && subject.banned_why.is_none() { (tick("ban", "Ban the player")) }
                }
                button.button.now name="do" value="act" { "Take the ticked actions" }
                " "
            }
            button.button name="do" value="dismiss" { "Dismiss the report" }
        }
    }
}

pub(crate) async fn decide(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let (doing, at, of) = (app.clone(), app.moment(), plain(&id)?);
    app.db
        .write_retrying(move |tx| {
            let me = visitor.operator(tx, Role::Moderator)?;
            let report = report::find(tx, &of)?;
            not_a_party(tx, &me, &report.game_id)?;
            let why = form.text("why").trim();
            if why.is_empty() {
                return Err(Error::Refused("Please give a reason. The log records it.".into()));
            }
            QUEUE.decide(tx, &me, &report.id, at.now)?;
            let doer = Decision { app: &doing, at: &at, me: &me, report: &report, why };
            if form.text("do") == "dismiss" { doer.dismiss(tx) } else { doer.act(tx, &form) }
        })
        .await?;
    Ok(Redirect::to(HERE))
}

/// One decision under way.
struct Decision<'a> {
    app: &'a App,
    at: &'a Context,
    me: &'a Player,
    report: &'a Report,
    why: &'a str,
}

impl Decision<'_> {
    fn dismiss(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        report::decide(tx, self.at, self.report, &self.me.id, "dismiss")?;
        self.note(tx, Action::Dismiss)
    }

    fn act(&self, tx: &mut Tx<'_>, form: &Form) -> Result<(), Error> {
        let wanted: Vec<&str> =
            ["hide", "warn", "ban", "stop"].into_iter().filter(|it| form.has(it)).collect();
        if wanted.is_empty() {
            let why = "Please tick an action, or dismiss the report.";
            return Err(Error::Refused(why.into()));
        }
        report::decide(tx, self.at, self.report, &self.me.id, &wanted.join(","))?;
        for one in wanted {
            match one {
                "hide" => self.hide(tx)?,
                "warn" => self.warn(tx)?,
                "ban" => self.ban(tx)?,
                _ => self.stop(tx)?,
            }
        }
        Ok(())
    }

    fn note(&self, tx: &mut Tx<'_>, what: Action) -> Result<(), Error> {
        tracing::info!(by = self.me.id, report = self.report.id, what = what.name(), "decided");
        Ok(moderation_log::note(
            tx,
            self.at,
            Act { by: Some(&self.me.id), of: &self.report.subject, why: self.why },
            what,
        )?)
    }

    fn hide(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let Some(spot) = self.report.spot else {
            let why = "This report is about the player in general, so there is no text to hide.";
            return Err(Error::Refused(why.into()));
        };
        store::game::hide(tx, &self.report.game_id, spot.seq, spot.part)?;
        self.note(tx, Action::Hide)
    }

    fn warn(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let reader = warned(tx, &self.report.subject)?.ok_or_else(|| {
            Error::Refused("This machine comes with Luna: nobody would read a warning.".into())
        })?;
        store::warning::give(tx, self.at, &self.me.id, &reader, self.why)?;
        self.note(tx, Action::Warn)
    }

    fn ban(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let subject = store::player::find(tx, &self.report.subject)?;
        if subject.machine || subject.moderates() {
            return Err(Error::Refused(NO_BAN.into()));
        }
        tracing::info!(by = self.me.id, player = subject.id, "banned");
        let mut mailer = Mailer { tx, at: self.at, settings: &self.app.settings };
        Ok(mailer.ban(Act { by: Some(&self.me.id), of: &subject.id, why: self.why })?)
    }

    fn stop(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let line = machine::find(tx, &self.report.subject)?.line;
        for version in machine::versions(tx, &line)? {
            if version.machine.standing.killed_at.is_none() {
                house_machines::kill(tx, self.app, &version.machine.player_id, self.why)?;
            }
        }
        self.note(tx, Action::Stop)
    }
}
