//! A middleware between a checked machine and its instance. It records the machine's requests and
//! injects the faults of a network.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{self, Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use hyper::body::Frame;
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, Sleep, sleep};

/// An injected fault. Each occurs once in a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// Every request is refused.
    Shut,
    /// Questions are refused with 429 for a while.
    TooMany,
    /// The first questions are refused with 503.
    Busy,
    /// Responses arrive, but the reply to them is lost.
    Lost,
    /// Each line about a game is sent twice.
    Twice,
    /// Requests are slow, and streams even slower.
    Late,
}

/// The kind of a request, by its method and path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestKind {
    Open,
    Questions,
    Responses,
    Guess,
    Abort,
    Stream,
    Other,
}

/// A request of the machine with the reply.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    pub(crate) at: Instant,
    pub(crate) kind: RequestKind,
    pub(crate) path: String,
    pub(crate) key: Option<String>,
    /// The reply came from the proxy.
    pub(crate) fault: bool,
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

pub(crate) struct FaultProxy {
    /// Requests with one of these tokens pass unrecorded.
    exempt: Vec<String>,
    /// The opponent in every game that the machine begins.
    partner: &'static str,
    state: Mutex<(Fault, Vec<Exchange>)>,
    /// The number of cuts. Each ends all open streams.
    cuts: watch::Sender<u64>,
    changed: Notify,
    /// The number of requests in progress.
    in_flight: watch::Sender<usize>,
}

/// The duration of [`Fault::TooMany`].
pub(crate) const TOO_MANY: Duration = Duration::from_secs(1);
/// The delays of [`Fault::Late`]: of a request, and between pieces of a stream.
const LATE_REQUEST: Duration = Duration::from_millis(200);
const LATE_STREAM: Duration = Duration::from_millis(300);
/// Longer than the longest request and the longest reply.
const LONGEST: usize = 16 * 1024 * 1024;

impl FaultProxy {
    pub(crate) fn new(exempt: &[&str], partner: &'static str) -> FaultProxy {
        FaultProxy {
            exempt: exempt.iter().map(|token| format!("Bearer {token}")).collect(),
            partner,
            state: Mutex::new((Fault::None, Vec::new())),
            cuts: watch::Sender::new(0),
            changed: Notify::new(),
            in_flight: watch::Sender::new(0),
        }
    }

    /// Sets the fault and forgets recorded requests.
    pub(crate) fn begin(&self, fault: Fault) {
        *self.state() = (fault, Vec::new());
    }

    /// Refuses new requests and waits for those in progress.
    pub(crate) async fn shut(&self) {
        self.begin(Fault::Shut);
        drop(self.in_flight.subscribe().wait_for(|&in_flight| in_flight == 0).await);
    }

    pub(crate) fn exchanges(&self) -> Vec<Exchange> {
        self.state().1.clone()
    }

    /// Waits for the next recorded request.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Breaks all open streams.
    pub(crate) fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    fn state(&self) -> MutexGuard<'_, (Fault, Vec<Exchange>)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The reply to a request that must not reach the instance.
    fn refusal(&self, kind: RequestKind) -> Option<Response> {
        let state = self.state();
        let first = state.1.iter().find(|it| it.fault).map(|it| it.at);
        match (state.0, first) {
            (Fault::Shut, _) => Some(busy()),
            (Fault::Busy, None) if kind == RequestKind::Questions => Some(busy()),
            (Fault::TooMany, first) if kind == RequestKind::Questions => {
                let left = TOO_MANY.saturating_sub(first.map_or(Duration::ZERO, |at| at.elapsed()));
                let message = "Too many attempts. Please try again in 1 second.";
                let status = StatusCode::TOO_MANY_REQUESTS;
                (!left.is_zero()).then(|| failure(status, "too_many", message, Some(1)))
            }
            _ => None,
        }
    }

    /// Returns whether the reply to a request gets lost.
    fn loses(&self, kind: RequestKind) -> bool {
        let state = self.state();
        state.0 == Fault::Lost
            && kind == RequestKind::Responses
            && !state.1.iter().any(|it| it.fault)
    }

    fn note(&self, exchange: Exchange) {
        self.state().1.push(exchange);
        self.changed.notify_one();
    }
}

impl RequestKind {
    fn of(method: &Method, path: &str) -> RequestKind {
        let Some(path) = path.strip_prefix("/api/v1/") else { return RequestKind::Other };
        if method == Method::GET {
            let stream = path == "stream/event" || path.ends_with("/stream");
            return if stream { RequestKind::Stream } else { RequestKind::Other };
        }
        match path.strip_prefix("games").map(|rest| rest.rsplit('/').next().unwrap_or(rest)) {
            Some("") => RequestKind::Open,
            Some("questions") => RequestKind::Questions,
            Some("responses") => RequestKind::Responses,
            Some("guess") => RequestKind::Guess,
            Some("abort") => RequestKind::Abort,
            _ => RequestKind::Other,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            RequestKind::Open => "new game",
            RequestKind::Questions => "questions",
            RequestKind::Responses => "responses",
            RequestKind::Guess => "guess",
            RequestKind::Abort => "abort",
            RequestKind::Stream => "stream",
            RequestKind::Other => "request",
        }
    }
}

