//! The exchange in progress on a connection: from the head of a request until the network has
//! taken the response.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll};

use axum::body::Bytes;
use hyper::body::{Body as _, Frame, SizeHint};

use super::places::Place;
use super::refusal::Refusal;

const AWAITED: u8 = 0;
const BEGUN: u8 = 1;
const ANSWERED: u8 = 2;

/// The longest response that does not count as waiting.
const SHORT: u64 = 8 * 1024;

/// The state that a connection's service and its wire share.
#[derive(Clone, Debug)]
pub(super) struct Exchange(Arc<State>);

#[derive(Debug)]
struct State {
    step: AtomicU8,
    place: Place,
}

/// A request in progress, until it is dropped.
#[derive(Debug)]
pub(super) struct Turn(Exchange);

impl Exchange {
    pub(super) fn new(place: Place) -> Exchange {
        Exchange(Arc::new(State { step: AtomicU8::new(AWAITED), place }))
    }

    pub(super) fn begin(&self) -> Turn {
        self.0.step.store(BEGUN, Ordering::Relaxed);
        Turn(self.clone())
    }

    /// Returns whether no request is in progress, so that a head comes next.
    pub(super) fn is_awaited(&self) -> bool {
        self.0.step.load(Ordering::Relaxed) == AWAITED
    }

    /// Records that everything has been written.
    pub(super) fn flushed(&self) {
        if self.0.step.load(Ordering::Relaxed) == ANSWERED {
            self.0.place.clear();
        }
        let change = (ANSWERED, AWAITED, Ordering::Relaxed, Ordering::Relaxed);
        // In any other state there is nothing to change.
        let _ = self.0.step.compare_exchange(change.0, change.1, change.2, change.3);
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.0.step.store(ANSWERED, Ordering::Relaxed);
    }
}

impl Turn {
    /// Reserves memory for a response until the network has taken it. A stream has no length; it
    /// waits for its reader before it produces more.
    pub(super) fn hold(&self, answer: &axum::body::Body) -> Result<(), Refusal> {
        match answer.size_hint().exact() {
            Some(length) if length > SHORT => {
                self.0.0.place.hold(usize::try_from(length).unwrap_or(usize::MAX))
            }
            _ => Ok(()),
        }
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
