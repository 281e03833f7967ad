//! What stands between a machine that is checked and the instance it plays on:
//! it sees all that the machine asks for, and does the harm that networks do.

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

/// What goes wrong on purpose, each once in a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// Nothing passes.
    Shut,
    /// Questions are too many for a while.
    TooMany,
    /// Questions find the server busy.
    Busy,
    /// Responses arrive, and the answer to them does not.
    Lost,
    /// Each line about a game comes twice.
    Twice,
    /// Requests take their time, and what the streams say takes longer.
    Late,
}

/// What the machine wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Open,
    Questions,
    Responses,
    Guess,
    Abort,
    Stream,
    Other,
}

/// A request of the machine, and what it was answered.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) at: Instant,
    pub(crate) what: What,
    pub(crate) path: String,
    pub(crate) key: Option<String>,
    /// The answer was a fault of the gate.
    pub(crate) fault: bool,
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

pub(crate) struct Gate {
    /// Those who have one of these tokens pass as if there were no gate.
    known: Vec<String>,
    state: Mutex<(Fault, Vec<Seen>)>,
    /// Streams that were begun before the last cut end.
    cuts: watch::Sender<u64>,
    changed: Notify,
    /// How many requests are under way.
    going: watch::Sender<usize>,
}

/// How long it is too often for.
pub(crate) const TOO_MANY: Duration = Duration::from_secs(1);
/// How long a request is under way when all is late, and how long after the last each
/// piece of a stream comes.
const LATE: Duration = Duration::from_millis(200);
const LATER: Duration = Duration::from_millis(300);
/// More than the longest request and the longest answer.
const LONGEST: usize = 16 * 1024 * 1024;

impl Gate {
    pub(crate) fn new(known: &[&str]) -> Gate {
        Gate {
            known: known.iter().map(|token| format!("Bearer {token}")).collect(),
            state: Mutex::new((Fault::None, Vec::new())),
            cuts: watch::Sender::new(0),
            changed: Notify::new(),
            going: watch::Sender::new(0),
        }
    }

    /// Forgets what it has seen.
    pub(crate) fn begin(&self, fault: Fault) {
        *self.state() = (fault, Vec::new());
    }

    /// Lets nothing in, and waits until what is in has been done.
    pub(crate) async fn shut(&self) {
        self.begin(Fault::Shut);
        drop(self.going.subscribe().wait_for(|&going| going == 0).await);
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.state().1.clone()
    }

    /// Until the machine has been answered something.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Breaks all streams off.
    pub(crate) fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    fn state(&self) -> MutexGuard<'_, (Fault, Vec<Seen>)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer to a request that is not to arrive.
    fn refusal(&self, what: What) -> Option<Response> {
        let state = self.state();
        let first = state.1.iter().find(|seen| seen.fault).map(|seen| seen.at);
        match (state.0, first) {
            (Fault::Shut, _) => Some(busy()),
            (Fault::Busy, None) if what == What::Questions => Some(busy()),
            (Fault::TooMany, first) if what == What::Questions => {
                let left = TOO_MANY.saturating_sub(first.map_or(Duration::ZERO, |at| at.elapsed()));
                let message = "Too many attempts. Please try again in 1 second.";
                let status = StatusCode::TOO_MANY_REQUESTS;
                (!left.is_zero()).then(|| failure(status, "too_many", message, Some(1)))
            }
            _ => None,
        }
    }

    /// Whether the answer to what has been done is not to arrive.
    fn loses(&self, what: What) -> bool {
        let state = self.state();
        state.0 == Fault::Lost && what == What::Responses && !state.1.iter().any(|seen| seen.fault)
    }

    fn note(&self, seen: Seen) {
        self.state().1.push(seen);
        self.changed.notify_one();
    }
}

impl What {
    fn of(method: &Method, path: &str) -> What {
        let Some(path) = path.strip_prefix("/api/v1/") else { return What::Other };
        if method == Method::GET {
            let stream = path == "stream/event" || path.ends_with("/stream");
            return if stream { What::Stream } else { What::Other };
        }
        match path.strip_prefix("games").map(|rest| rest.rsplit('/').next().unwrap_or(rest)) {
            Some("") => What::Open,
            Some("questions") => What::Questions,
            Some("responses") => What::Responses,
            Some("guess") => What::Guess,
            Some("abort") => What::Abort,
            _ => What::Other,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            What::Open => "new game",
            What::Questions => "questions",
            What::Responses => "responses",
            What::Guess => "guess",
            What::Abort => "abort",
            What::Stream => "stream",
            What::Other => "request",
        }
    }
}