/// The middleware. It completes a request even if the machine is gone.
pub(crate) async fn pass(
    State(proxy): State<Arc<FaultProxy>>,
    request: Request,
    next: Next,
) -> Response {
    let token = header(request.headers(), "authorization");
    if proxy.exempt.iter().any(|exempt| Some(exempt.as_str()) == token) {
        return next.run(request).await;
    }
    let in_flight = InFlight::begin(&proxy);
    let passed = tokio::spawn(async move { through(&in_flight.0, request, next).await });
    passed.await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

struct InFlight(Arc<FaultProxy>);

impl InFlight {
    fn begin(proxy: &Arc<FaultProxy>) -> InFlight {
        proxy.in_flight.send_modify(|in_flight| *in_flight += 1);
        InFlight(Arc::clone(proxy))
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.in_flight.send_modify(|in_flight| *in_flight -= 1);
    }
}

async fn through(proxy: &FaultProxy, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let kind = RequestKind::of(request.method(), &path);
    let key = header(request.headers(), "idempotency-key").map(str::to_owned);
    let at = Instant::now();
    let note = |fault, status, body: &[u8]| {
        let body = serde_json::from_slice(body).unwrap_or_default();
        proxy.note(Exchange { at, kind, path, key, fault, status, body });
    };
    if let Some(refusal) = proxy.refusal(kind) {
        note(true, refusal.status(), b"");
        return refusal;
    }
    let fault = proxy.state().0;
    if fault == Fault::Late && kind != RequestKind::Stream {
        sleep(LATE_REQUEST).await;
    }
    // The sender may be gone before all of the request has arrived.
    let Ok(request) = whole(proxy, kind, request).await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let response = next.run(request).await;
    let status = response.status();
    if kind == RequestKind::Stream && status.is_success() {
        note(false, status, b"");
        let mut cuts = proxy.cuts.subscribe();
        let cut = Box::pin(async move { drop(cuts.changed().await) });
        return response.map(|inner| Body::new(FaultyStream { inner, cut, fault, late: None }));
    }
    let (parts, body) = response.into_parts();
    let body = body::to_bytes(body, LONGEST).await.unwrap_or_default();
    if status.is_success() && proxy.loses(kind) {
        note(true, status, &body);
        return failure(StatusCode::BAD_GATEWAY, "internal", "The answer was lost.", None);
    }
    note(false, status, &body);
    Response::from_parts(parts, Body::from(body))
}

/// The request with its whole body, changed to begin a game with the partner.
async fn whole(
    proxy: &FaultProxy,
    kind: RequestKind,
    request: Request,
) -> Result<Request, axum::Error> {
    let (mut parts, body) = request.into_parts();
    let mut body = body::to_bytes(body, LONGEST).await?;
    if kind == RequestKind::Open {
        redirect(proxy.partner, &mut parts, &mut body);
    }
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// Names the partner as the opponent, unless the machine names one wrongly.
fn redirect(partner: &str, parts: &mut Parts, body: &mut Bytes) {
    let wish = serde_json::from_slice::<Value>(body).unwrap_or_default();
    let fits = match wish["mode"].as_str() {
        Some("rated") => wish["opponent"].is_null(),
        Some("sandbox") => wish["opponent"].is_null() || wish["opponent"].is_string(),
        _ => false,
    };
    if fits {
        let met = json!({ "mode": "sandbox", "opponent": partner });
        *body = Bytes::from(met.to_string());
        parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
    }
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

fn busy() -> Response {
    failure(StatusCode::SERVICE_UNAVAILABLE, "busy", "Luna is busy.", None)
}

fn failure(status: StatusCode, key: &str, message: &str, seconds: Option<u64>) -> Response {
    let mut error = json!({ "error": { "key": key, "message": message } });
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(seconds) = seconds {
        error["error"]["seconds"] = seconds.into();
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    (status, headers, error.to_string()).into_response()
}

/// A stream that may break off, repeat lines or delay them.
struct FaultyStream {
    inner: Body,
    cut: Pin<Box<dyn Future<Output = ()> + Send>>,
    fault: Fault,
    /// A delayed piece.
    late: Option<(Frame<Bytes>, Pin<Box<Sleep>>)>,
}

impl HttpBody for FaultyStream {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.cut.as_mut().poll(context).is_ready() {
            let error = io::Error::from(io::ErrorKind::ConnectionAborted);
            return Poll::Ready(Some(Err(axum::Error::new(error))));
        }
        if let Some((frame, mut wait)) = self.late.take() {
            if wait.as_mut().poll(context).is_pending() {
                self.late = Some((frame, wait));
                return Poll::Pending;
            }
            return Poll::Ready(Some(Ok(frame)));
        }
        match (ready!(Pin::new(&mut self.inner).poll_frame(context)), self.fault) {
            (Some(Ok(frame)), Fault::Late) => {
                self.late = Some((frame, Box::pin(sleep(LATE_STREAM))));
                self.poll_frame(context)
            }
            (Some(Ok(frame)), Fault::Twice) => {
                Poll::Ready(Some(Ok(frame.map_data(|lines| doubled(&lines)))))
            }
            (frame, _) => Poll::Ready(frame),
        }
    }
}

/// Repeats lines about games. A piece of a stream consists of whole lines.
fn doubled(lines: &[u8]) -> Bytes {
    let mut said = Vec::new();
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        said.extend_from_slice(line);
        if line.starts_with(br#"{"type":"game""#) {
            said.extend_from_slice(line);
        }
    }
    Bytes::from(said)
}
