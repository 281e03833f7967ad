//! The settings' section on consent: each choice, since when it holds, and the
//! way to change it.

use std::collections::BTreeMap;

use axum::response::Redirect;
use luna_store::Tx;
use luna_store::consent::{self as store, Matter, Purpose, Record};
use luna_store::player::Player;
use maud::{Markup, html};

use super::boxes::FREE;
use super::points::points;
use crate::html::times::ago;
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;
use luna_app::Instance;
use luna_app::consent::{give, is_current, text, texts};
use luna_app::rate_limit;

/// A visitor and what they have agreed to.
pub(crate) struct ConsentState {
    pub(crate) me: Option<Player>,
    pub(crate) adult: bool,
    play: bool,
    /// They agree to rate questions.
    pub(crate) rating: bool,
    /// The free choices that are in force.
    pub(super) free: Vec<Purpose>,
}

impl ConsentState {
    pub(crate) fn may_play(&self) -> bool {
        self.adult && self.play
    }
}

pub(crate) fn consent_state(tx: &mut Tx<'_>, visitor: &Visitor) -> Result<ConsentState, Error> {
    let me = match visitor.player(tx) {
        // People who are banned may read what everybody may.
        Err(Error::Banned(_)) => None,
        me => me?,
    };
    let mut standing =
        ConsentState { me, adult: false, play: false, rating: false, free: Vec::new() };
    if let Some(me) = &standing.me {
        standing.adult = is_current(tx, &me.id, Purpose::Adult)?;
        standing.play = is_current(tx, &me.id, Purpose::Play)?;
        standing.rating = is_current(tx, &me.id, Purpose::Rating)?;
        for purpose in FREE {
            if is_current(tx, &me.id, purpose)? {
                standing.free.push(purpose);
            }
        }
    }
    Ok(standing)
}

/// The effect of withdrawing, in one sentence.
fn withdrawal(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Play => {
            "If you withdraw, you cannot make moves until you agree again. What you wrote stays; \
             to remove it, erase yourself below."
        }
        Purpose::Publication => {
            "If you withdraw, all future releases leave your texts out. Copies of earlier releases \
             cannot be called back."
        }
        Purpose::Recall => {
            "If you withdraw, Recall forgets your answers at once. What it already said stays in \
             those games until you erase yourself."
        }
        Purpose::Rating => {
            "If you withdraw, you cannot rate until you agree again. Your ratings so far count."
        }
        Purpose::RatingPublication => {
            "If you withdraw, all future releases leave your ratings out. Copies of earlier releases \
             cannot be called back."
        }
        Purpose::Contest => {
            "If you withdraw, your seat takes no more keys until you agree again. What was recorded \
             stays with the organiser."
        }
        Purpose::ContestPublication => {
            "If you withdraw, your conversations are private at once. Copies that others have made \
             cannot be called back."
        }
        Purpose::Adult | Purpose::Machines => "",
    }
}

/// What a player has agreed to.
pub(crate) struct History {
    records: Vec<Record>,
    /// The names of what they are about, by its id.
    names: BTreeMap<String, String>,
}

impl History {
    pub(crate) fn read(tx: &mut Tx<'_>, app: &Instance, player_id: &str) -> Result<History, Error> {
        let records = store::history(tx, player_id)?;
        let mut names = BTreeMap::new();
        for it in records.iter().filter(|it| !it.about.is_empty()) {
            let owner = app.disciplines.iter().find(|owner| owner.purposes.contains(&it.purpose));
            let name = owner.map(|owner| (owner.name)(tx, &it.about)).transpose()?.flatten();
            names.extend(name.map(|name| (it.about.clone(), name)));
        }
        Ok(History { records, names })
    }
}

/// The choices of a player, from their history. Those for raters and in contests are shown to those who
/// have made them.
pub(crate) fn section(History { records: history, names }: &History, visitor: &Visitor) -> Markup {
    let last =
        |purpose| history.iter().rev().find(|it| it.purpose == purpose && it.about.is_empty());
    let mut contests: Vec<&str> = history.iter().map(|it| it.about.as_str()).collect();
    contests.sort_unstable();
    contests.dedup();
    contests.retain(|about| !about.is_empty());
    html! {
        @for purpose in [Purpose::Play, Purpose::Publication, Purpose::Recall] {
            (choice(purpose.into(), None, last(purpose), visitor))
        }
        @if last(Purpose::Rating).is_some() {
            @for purpose in [Purpose::Rating, Purpose::RatingPublication] {
                (choice(purpose.into(), None, last(purpose), visitor))
            }
        }
        @for about in contests {
            @for purpose in [Purpose::Contest, Purpose::ContestPublication] {
                @let of = |it: &&Record| it.about == about;
                @let name = names.get(about).map(String::as_str);
                @let last = history.iter().rev().find(|it| it.purpose == purpose && of(it));
                (choice(Matter { purpose, about }, name, last, visitor))
            }
        }
        @if let Some(adult) = last(Purpose::Adult) {
            p.soft { "You told us " (ago(visitor.now, adult.given_at)) " that you are 18 or older." }
        }
    }
}

