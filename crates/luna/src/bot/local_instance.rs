//! A real instance in this process, for the duration of a check.

use std::path::PathBuf;
use std::sync::Arc;

use axum::middleware;
use luna_machines::api_client::ApiClient;
use luna_machines::openai::Patience;
use luna_store::machine::{self, MachineConfig, Skills, Transport};
use luna_store::token::{self, Scope, Token};
use luna_store::{self as store, Db, player};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::fault_proxy::{FaultProxy, pass};
use super::partner::Partner;
use crate::config::Config;
use crate::config::environment;
use crate::failure::Failure;
use crate::serve;
use crate::serve::listen;

pub(crate) struct LocalInstance {
    pub(crate) url: String,
    /// The token of the checked machine.
    pub(crate) token: String,
    /// A second one, whose requests the proxy does not record.
    unrecorded: String,
    /// The token of the partner.
    partner: String,
    pub(crate) proxy: Arc<FaultProxy>,
    folder: Folder,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
}

/// The names of the two machines.
pub(crate) const CHECKED: &str = "checked";
pub(crate) const PARTNER: &str = "partner";

/// Removed when dropped.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

impl LocalInstance {
    pub(crate) async fn start(config: &Config) -> Result<LocalInstance, Failure> {
        let path =
            std::env::temp_dir().join(format!("luna-check-{}", environment::random().secret()));
        std::fs::create_dir_all(&path)?;
        let database = format!("sqlite:{}", path.join("luna.db").display());
        let folder = Folder(path);
        let db = Db::open(&database).map_err(|error| Failure::opening(&database, &error))?;
        let [token, unrecorded] = register(&db, CHECKED).await?;
        let [partner, _] = register(&db, PARTNER).await?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (stop, stopping) = watch::channel(false);
        let app = serve::instance(config, db, address, stopping.clone())?;
        luna_app::jobs::prepare(&app).await?;
        let proxy = Arc::new(FaultProxy::new(&[&partner, &unrecorded], PARTNER));
        let through_proxy = middleware::from_fn_with_state(Arc::clone(&proxy), pass);
        let router = luna_web::router(app).layer(through_proxy);
        let limits = listen::Limits::new(config);
        let serving = tokio::spawn(async move {
            let mut stopping = stopping;
            let asked = async move { drop(stopping.wait_for(|&stop| stop).await) };
            listen::serve(listener, router, limits, asked).await;
        });
        Ok(LocalInstance {
            url: format!("http://{address}"),
            token,
            unrecorded,
            partner,
            proxy,
            folder,
            stop,
            serving,
        })
    }

    /// The machine's partner.
    pub(crate) fn partner(&self, seed: u64) -> Result<Partner, Failure> {
        let luna = ApiClient::new(&self.url, &self.partner, Patience::default());
        Ok(Partner::new(luna.map_err(Failure::Refused)?, CHECKED, seed))
    }

    /// A client with the identity of the checked machine.
    pub(crate) fn luna(&self) -> Result<ApiClient, Failure> {
        ApiClient::new(&self.url, &self.unrecorded, Patience::default()).map_err(Failure::Refused)
    }

    pub(crate) async fn stop(self) {
        self.stop.send_replace(true);
        drop(self.serving.await);
        drop(self.folder);
    }
}

async fn register(db: &Db, name: &'static str) -> Result<[String; 2], store::Error> {
    let (random, now) = (environment::random(), environment::now());
    let secrets = [(); 2].map(|()| format!("luna_{}", random.secret()));
    let tokens = secrets.clone().map(|secret| Token {
        id: luna_app::hash_secret(&secret),
        name: "check".to_owned(),
        tail: String::new(),
        scope: Scope::Play,
        created_at: now,
        used_at: None,
        revoked_at: None,
    });
    let declared = MachineConfig {
        about: String::new(),
        model: name.to_owned(),
        organisation: String::new(),
        licence: String::new(),
        link: String::new(),
        contact: String::new(),
        way: Transport::Pull,
        setup: "{}".to_owned(),
        most_open: 100,
        most_daily: 100,
        skills: Skills::of_game(),
    };
    db.write(move |tx| {
        let (owner, id) = (random.id(now), random.id(now));
        player::create(tx, &owner, false, &format!("owner of {name}"), now)?;
        machine::register(tx, now, &id, name, Some(&owner), &declared)?;
        tokens.iter().try_for_each(|token| token::create(tx, &id, token))
    })
    .await?;
    Ok(secrets)
}
