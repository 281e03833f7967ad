//! Luna over HTTP: pages, forms, event streams, and the work that is done
//! later.

mod account;
mod admin;
mod api;
mod assets;
mod block;
mod chart;
mod conduct;
mod consent;
mod cookie;
mod error;
mod events;
mod form;
mod game;
mod headers;
mod health;
mod inbox;
mod layout;
mod live_stream;
mod machine;
mod metrics;
mod moon;
mod notice;
mod predict;
mod privacy;
mod profile;
mod rating;
mod read_body;
mod report;
mod settings;
mod static_pages;
mod table;
mod times;
pub mod typing;
mod visitor;

use std::ops::Deref;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use luna_app::Instance;

use crate::api::{Streams, VerifiedTokens};
use crate::health::Health;
use crate::metrics::Metrics;

/// The state that all handlers share.
#[derive(Clone)]
pub(crate) struct App(Arc<Parts>);

/// An instance, and what its HTTP server keeps beside it.
pub(crate) struct Parts {
    instance: Instance,
    metrics: Arc<Metrics>,
    /// Tokens of machines that have been good.
    known: VerifiedTokens,
    /// The open streams of each machine.
    streams: Arc<Streams>,
    health: Health,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Deref for Parts {
    type Target = Instance;

    fn deref(&self) -> &Instance {
        &self.instance
    }
}

impl App {
    fn new(instance: Instance) -> App {
        App(Arc::new(Parts {
            instance,
            metrics: Arc::default(),
            known: VerifiedTokens::default(),
            streams: Arc::default(),
            health: Health::default(),
        }))
    }
}

/// The whole site and API of an instance.
pub fn router(instance: Instance) -> Router {
    let app = App::new(instance);
    Router::new()
        .merge(account::routes())
        .merge(admin::routes())
        .merge(api::pages())
        .merge(assets::routes())
        .merge(block::routes())
        .merge(conduct::routes())
        .merge(consent::routes())
        .merge(events::routes())
        .merge(game::routes())
        .merge(static_pages::routes())
        .merge(machine::routes())
        .merge(inbox::routes())
        .merge(profile::routes())
        .merge(privacy::routes())
        .merge(rating::routes())
        .merge(report::routes())
        .merge(settings::routes())
        .fallback(error::not_found)
        .method_not_allowed_fallback(error::forms_only)
        .layer(from_fn_with_state(app.clone(), visitor::layer))
        .merge(api::routes(&app))
        .merge(health::routes())
        .layer(from_fn_with_state(app.clone(), headers::layer))
        .layer(from_fn_with_state(app.clone(), metrics::layer))
        .with_state(app)
}
