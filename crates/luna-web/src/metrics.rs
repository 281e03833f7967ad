//! What the server counts about itself, in Prometheus' text form.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::App;

/// Upper ends of the latency buckets, in milliseconds.
const BUCKETS_MS: [i64; 9] = [1, 2, 5, 10, 25, 50, 100, 500, 2_500];

#[derive(Debug, Default)]
pub struct Metrics {
    requests: Mutex<BTreeMap<(String, String, u16), u64>>,
    buckets: [AtomicU64; 9],
    slower: AtomicU64,
    total_ms: AtomicU64,
    pub(crate) streams: AtomicI64,
    pub(crate) jobs_done: AtomicU64,
    pub(crate) jobs_failed: AtomicU64,
    pub(crate) mails_sent: AtomicU64,
}

impl Metrics {
    fn answered(&self, method: &str, route: &str, status: u16, took_ms: i64) {
        {
            let mut all = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
            match all.get_mut(&(method.to_owned(), route.to_owned(), status)) {
                Some(count) => *count += 1,
                None => {
                    all.insert((method.to_owned(), route.to_owned(), status), 1);
                }
            }
        }
        let at = BUCKETS_MS.iter().position(|&end| took_ms <= end);
        at.and_then(|at| self.buckets.get(at))
            .unwrap_or(&self.slower)
            .fetch_add(1, Ordering::Relaxed);
        self.total_ms.fetch_add(u64::try_from(took_ms).unwrap_or(0), Ordering::Relaxed);
    }

    /// The page that Prometheus reads. `waiting` and `open` come from the database.
    pub(crate) fn page(&self) -> String {
        let mut page = String::new();
        let mut line = |text: std::fmt::Arguments<'_>| {
            page.push_str(&text.to_string());
            page.push('\n');
        };
        line(format_args!("# HELP luna_requests_total Answers by route and status."));
        line(format_args!("# TYPE luna_requests_total counter"));
        for ((method, route, status), count) in
            &*self.requests.lock().unwrap_or_else(PoisonError::into_inner)
        {
            line(format_args!(
                "luna_requests_total{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}} {count}"
            ));
        }
        line(format_args!("# HELP luna_request_seconds Time from request to answer."));
        line(format_args!("# TYPE luna_request_seconds histogram"));
        let mut sum = 0;
        for (end, count) in BUCKETS_MS.iter().zip(&self.buckets) {
            sum += count.load(Ordering::Relaxed);
            line(format_args!("luna_request_seconds_bucket{{le=\"{}\"}} {sum}", seconds(*end)));
        }
        sum += self.slower.load(Ordering::Relaxed);
        line(format_args!("luna_request_seconds_bucket{{le=\"+Inf\"}} {sum}"));
        let total_ms = i64::try_from(self.total_ms.load(Ordering::Relaxed)).unwrap_or(i64::MAX);
        line(format_args!("luna_request_seconds_sum {}", seconds(total_ms)));
        line(format_args!("luna_request_seconds_count {sum}"));
        line(format_args!("# HELP luna_streams Event streams open now."));
        line(format_args!("# TYPE luna_streams gauge"));
        line(format_args!("luna_streams {}", self.streams.load(Ordering::Relaxed)));
        for (name, help, count) in [
            ("luna_jobs_done_total", "Jobs done.", &self.jobs_done),
            ("luna_jobs_failed_total", "Tries of jobs that failed.", &self.jobs_failed),
            ("luna_mails_sent_total", "Mails handed on.", &self.mails_sent),
        ] {
            line(format_args!("# HELP {name} {help}"));
            line(format_args!("# TYPE {name} counter"));
            line(format_args!("{name} {}", count.load(Ordering::Relaxed)));
        }
        page
    }
}

fn seconds(ms: i64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

/// Counts and times every answer, by the route and not by the address, which
/// would name games.
pub(crate) async fn layer(State(app): State<App>, request: Request, next: Next) -> Response {
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "other".to_owned(), |path| path.as_str().to_owned());
    let method = request.method().as_str().to_owned();
    let begun = app.now();
    let response = next.run(request).await;
    let took_ms = app.now() - begun;
    let status = response.status().as_u16();
    app.metrics.answered(&method, &route, status, took_ms);
    tracing::debug!(method, route, status, took_ms, "answered");
    response
}
