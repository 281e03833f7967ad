//! `luna serve`: the server with its background tasks.

pub(crate) mod background;
pub(crate) mod listen;
pub(crate) mod mail;
pub(crate) mod signals;

use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use luna_app::calls::Calls;
use luna_app::machine_calls;
use luna_app::{Environment, Instance, Settings, disciplines, jobs};
use luna_store::{Db, setting};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::config::Config;
use crate::config::environment;
use crate::database;
use crate::failure::Failure;

/// The time limit for running jobs after a request to stop.
const GRACE: Duration = Duration::from_secs(20);

/// Something that runs beside a server until it stops, at the address of the server.
pub(crate) type Companion = fn(Instance, SocketAddr) -> Pin<Box<dyn Future<Output = ()> + Send>>;

pub(crate) async fn serve(mut config: Config, companions: &[Companion]) -> Result<(), Failure> {
    config.names_its_operator()?;
    raise_file_limit();
    use_small_pages();
    let listener = TcpListener::bind(&config.listen).await.map_err(|error| Failure::Address {
        address: config.listen.clone(),
        why: match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                "another program uses it; stop that program or choose another address with --listen"
                    .to_owned()
            }
            _ => error.to_string(),
        },
    })?;
    let address = listener.local_addr()?;
    let deliver = mail::deliver(&config)?;
    let corpus = background::corpus(&config)?;
    // Until the server ends, whichever way.
    let _only = database::lock(&config)?;
    let db = database::open(&config)?.with_log(luna_app::event_log());
    config.settings.is_demo = db.read(|tx| setting::get(tx, setting::DEMO)).await?.is_some();
    // Before the first visitor can connect.
    erase_again(&config, &db).await?;
    let (stop, stopping) = watch::channel(false);
    let app = instance(&config, db, address, stopping)?;
    jobs::prepare(&app).await?;
    jobs::open(&app).await?;

    let worker = tokio::spawn(jobs::run(app.clone(), deliver));
    tokio::spawn(background::keep_up(app.clone(), corpus));
    for run in companions {
        tokio::spawn(run(app.clone(), address));
    }
    // Before the log says that Luna is open, since somebody may stop it then.
    let signal = signals::stop_signal();
    tracing::info!(url = app.settings.public_url, "Luna is open");
    let mut asked_to_stop = app.stopping.clone();
    let router = luna_web::router(app);
    tokio::spawn(async move {
        signal.await;
        tracing::info!("stopping: requests in flight are finished first");
        stop.send_replace(true);
    });
    let stop = async move { drop(asked_to_stop.wait_for(|&stop| stop).await) };
    listen::serve(listener, router, listen::Limits::new(&config), stop).await;
    drop(tokio::time::timeout(GRACE, worker).await);
    if let Err(error) = Db::checkpoint(&config.database) {
        tracing::warn!(%error, "the database is whole only together with its -wal file");
    }
    tracing::info!("Luna is closed");
    Ok(())
}

/// Raises the soft limit of open files to the hard limit. Each connection is a file, and the usual
/// soft limit of 1,024 is soon reached.
fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(%error, ?limit, "could not raise the limit of open files");
    }
}

/// Keeps the kernel from backing memory with huge pages of 2 MB. Many threads each use a little of
/// many pages, so with huge ones a server takes up to twice as much memory.
fn use_small_pages() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::warn!(%error, "could not turn huge pages off: this server uses more memory");
    }
}

async fn erase_again(config: &Config, db: &Db) -> Result<(), Failure> {
    if db.erasures().is_none() {
        tracing::warn!(
            "there is no list of erasures, so a restored backup would bring erased people back; \
             see the setting erasure_log"
        );
    }
    // A server that was killed may have left pages from before an erasure in SQLite's log.
    database::empty_log(config);
    match database::erase_again(config, db).await? {
        0 => {}
        people => tracing::warn!(people, "erased again: they were back with a restored backup"),
    }
    Ok(())
}

pub(crate) fn instance(
    config: &Config,
    db: Db,
    address: SocketAddr,
    stopping: watch::Receiver<bool>,
) -> Result<Instance, Failure> {
    let public_url = config.public_url.clone().unwrap_or_else(|| format!("http://{address}"));
    let calls =
        Calls::new(config.settings.private_machines, environment::keys(), machine_calls::TIMEOUT);
    Ok(Instance::new(Environment {
        db,
        clock: environment::clock(),
        random: environment::random(),
        settings: Settings { public_url, ..config.settings.clone() },
        calls: calls.map_err(|why| Failure::Other(anyhow::anyhow!(why)))?,
        disciplines: disciplines::ALL,
        stored_disciplines: luna_store::disciplines::ALL,
        stopping,
    }))
}
