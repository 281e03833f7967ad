//! Tokens and signing secrets: created here and shown once.

use axum::response::{IntoResponse, Redirect, Response};
use luna_app::account_change::AccountChange;
use luna_app::format::date;
use luna_app::hash_secret;
use luna_app::mail::Mailer;
use luna_store as store;
use luna_store::machine::{Machine, Transport};
use luna_store::player::Player;
use luna_store::token::{Scope, Token};
use maud::{Markup, html};

use super::owner::{owner, settings_of};
use super::secrets::seal;
use crate::html::times::ago;
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// The maximum number of valid tokens of one machine.
const MOST_TOKENS: usize = 20;

/// A secret that is shown once.
pub(super) enum RevealedSecret<'a> {
    Signing(&'a str),
    Token(&'a str),
}

pub(super) fn shown_once(
    app: &App,
    me: &Player,
    id: &str,
    name: &str,
    once: &RevealedSecret<'_>,
) -> Response {
    let (title, secret) = match once {
        RevealedSecret::Signing(secret) => ("Its signing secret", secret),
        RevealedSecret::Token(token) => ("New token", token),
    };
    let body = html! {
        h1 { (title) }
        p.note { "This is shown only once. Keep it where nobody else can read it." }
        p.kept { code.secret { (secret) } }
        @match once {
            RevealedSecret::Signing(_) => p {
                "Luna signs every request to " strong dir="auto" { (name) } " with it, so that your service can verify "
                "where a request comes from. If it is lost or leaked, create a new one in the settings."
            },
            RevealedSecret::Token(_) => {
                p {
                    "Anyone who has it can play as " strong dir="auto" { (name) } ". Your program sends it with each request: "
                    code { "Authorization: Bearer " (secret) }
                    " If it is lost or leaked, revoke it in the settings and create another."
                }
                (first_game(&app.settings.public_url))
            }
        }
        p { a.button.now href=(settings_of(id)) { "I’ve saved it" } }
    };
    Page::new(title, body).of(Some(me)).render(app).into_response()
}

/// The way from a token to a first game.
fn first_game(public_url: &str) -> Markup {
    html! {
        h2 { "A first game" }
        p {
            "Luna’s own command writes a machine to start from, and plays a game in the sandbox with it, "
            "where nothing counts:"
        }
        pre {
            "luna bot new python mine\n"
            "export LUNA_SERVER=" (public_url) " LUNA_TOKEN=luna_…\n"
            "luna bot run --mode sandbox --opponent eliza --once --exec python3 mine/machine.py\n"
        }
        p {
            "The command, a Python package and their documentation are part of Luna’s source. In any other "
            "language, your program uses the " a href="/docs/api" { "API" } ". The machine’s page ticks off each step as it happens."
        }
    }
}

pub(super) async fn new_signing_secret(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Response, Error> {
    let (asking, secret, sealing) = (visitor.clone(), app.random.secret(), app.clone());
    let plain = secret.clone();
    let (me, machine) = app
        .db
        .write(move |tx| {
            let me = owner(&asking, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            if machine.declared.way != Transport::Push {
                return Err(Error::NotFound);
            }
            let sealed = seal(&sealing, &machine.line, &plain)?;
            store::machine::set_secret(tx, &machine.player_id, Some(&sealed))?;
            Ok((me, machine))
        })
        .await?;
    Ok(shown_once(&app, &me, &machine.player_id, &machine.name, &RevealedSecret::Signing(&secret)))
}

pub(super) async fn new_token(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let plain = format!("luna_{}", app.random.secret());
    let label = form.text("label").trim();
    let token = Token {
        id: hash_secret(&plain),
        name: if label.is_empty() {
            "unnamed".to_owned()
        } else {
            label.chars().take(50).collect()
        },
        tail: plain.chars().skip(plain.chars().count().saturating_sub(4)).collect(),
        scope: if form.has("read") { Scope::Read } else { Scope::Play },
        created_at: visitor.now,
        used_at: None,
        revoked_at: None,
    };
    let doing = app.clone();
    let (me, machine) = app
        .db
        .write(move |tx| {
            let me = owner(&visitor, tx)?;
            store::machine::lock_all_of(tx, &me.id)?;
            // A change of the password may have logged this browser out meanwhile.
            let me = owner(&visitor, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            let all = store::token::list(tx, &machine.player_id)?;
            if all.iter().filter(|token| token.revoked_at.is_none()).count() >= MOST_TOKENS {
                return Err(Error::Refused(format!(
                    "A machine can have at most {MOST_TOKENS} tokens. Please revoke one first."
                )));
            }
            store::token::create(tx, &machine.player_id, &token)?;
            let at = doing.moment();
            let mut mailer = Mailer { tx, at: &at, settings: &doing.settings };
            let change = AccountChange::Token { machine: &machine.name, name: &token.name };
            mailer.account_changed(&me.id, &change)?;
            Ok((me, machine))
        })
        .await?;
    Ok(shown_once(&app, &me, &machine.player_id, &machine.name, &RevealedSecret::Token(&plain)))
}

pub(super) async fn revoke(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let token: String = form.text("id").chars().filter(char::is_ascii_hexdigit).collect();
    let id = app
        .db
        .write(move |tx| {
            let me = owner(&visitor, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            store::token::revoke(tx, &machine.player_id, &token, visitor.now)?;
            Ok::<_, Error>(machine.player_id)
        })
        .await?;
    Ok(Redirect::to(&settings_of(&id)))
}

/// Tokens and secrets, on the page of a machine's settings.
pub(super) fn section(machine: &Machine, tokens: &[Token], visitor: &Visitor) -> Markup {
    let here = settings_of(&machine.player_id);
    html! {
        h2 { "Tokens" }
        @if machine.declared.way == Transport::Pull {
            p.soft { "Your program authenticates with a token. Each token is shown once, when it is created." }
            @if tokens.is_empty() { p { "No tokens yet. Your program needs one to connect." } }
        } @else {
            p.soft { "Optional: with a token a program can use the API as this machine, for example to read its games." }
        }
        ul.plain {
            @for token in tokens {
                li.row.apart {
                    span {
                        bdi { (token.name) } " " code { "…" (token.tail) } " "
                        span.soft.small {
                            @if token.scope == Scope::Read { "read only" } @else { "may play" }
                            " · made " (date(token.created_at)) " · "
                            @match token.used_at { Some(at) => { "last used " (ago(visitor.now, at)) }, None => "never used" }
                        }
                    }
                    @if token.revoked_at.is_some() { span.soft { "revoked" } }
                    @else {
                        form method="post" action={ (here) "/revoke" } {
                            (csrf(visitor))
                            input type="hidden" name="id" value=(token.id);
                            button.button.quiet { "Revoke" span.unseen { " " bdi { (token.name) } } }
                        }
                    }
                }
            }
        }
        form.after data-kept method="post" action={ (here) "/tokens" } {
            (csrf(visitor))
            div.field {
                label for="label" { "What is the token for?" }
                input id="label" name="label" type="text" autocomplete="off" maxlength="50" aria-describedby="label-hint";
                p.hint #label-hint { "A label to recognise it by, such as “laptop”." }
            }
            label.tick { input type="checkbox" name="read" value="yes"; span { "Read-only" } }
            button.button { "Create a token" }
        }
    }
}

/// For a service, on the page of its settings.
pub(super) fn signing_section(machine: &Machine, visitor: &Visitor) -> Markup {
    html! {
        h2 { "Signing secret" }
        p.soft { "It was shown once. A new one replaces it immediately." }
        form method="post" action={ (settings_of(&machine.player_id)) "/secret" } {
            (csrf(visitor))
            button.button { "Create a new signing secret" }
        }
    }
}
