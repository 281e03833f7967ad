//! The settings' section on consent: each choice, since when it holds, and the
//! way to change it.

use axum::response::Redirect;
use luna_store::Tx;
use luna_store::consent::{self as store, Purpose, Record};
use luna_store::player::Player;
use maud::{Markup, html};

use super::boxes::FREE;
use super::points::points;
use crate::error::Error;
use crate::form::extract::FormRequest;
use crate::layout::csrf;
use crate::times::ago;
use crate::visitor::Visitor;
use luna_app::consent::{give, is_current, text};
use luna_app::rate_limit;

/// A visitor and what they have agreed to.
pub(crate) struct ConsentState {
    pub(crate) me: Option<Player>,
    pub(crate) adult: bool,
    play: bool,
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
    let mut standing = ConsentState { me, adult: false, play: false, free: Vec::new() };
    if let Some(me) = &standing.me {
        standing.adult = is_current(tx, &me.id, Purpose::Adult)?;
        standing.play = is_current(tx, &me.id, Purpose::Play)?;
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
        Purpose::Adult | Purpose::Machines => "",
    }
}

/// The choices of a player, from their history.
pub(crate) fn section(history: &[Record], visitor: &Visitor) -> Markup {
    let last = |purpose| history.iter().rev().find(|record| record.purpose == purpose);
    let adult = last(Purpose::Adult);
    html! {
        @for purpose in [Purpose::Play, Purpose::Publication, Purpose::Recall] {
            (choice(purpose, last(purpose), visitor))
        }
        @if let Some(adult) = adult {
            p.soft { "You told us " (ago(visitor.now, adult.given_at)) " that you are 18 or older." }
        }
    }
}

fn choice(purpose: Purpose, last: Option<&Record>, visitor: &Visitor) -> Markup {
    let text = text(purpose);
    let in_force = last.filter(|record| record.withdrawn_at.is_none());
    let current = in_force.is_some_and(|record| record.text_hash == text.hash());
    html! {
        h3 { (text.title) }
        p {
            @match (in_force, last.and_then(|record| record.withdrawn_at)) {
                (Some(record), _) => {
                    "You agreed " (ago(visitor.now, record.given_at)) ". "
                    @if !current { "The text has changed since then. " }
                    (withdrawal(purpose))
                }
                (None, Some(at)) => { "You withdrew " (ago(visitor.now, at)) "." }
                (None, None) => { "You have not agreed to this." }
            }
        }
        details {
            summary { "The text" }
            (points(text))
        }
        div.row {
            @if !current { (agree_button(purpose, visitor)) }
            @if in_force.is_some() { (button(purpose, "no", withdraw_label(purpose), visitor)) }
        }
    }
}

/// Consent to play has a page with several boxes; the other choices have a button.
fn agree_button(purpose: Purpose, visitor: &Visitor) -> Markup {
    match purpose {
        Purpose::Publication => button(purpose, "yes", "Allow publication", visitor),
        Purpose::Recall => button(purpose, "yes", "Allow Recall", visitor),
        Purpose::Play | Purpose::Adult | Purpose::Machines => {
            html! { a.button href="/consent?back=/settings" { "Read and agree" } }
        }
    }
}

fn withdraw_label(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Play => "Withdraw and stop playing",
        Purpose::Publication => "Withdraw from publication",
        Purpose::Recall => "Withdraw from Recall",
        Purpose::Adult | Purpose::Machines => "Withdraw",
    }
}

fn button(purpose: Purpose, value: &str, label: &str, visitor: &Visitor) -> Markup {
    html! {
        form method="post" action={ "/settings/consent/" (purpose.name()) } {
            (csrf(visitor))
            input type="hidden" name="give" value=(value);
            button.button { (label) }
        }
    }
}

/// Gives a free choice, or withdraws it; playing can only be withdrawn here.
pub(super) async fn send(
    FormRequest { app, visitor, id: name, form }: FormRequest,
) -> Result<Redirect, Error> {
    let gives = form.text("give") == "yes";
    let purpose = Purpose::from_name(&name).ok_or(Error::NotFound)?;
    if !FREE.contains(&purpose) && (purpose != Purpose::Play || gives) {
        return Err(Error::NotFound);
    }
    let doing = app.clone();
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            if gives {
                doing.limits.take(rate_limit::AGREEMENTS, &me.id, visitor.now)?;
                give(tx, &me.id, purpose, visitor.now)?;
            } else {
                store::withdraw(tx, &me.id, purpose, visitor.now)?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    Ok(Redirect::to("/settings#consent"))
}
