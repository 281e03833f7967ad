//! Programs behind folders of this server at its own contests: a bridge for each, as long as the
//! rounds last.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::Duration;

use luna_app::Instance;
use luna_app::contest::{folder, folder_path};
use luna_machines::contest_seat::Seat as Link;
use luna_store::contest::seat::{self, FOLDERS, Seat};
use tokio::sync::mpsc::channel;
use tokio::task::JoinSet;

use super::bridge::folder::Folder;
use super::bridge::talk;

/// The interval of polling, for changes that the database does not announce.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// A folder that could not be connected is tried again after this time.
const RETRY: Duration = Duration::from_secs(10);

/// Connects the folders below the root of an instance, if it has one, until the server stops.
pub(crate) fn serve_folders(
    app: Instance,
    address: SocketAddr,
) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    let root = app.settings.contest_folders.clone();
    Box::pin(async move {
        if let Some(root) = root {
            connect(app, root, address).await;
        }
    })
}

async fn connect(app: Instance, root: PathBuf, address: SocketAddr) {
    let (mut changed, mut stopping) = (app.db.watch(FOLDERS), app.stopping.clone());
    let program = app.random.secret();
    let mut running = JoinSet::new();
    let mut connected = BTreeSet::new();
    while !*stopping.borrow() {
        changed.borrow_and_update();
        match app.db.read(seat::with_folders).await {
            Ok(seats) => {
                for seat in seats {
                    if connected.insert((seat.contest_id.clone(), seat.participant)) {
                        let bridge = Bridge {
                            app: app.clone(),
                            root: root.clone(),
                            address,
                            program: program.clone(),
                        };
                        running.spawn(async move {
                            bridge.run(&seat).await;
                            (seat.contest_id, seat.participant)
                        });
                    }
                }
            }
            Err(error) => tracing::warn!(?error, "the folders of contests could not be read"),
        }
        tokio::select! {
            _ = stopping.changed() => {}
            Ok(()) = changed.changed() => {}
            Some(Ok(ended)) = running.join_next() => drop(connected.remove(&ended)),
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
}

struct Bridge {
    app: Instance,
    root: PathBuf,
    address: SocketAddr,
    /// A word by which the site tells this server from other programs.
    program: String,
}

impl Bridge {
    /// Connects the program of a seat until the rounds are over, or for a while if it fails.
    async fn run(&self, seat: &Seat) {
        let Some(path) = &seat.folder else { return };
        let ended = match self.connect(seat, path).await {
            Ok(()) => return,
            Err(why) => why,
        };
        tracing::warn!(contest = seat.contest_id, folder = path, "{ended}");
        let mut stopping = self.app.stopping.clone();
        tokio::select! {
            _ = stopping.changed() => {}
            () = tokio::time::sleep(RETRY) => {}
        }
    }

    async fn connect(&self, seat: &Seat, path: &str) -> Result<(), String> {
        let place =
            folder_path::locate(Path::new(&self.root), path).map_err(|why| why.to_string())?;
        let folder = Folder::new(place, false).map_err(|why| why.to_string())?;
        let (at, expected) = (self.app.moment(), seat.clone());
        let opened = self.app.db.write(move |tx| folder::open(tx, &at, &expected)).await;
        let Some(token) = opened.map_err(|why| why.to_string())? else { return Ok(()) };
        let link = format!("http://{}/contests/join/{token}", own(self.address));
        let link = Link::new(&link, &self.program)?;
        let (sender, mut reports) = channel(64);
        let log = async {
            while let Some(report) = reports.recv().await {
                super::bridge::report::Report::log(report);
            }
        };
        let bridging = async {
            let ended = talk::run(link, folder, &sender).await;
            drop(sender);
            ended
        };
        let (ended, ()) = tokio::join!(bridging, log);
        ended?;
        let expected = seat.clone();
        let closed = self.app.db.write(move |tx| folder::close(tx, &expected)).await;
        closed.map_err(|why| why.to_string())
    }
}

/// The address at which this machine reaches what listens at an address.
fn own(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, address.port()).into(),
        IpAddr::V6(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, address.port()).into(),
        _ => address,
    }
}
