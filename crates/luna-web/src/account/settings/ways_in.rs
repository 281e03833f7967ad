//! The ways into a player, in the settings: each is shown, and ended one by one or all at once.

use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::format::{date, many, minute};
use luna_app::hash_secret;
use luna_store::ways_in::{self, Kind, WayIn};
use maud::{Markup, html};

use crate::account::session::{logged_in, open_session};
use crate::html::times::ago;
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// The section of the settings.
pub(super) fn section(all: &[WayIn], guest: bool, visitor: &Visitor) -> Markup {
    let tokens = all.iter().filter(|way| way.kind == Kind::Token).count();
    html! {
        h2 #ways-in { "Ways in" }
        p.soft {
            @if guest { "Everything that lets somebody play as you. End what you do not know." }
            @else { "Everything that lets somebody in without your password. End what you do not know, and change your password." }
        }
        ul.plain { @for way in all { (line(way, visitor)) } }
        @if all.len() > 1 {
            form.after method="post" action="/settings/ways-in/end-all" {
                (csrf(visitor))
                p.note {
                    "All at once: this browser stays logged in, all others are logged out, and links in mails end."
                    (tokens_end(tokens))
                    @if guest { " Your recovery code ends too; you can create another." }
                }
                button.button { "End all other ways in" }
            }
        }
    }
}

/// The sentence about the tokens that a change ends, if there are any.
pub(super) fn tokens_end(tokens: usize) -> Markup {
    html! {
        @if tokens > 0 {
            " " (many(i64::try_from(tokens).unwrap_or(i64::MAX), "token")) " of your machines "
            @if tokens == 1 { "ends" } @else { "end" } " as well: their programs stop until you give them new ones."
        }
    }
}

fn line(way: &WayIn, visitor: &Visitor) -> Markup {
    let here = way.kind == Kind::Session && visitor.session.as_ref() == Some(&way.id);
    html! {
        li.row.apart {
            span {
                (name(way)) " "
                span.soft.small {
                    @if here { "this one" }
                    @else if let Some(at) = way.used_at { @if way.kind == Kind::Invitation { "accepted " } @else { "last used " } (ago(visitor.now, at)) }
                    @else if let Some(at) = way.until { "until " (minute(at)) }
                    @else { "never used" }
                    @if let Some(at) = way.since { ", since " (date(at)) }
                }
            }
            @if !here {
                form method="post" action="/settings/ways-in/end" {
                    (csrf(visitor))
                    input type="hidden" name="kind" value=(way.kind.name());
                    input type="hidden" name="way" value=(way.id);
                    @if way.kind == Kind::Session { button.button.quiet { "Log out" } }
                    @else { button.button.quiet { "End" span.unseen { " " (name(way)) } } }
                }
            }
        }
    }
}

fn name(way: &WayIn) -> Markup {
    html! {
        @match way.kind {
            Kind::Session => bdi { (way.label) },
            Kind::RecoveryCode => "Recovery code",
            Kind::MailLink => { "Link in a mail to " bdi { (way.label) } }
            Kind::Token => { "Token of " bdi { (way.label) } }
            Kind::Invitation => { "Invitation to " bdi { (way.label) } }
        }
    }
}

/// `POST /settings/ways-in/end`: ends one.
pub(super) async fn end(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Redirect, Error> {
    let kind = Kind::from_name(form.text("kind")).ok_or(Error::NotFound)?;
    let id: String = form.text("way").chars().filter(char::is_ascii_alphanumeric).collect();
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            Ok::<_, Error>(ways_in::end(tx, &me.id, (kind, &id), visitor.now)?)
        })
        .await?;
    Ok(Redirect::to("/settings"))
}

/// `POST /settings/ways-in/end-all`: ends all, and this browser begins another session.
pub(super) async fn end_all(
    BareFormRequest { app, visitor, .. }: BareFormRequest,
) -> Result<Response, Error> {
    let token = app.random.secret();
    let session = hash_secret(&token);
    app.db
        .write(move |tx| {
            let id = visitor.logged_in(tx)?.id;
            ways_in::lock(tx, &id)?;
            let me = visitor.logged_in(tx)?;
            ways_in::end_all(tx, &me.id, visitor.now)?;
            open_session(tx, &visitor, &session, &me.id, visitor.now)
        })
        .await?;
    Ok(logged_in(&app, &token, Redirect::to("/settings")).into_response())
}
