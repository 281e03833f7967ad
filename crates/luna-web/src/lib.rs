//! Luna over HTTP: pages, forms, event streams and the API.

mod account;
mod admin;
mod api;
mod battery;
mod budget;
mod conduct;
mod contest;
mod daily;
mod disciplines;
mod game;
mod html;
mod http;
mod landing;
mod machine;
mod page;
mod player;
mod privacy;
mod question_campaign;
mod quiz;
mod rating;

pub use http::client_address;

use axum::Router;
use axum::middleware::from_fn_with_state;
use luna_app::Instance;

use crate::http::state::{App, Discipline};

/// The whole site and API of an instance.
pub fn router(instance: Instance) -> Router {
    site(instance, disciplines::ALL)
}

/// The site with these disciplines.
fn site(instance: Instance, disciplines: &'static [&'static Discipline]) -> Router {
    let app = App::new(instance, disciplines, api::chapters);
    // These hold no `App`, which would then hold itself.
    app.pages.get_or_init(|| pages(disciplines).merge(admin::all_routes(disciplines)));
    pages(disciplines)
        .merge(admin::guarded_routes(&app))
        .merge(http::static_files::routes())
        .merge(http::events::routes())
        .fallback(http::error::not_found)
        .method_not_allowed_fallback(http::error::forms_only)
        .layer(from_fn_with_state(app.clone(), http::visitor::layer))
        .merge(api::routes(&app))
        .merge(http::health::routes())
        .layer(from_fn_with_state(app.clone(), budget::layer))
        .layer(from_fn_with_state(app.clone(), http::headers::layer))
        .layer(from_fn_with_state(app.clone(), http::request_metrics::layer))
        .with_state(app)
}

/// The pages, and the addresses of their forms, but those of operators.
fn pages(disciplines: &[&Discipline]) -> Router<App> {
    let all = disciplines.iter().fold(Router::new(), |all, it| all.merge((it.routes)()));
    all.merge(account::routes())
        .merge(api::pages())
        .merge(conduct::block::routes())
        .merge(conduct::routes())
        .merge(privacy::consent::routes())
        .merge(landing::routes())
        .merge(page::docs::routes())
        .merge(page::static_pages::routes())
        .merge(machine::routes())
        .merge(player::inbox::routes())
        .merge(player::profile::routes())
        .merge(privacy::routes())
        .merge(rating::routes())
        .merge(conduct::report::routes())
        .merge(account::settings::routes())
}
