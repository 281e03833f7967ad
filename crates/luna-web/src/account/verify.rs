//! Links that confirm an address. Anybody can sign up with anybody's address, so the page names the
//! account. Confirming closes every other way into the account: its own browser confirms directly,
//! any other sets a password and logs out all others.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::account_change::AccountChange;
use luna_app::format::date;
use luna_app::hash_secret;
use luna_app::mail::Mailer;
use luna_app::password;
use luna_core::identity::Refusal;
use luna_store::email_link::Kind;
use luna_store::player::Player;
use luna_store::{self as store, Tx, email_link};
use maud::{Markup, html};

use super::device;
use super::field::field;
use super::links::{NewPassword, enter, gone, look_up, own, spent, stale};
use super::session::{logged_in, open_session};
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

const TITLE: &str = "Confirm your address";

/// An account that asks for an address.
struct Claim {
    player: Player,
    email: String,
    proof: Proof,
}

/// The proof that the account is the visitor's own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// This browser is logged in to it.
    Session,
    /// The account has no confirmed address: the link proves ownership, with a new password.
    NewPassword,
    /// It has a confirmed address, whose owner asks for another one.
    LogIn,
}

impl Claim {
    fn find(tx: &mut Tx<'_>, link: &str, visitor: &Visitor) -> Result<Claim, Error> {
        let found = email_link::find(tx, link, Kind::Verify, visitor.now)?
            .ok_or_else(|| stale(Kind::Verify))?;
        let player = store::player::find(tx, &found.player_id).map_err(gone(Kind::Verify))?;
        let here = visitor.player(tx)?.is_some_and(|me| me.id == player.id);
        let proof = match (here, player.verified) {
            (true, _) => Proof::Session,
            (false, true) => Proof::LogIn,
            // It claims another address by now, or none.
            (false, false) if player.email.as_deref() != Some(&found.email) => {
                return Err(stale(Kind::Verify));
            }
            (false, false) => Proof::NewPassword,
        };
        Ok(Claim { player, email: found.email, proof })
    }

    fn page(&self, visitor: &Visitor, token: &str, problem: Option<&str>) -> Markup {
        let path = format!("/verify/{token}");
        html! {
            h1 { "Is this your address?" }
            p {
                "The account " strong { bdi { (self.player.name) } } ", created on " (date(self.player.created_at))
                ", wants to use " strong { (self.email) } "."
            }
            @match self.proof {
                Proof::Session => {
                    p { "Confirm it with one click. From then on we can email you when it is your move." }
                    form method="post" action=(path) {
                        (csrf(visitor))
                        button.button.now { "Yes, it is mine" }
                    }
                }
                Proof::NewPassword => {
                    p {
                        "If the account is yours, enter a password, either a new one or the one you have chosen. "
                        "This logs you in here, logs out all other devices, and ends the tokens of the account's machines."
                    }
                    form method="post" action=(path) {
                        (csrf(visitor))
                        (field("password", "password", "password", "Password, at least 8 characters", "", "new-password", problem))
                        button.button.now { "Yes, it is mine" }
                    }
                }
                Proof::LogIn => {
                    p { "If the account is yours, log in to it first. You will come back here." }
                    p { a.button.now href={ "/login?back=" (path) } { "Log in" } }
                }
            }
            p.after { "Perhaps somebody else typed your address, by mistake or on purpose." }
            form method="post" action={ (path) "/refuse" } {
                (csrf(visitor))
                button.button { "This is not my account" }
            }
        }
    }
}

pub(super) async fn show(
    PageRequest { app, visitor, id: token }: PageRequest,
) -> Result<Response, Error> {
    page(&app, &visitor, &token, None).await
}

async fn page(
    app: &App,
    visitor: &Visitor,
    token: &str,
    problem: Option<&str>,
) -> Result<Response, Error> {
    let (me, claim) =
        look_up(app, visitor, token, |tx, link, visitor| match Claim::find(tx, link, visitor) {
            Ok(claim) => Ok(Some(claim)),
            Err(Error::StaleLink { .. }) => Ok(None),
            Err(other) => Err(other),
        })
        .await?;
    let body = match claim {
        Some(claim) => claim.page(visitor, token, problem),
        None => spent(Kind::Verify, TITLE),
    };
    let status = if problem.is_none() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok((status, Page::new(TITLE, body).of(me.as_ref()).quiet().render(app)).into_response())
}

