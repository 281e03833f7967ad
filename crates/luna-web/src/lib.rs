//! Luna over HTTP: pages, forms, event streams, and the work that is done
//! later.

mod account;
mod admin;
mod api;
mod assets;
mod block;
pub mod call;
mod chart;
mod clock;
mod conduct;
pub mod consent;
mod cookie;
mod error;
mod events;
mod follow;
mod form;
mod game;
mod headers;
mod health;
pub mod house;
mod inbox;
mod judge;
mod landing;
mod layout;
mod limit;
mod mac;
mod machine;
mod mail;
mod metrics;
mod moon;
mod notice;
mod password;
mod player;
pub mod predict;
mod presence;
mod privacy;
pub mod rating;
pub mod recall;
mod report;
mod settings;
mod table;
pub mod typing;
mod visitor;
mod whole;
mod words;
pub mod work;

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use luna_core::game::Rules;
use luna_machines::Houses;
use luna_store::game::{Moment, Timing};
use luna_store::retention::Retention;
use luna_store::{self as store, Db, Random};
use tokio::sync::watch;

use crate::error::Error;

pub use crate::api::{Known, Streams};
pub use crate::clock::Clock;
pub use crate::follow::Followers;
pub use crate::health::Health;
pub use crate::limit::Limits;
pub use crate::metrics::Metrics;
pub use crate::password::{Salt, check as check_password, hash as hash_password};
pub use crate::presence::Presence;
pub use crate::visitor::{hash as hash_secret, network};
pub use crate::words::{guesses, stamp, thousands};

/// What every handler can ask for; many hold it at once.
#[derive(Clone)]
pub struct App(Arc<Parts>);

#[derive(Clone)]
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
    pub settings: Arc<Settings>,
    pub limits: Arc<Limits>,
    pub houses: Arc<Houses>,
    pub metrics: Arc<Metrics>,
    /// What machines elsewhere are called with.
    pub calls: Arc<call::Calls>,
    /// Tokens of machines that have been good.
    pub known: Arc<Known>,
    /// How many streams machines have open.
    pub streams: Arc<Streams>,
    /// All streams that are open, of pages and of machines.
    pub followers: Arc<Followers>,
    /// Who is here.
    pub presence: Arc<Presence>,
    pub health: Arc<Health>,
    /// Becomes true when the server is to stop: streams end.
    pub stopping: watch::Receiver<bool>,
}

/// What an instance has settled on.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "switches that an operator sets")]
pub struct Settings {
    /// Where people reach this instance, without a slash at the end.
    pub public_url: String,
    pub timing: Timing,
    pub rules: Rules,
    /// The person or body that runs this instance and answers for its data.
    pub controller: String,
    /// Their postal address.
    pub controller_address: String,
    /// How people reach them.
    pub contact: String,
    /// Where people in distress find help: a text, a URL or a telephone number.
    pub help_line: String,
    /// What they add to the page about privacy, such as where the data lies.
    pub privacy_statement: String,
    /// Mail is sent; otherwise it is shown to the operator.
    pub smtp: bool,
    /// The address of the visitor comes from the proxy's X-Forwarded-For.
    pub behind_proxy: bool,
    /// How many guests one address may make in an hour.
    pub guests_per_hour: u32,
    /// Two guests of one address or browser may meet in a rated game.
    pub neighbours_meet: bool,
    /// How many games one person may begin in an hour.
    pub games_per_hour: u32,
    /// How many streams one address may have open.
    pub streams_per_address: usize,
    /// How long the body of a request may take to arrive.
    pub patience: Duration,
    /// How many requests a machine's token may make in a minute.
    pub machine_requests_per_minute: u32,
    /// Machines' URLs may lead to this machine and its private network.
    pub private_machines: bool,
    /// What opens the server's figures; without it nobody sees them.
    pub metrics_token: Option<String>,
    /// What encrypts the keys that owners leave; without it none are kept.
    pub secret: Option<String>,
    /// Ages after which something is deleted.
    pub retention: Retention,
    /// A language model that plays on behalf of this instance.
    pub panel: Option<Panel>,
}

/// A model behind an OpenAI-compatible interface.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Up to and without `/chat/completions`.
    pub url: String,
    pub model: String,
    /// 0: no limit, and no sandbox games for everybody.
    pub tokens_per_day: u64,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    pub fn new(parts: Parts) -> App {
        App(Arc::new(parts))
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment { now: self.now(), random: self.random.clone(), timing: self.settings.timing }
    }

    /// The random text that this instance salts passwords and signs cookies with.
    pub(crate) async fn key(&self) -> Result<String, Error> {
        let name = store::setting::KEY;
        if let Some(key) = self.db.read(move |tx| store::setting::get(tx, name)).await? {
            return Ok(key);
        }
        let fresh = self.random.secret();
        Ok(self.db.write(move |tx| store::setting::keep_first(tx, name, &fresh)).await?)
    }

    pub(crate) fn now(&self) -> i64 {
        (self.clock.0)()
    }
}

impl Settings {
    /// Cookies are marked for https only where people come by https.
    pub(crate) fn secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

pub fn router(app: App) -> Router {
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
        .merge(landing::routes())
        .merge(machine::routes())
        .merge(inbox::routes())
        .merge(player::routes())
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
