//! The signals that ask a program to stop.

use tokio::signal::unix::{SignalKind, signal};

/// Waits for Ctrl-C or a service manager's SIGTERM. It listens from the call on.
pub(crate) fn stop_signal() -> impl Future<Output = ()> {
    let asked = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
    async {
        let [interrupt, terminate] = asked.map(|asked| async {
            match asked {
                Ok(mut asked) => drop(asked.recv().await),
                Err(_) => std::future::pending().await,
            }
        });
        tokio::select! {
            () = interrupt => {}
            () = terminate => {}
        }
    }
}