pub(super) async fn send(
    FormRequest { app, visitor, id: token, form }: FormRequest,
) -> Result<Response, Error> {
    let (id, asking) = (hash_secret(&token), visitor.clone());
    let claim = app.db.read(move |tx| Claim::find(tx, &id, &asking)).await?;
    match claim.proof {
        Proof::Session => {
            let (email, doing) = (claim.email.clone(), app.clone());
            let changes = claim.player.email.as_ref() != Some(&claim.email);
            let cookie = if changes { Some(app.random.secret()) } else { None };
            let session = cookie.as_deref().map(hash_secret);
            let link = hash_secret(&token);
            app.db
                .write(move |tx| confirm_here(tx, &doing, &visitor, &link, session.as_deref()))
                .await?;
            let to = Redirect::to("/settings");
            let Some(cookie) = cookie else { return Ok(to.into_response()) };
            let response = logged_in(&app, &cookie, to);
            return device::remember(&app, &email, response).await;
        }
        Proof::LogIn => return Err(Error::LoggedOut { back: visitor.path }),
        Proof::NewPassword => {}
    }
    let secret = form.text("password").to_owned();
    let Claim { player, email, .. } = claim;
    if let Err(why) = password::check(&secret, &[&email, &player.name]).await {
        return page(&app, &visitor, &token, Some(&why)).await;
    }
    let salt = password::salt(&app, &email).await?;
    let hash = password::hash(secret, salt).await.ok_or(Refusal::LongPassword)?;
    let cookie = app.random.secret();
    let new = NewPassword { hash, session: hash_secret(&cookie) };
    app.db.write(move |tx| confirm_elsewhere(tx, &visitor, &hash_secret(&token), &new)).await?;
    let response = logged_in(&app, &cookie, Redirect::to("/games"));
    device::remember(&app, &email, response).await
}

/// The proof is checked again: the visitor may have logged out in the meantime.
fn still(tx: &mut Tx<'_>, visitor: &Visitor, link: &str, proof: Proof) -> Result<Claim, Error> {
    let claim = Claim::find(tx, link, visitor)?;
    if claim.proof == proof { Ok(claim) } else { Err(store::Error::Conflict.into()) }
}

/// Confirms an address in a browser that is logged in. If the account had another, `session` begins
/// there, and everything else ends.
fn confirm_here(
    tx: &mut Tx<'_>,
    app: &App,
    visitor: &Visitor,
    link: &str,
    session: Option<&str>,
) -> Result<(), Error> {
    let id = still(tx, visitor, link, Proof::Session)?.player.id;
    store::ways_in::lock(tx, &id)?;
    let Claim { player, email, .. } = still(tx, visitor, link, Proof::Session)?;
    own(tx, Kind::Verify, &player.id, &email)?;
    email_link::spend(tx, link, Kind::Verify).map_err(gone(Kind::Verify))?;
    if player.email.as_deref() == Some(&email) {
        return Ok(());
    }
    let session = session.ok_or(store::Error::Conflict)?;
    store::ways_in::end_all(tx, &player.id, visitor.now)?;
    open_session(tx, visitor, session, &player.id, visitor.now)?;
    let (at, old) = (app.moment(), player.email.as_deref().filter(|_| player.verified));
    let mut mailer = Mailer { tx, at: &at, settings: &app.settings };
    Ok(mailer.account_changed(&player.id, &AccountChange::Address { old, new: &email })?)
}

fn confirm_elsewhere(
    tx: &mut Tx<'_>,
    visitor: &Visitor,
    link: &str,
    new: &NewPassword,
) -> Result<(), Error> {
    let id = still(tx, visitor, link, Proof::NewPassword)?.player.id;
    store::ways_in::lock(tx, &id)?;
    let Claim { player, email, .. } = still(tx, visitor, link, Proof::NewPassword)?;
    own(tx, Kind::Verify, &player.id, &email)?;
    email_link::spend(tx, link, Kind::Verify).map_err(gone(Kind::Verify))?;
    // An unconfirmed account has no second factor.
    enter(tx, visitor, &player.id, new).map(drop)
}

/// `POST /verify/{token}/refuse`: takes the address off the account.
pub(super) async fn refuse(
    FormRequest { app, visitor, id: token, .. }: FormRequest,
) -> Result<Response, Error> {
    let (id, asking) = (hash_secret(&token), visitor.clone());
    let (me, name) = app
        .db
        .write(move |tx| {
            let Claim { player, email, .. } = Claim::find(tx, &id, &asking)?;
            store::player::disclaim_email(tx, &player.id, &email)?;
            email_link::withdraw(tx, &player.id, &email)?;
            Ok::<_, Error>((asking.player(tx)?, player.name))
        })
        .await?;
    let body = html! {
        h1 { "Not your account" }
        p {
            "The account " strong { bdi { (name) } } " no longer claims your address, and the "
            "links that we sent to you about it no longer work."
        }
        p { a.button href="/signup" { "Create my own account" } " " a.button href="/" { "Start page" } }
    };
    Ok(Page::new("Not your account", body).of(me.as_ref()).render(&app).into_response())
}
