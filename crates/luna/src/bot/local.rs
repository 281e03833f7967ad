//! An instance in this process, gone when the check is over: what a machine
//! meets there is what it meets anywhere.

use std::path::PathBuf;
use std::sync::Arc;

use axum::middleware;
use luna_machines::openai::Patience;
use luna_machines::pull::Luna;
use luna_store::machine::{self, MachineConfig, Skills, Transport};
use luna_store::token::{self, Scope, Token};
use luna_store::{self as store, Db, player};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::gate::{self, Gate};
use super::partner::Partner;
use crate::config::Config;
use crate::failure::Failure;
use crate::{listen, outside, serve};

pub(crate) struct Local {
    pub(crate) url: String,
    /// Of the machine that is checked: its own, and one for what is not seen.
    pub(crate) token: String,
    unseen: String,
    /// Of the one that it meets.
    partner: String,
    pub(crate) gate: Arc<Gate>,
    folder: Folder,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
}

/// The names of the machines that are registered there.
pub(crate) const CHECKED: &str = "checked";
pub(crate) const PARTNER: &str = "partner";

/// Removed when dropped.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

impl Local {
    pub(crate) async fn start(config: &Config) -> Result<Local, Failure> {
        let path = std::env::temp_dir().join(format!("luna-check-{}", outside::random().secret()));
        std::fs::create_dir_all(&path)?;
        let database = format!("sqlite:{}", path.join("luna.db").display());
        let folder = Folder(path);
        let db = Db::open(&database).map_err(|error| Failure::opening(&database, &error))?;
        let [token, unseen] = register(&db, CHECKED).await?;
        let [partner, _] = register(&db, PARTNER).await?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (stop, stopping) = watch::channel(false);
        let app = serve::instance(config, db, address, stopping.clone())?;
        luna_app::jobs::prepare(&app).await?;
        let gate = Arc::new(Gate::new(&[&partner, &unseen]));
        let at_gate = middleware::from_fn_with_state(Arc::clone(&gate), gate::pass);
        let router = luna_web::router(app).layer(at_gate);
        let limits = listen::Limits::new(config);
        let serving = tokio::spawn(async move {
            let mut stopping = stopping;
            let asked = async move { drop(stopping.wait_for(|&stop| stop).await) };
            listen::serve(listener, router, limits, asked).await;
        });
        Ok(Local {
            url: format!("http://{address}"),
            token,
            unseen,
            partner,
            gate,
            folder,
            stop,
            serving,
        })
    }

    /// Whom the machine meets.
    pub(crate) fn partner(&self, seed: u64) -> Result<Partner, Failure> {
        let luna = Luna::new(&self.url, &self.partner, Patience::default());
        Partner::new(luna.map_err(Failure::Refused)?, seed)
            .map_err(|error| Failure::Other(error.into()))
    }

    /// As the machine that is checked.
    pub(crate) fn luna(&self) -> Result<Luna, Failure> {
        Luna::new(&self.url, &self.unseen, Patience::default()).map_err(Failure::Refused)
    }

    pub(crate) async fn stop(self) {
        self.stop.send_replace(true);
        drop(self.serving.await);
        drop(self.folder);
    }
}

async fn register(db: &Db, name: &'static str) -> Result<[String; 2], store::Error> {
    let (random, now) = (outside::random(), outside::now());
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
        link: String::new(),
        contact: String::new(),
        way: Transport::Pull,
        setup: "{}".to_owned(),
        most_open: 100,
        most_daily: 100,
        skills: Skills::all(),
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
