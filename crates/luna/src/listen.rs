//! Answering connections: each on a task of its own, none for ever.
//!
//! A visitor who is slow to say what they want is hung up on, so that nobody
//! can hold the door with connections that never ask; so is one who does not
//! take what they asked for. When the server is to stop, connections finish
//! what they are at.

mod patient;

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tower::Service as _;

use patient::Patient;

/// How long a connection may take to say what it wants, also between two requests.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long requests in flight may take once the server is told to stop.
const GRACE: Duration = Duration::from_secs(20);

/// Serves until `stop` is done and what was under way then is finished.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE).pipeline_flush(true);
    let open = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, address)) => answer(&http, &open, &router, stream, address),
            Err(error) => {
                // Too many open files, most likely: let some close.
                tracing::warn!(%error, "could not take a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(GRACE, open.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

fn answer(
    http: &http1::Builder,
    open: &GracefulShutdown,
    router: &Router,
    stream: TcpStream,
    address: SocketAddr,
) {
    // Answers are small: waiting to fill a packet only makes them late.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "could not set nodelay");
    }
    let router = router.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        let mut router = router.clone();
        async move { router.call(request).await }
    });
    let connection = open.watch(http.serve_connection(TokioIo::new(Patient::new(stream)), service));
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection ended early");
        }
    });
}