fn choice(
    matter: Matter<'_>,
    about_name: Option<&str>,
    last: Option<&Record>,
    visitor: &Visitor,
) -> Markup {
    // The text of a role, if they have agreed to one.
    let of_role =
        |it: &Record| texts(matter.purpose).into_iter().find(|text| text.hash() == it.text_hash);
    let text = last.and_then(of_role).unwrap_or(text(matter.purpose));
    let in_force = last.filter(|record| record.withdrawn_at.is_none());
    // What was agreed to in a contest holds for it.
    let is_same = |it: &Record| !it.about.is_empty() || it.text_hash == text.hash();
    let current = in_force.is_some_and(is_same);
    html! {
        h3 { (text.title) @if let Some(name) = about_name { ": " span dir="auto" { (name) } } }
        p {
            @match (in_force, last.and_then(|record| record.withdrawn_at)) {
                (Some(record), _) => {
                    "You agreed " (ago(visitor.now, record.given_at)) ". "
                    @if !current { "The text has changed since then. " }
                    (withdrawal(matter.purpose))
                }
                (None, Some(at)) => { "You withdrew " (ago(visitor.now, at)) "." }
                (None, None) => { "You have not agreed to this." }
            }
        }
        details {
            summary { "The text" }
            p { strong { (text.label) } }
            @for line in text.summary { p { (line) } }
            (points(text))
        }
        div.row {
            @if !current { (agree_button(matter, visitor)) }
            @if in_force.is_some() { (button(matter, "no", withdraw_label(matter.purpose), visitor)) }
        }
    }
}

/// Consent to play has a page with several boxes; the other choices have a button.
fn agree_button(matter: Matter<'_>, visitor: &Visitor) -> Markup {
    let label = match matter.purpose {
        Purpose::Publication => "Allow publication",
        Purpose::Recall => "Allow Recall",
        Purpose::Rating => "Agree to rating",
        Purpose::RatingPublication => "Allow publication of ratings",
        Purpose::Contest => "Agree to take part",
        Purpose::ContestPublication => "Allow publication of conversations",
        Purpose::Play | Purpose::Adult | Purpose::Machines => {
            return html! { a.button href="/consent?back=/settings" { "Read and agree" } };
        }
    };
    button(matter, "yes", label, visitor)
}

fn withdraw_label(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Play => "Withdraw and stop playing",
        Purpose::Publication => "Withdraw from publication",
        Purpose::Recall => "Withdraw from Recall",
        Purpose::Rating => "Withdraw and stop rating",
        Purpose::RatingPublication => "Withdraw ratings from publication",
        Purpose::Contest => "Withdraw from the contest",
        Purpose::ContestPublication => "Withdraw conversations from publication",
        Purpose::Adult | Purpose::Machines => "Withdraw",
    }
}

fn button(matter: Matter<'_>, value: &str, label: &str, visitor: &Visitor) -> Markup {
    html! {
        form method="post" action={ "/settings/consent/" (matter.purpose.name()) } {
            (csrf(visitor))
            input type="hidden" name="give" value=(value);
            @if !matter.about.is_empty() { input type="hidden" name="about" value=(matter.about); }
            button.button { (label) }
        }
    }
}

/// Decides if a choice can be made here. Playing can only be withdrawn here.
fn is_open(purpose: Purpose, gives: bool) -> bool {
    match purpose {
        Purpose::Publication
        | Purpose::Recall
        | Purpose::Rating
        | Purpose::RatingPublication
        | Purpose::Contest
        | Purpose::ContestPublication => true,
        Purpose::Play => !gives,
        Purpose::Adult | Purpose::Machines => false,
    }
}

/// Gives a choice, or withdraws it.
pub(super) async fn send(
    FormRequest { app, visitor, id: name, form }: FormRequest,
) -> Result<Redirect, Error> {
    let gives = form.text("give") == "yes";
    let purpose = Purpose::from_name(&name).ok_or(Error::NotFound)?;
    let about = form.text("about").to_owned();
    let instance: &Instance = &app;
    let mut disciplines = instance.disciplines.iter();
    let owner = disciplines.find(|it| it.purposes.contains(&purpose));
    if !is_open(purpose, gives) || owner.is_some() == about.is_empty() {
        return Err(Error::NotFound);
    }
    let (doing, at) = (app.clone(), app.moment());
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            if gives {
                doing.limits.take(rate_limit::AGREEMENTS, &me.id, visitor.now)?;
            }
            if let Some(owner) = owner {
                let history = store::history(tx, &me.id)?;
                // The first agreement is on the page of the invitation.
                if !history.iter().any(|it| it.about == about) {
                    return Err(Error::NotFound);
                }
                (owner.change_consents)(tx, &at, &about, &me.id, &[(purpose, gives)])?;
            } else if gives {
                give(tx, &me.id, purpose, visitor.now)?;
            } else {
                store::withdraw(tx, &me.id, purpose, visitor.now)?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    Ok(Redirect::to("/settings#consent"))
}
