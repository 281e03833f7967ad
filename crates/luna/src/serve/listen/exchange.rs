//! The exchange in progress on a connection: from the head of a request until the network has
//! taken the response.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use hyper::body::{Body as _, Frame, Incoming, SizeHint};

use super::quotas::{ConnectionPermit, Reservation};
use super::refusal::Refusal;

const AWAITED: u8 = 0;
const BEGUN: u8 = 1;
const ANSWERED: u8 = 2;
/// The connection has left HTTP, for a WebSocket.
const UPGRADED: u8 = 3;

/// The longest response that does not count as waiting.
const SHORT: u64 = 8 * 1024;

/// The state that a connection's service and its wire share.
#[derive(Clone, Debug)]
pub(super) struct Exchange(Arc<State>);

#[derive(Debug)]
struct State {
    step: AtomicU8,
    permit: ConnectionPermit,
    /// The memory of responses that the network has not taken.
    waiting: Mutex<Vec<Reservation>>,
}

/// A request in progress, until it is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    exchange: Exchange,
    /// The whole body of the request has been read.
    read: Arc<AtomicBool>,
    /// The response is the last one on the connection, which leaves HTTP.
    upgrades: AtomicBool,
}

impl Exchange {
    pub(super) fn new(permit: ConnectionPermit) -> Exchange {
        let waiting = Mutex::default();
        Exchange(Arc::new(State { step: AtomicU8::new(AWAITED), permit, waiting }))
    }

    pub(super) fn begin(&self) -> Turn {
        self.0.step.store(BEGUN, Ordering::Relaxed);
        Turn { exchange: self.clone(), read: Arc::default(), upgrades: AtomicBool::new(false) }
    }

    /// Returns whether no request is in progress, so that a head comes next.
    pub(super) fn is_awaited(&self) -> bool {
        self.0.step.load(Ordering::Relaxed) == AWAITED
    }

    /// Returns whether the connection has left HTTP.
    pub(super) fn is_upgraded(&self) -> bool {
        self.0.step.load(Ordering::Relaxed) == UPGRADED
    }

    /// Records that everything has been written.
    pub(super) fn flushed(&self) {
        if self.0.step.load(Ordering::Relaxed) == ANSWERED {
            self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
        let change = (ANSWERED, AWAITED, Ordering::Relaxed, Ordering::Relaxed);
        // In any other state there is nothing to change.
        let _ = self.0.step.compare_exchange(change.0, change.1, change.2, change.3);
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let step = if self.upgrades.load(Ordering::Relaxed) { UPGRADED } else { ANSWERED };
        self.exchange.0.step.store(step, Ordering::Relaxed);
    }
}

impl Turn {
    /// The body of the request, which the turn watches.
    pub(super) fn read(&self, body: Incoming) -> RequestBody {
        self.read.store(body.is_end_stream(), Ordering::Relaxed);
        RequestBody { body, read: Arc::clone(&self.read) }
    }

    /// Returns whether some of the request's body was not read. The rest of it is not waited for.
    pub(super) fn leaves_unread(&self) -> bool {
        !self.read.load(Ordering::Relaxed)
    }

    /// Records that the connection leaves HTTP with the response.
    pub(super) fn upgrade(&self) {
        self.upgrades.store(true, Ordering::Relaxed);
    }

    /// Reserves memory for a response to a visitor until the network has taken it. A stream has no
    /// length; it waits for its reader before it produces more.
    pub(super) fn reserve(
        &self,
        answer: &axum::body::Body,
        visitor: IpAddr,
    ) -> Result<(), Refusal> {
        let Some(length) = answer.size_hint().exact().filter(|&length| length > SHORT) else {
            return Ok(());
        };
        let State { permit, waiting, .. } = &*self.exchange.0;
        let reserved = permit.reserve(visitor, usize::try_from(length).unwrap_or(usize::MAX))?;
        waiting.lock().unwrap_or_else(PoisonError::into_inner).push(reserved);
        Ok(())
    }
}

/// The body of a request, which records that it has been read to its end.
pub(super) struct RequestBody {
    body: Incoming,
    read: Arc<AtomicBool>,
}

impl hyper::body::Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.read.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of a response, which ends the turn when it is dropped.
pub(super) struct Body {
    body: axum::body::Body,
    #[expect(dead_code, reason = "ends the turn when it is dropped")]
    turn: Turn,
}

impl Body {
    pub(super) fn new(body: axum::body::Body, turn: Turn) -> Body {
        Body { body, turn }
    }
}

impl hyper::body::Body for Body {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
