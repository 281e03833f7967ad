//! The exchange a connection is at: from the head of a request until its
//! answer has been handed to the network.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll};

use axum::body::Bytes;
use hyper::body::{Frame, SizeHint};

const AWAITED: u8 = 0;
const BEGUN: u8 = 1;
const ANSWERED: u8 = 2;

/// Shared by a connection's service and its wire.
#[derive(Clone, Debug, Default)]
pub(super) struct Exchange(Arc<AtomicU8>);

/// A request that is being answered, until it is dropped.
#[derive(Debug)]
pub(super) struct Turn(Exchange);

impl Exchange {
    pub(super) fn begin(&self) -> Turn {
        self.0.store(BEGUN, Ordering::Relaxed);
        Turn(self.clone())
    }

    /// Returns whether no request is being answered: the next head is to come.
    pub(super) fn is_awaited(&self) -> bool {
        self.0.load(Ordering::Relaxed) == AWAITED
    }

    /// Notes that nothing is left to be written.
    pub(super) fn flushed(&self) {
        let change = (ANSWERED, AWAITED, Ordering::Relaxed, Ordering::Relaxed);
        // In any other state there is nothing to change.
        let _ = self.0.compare_exchange(change.0, change.1, change.2, change.3);
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.0.store(ANSWERED, Ordering::Relaxed);
    }
}

/// The body of an answer, which ends the turn when it is dropped.
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