/// The layer. What has begun is done, also when the machine is gone.
pub(crate) async fn pass(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let token = header(request.headers(), "authorization");
    if gate.known.iter().any(|known| Some(known.as_str()) == token) {
        return next.run(request).await;
    }
    let going = Going::begin(&gate);
    let passed = tokio::spawn(async move { through(&going.0, request, next).await });
    passed.await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

struct Going(Arc<Gate>);

impl Going {
    fn begin(gate: &Arc<Gate>) -> Going {
        gate.going.send_modify(|going| *going += 1);
        Going(Arc::clone(gate))
    }
}

impl Drop for Going {
    fn drop(&mut self) {
        self.0.going.send_modify(|going| *going -= 1);
    }
}

async fn through(gate: &Gate, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let what = What::of(request.method(), &path);
    let key = header(request.headers(), "idempotency-key").map(str::to_owned);
    let at = Instant::now();
    let note = |fault, status, body: &[u8]| {
        let body = serde_json::from_slice(body).unwrap_or_default();
        gate.note(Seen { at, what, path, key, fault, status, body });
    };
    if let Some(refusal) = gate.refusal(what) {
        note(true, refusal.status(), b"");
        return refusal;
    }
    let fault = gate.state().0;
    if fault == Fault::Late && what != What::Stream {
        sleep(LATE).await;
    }
    // Whoever sent it may be gone before all of it has come.
    let Ok(request) = whole(what, request).await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let response = next.run(request).await;
    let status = response.status();
    if what == What::Stream && status.is_success() {
        note(false, status, b"");
        let mut cuts = gate.cuts.subscribe();
        let cut = Box::pin(async move { drop(cuts.changed().await) });
        return response.map(|inner| Body::new(Lines { inner, cut, fault, late: None }));
    }
    let (parts, body) = response.into_parts();
    let body = body::to_bytes(body, LONGEST).await.unwrap_or_default();
    if status.is_success() && gate.loses(what) {
        note(true, status, &body);
        return failure(StatusCode::BAD_GATEWAY, "internal", "The answer was lost.", None);
    }
    note(false, status, &body);
    Response::from_parts(parts, Body::from(body))
}

/// The request with all of its body. Whatever game it begins, the machine meets the
/// partner.
async fn whole(what: What, request: Request) -> Result<Request, axum::Error> {
    let (mut parts, body) = request.into_parts();
    let mut body = body::to_bytes(body, LONGEST).await?;
    if what == What::Open {
        against(&mut parts, &mut body);
    }
    Ok(Request::from_parts(parts, Body::from(body)))
}

fn against(parts: &mut Parts, body: &mut Bytes) {
    let wish = serde_json::from_slice::<Value>(body).unwrap_or_default();
    let fits = match wish["mode"].as_str() {
        Some("rated") => wish["opponent"].is_null(),
        Some("sandbox") => wish["opponent"].is_null() || wish["opponent"].is_string(),
        _ => false,
    };
    if fits {
        let met = json!({ "mode": "sandbox", "opponent": super::local::PARTNER });
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

/// A stream that may break off, and may say things twice, or late.
struct Lines {
    inner: Body,
    cut: Pin<Box<dyn Future<Output = ()> + Send>>,
    fault: Fault,
    /// What is still under way.
    late: Option<(Frame<Bytes>, Pin<Box<Sleep>>)>,
}

impl HttpBody for Lines {
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
                self.late = Some((frame, Box::pin(sleep(LATER))));
                self.poll_frame(context)
            }
            (Some(Ok(frame)), Fault::Twice) => {
                Poll::Ready(Some(Ok(frame.map_data(|lines| doubled(&lines)))))
            }
            (frame, _) => Poll::Ready(frame),
        }
    }
}

/// What is sent at once are whole lines.
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
