//! Connections, each served by its own task, with limits on their number, their silence and their
//! memory.
//!
//! Each response goes to the network before the next request is read, so a client that never
//! reads is stopped by its own full socket.

mod exchange;
mod hang_up;
mod line_ends;
mod quotas;
mod refusal;
mod wire;
mod write_timeout;

use std::convert::Infallible;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, HeaderValue};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use luna_web::client_address::client_network;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tower::Service as _;

use crate::config::Config;
use exchange::{Body, Exchange, RequestBody, Turn};
use hang_up::hang_up;
use quotas::{ConnectionPermit, Quotas, Usage};
use refusal::Refusal;
use wire::Wire;

/// The time limit for requests in progress after a request to stop.
const GRACE: Duration = Duration::from_secs(20);
/// The maximum length of a request's first line and headers.
const LONGEST_HEAD: usize = 16 * 1024;
/// The maximum number of bytes that are read ahead.
const READ_AHEAD: usize = 16 * 1024;
/// The number of response bytes that the system buffers. Linux would buffer 4 MB by default.
const SEND_BUFFER: usize = 128 * 1024;
/// The maximum bytes of unread long responses in memory, in total and for one address.
const MOST_WAITING: usize = 64 * 1024 * 1024;
const MOST_WAITING_OF_ONE: usize = MOST_WAITING / 4;
/// The time that a client has to close a connection that Luna has closed.
const LINGER: Duration = Duration::from_secs(5);
/// The number of refused connections that get a response at the same time.
const TURNED_AWAY: usize = 64;

/// Limits on connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The time limit for the head of a request, and for the pause before it.
    pub(crate) patience: Duration,
    pub(crate) connections: usize,
    pub(crate) per_address: usize,
    /// The proxy names the addresses of visitors.
    pub(crate) behind_proxy: bool,
}

impl Limits {
    pub(crate) fn new(config: &Config) -> Limits {
        let connections = config.connections;
        let behind_proxy = config.settings.behind_proxy;
        // All connections have the address of the proxy. The requests on them have their visitors'.
        let per_address =
            if behind_proxy { connections } else { config.settings.streams_per_address };
        Limits { patience: config.settings.patience, connections, per_address, behind_proxy }
    }

    fn quotas(self) -> Quotas {
        Quotas::new(
            Usage { connections: self.connections, waiting: MOST_WAITING },
            Usage { connections: self.per_address, waiting: MOST_WAITING_OF_ONE },
        )
    }
}

/// State that all connections share.
struct Server {
    http: http1::Builder,
    router: Router,
    behind_proxy: bool,
    closing: watch::Receiver<bool>,
    turned_away: Arc<Semaphore>,
    /// Held by each connection while it is open.
    open: mpsc::Sender<Infallible>,
}

/// Serves until `stop` completes and the requests in progress are finished.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.patience)
        .max_header_size(LONGEST_HEAD)
        .max_buf_size(READ_AHEAD);
    let (close, closing) = watch::channel(false);
    let (open, mut all_closed) = mpsc::channel(1);
    let turned_away = Arc::new(Semaphore::new(TURNED_AWAY));
    let behind_proxy = limits.behind_proxy;
    let server = Server { http, router, behind_proxy, closing, turned_away, open };
    let quotas = limits.quotas();
    if let Err(error) = SockRef::from(&listener).set_send_buffer_size(SEND_BUFFER) {
        tracing::warn!(%error, "could not limit what the system holds of answers");
    }
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, address)) => match quotas.take(address.ip()) {
                Ok(permit) => server.answer(stream, address, permit),
                Err(refusal) => server.turn_away(stream, refusal),
            },
            Err(error) => {
                // The cause is probably too many open files: wait until some close.
                tracing::warn!(%error, "could not take a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop((listener, server));
    close.send_replace(true);
    if tokio::time::timeout(GRACE, all_closed.recv()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

impl Server {
    fn answer(&self, stream: TcpStream, address: SocketAddr, permit: ConnectionPermit) {
        // Responses are small, so waiting to fill a packet only delays them.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "could not set nodelay");
        }
        let (router, exchange) = (self.router.clone(), Exchange::new(permit));
        let behind_proxy = self.behind_proxy;
        let wire = Wire::new(stream, exchange.clone());
        let in_place = exchange.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let (router, turn) = (router.clone(), exchange.begin());
            async move {
                let visitor = client_network(request.headers(), address.ip(), behind_proxy);
                let response = answer(router, request, address, visitor, &turn).await?;
                Ok::<_, Infallible>(response.map(|body| Body::new(body, turn)))
            }
        });
        let connection = self.http.serve_connection(TokioIo::new(wire), service);
        let mut connection = connection.with_upgrades();
        let (mut closing, open) = (self.closing.clone(), self.open.clone());
        let stopping = closing.clone();
        tokio::spawn(async move {
            let closed = async { drop(closing.wait_for(|&closing| closing).await) };
            let ended = tokio::select! {
                biased;
                ended = &mut connection => ended,
                () = closed => {
                    Pin::new(&mut connection).graceful_shutdown();
                    (&mut connection).await
                }
            };
            // The handler of a WebSocket has the connection now, with its permit.
            let Some(parts) = connection.into_parts() else { return };
            let wire = parts.io.into_inner();
            let refusal = match &ended {
                Ok(()) => None,
                Err(error) if error.is_parse() && wire.has_bare_line_feed() => {
                    Some(Refusal::LineEnds)
                }
                Err(error) => match Refusal::of_head(error, &parts.read_buf) {
                    Some(refusal) if wire.awaits_head() => Some(refusal),
                    _ => return tracing::debug!(%error, "a connection ended early"),
                },
            };
            // A stop does not wait for clients that keep idle connections.
            let linger = if *stopping.borrow() { Duration::ZERO } else { LINGER };
            hang_up(wire.into_stream(), refusal, linger).await;
            drop((in_place, open));
        });
    }

    fn turn_away(&self, stream: TcpStream, refusal: Refusal) {
        tracing::debug!(?refusal, "a connection is refused");
        if let Ok(permit) = Arc::clone(&self.turned_away).try_acquire_owned() {
            tokio::spawn(async move {
                hang_up(stream, Some(refusal), LINGER).await;
                drop(permit);
            });
        }
    }
}

async fn answer(
    router: Router,
    request: Request<Incoming>,
    address: SocketAddr,
    visitor: IpAddr,
    turn: &Turn,
) -> Result<Response, Infallible> {
    if let Some(refusal) = Refusal::of_request(&request) {
        return Ok(refusal.response());
    }
    let mut response = route(router, request.map(|body| turn.read(body)), address).await?;
    if turn.leaves_unread() {
        // Nothing more can be read from the connection.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        turn.upgrade();
    }
    Ok(match turn.reserve(response.body(), visitor) {
        Ok(()) => response,
        Err(refusal) => refusal.response(),
    })
}

async fn route(
    mut router: Router,
    request: Request<RequestBody>,
    address: SocketAddr,
) -> Result<Response, Infallible> {
    let mut request = request.map(axum::body::Body::new);
    request.extensions_mut().insert(ConnectInfo(address));
    router.call(request).await
}
