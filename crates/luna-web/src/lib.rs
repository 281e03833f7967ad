//! Luna over HTTP: pages, forms, event streams and the API.

mod account;
mod admin;
mod api;
mod assets;
mod battery;
mod block;
mod budget;
mod chart;
pub mod client_address;
mod conduct;
mod consent;
mod contest;
mod cookie;
mod disciplines;
mod download;
mod error;
mod events;
mod form;
mod form_request;
mod frame;
mod game;
mod headers;
mod health;
mod id;
mod inbox;
mod layout;
mod live_stream;
mod machine;
mod metrics;
#[cfg(test)]
mod mirror;
mod moon;
mod notice;
mod page_request;
mod paging;
mod predict;
mod privacy;
mod profile;
mod question_campaign;
mod quiz;
mod rating;
mod read_body;
mod report;
mod request_metrics;
mod return_path;
mod settings;
mod state;
mod static_files;
mod static_pages;
mod table;
mod text_questions;
mod times;
mod typing;
mod visitor;

use axum::Router;
use axum::middleware::from_fn_with_state;
use luna_app::Instance;

use crate::state::{App, Discipline};

/// The whole site and API of an instance.
pub fn router(instance: Instance) -> Router {
    site(instance, disciplines::ALL)
}

/// The site with these disciplines.
fn site(instance: Instance, disciplines: &'static [&'static Discipline]) -> Router {
    let app = App::new(instance, disciplines);
    // These hold no `App`, which would then hold itself.
    app.pages.get_or_init(|| pages(disciplines).merge(admin::all_routes(disciplines)));
    pages(disciplines)
        .merge(admin::guarded_routes(&app))
        .merge(static_files::routes())
        .merge(events::routes())
        .fallback(error::not_found)
        .method_not_allowed_fallback(error::forms_only)
        .layer(from_fn_with_state(app.clone(), visitor::layer))
        .merge(api::routes(&app))
        .merge(health::routes())
        .layer(from_fn_with_state(app.clone(), budget::layer))
        .layer(from_fn_with_state(app.clone(), headers::layer))
        .layer(from_fn_with_state(app.clone(), request_metrics::layer))
        .with_state(app)
}

/// The pages, and the addresses of their forms, but those of operators.
fn pages(disciplines: &[&Discipline]) -> Router<App> {
    let all = disciplines.iter().fold(Router::new(), |all, it| all.merge((it.routes)()));
    all.merge(account::routes())
        .merge(api::pages())
        .merge(block::routes())
        .merge(conduct::routes())
        .merge(consent::routes())
        .merge(static_pages::routes())
        .merge(machine::routes())
        .merge(inbox::routes())
        .merge(profile::routes())
        .merge(privacy::routes())
        .merge(rating::routes())
        .merge(report::routes())
        .merge(settings::routes())
}
