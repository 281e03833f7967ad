//! Guests and accounts: signing up, logging in and out, links from mails.

mod claims;
pub(crate) mod device;
pub(crate) mod field;
pub(crate) mod guest;
mod links;
mod log_in;
pub(crate) mod recovery;
mod second_step;
pub(crate) mod session;
pub(crate) mod settings;
mod sign_up;
mod verify;

use axum::Router;
use axum::routing::{get, post};

use crate::http::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/guest", post(guest::send))
        .route("/signup", get(sign_up::show).post(sign_up::send))
        .route("/login", get(log_in::show).post(log_in::send))
        .route("/login/code", get(log_in::begin_again).post(second_step::send))
        .route("/logout", post(session::log_out))
        .route("/recover", get(recovery::show).post(recovery::send))
        .route("/settings/recovery", post(recovery::make))
        .route("/verify/{token}", get(verify::show).post(verify::send))
        .route("/verify/{token}/refuse", post(verify::refuse))
        .route("/forgot", get(links::forgot_page).post(links::forgot))
        .route("/claims/{token}", get(claims::show).post(claims::send))
        .route("/reset/{token}", get(links::reset_page).post(links::reset))
        .route("/mail/off/{token}", get(links::mail_off_page).post(links::mail_off))
}
